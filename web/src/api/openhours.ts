import { generatedApi } from './generated/openhours';
import type { OfflineOptions } from './offline/base-query';

/** The argument of the query that holds all alerts and bookings. Live updates are shown in its answer. */
export const whole = {} as const;

/** Whether a query requests the whole list, and not a further page or a part of it. */
export const isWhole = (arg: unknown): boolean => typeof arg === 'object' && arg !== null && Object.keys(arg).length === 0;

/** The last answer can be read without a connection. */
export const readableOffline = { readableOffline: true } satisfies OfflineOptions;

/** Every call of the gateway but the staff's, as generated from its OpenAPI, with what each shows and changes, and the optimistic ones. */
export const openhoursApi = generatedApi.enhanceEndpoints({
  endpoints: {
    // accounts
    // One answer, whatever the check says of the device: its token is the one that counts.
    checkActiveLogin: { serializeQueryArgs: ({ endpointName }) => endpointName },
    signOut: { keepUnusedDataFor: 0 },
    getActiveLogins: { providesTags: ['Logins'] },
    endLogin: { invalidatesTags: ['Logins'] },
    endOtherLogins: { invalidatesTags: ['Logins'] },
    getNotificationPreferences: { providesTags: ['Preferences'] },
    updateNotificationPreferences: {
      async onQueryStarted({ iv_preferences }, { dispatch, queryFulfilled }) {
        if (typeof iv_preferences === 'string') return;
        const patch = dispatch(
          openhoursApi.util.updateQueryData('getNotificationPreferences', undefined, ({ data }) => {
            for (const [kind, channels] of Object.entries(iv_preferences)) {
              const known = data.preferences[kind as keyof typeof data.preferences];
              data.preferences = { ...data.preferences, [kind]: { ...known, ...channels } };
            }
          }),
        );
        await queryFulfilled.catch(() => patch.undo());
      },
    },

    // profiles, services, circle
    getProviderProfile: {
      providesTags: (answer) => ['Profile', ...(answer ? [{ type: 'Profile' as const, id: answer.data.account_data.owner_id }] : [])],
    },
    getAccountProfile: { providesTags: ['Profile'] },
    updateAccountProfile: { invalidatesTags: ['Profile'] },
    updateProfileInfo: { invalidatesTags: ['Profile', 'Finance', 'Posts'] },
    updateAccountSkills: { invalidatesTags: ['Profile'] },
    updateAccountPolicyPerks: { invalidatesTags: ['Profile'] },
    updateAway: { invalidatesTags: ['Profile', 'Slots'] },
    getVenueSettings: { providesTags: ['Venues'] },
    updatePlace: { invalidatesTags: ['Venues', 'Profile'] },
    archivePlace: { invalidatesTags: ['Venues', 'Profile'] },
    orderPlaces: { invalidatesTags: ['Venues', 'Profile'] },
    updateTravelArea: { invalidatesTags: ['Venues'] },
    updateRemoteMeetings: { invalidatesTags: ['Venues', 'Bookings'] },
    updateAvatar: { invalidatesTags: ['Profile'] },
    getAccountProviderServices: { providesTags: ['Services'] },
    updateAccountServices: { invalidatesTags: ['Services'] },
    archiveDeleteAccountServices: { invalidatesTags: ['Services'] },
    getAppointmentFinanceSettings: { providesTags: ['Finance'] },
    updateAppointmentFinanceSettings: { invalidatesTags: ['Finance', 'Profile'] },
    getUserFavData: { providesTags: ['Favourites'], extraOptions: readableOffline },
    getMyCircle: { providesTags: ['Circle'] },
    getTrustStatus: { providesTags: ['Circle'] },
    addNewInterest: { invalidatesTags: ['Favourites', 'Circle'] },
    removeExistingInterest: { invalidatesTags: ['Favourites', 'Circle'] },
    updateTrustStatus: { invalidatesTags: ['Favourites', 'Circle', 'Profile'] },
    getBlockedAccounts: { providesTags: ['Blocks'] },
    blockGuest: { invalidatesTags: ['Blocks', 'Bookings', 'Slots'] },
    unblockGuest: { invalidatesTags: ['Blocks'] },
    addToBlock: { invalidatesTags: ['Favourites', 'Blocks', 'Circle', 'Profile'] },
    removeFromBlock: { invalidatesTags: ['Favourites', 'Blocks', 'Posts', 'Circle', 'Profile'] },

    // booking
    getProviderAppointmentWindow: { providesTags: ['Hours'] },
    updateAppointmentWindow: { invalidatesTags: ['Hours', 'Slots'] },
    getAvailableSlots: { providesTags: (_answer, _error, { providerId }) => [{ type: 'Slots', id: providerId }] },
    getNextFreeTimes: { providesTags: (_answer, _error, { providerId }) => [{ type: 'Slots', id: providerId }] },
    createAppointmentOrder: {
      invalidatesTags: (_answer, _error, { iv_provider_id }) => [{ type: 'Slots', id: iv_provider_id }, 'Bookings'],
    },
    updateAppointmentOrderRequest: { invalidatesTags: ['Bookings'] },
    reportNoShow: { invalidatesTags: ['Bookings'] },
    contestNoShow: { invalidatesTags: ['Bookings'] },
    confirmAttendance: { invalidatesTags: ['Bookings'] },
    createAppointmentRating: { invalidatesTags: ['Bookings', 'Ratings', 'Circle'] },
    createClientRating: { invalidatesTags: ['Bookings', 'Ratings'] },
    answerRating: { invalidatesTags: ['Bookings', 'Ratings'] },
    removeRatingAnswer: { invalidatesTags: ['Bookings', 'Ratings'] },
    updateAppointmentPlace: { invalidatesTags: ['Bookings'] },
    proposeNewTime: { invalidatesTags: ['Bookings', 'Slots'] },
    answerNewTime: { invalidatesTags: ['Bookings', 'Slots'] },
    getAppointmentCalendar: { keepUnusedDataFor: 0 },
    getCalendarFeed: { providesTags: ['Feed'] },
    updateCalendarFeed: { invalidatesTags: ['Feed'] },
    getExternalCalendars: { providesTags: ['Calendars'], extraOptions: readableOffline },
    addExternalCalendar: { invalidatesTags: ['Calendars', 'Slots'] },
    checkExternalCalendar: { invalidatesTags: ['Calendars', 'Slots'] },
    removeExternalCalendar: { invalidatesTags: ['Calendars', 'Slots'] },
    getBookingInfo: { providesTags: ['Bookings'], extraOptions: readableOffline },
    getGuestBooking: { providesTags: ['Bookings'] },
    getOrderAnswers: { keepUnusedDataFor: 0 },
    getRatingsInfo: { providesTags: ['Ratings'] },

    // feed
    getFeedPost: { extraOptions: readableOffline },
    createPostFeedComment: { extraOptions: { waitsAs: 'comment' } },
    getFeedPosts: { providesTags: ['Posts'] },
    createNewFeedContent: { invalidatesTags: ['Posts'] },
    updateFeedContent: { invalidatesTags: ['Posts'] },
    getProfilePosts: { providesTags: ['Posts'] },
    getBookmarkedPosts: { providesTags: ['Posts', 'Favourites'] },

    // alerts and messages
    getUserAlerts: { providesTags: ['Alerts', 'Bookings'], extraOptions: readableOffline },
    getConversations: { providesTags: ['Messages'], extraOptions: readableOffline },
    readMessages: { invalidatesTags: ['Messages'] },
  },
});
