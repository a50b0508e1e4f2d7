import { api } from "../root-api";
const injectedRtkApi = api.injectEndpoints({
  endpoints: (build) => ({
    addExternalCalendar: build.mutation<
      AddExternalCalendarApiResponse,
      AddExternalCalendarApiArg
    >({
      query: (queryArg) => ({
        url: `/api/add_external_calendar`,
        method: "POST",
        body: queryArg,
      }),
    }),
    addNewBookmark: build.mutation<
      AddNewBookmarkApiResponse,
      AddNewBookmarkApiArg
    >({
      query: (queryArg) => ({
        url: `/api/add_new_bookmark`,
        method: "POST",
        body: queryArg,
      }),
    }),
    addNewInterest: build.mutation<
      AddNewInterestApiResponse,
      AddNewInterestApiArg
    >({
      query: (queryArg) => ({
        url: `/api/add_new_interest`,
        method: "POST",
        body: queryArg,
      }),
    }),
    addToBlock: build.mutation<AddToBlockApiResponse, AddToBlockApiArg>({
      query: (queryArg) => ({
        url: `/api/add_to_block`,
        method: "POST",
        body: queryArg,
      }),
    }),
    answerNewTime: build.mutation<
      AnswerNewTimeApiResponse,
      AnswerNewTimeApiArg
    >({
      query: (queryArg) => ({
        url: `/api/answer_new_time`,
        method: "POST",
        body: queryArg.newTimeAnswer,
        params: {
          token: queryArg.token,
        },
      }),
    }),
    answerRating: build.mutation<AnswerRatingApiResponse, AnswerRatingApiArg>({
      query: (queryArg) => ({
        url: `/api/answer_rating`,
        method: "POST",
        body: queryArg,
      }),
    }),
    archiveDeleteAccountServices: build.mutation<
      ArchiveDeleteAccountServicesApiResponse,
      ArchiveDeleteAccountServicesApiArg
    >({
      query: (queryArg) => ({
        url: `/api/archive_delete_account_services`,
        method: "POST",
        body: queryArg,
      }),
    }),
    archivePlace: build.mutation<ArchivePlaceApiResponse, ArchivePlaceApiArg>({
      query: (queryArg) => ({
        url: `/api/archive_place`,
        method: "POST",
        body: queryArg,
      }),
    }),
    blockGuest: build.mutation<BlockGuestApiResponse, BlockGuestApiArg>({
      query: (queryArg) => ({
        url: `/api/block_guest`,
        method: "POST",
        body: queryArg,
      }),
    }),
    changePassword: build.mutation<
      ChangePasswordApiResponse,
      ChangePasswordApiArg
    >({
      query: (queryArg) => ({
        url: `/api/change_password`,
        method: "POST",
        body: queryArg,
      }),
    }),
    checkActiveLogin: build.query<
      CheckActiveLoginApiResponse,
      CheckActiveLoginApiArg
    >({
      query: (queryArg) => ({
        url: `/api/check_active_login`,
        params: {
          timezone: queryArg.timezone,
          hour_cycle: queryArg.hourCycle,
        },
      }),
    }),
    checkExternalCalendar: build.mutation<
      CheckExternalCalendarApiResponse,
      CheckExternalCalendarApiArg
    >({
      query: (queryArg) => ({
        url: `/api/check_external_calendar`,
        method: "POST",
        body: queryArg,
      }),
    }),
    confirmAccount: build.mutation<
      ConfirmAccountApiResponse,
      ConfirmAccountApiArg
    >({
      query: (queryArg) => ({
        url: `/api/confirm_account`,
        method: "POST",
        body: queryArg,
      }),
    }),
    confirmAccountByCode: build.mutation<
      ConfirmAccountByCodeApiResponse,
      ConfirmAccountByCodeApiArg
    >({
      query: (queryArg) => ({
        url: `/api/confirm_account_by_code`,
        method: "POST",
        body: queryArg,
      }),
    }),
    confirmAttendance: build.mutation<
      ConfirmAttendanceApiResponse,
      ConfirmAttendanceApiArg
    >({
      query: (queryArg) => ({
        url: `/api/confirm_attendance`,
        method: "POST",
        body: queryArg.attendanceConfirmation,
        params: {
          token: queryArg.token,
        },
      }),
    }),
    contestNoShow: build.mutation<
      ContestNoShowApiResponse,
      ContestNoShowApiArg
    >({
      query: (queryArg) => ({
        url: `/api/contest_no_show`,
        method: "POST",
        body: queryArg.noShowContestRequest,
        params: {
          token: queryArg.token,
        },
      }),
    }),
    createAppointmentOrder: build.mutation<
      CreateAppointmentOrderApiResponse,
      CreateAppointmentOrderApiArg
    >({
      query: (queryArg) => ({
        url: `/api/create_appointment_order`,
        method: "POST",
        body: queryArg,
      }),
    }),
    createAppointmentRating: build.mutation<
      CreateAppointmentRatingApiResponse,
      CreateAppointmentRatingApiArg
    >({
      query: (queryArg) => ({
        url: `/api/create_appointment_rating`,
        method: "POST",
        body: queryArg.ratingRequest,
        params: {
          token: queryArg.token,
        },
      }),
    }),
    createAppointmentRequestRating: build.mutation<
      CreateAppointmentRequestRatingApiResponse,
      CreateAppointmentRequestRatingApiArg
    >({
      query: (queryArg) => ({
        url: `/api/create_appointment_request_rating`,
        method: "POST",
        body: queryArg,
      }),
    }),
    createClientRating: build.mutation<
      CreateClientRatingApiResponse,
      CreateClientRatingApiArg
    >({
      query: (queryArg) => ({
        url: `/api/create_client_rating`,
        method: "POST",
        body: queryArg,
      }),
    }),
    createNewFeedContent: build.mutation<
      CreateNewFeedContentApiResponse,
      CreateNewFeedContentApiArg
    >({
      query: (queryArg) => ({
        url: `/api/create_new_feed_content`,
        method: "POST",
        body: queryArg,
      }),
    }),
    createPostFeedComment: build.mutation<
      CreatePostFeedCommentApiResponse,
      CreatePostFeedCommentApiArg
    >({
      query: (queryArg) => ({
        url: `/api/create_post_feed_comment`,
        method: "POST",
        body: queryArg,
      }),
    }),
    createRepostFeedContent: build.mutation<
      CreateRepostFeedContentApiResponse,
      CreateRepostFeedContentApiArg
    >({
      query: (queryArg) => ({
        url: `/api/create_repost_feed_content`,
        method: "POST",
        body: queryArg,
      }),
    }),
    createUserRequest: build.mutation<
      CreateUserRequestApiResponse,
      CreateUserRequestApiArg
    >({
      query: (queryArg) => ({
        url: `/api/create_user_request`,
        method: "POST",
        body: queryArg,
      }),
    }),
    deleteAccount: build.mutation<
      DeleteAccountApiResponse,
      DeleteAccountApiArg
    >({
      query: (queryArg) => ({
        url: `/api/delete_account`,
        method: "POST",
        body: queryArg,
      }),
    }),
    deletePostFeedComment: build.mutation<
      DeletePostFeedCommentApiResponse,
      DeletePostFeedCommentApiArg
    >({
      query: (queryArg) => ({
        url: `/api/delete_post_feed_comment`,
        method: "POST",
        body: queryArg,
      }),
    }),
    endGuestLink: build.mutation<EndGuestLinkApiResponse, EndGuestLinkApiArg>({
      query: (queryArg) => ({
        url: `/api/end_guest_link`,
        method: "POST",
        body: queryArg.guestLinkEnd,
        params: {
          token: queryArg.token,
        },
      }),
    }),
    endLogin: build.mutation<EndLoginApiResponse, EndLoginApiArg>({
      query: (queryArg) => ({
        url: `/api/end_login`,
        method: "POST",
        body: queryArg,
      }),
    }),
    endOtherLogins: build.mutation<
      EndOtherLoginsApiResponse,
      EndOtherLoginsApiArg
    >({
      query: () => ({ url: `/api/end_other_logins`, method: "POST" }),
    }),
    eraseGuestData: build.mutation<
      EraseGuestDataApiResponse,
      EraseGuestDataApiArg
    >({
      query: (queryArg) => ({
        url: `/api/erase_guest_data`,
        method: "POST",
        body: queryArg,
      }),
    }),
    feedPostDeleteArchiveRestore: build.mutation<
      FeedPostDeleteArchiveRestoreApiResponse,
      FeedPostDeleteArchiveRestoreApiArg
    >({
      query: (queryArg) => ({
        url: `/api/feed_post_delete_archive_restore`,
        method: "POST",
        body: queryArg,
      }),
    }),
    forgotPassword: build.mutation<
      ForgotPasswordApiResponse,
      ForgotPasswordApiArg
    >({
      query: (queryArg) => ({
        url: `/api/forgot_password`,
        method: "POST",
        body: queryArg,
      }),
    }),
    getAccountProfile: build.query<
      GetAccountProfileApiResponse,
      GetAccountProfileApiArg
    >({
      query: () => ({ url: `/api/get_account_profile` }),
    }),
    getAccountProviderServices: build.query<
      GetAccountProviderServicesApiResponse,
      GetAccountProviderServicesApiArg
    >({
      query: (queryArg) => ({
        url: `/api/get_account_provider_services`,
        params: {
          provider_id: queryArg.providerId,
          filter: queryArg.filter,
        },
      }),
    }),
    getActiveLogins: build.query<
      GetActiveLoginsApiResponse,
      GetActiveLoginsApiArg
    >({
      query: () => ({ url: `/api/get_active_logins` }),
    }),
    getAppointmentCalendar: build.query<
      GetAppointmentCalendarApiResponse,
      GetAppointmentCalendarApiArg
    >({
      query: (queryArg) => ({
        url: `/api/get_appointment_calendar/${queryArg.orderId}`,
        params: {
          token: queryArg.token,
        },
      }),
    }),
    getAppointmentFinanceSettings: build.query<
      GetAppointmentFinanceSettingsApiResponse,
      GetAppointmentFinanceSettingsApiArg
    >({
      query: () => ({ url: `/api/get_appointment_finance_settings` }),
    }),
    getAvailableSlots: build.query<
      GetAvailableSlotsApiResponse,
      GetAvailableSlotsApiArg
    >({
      query: (queryArg) => ({
        url: `/api/get_available_slots`,
        params: {
          provider_id: queryArg.providerId,
          from: queryArg["from"],
          to: queryArg.to,
          timezone: queryArg.timezone,
          duration: queryArg.duration,
          services: queryArg.services,
          order_id: queryArg.orderId,
          token: queryArg.token,
        },
      }),
    }),
    getBlockedAccounts: build.query<
      GetBlockedAccountsApiResponse,
      GetBlockedAccountsApiArg
    >({
      query: (queryArg) => ({
        url: `/api/get_blocked_accounts`,
        params: {
          limit: queryArg.limit,
          cursor: queryArg.cursor,
        },
      }),
    }),
    getBlockedGuests: build.query<
      GetBlockedGuestsApiResponse,
      GetBlockedGuestsApiArg
    >({
      query: (queryArg) => ({
        url: `/api/get_blocked_guests`,
        params: {
          limit: queryArg.limit,
          cursor: queryArg.cursor,
        },
      }),
    }),
    getBookingInfo: build.query<
      GetBookingInfoApiResponse,
      GetBookingInfoApiArg
    >({
      query: (queryArg) => ({
        url: `/api/get_booking_info`,
        params: {
          status: queryArg.status,
          limit: queryArg.limit,
          cursor: queryArg.cursor,
        },
      }),
    }),
    getBookmarkedPosts: build.query<
      GetBookmarkedPostsApiResponse,
      GetBookmarkedPostsApiArg
    >({
      query: (queryArg) => ({
        url: `/api/get_bookmarked_posts`,
        params: {
          limit: queryArg.limit,
          cursor: queryArg.cursor,
        },
      }),
    }),
    getCalendarFeed: build.query<
      GetCalendarFeedApiResponse,
      GetCalendarFeedApiArg
    >({
      query: () => ({ url: `/api/get_calendar_feed` }),
    }),
    getConversations: build.query<
      GetConversationsApiResponse,
      GetConversationsApiArg
    >({
      query: (queryArg) => ({
        url: `/api/get_conversations`,
        params: {
          limit: queryArg.limit,
          cursor: queryArg.cursor,
        },
      }),
    }),
    getExternalCalendars: build.query<
      GetExternalCalendarsApiResponse,
      GetExternalCalendarsApiArg
    >({
      query: () => ({ url: `/api/get_external_calendars` }),
    }),
    getFeedPost: build.query<GetFeedPostApiResponse, GetFeedPostApiArg>({
      query: (queryArg) => ({ url: `/api/get_feed_post/${queryArg}` }),
    }),
    getFeedPostCommentAndRepostHistory: build.query<
      GetFeedPostCommentAndRepostHistoryApiResponse,
      GetFeedPostCommentAndRepostHistoryApiArg
    >({
      query: (queryArg) => ({
        url: `/api/get_feed_post_comment_and_repost_history/${queryArg.postId}`,
        params: {
          limit: queryArg.limit,
          cursor: queryArg.cursor,
        },
      }),
    }),
    getFeedPosts: build.query<GetFeedPostsApiResponse, GetFeedPostsApiArg>({
      query: (queryArg) => ({
        url: `/api/get_feed_posts`,
        params: {
          category: queryArg.category,
          tag: queryArg.tag,
          limit: queryArg.limit,
          cursor: queryArg.cursor,
        },
      }),
    }),
    getGuestBooking: build.query<
      GetGuestBookingApiResponse,
      GetGuestBookingApiArg
    >({
      query: (queryArg) => ({
        url: `/api/get_guest_booking/${queryArg.orderId}`,
        params: {
          token: queryArg.token,
        },
      }),
    }),
    getGuestData: build.mutation<GetGuestDataApiResponse, GetGuestDataApiArg>({
      query: (queryArg) => ({
        url: `/api/get_guest_data`,
        method: "POST",
        body: queryArg,
      }),
    }),
    getMessages: build.query<GetMessagesApiResponse, GetMessagesApiArg>({
      query: (queryArg) => ({
        url: `/api/get_messages/${queryArg.conversationId}`,
        params: {
          limit: queryArg.limit,
          cursor: queryArg.cursor,
        },
      }),
    }),
    getMyCircle: build.query<GetMyCircleApiResponse, GetMyCircleApiArg>({
      query: (queryArg) => ({
        url: `/api/get_my_circle`,
        params: {
          filter: queryArg.filter,
          limit: queryArg.limit,
          cursor: queryArg.cursor,
        },
      }),
    }),
    getNextFreeSlots: build.query<
      GetNextFreeSlotsApiResponse,
      GetNextFreeSlotsApiArg
    >({
      query: (queryArg) => ({
        url: `/api/get_next_free_slots`,
        params: {
          free_from: queryArg.freeFrom,
          free_until: queryArg.freeUntil,
          minutes: queryArg.minutes,
          provider_ids: queryArg.providerIds,
          services: queryArg.services,
          available_on: queryArg.availableOn,
          timezone: queryArg.timezone,
        },
      }),
    }),
    getNextFreeTimes: build.query<
      GetNextFreeTimesApiResponse,
      GetNextFreeTimesApiArg
    >({
      query: (queryArg) => ({
        url: `/api/get_next_free_times`,
        params: {
          provider_id: queryArg.providerId,
          timezone: queryArg.timezone,
          duration: queryArg.duration,
          services: queryArg.services,
          limit: queryArg.limit,
        },
      }),
    }),
    getNotificationPreferences: build.query<
      GetNotificationPreferencesApiResponse,
      GetNotificationPreferencesApiArg
    >({
      query: () => ({ url: `/api/get_notification_preferences` }),
    }),
    getOrderAnswers: build.query<
      GetOrderAnswersApiResponse,
      GetOrderAnswersApiArg
    >({
      query: (queryArg) => ({
        url: `/api/get_order_answers/${queryArg.orderId}`,
        params: {
          token: queryArg.token,
        },
      }),
    }),
    getProfilePosts: build.query<
      GetProfilePostsApiResponse,
      GetProfilePostsApiArg
    >({
      query: (queryArg) => ({
        url: `/api/get_profile_posts/${queryArg.ownerId}`,
        params: {
          status: queryArg.status,
          limit: queryArg.limit,
          cursor: queryArg.cursor,
        },
      }),
    }),
    getProfilePostsAndAppointments: build.query<
      GetProfilePostsAndAppointmentsApiResponse,
      GetProfilePostsAndAppointmentsApiArg
    >({
      query: (queryArg) => ({
        url: `/api/get_profile_posts_and_appointments/${queryArg.providerOwnerId}/${queryArg.currentUserOwnerId}`,
        params: {
          limit: queryArg.limit,
          cursor: queryArg.cursor,
        },
      }),
    }),
    getProviderAppointmentSettingsAndBookingHistory: build.query<
      GetProviderAppointmentSettingsAndBookingHistoryApiResponse,
      GetProviderAppointmentSettingsAndBookingHistoryApiArg
    >({
      query: (queryArg) => ({
        url: `/api/get_provider_appointment_settings_and_booking_history`,
        params: {
          provider_id: queryArg.providerId,
          owner_id: queryArg.ownerId,
        },
      }),
    }),
    getProviderAppointmentWindow: build.query<
      GetProviderAppointmentWindowApiResponse,
      GetProviderAppointmentWindowApiArg
    >({
      query: (queryArg) => ({
        url: `/api/get_provider_appointment_window`,
        params: {
          provider_id: queryArg,
        },
      }),
    }),
    getProviderProfile: build.query<
      GetProviderProfileApiResponse,
      GetProviderProfileApiArg
    >({
      query: (queryArg) => ({
        url: `/api/get_provider_profile`,
        params: {
          username: queryArg.username,
          owner_id: queryArg.ownerId,
        },
      }),
    }),
    getRatingsInfo: build.query<
      GetRatingsInfoApiResponse,
      GetRatingsInfoApiArg
    >({
      query: (queryArg) => ({
        url: `/api/get_ratings_info/${queryArg.ownerId}`,
        params: {
          rating: queryArg.rating,
          limit: queryArg.limit,
          cursor: queryArg.cursor,
        },
      }),
    }),
    getReferenceData: build.query<
      GetReferenceDataApiResponse,
      GetReferenceDataApiArg
    >({
      query: () => ({ url: `/api/get_reference_data` }),
    }),
    getTrustStatus: build.query<
      GetTrustStatusApiResponse,
      GetTrustStatusApiArg
    >({
      query: (queryArg) => ({ url: `/api/get_trust_status/${queryArg}` }),
    }),
    getUserAlerts: build.query<GetUserAlertsApiResponse, GetUserAlertsApiArg>({
      query: (queryArg) => ({
        url: `/api/get_user_alerts`,
        params: {
          limit: queryArg.limit,
          cursor: queryArg.cursor,
        },
      }),
    }),
    getUserFavData: build.query<
      GetUserFavDataApiResponse,
      GetUserFavDataApiArg
    >({
      query: () => ({ url: `/api/get_user_fav_data` }),
    }),
    getUserRequests: build.query<
      GetUserRequestsApiResponse,
      GetUserRequestsApiArg
    >({
      query: (queryArg) => ({
        url: `/api/get_user_requests`,
        params: {
          limit: queryArg.limit,
          cursor: queryArg.cursor,
        },
      }),
    }),
    getVenueSettings: build.query<
      GetVenueSettingsApiResponse,
      GetVenueSettingsApiArg
    >({
      query: () => ({ url: `/api/get_venue_settings` }),
    }),
    getWebPushKey: build.query<GetWebPushKeyApiResponse, GetWebPushKeyApiArg>({
      query: () => ({ url: `/api/get_web_push_key` }),
    }),
    orderPlaces: build.mutation<OrderPlacesApiResponse, OrderPlacesApiArg>({
      query: (queryArg) => ({
        url: `/api/order_places`,
        method: "POST",
        body: queryArg,
      }),
    }),
    previewAppointmentWindow: build.mutation<
      PreviewAppointmentWindowApiResponse,
      PreviewAppointmentWindowApiArg
    >({
      query: (queryArg) => ({
        url: `/api/preview_appointment_window`,
        method: "POST",
        body: queryArg,
      }),
    }),
    proposeNewTime: build.mutation<
      ProposeNewTimeApiResponse,
      ProposeNewTimeApiArg
    >({
      query: (queryArg) => ({
        url: `/api/propose_new_time`,
        method: "POST",
        body: queryArg.newTimeProposal,
        params: {
          token: queryArg.token,
        },
      }),
    }),
    readMessages: build.mutation<ReadMessagesApiResponse, ReadMessagesApiArg>({
      query: (queryArg) => ({
        url: `/api/read_messages`,
        method: "POST",
        body: queryArg,
      }),
    }),
    registerPushToken: build.mutation<
      RegisterPushTokenApiResponse,
      RegisterPushTokenApiArg
    >({
      query: (queryArg) => ({
        url: `/api/register_push_token`,
        method: "POST",
        body: queryArg,
      }),
    }),
    registerWebPush: build.mutation<
      RegisterWebPushApiResponse,
      RegisterWebPushApiArg
    >({
      query: (queryArg) => ({
        url: `/api/register_web_push`,
        method: "POST",
        body: queryArg,
      }),
    }),
    removeExistingBookmark: build.mutation<
      RemoveExistingBookmarkApiResponse,
      RemoveExistingBookmarkApiArg
    >({
      query: (queryArg) => ({
        url: `/api/remove_existing_bookmark`,
        method: "POST",
        body: queryArg,
      }),
    }),
    removeExistingInterest: build.mutation<
      RemoveExistingInterestApiResponse,
      RemoveExistingInterestApiArg
    >({
      query: (queryArg) => ({
        url: `/api/remove_existing_interest`,
        method: "POST",
        body: queryArg,
      }),
    }),
    removeExternalCalendar: build.mutation<
      RemoveExternalCalendarApiResponse,
      RemoveExternalCalendarApiArg
    >({
      query: (queryArg) => ({
        url: `/api/remove_external_calendar`,
        method: "POST",
        body: queryArg,
      }),
    }),
    removeFromBlock: build.mutation<
      RemoveFromBlockApiResponse,
      RemoveFromBlockApiArg
    >({
      query: (queryArg) => ({
        url: `/api/remove_from_block`,
        method: "POST",
        body: queryArg,
      }),
    }),
    removePushToken: build.mutation<
      RemovePushTokenApiResponse,
      RemovePushTokenApiArg
    >({
      query: (queryArg) => ({
        url: `/api/remove_push_token`,
        method: "POST",
        body: queryArg,
      }),
    }),
    removeRatingAnswer: build.mutation<
      RemoveRatingAnswerApiResponse,
      RemoveRatingAnswerApiArg
    >({
      query: (queryArg) => ({
        url: `/api/remove_rating_answer`,
        method: "POST",
        body: queryArg,
      }),
    }),
    removeWebPush: build.mutation<
      RemoveWebPushApiResponse,
      RemoveWebPushApiArg
    >({
      query: (queryArg) => ({
        url: `/api/remove_web_push`,
        method: "POST",
        body: queryArg,
      }),
    }),
    reportNoShow: build.mutation<ReportNoShowApiResponse, ReportNoShowApiArg>({
      query: (queryArg) => ({
        url: `/api/report_no_show`,
        method: "POST",
        body: queryArg.noShowReport,
        params: {
          token: queryArg.token,
        },
      }),
    }),
    reportUserAccount: build.mutation<
      ReportUserAccountApiResponse,
      ReportUserAccountApiArg
    >({
      query: (queryArg) => ({
        url: `/api/report_user_account`,
        method: "POST",
        body: queryArg,
      }),
    }),
    requestGuestData: build.mutation<
      RequestGuestDataApiResponse,
      RequestGuestDataApiArg
    >({
      query: (queryArg) => ({
        url: `/api/request_guest_data`,
        method: "POST",
        body: queryArg,
      }),
    }),
    requestGuestLink: build.mutation<
      RequestGuestLinkApiResponse,
      RequestGuestLinkApiArg
    >({
      query: (queryArg) => ({
        url: `/api/request_guest_link`,
        method: "POST",
        body: queryArg,
      }),
    }),
    resendConfirmAccount: build.mutation<
      ResendConfirmAccountApiResponse,
      ResendConfirmAccountApiArg
    >({
      query: () => ({ url: `/api/resend_confirm_account`, method: "POST" }),
    }),
    resetPassword: build.mutation<
      ResetPasswordApiResponse,
      ResetPasswordApiArg
    >({
      query: (queryArg) => ({
        url: `/api/reset_password`,
        method: "POST",
        body: queryArg,
      }),
    }),
    search: build.query<SearchApiResponse, SearchApiArg>({
      query: (queryArg) => ({
        url: `/api/search`,
        params: {
          q: queryArg.q,
          category: queryArg.category,
          country: queryArg.country,
          city: queryArg.city,
          delivery_mode: queryArg.deliveryMode,
          language: queryArg.language,
          max_cost: queryArg.maxCost,
          min_rating: queryArg.minRating,
          available_on: queryArg.availableOn,
          free_from: queryArg.freeFrom,
          free_until: queryArg.freeUntil,
          timezone: queryArg.timezone,
          sort: queryArg.sort,
          minutes: queryArg.minutes,
          limit: queryArg.limit,
          cursor: queryArg.cursor,
        },
      }),
    }),
    sendMessage: build.mutation<SendMessageApiResponse, SendMessageApiArg>({
      query: (queryArg) => ({
        url: `/api/send_message`,
        method: "POST",
        body: queryArg,
      }),
    }),
    signIn: build.mutation<SignInApiResponse, SignInApiArg>({
      query: (queryArg) => ({
        url: `/api/sign_in`,
        method: "POST",
        body: queryArg,
      }),
    }),
    signOut: build.query<SignOutApiResponse, SignOutApiArg>({
      query: () => ({ url: `/api/sign_out` }),
    }),
    signUp: build.mutation<SignUpApiResponse, SignUpApiArg>({
      query: (queryArg) => ({
        url: `/api/sign_up`,
        method: "POST",
        body: queryArg,
      }),
    }),
    unblockGuest: build.mutation<UnblockGuestApiResponse, UnblockGuestApiArg>({
      query: (queryArg) => ({
        url: `/api/unblock_guest`,
        method: "POST",
        body: queryArg,
      }),
    }),
    unsubscribeMail: build.mutation<
      UnsubscribeMailApiResponse,
      UnsubscribeMailApiArg
    >({
      query: (queryArg) => ({
        url: `/api/unsubscribe_mail`,
        method: "POST",
        params: {
          token: queryArg,
        },
      }),
    }),
    updateAccountPolicyPerks: build.mutation<
      UpdateAccountPolicyPerksApiResponse,
      UpdateAccountPolicyPerksApiArg
    >({
      query: (queryArg) => ({
        url: `/api/update_account_policy_perks`,
        method: "POST",
        body: queryArg,
      }),
    }),
    updateAccountProfile: build.mutation<
      UpdateAccountProfileApiResponse,
      UpdateAccountProfileApiArg
    >({
      query: (queryArg) => ({
        url: `/api/update_account_profile`,
        method: "POST",
        body: queryArg,
      }),
    }),
    updateAccountServices: build.mutation<
      UpdateAccountServicesApiResponse,
      UpdateAccountServicesApiArg
    >({
      query: (queryArg) => ({
        url: `/api/update_account_services`,
        method: "POST",
        body: queryArg,
      }),
    }),
    updateAccountSkills: build.mutation<
      UpdateAccountSkillsApiResponse,
      UpdateAccountSkillsApiArg
    >({
      query: (queryArg) => ({
        url: `/api/update_account_skills`,
        method: "POST",
        body: queryArg,
      }),
    }),
    updateAlertStatus: build.mutation<
      UpdateAlertStatusApiResponse,
      UpdateAlertStatusApiArg
    >({
      query: (queryArg) => ({
        url: `/api/update_alert_status`,
        method: "POST",
        body: queryArg,
      }),
    }),
    updateAppointmentFinanceSettings: build.mutation<
      UpdateAppointmentFinanceSettingsApiResponse,
      UpdateAppointmentFinanceSettingsApiArg
    >({
      query: (queryArg) => ({
        url: `/api/update_appointment_finance_settings`,
        method: "POST",
        body: queryArg,
      }),
    }),
    updateAppointmentOrderRequest: build.mutation<
      UpdateAppointmentOrderRequestApiResponse,
      UpdateAppointmentOrderRequestApiArg
    >({
      query: (queryArg) => ({
        url: `/api/update_appointment_order_request`,
        method: "POST",
        body: queryArg.responseRequest,
        params: {
          token: queryArg.token,
        },
      }),
    }),
    updateAppointmentPlace: build.mutation<
      UpdateAppointmentPlaceApiResponse,
      UpdateAppointmentPlaceApiArg
    >({
      query: (queryArg) => ({
        url: `/api/update_appointment_place`,
        method: "POST",
        body: queryArg.placeChange,
        params: {
          token: queryArg.token,
        },
      }),
    }),
    updateAppointmentWindow: build.mutation<
      UpdateAppointmentWindowApiResponse,
      UpdateAppointmentWindowApiArg
    >({
      query: (queryArg) => ({
        url: `/api/update_appointment_window`,
        method: "POST",
        body: queryArg,
      }),
    }),
    updateAvatar: build.mutation<UpdateAvatarApiResponse, UpdateAvatarApiArg>({
      query: (queryArg) => ({
        url: `/api/update_avatar`,
        method: "POST",
        body: queryArg,
      }),
    }),
    updateAway: build.mutation<UpdateAwayApiResponse, UpdateAwayApiArg>({
      query: (queryArg) => ({
        url: `/api/update_away`,
        method: "POST",
        body: queryArg,
      }),
    }),
    updateCalendarFeed: build.mutation<
      UpdateCalendarFeedApiResponse,
      UpdateCalendarFeedApiArg
    >({
      query: (queryArg) => ({
        url: `/api/update_calendar_feed`,
        method: "POST",
        body: queryArg,
      }),
    }),
    updateFeedContent: build.mutation<
      UpdateFeedContentApiResponse,
      UpdateFeedContentApiArg
    >({
      query: (queryArg) => ({
        url: `/api/update_feed_content`,
        method: "POST",
        body: queryArg,
      }),
    }),
    updateLanguage: build.mutation<
      UpdateLanguageApiResponse,
      UpdateLanguageApiArg
    >({
      query: (queryArg) => ({
        url: `/api/update_language`,
        method: "POST",
        body: queryArg,
      }),
    }),
    updateNotificationPreferences: build.mutation<
      UpdateNotificationPreferencesApiResponse,
      UpdateNotificationPreferencesApiArg
    >({
      query: (queryArg) => ({
        url: `/api/update_notification_preferences`,
        method: "POST",
        body: queryArg,
      }),
    }),
    updatePlace: build.mutation<UpdatePlaceApiResponse, UpdatePlaceApiArg>({
      query: (queryArg) => ({
        url: `/api/update_place`,
        method: "POST",
        body: queryArg,
      }),
    }),
    updateProfileInfo: build.mutation<
      UpdateProfileInfoApiResponse,
      UpdateProfileInfoApiArg
    >({
      query: (queryArg) => ({
        url: `/api/update_profile_info`,
        method: "POST",
        body: queryArg,
      }),
    }),
    updateRemoteMeetings: build.mutation<
      UpdateRemoteMeetingsApiResponse,
      UpdateRemoteMeetingsApiArg
    >({
      query: (queryArg) => ({
        url: `/api/update_remote_meetings`,
        method: "POST",
        body: queryArg,
      }),
    }),
    updateStarterPreferences: build.mutation<
      UpdateStarterPreferencesApiResponse,
      UpdateStarterPreferencesApiArg
    >({
      query: (queryArg) => ({
        url: `/api/update_starter_preferences`,
        method: "POST",
        body: queryArg,
      }),
    }),
    updateTravelArea: build.mutation<
      UpdateTravelAreaApiResponse,
      UpdateTravelAreaApiArg
    >({
      query: (queryArg) => ({
        url: `/api/update_travel_area`,
        method: "POST",
        body: queryArg,
      }),
    }),
    updateTrustStatus: build.mutation<
      UpdateTrustStatusApiResponse,
      UpdateTrustStatusApiArg
    >({
      query: (queryArg) => ({
        url: `/api/update_trust_status`,
        method: "POST",
        body: queryArg,
      }),
    }),
    updateUsername: build.mutation<
      UpdateUsernameApiResponse,
      UpdateUsernameApiArg
    >({
      query: (queryArg) => ({
        url: `/api/update_username`,
        method: "POST",
        body: queryArg,
      }),
    }),
    uploadFeedMedia: build.mutation<
      UploadFeedMediaApiResponse,
      UploadFeedMediaApiArg
    >({
      query: (queryArg) => ({
        url: `/api/upload_feed_media`,
        method: "POST",
        body: queryArg,
      }),
    }),
    uploadIntakeFile: build.mutation<
      UploadIntakeFileApiResponse,
      UploadIntakeFileApiArg
    >({
      query: (queryArg) => ({
        url: `/api/upload_intake_file`,
        method: "POST",
        body: queryArg,
      }),
    }),
    verifyGuestCredentials: build.mutation<
      VerifyGuestCredentialsApiResponse,
      VerifyGuestCredentialsApiArg
    >({
      query: (queryArg) => ({
        url: `/api/verify_guest_credentials`,
        method: "POST",
        body: queryArg,
      }),
    }),
  }),
  overrideExisting: false,
});
export { injectedRtkApi as generatedApi };
export type AddExternalCalendarApiResponse =
  /** status 200 Successful Response */ AnswerOneCalendar;
export type AddExternalCalendarApiArg = NewCalendar;
export type AddNewBookmarkApiResponse =
  /** status 200 Successful Response */ AnswerBookmarkStored;
export type AddNewBookmarkApiArg = BookmarkWanted;
export type AddNewInterestApiResponse =
  /** status 200 Successful Response */ AnswerInterestAdded;
export type AddNewInterestApiArg = InterestRequest;
export type AddToBlockApiResponse =
  /** status 200 Successful Response */ AnswerBlockAdded;
export type AddToBlockApiArg = BlockRequest;
export type AnswerNewTimeApiResponse =
  /** status 200 Successful Response */ AnswerOrderChanged;
export type AnswerNewTimeApiArg = {
  /** From the mailed link */
  token?: string;
  newTimeAnswer: NewTimeAnswer;
};
export type AnswerRatingApiResponse =
  /** status 200 Successful Response */ AnswerAnswerShown;
export type AnswerRatingApiArg = AnswerRequest;
export type ArchiveDeleteAccountServicesApiResponse =
  /** status 200 Successful Response */ AnswerServiceSaved;
export type ArchiveDeleteAccountServicesApiArg = ServiceRequest;
export type ArchivePlaceApiResponse =
  /** status 200 Successful Response */ AnswerVenueAnswer;
export type ArchivePlaceApiArg = PlaceArchive;
export type BlockGuestApiResponse =
  /** status 200 Successful Response */ AnswerGuestBlocked;
export type BlockGuestApiArg = BlockGuestRequest;
export type ChangePasswordApiResponse =
  /** status 200 Successful Response */ AnswerNoneType;
export type ChangePasswordApiArg = ChangePasswordRequest;
export type CheckActiveLoginApiResponse =
  /** status 200 Successful Response */ AnswerLoginChecked;
export type CheckActiveLoginApiArg = {
  timezone?: string;
  hourCycle?: string;
};
export type CheckExternalCalendarApiResponse =
  /** status 200 Successful Response */ AnswerOneCalendar;
export type CheckExternalCalendarApiArg = CalendarId;
export type ConfirmAccountApiResponse =
  /** status 200 Successful Response */ AnswerConfirmed;
export type ConfirmAccountApiArg = ConfirmAccountRequest;
export type ConfirmAccountByCodeApiResponse =
  /** status 200 Successful Response */ AnswerConfirmed;
export type ConfirmAccountByCodeApiArg = ConfirmCodeRequest;
export type ConfirmAttendanceApiResponse =
  /** status 200 Successful Response */ AnswerOrderChanged;
export type ConfirmAttendanceApiArg = {
  /** From the mailed link */
  token?: string;
  attendanceConfirmation: AttendanceConfirmation;
};
export type ContestNoShowApiResponse =
  /** status 200 Successful Response */ AnswerOrderChanged;
export type ContestNoShowApiArg = {
  /** From the mailed link */
  token?: string;
  noShowContestRequest: NoShowContestRequest;
};
export type CreateAppointmentOrderApiResponse =
  /** status 200 Successful Response */ AnswerOrderPlaced;
export type CreateAppointmentOrderApiArg = OrderRequest;
export type CreateAppointmentRatingApiResponse =
  /** status 200 Successful Response */ AnswerRatingChanged;
export type CreateAppointmentRatingApiArg = {
  /** From the mailed link */
  token?: string;
  ratingRequest: RatingRequest;
};
export type CreateAppointmentRequestRatingApiResponse =
  /** status 200 Successful Response */ AnswerRatingChanged;
export type CreateAppointmentRequestRatingApiArg = RatingRequestRequest;
export type CreateClientRatingApiResponse =
  /** status 200 Successful Response */ AnswerRatingChanged;
export type CreateClientRatingApiArg = ClientRatingRequest;
export type CreateNewFeedContentApiResponse =
  /** status 200 Successful Response */ AnswerPostCard;
export type CreateNewFeedContentApiArg = NewPost;
export type CreatePostFeedCommentApiResponse =
  /** status 200 Successful Response */ AnswerCommentStored;
export type CreatePostFeedCommentApiArg = NewComment;
export type CreateRepostFeedContentApiResponse =
  /** status 200 Successful Response */ AnswerRepostStored;
export type CreateRepostFeedContentApiArg = NewRepost;
export type CreateUserRequestApiResponse =
  /** status 200 Successful Response */ AnswerRequestFiled;
export type CreateUserRequestApiArg = NewRequest;
export type DeleteAccountApiResponse =
  /** status 200 Successful Response */ AnswerNoneType;
export type DeleteAccountApiArg = DeleteAccountRequest;
export type DeletePostFeedCommentApiResponse =
  /** status 200 Successful Response */ AnswerCommentDeleted;
export type DeletePostFeedCommentApiArg = CommentGone;
export type EndGuestLinkApiResponse =
  /** status 200 Successful Response */ AnswerNothing;
export type EndGuestLinkApiArg = {
  /** From the mailed link */
  token?: string;
  guestLinkEnd: GuestLinkEnd;
};
export type EndLoginApiResponse =
  /** status 200 Successful Response */ AnswerNoneType;
export type EndLoginApiArg = EndLoginRequest;
export type EndOtherLoginsApiResponse =
  /** status 200 Successful Response */ AnswerOtherLoginsEnded;
export type EndOtherLoginsApiArg = void;
export type EraseGuestDataApiResponse =
  /** status 200 Successful Response */ AnswerNothing;
export type EraseGuestDataApiArg = GuestDataKey;
export type FeedPostDeleteArchiveRestoreApiResponse =
  /** status 200 Successful Response */ AnswerPostState;
export type FeedPostDeleteArchiveRestoreApiArg = PostAction;
export type ForgotPasswordApiResponse =
  /** status 200 Successful Response */ AnswerNoneType;
export type ForgotPasswordApiArg = ForgotPasswordRequest;
export type GetAccountProfileApiResponse =
  /** status 200 Successful Response */ AnswerOwnProfile;
export type GetAccountProfileApiArg = void;
export type GetAccountProviderServicesApiResponse =
  /** status 200 Successful Response */ AnswerAccountServices;
export type GetAccountProviderServicesApiArg = {
  providerId?: string;
  filter?: "active" | "archived" | "all";
};
export type GetActiveLoginsApiResponse =
  /** status 200 Successful Response */ AnswerActiveLogins;
export type GetActiveLoginsApiArg = void;
export type GetAppointmentCalendarApiResponse =
  /** status 200 Successful Response */ AnswerAppointmentCalendar;
export type GetAppointmentCalendarApiArg = {
  orderId: string;
  /** From the mailed link */
  token?: string;
};
export type GetAppointmentFinanceSettingsApiResponse =
  /** status 200 Successful Response */ AnswerFinanceAnswer;
export type GetAppointmentFinanceSettingsApiArg = void;
export type GetAvailableSlotsApiResponse =
  /** status 200 Successful Response */ AnswerAvailableSlots;
export type GetAvailableSlotsApiArg = {
  providerId: string;
  from: string;
  to: string;
  timezone: string;
  duration?: number | null;
  services?: string;
  orderId?: string;
  token?: string;
};
export type GetBlockedAccountsApiResponse =
  /** status 200 Successful Response */ AnswerlistBlocked;
export type GetBlockedAccountsApiArg = {
  limit?: number;
  cursor?: string | null;
};
export type GetBlockedGuestsApiResponse =
  /** status 200 Successful Response */ AnswerBlockedGuests;
export type GetBlockedGuestsApiArg = {
  limit?: number;
  cursor?: string | null;
};
export type GetBookingInfoApiResponse =
  /** status 200 Successful Response */ AnswerBookingInfo;
export type GetBookingInfoApiArg = {
  status?:
    | (
        | "pending"
        | "accepted"
        | "ongoing"
        | "completed"
        | "cancelled"
        | "rejected"
      )
    | null;
  limit?: number | null;
  cursor?: string | null;
};
export type GetBookmarkedPostsApiResponse =
  /** status 200 Successful Response */ AnswerlistPostCard;
export type GetBookmarkedPostsApiArg = {
  limit?: number;
  cursor?: string | null;
};
export type GetCalendarFeedApiResponse =
  /** status 200 Successful Response */ AnswerFeedShown;
export type GetCalendarFeedApiArg = void;
export type GetConversationsApiResponse =
  /** status 200 Successful Response */ AnswerConversations;
export type GetConversationsApiArg = {
  limit?: number;
  cursor?: string | null;
};
export type GetExternalCalendarsApiResponse =
  /** status 200 Successful Response */ AnswerCalendars;
export type GetExternalCalendarsApiArg = void;
export type GetFeedPostApiResponse =
  /** status 200 Successful Response */ AnswerPostCard;
export type GetFeedPostApiArg = string;
export type GetFeedPostCommentAndRepostHistoryApiResponse =
  /** status 200 Successful Response */ AnswerHistory;
export type GetFeedPostCommentAndRepostHistoryApiArg = {
  postId: string;
  limit?: number;
  cursor?: string | null;
};
export type GetFeedPostsApiResponse =
  /** status 200 Successful Response */ AnswerlistPostCard;
export type GetFeedPostsApiArg = {
  category?: string | null;
  tag?: string | null;
  limit?: number;
  cursor?: string | null;
};
export type GetGuestBookingApiResponse =
  /** status 200 Successful Response */ AnswerGuestBooking;
export type GetGuestBookingApiArg = {
  orderId: string;
  /** From the mailed link */
  token?: string;
};
export type GetGuestDataApiResponse =
  /** status 200 Everything held about the guest who was mailed the link. */ AnswerGuestData;
export type GetGuestDataApiArg = GuestDataKey;
export type GetMessagesApiResponse =
  /** status 200 Successful Response */ AnswerMessages;
export type GetMessagesApiArg = {
  conversationId: string;
  limit?: number;
  cursor?: string | null;
};
export type GetMyCircleApiResponse =
  /** status 200 Successful Response */ AnswerlistCircleEntry;
export type GetMyCircleApiArg = {
  filter?: "all" | "trusted";
  limit?: number;
  cursor?: string | null;
};
export type GetNextFreeSlotsApiResponse =
  /** status 200 Successful Response */ AnswerNextFreeSlots;
export type GetNextFreeSlotsApiArg = {
  freeFrom?: string | null;
  freeUntil?: string | null;
  minutes?: number | null;
  providerIds: string;
  services?: string;
  availableOn?: string | null;
  timezone?: string;
};
export type GetNextFreeTimesApiResponse =
  /** status 200 Successful Response */ AnswerNextFreeTimes;
export type GetNextFreeTimesApiArg = {
  providerId: string;
  timezone: string;
  duration?: number | null;
  services?: string;
  limit?: number;
};
export type GetNotificationPreferencesApiResponse =
  /** status 200 Successful Response */ AnswerNotificationPreferences;
export type GetNotificationPreferencesApiArg = void;
export type GetOrderAnswersApiResponse =
  /** status 200 Successful Response */ AnswerOrderAnswersData;
export type GetOrderAnswersApiArg = {
  orderId: string;
  /** From the mailed link */
  token?: string;
};
export type GetProfilePostsApiResponse =
  /** status 200 Successful Response */ AnswerlistPostCard;
export type GetProfilePostsApiArg = {
  ownerId: string;
  status?: ("active" | "scheduled" | "draft" | "archived") | null;
  limit?: number;
  cursor?: string | null;
};
export type GetProfilePostsAndAppointmentsApiResponse =
  /** status 200 A provider's posts, and the caller's appointments with this provider. */ AnswerPostsAndAppointments;
export type GetProfilePostsAndAppointmentsApiArg = {
  providerOwnerId: string;
  currentUserOwnerId: string;
  limit?: number;
  cursor?: string;
};
export type GetProviderAppointmentSettingsAndBookingHistoryApiResponse =
  /** status 200 Successful Response */ AnswerSettingsAndHistory;
export type GetProviderAppointmentSettingsAndBookingHistoryApiArg = {
  providerId: string;
  ownerId?: string | "none";
};
export type GetProviderAppointmentWindowApiResponse =
  /** status 200 Successful Response */ AnswerWindowKept;
export type GetProviderAppointmentWindowApiArg = string;
export type GetProviderProfileApiResponse =
  /** status 200 Successful Response */ AnswerProviderProfile;
export type GetProviderProfileApiArg = {
  username?: string;
  ownerId?: string;
};
export type GetRatingsInfoApiResponse =
  /** status 200 Successful Response */ AnswerRatingsInfo;
export type GetRatingsInfoApiArg = {
  ownerId: string;
  /** Only ratings with this many stars */
  rating?: number | null;
  limit?: number;
  cursor?: string | null;
};
export type GetReferenceDataApiResponse =
  /** status 200 Successful Response */ AnswerReferenceData;
export type GetReferenceDataApiArg = void;
export type GetTrustStatusApiResponse =
  /** status 200 Successful Response */ AnswerTrustStatus;
export type GetTrustStatusApiArg = string;
export type GetUserAlertsApiResponse =
  /** status 200 Alerts and bookings of the caller. */ AnswerAlertsAndBookings;
export type GetUserAlertsApiArg = {
  limit?: number;
  cursor?: string;
};
export type GetUserFavDataApiResponse =
  /** status 200 Circle, bookmarks and blocks of the caller. */ AnswerFavourites;
export type GetUserFavDataApiArg = void;
export type GetUserRequestsApiResponse =
  /** status 200 Successful Response */ AnswerOwnRequests;
export type GetUserRequestsApiArg = {
  limit?: number;
  cursor?: string | null;
};
export type GetVenueSettingsApiResponse =
  /** status 200 Successful Response */ AnswerVenueAnswer;
export type GetVenueSettingsApiArg = void;
export type GetWebPushKeyApiResponse =
  /** status 200 Successful Response */ AnswerWebPushKey;
export type GetWebPushKeyApiArg = void;
export type OrderPlacesApiResponse =
  /** status 200 Successful Response */ AnswerVenueAnswer;
export type OrderPlacesApiArg = PlaceOrder;
export type PreviewAppointmentWindowApiResponse =
  /** status 200 Successful Response */ AnswerAvailableSlots;
export type PreviewAppointmentWindowApiArg = WindowRequest;
export type ProposeNewTimeApiResponse =
  /** status 200 Successful Response */ AnswerOrderChanged;
export type ProposeNewTimeApiArg = {
  /** From the mailed link */
  token?: string;
  newTimeProposal: NewTimeProposal;
};
export type ReadMessagesApiResponse =
  /** status 200 Successful Response */ AnswerUnreadMessages;
export type ReadMessagesApiArg = MessageRead;
export type RegisterPushTokenApiResponse =
  /** status 200 Successful Response */ AnswerPushDevices;
export type RegisterPushTokenApiArg = PushDevice;
export type RegisterWebPushApiResponse =
  /** status 200 Successful Response */ AnswerPushDevices;
export type RegisterWebPushApiArg = WebPushSubscription;
export type RemoveExistingBookmarkApiResponse =
  /** status 200 Successful Response */ AnswerBookmarkStored;
export type RemoveExistingBookmarkApiArg = BookmarkWanted;
export type RemoveExistingInterestApiResponse =
  /** status 200 Successful Response */ AnswerInterestRemoved;
export type RemoveExistingInterestApiArg = InterestRequest;
export type RemoveExternalCalendarApiResponse =
  /** status 200 Successful Response */ AnswerNothing;
export type RemoveExternalCalendarApiArg = CalendarId;
export type RemoveFromBlockApiResponse =
  /** status 200 Successful Response */ AnswerBlockRemoved;
export type RemoveFromBlockApiArg = BlockRequest;
export type RemovePushTokenApiResponse =
  /** status 200 Successful Response */ AnswerPushDevices;
export type RemovePushTokenApiArg = PushDeviceGone;
export type RemoveRatingAnswerApiResponse =
  /** status 200 Successful Response */ AnswerAnswerShown;
export type RemoveRatingAnswerApiArg = AnswerRemoval;
export type RemoveWebPushApiResponse =
  /** status 200 Successful Response */ AnswerPushDevices;
export type RemoveWebPushApiArg = WebPushGone;
export type ReportNoShowApiResponse =
  /** status 200 Successful Response */ AnswerOrderChanged;
export type ReportNoShowApiArg = {
  /** From the mailed link */
  token?: string;
  noShowReport: NoShowReport;
};
export type ReportUserAccountApiResponse =
  /** status 200 Successful Response */ AnswerReportFiledAnswer;
export type ReportUserAccountApiArg = ReportRequest;
export type RequestGuestDataApiResponse =
  /** status 200 Successful Response */ AnswerNothing;
export type RequestGuestDataApiArg = GuestDataRequest;
export type RequestGuestLinkApiResponse =
  /** status 200 Successful Response */ AnswerNothing;
export type RequestGuestLinkApiArg = GuestLinkRequest;
export type ResendConfirmAccountApiResponse =
  /** status 200 Successful Response */ AnswerNoneType;
export type ResendConfirmAccountApiArg = void;
export type ResetPasswordApiResponse =
  /** status 200 Successful Response */ AnswerNoneType;
export type ResetPasswordApiArg = ResetPasswordRequest;
export type SearchApiResponse =
  /** status 200 Successful Response */ AnswerSearchResults;
export type SearchApiArg = {
  q?: string;
  category?: string;
  country?: string;
  city?: string;
  deliveryMode?: string;
  language?: string;
  maxCost?: number;
  minRating?: number;
  availableOn?: string;
  freeFrom?: string;
  freeUntil?: string;
  timezone?: string;
  sort?: string;
  minutes?: number;
  limit?: number;
  cursor?: string;
};
export type SendMessageApiResponse =
  /** status 200 Successful Response */ AnswerMessageStored;
export type SendMessageApiArg = NewMessage;
export type SignInApiResponse =
  /** status 200 Successful Response */ AnswerUnionSignedInSecondStepDue;
export type SignInApiArg = SignInRequest;
export type SignOutApiResponse =
  /** status 200 Successful Response */ AnswerNoneType;
export type SignOutApiArg = void;
export type SignUpApiResponse =
  /** status 200 Successful Response */ AnswerSignedIn;
export type SignUpApiArg = SignUpRequest;
export type UnblockGuestApiResponse =
  /** status 200 Successful Response */ AnswerGuestUnblocked;
export type UnblockGuestApiArg = UnblockGuestRequest;
export type UnsubscribeMailApiResponse =
  /** status 200 Successful Response */ AnswerUnsubscribed;
export type UnsubscribeMailApiArg = /** From the mail */ string;
export type UpdateAccountPolicyPerksApiResponse =
  /** status 200 Successful Response */ AnswerNoneType;
export type UpdateAccountPolicyPerksApiArg = PerksUpdate;
export type UpdateAccountProfileApiResponse =
  /** status 200 Successful Response */ AnswerOwnProfile;
export type UpdateAccountProfileApiArg = AccountProfileUpdate;
export type UpdateAccountServicesApiResponse =
  /** status 200 Successful Response */ AnswerServiceSaved;
export type UpdateAccountServicesApiArg = ServiceUpdate;
export type UpdateAccountSkillsApiResponse =
  /** status 200 Successful Response */ AnswerNoneType;
export type UpdateAccountSkillsApiArg = SkillsUpdate;
export type UpdateAlertStatusApiResponse =
  /** status 200 Successful Response */ AnswerAlertsRead;
export type UpdateAlertStatusApiArg = AlertStatusUpdate;
export type UpdateAppointmentFinanceSettingsApiResponse =
  /** status 200 Successful Response */ AnswerFinanceAnswer;
export type UpdateAppointmentFinanceSettingsApiArg = FinanceUpdate;
export type UpdateAppointmentOrderRequestApiResponse =
  /** status 200 Successful Response */ AnswerOrderChanged;
export type UpdateAppointmentOrderRequestApiArg = {
  /** From the mailed link */
  token?: string;
  responseRequest: ResponseRequest;
};
export type UpdateAppointmentPlaceApiResponse =
  /** status 200 Successful Response */ AnswerOrderChanged;
export type UpdateAppointmentPlaceApiArg = {
  /** From the mailed link */
  token?: string;
  placeChange: PlaceChange;
};
export type UpdateAppointmentWindowApiResponse =
  /** status 200 Successful Response */ AnswerWindowKept;
export type UpdateAppointmentWindowApiArg = WindowRequest;
export type UpdateAvatarApiResponse =
  /** status 200 Successful Response */ AnswerAvatarSaved;
export type UpdateAvatarApiArg = AvatarUpdate;
export type UpdateAwayApiResponse =
  /** status 200 Successful Response */ AnswerAwaySaved;
export type UpdateAwayApiArg = AwayUpdate;
export type UpdateCalendarFeedApiResponse =
  /** status 200 Successful Response */ AnswerFeedShown;
export type UpdateCalendarFeedApiArg = FeedChange;
export type UpdateFeedContentApiResponse =
  /** status 200 Successful Response */ AnswerPostCard;
export type UpdateFeedContentApiArg = EditedPost;
export type UpdateLanguageApiResponse =
  /** status 200 Successful Response */ AnswerLanguageChosen;
export type UpdateLanguageApiArg = UpdateLanguageRequest;
export type UpdateNotificationPreferencesApiResponse =
  /** status 200 Successful Response */ AnswerNotificationPreferences;
export type UpdateNotificationPreferencesApiArg =
  UpdateNotificationPreferencesRequest;
export type UpdatePlaceApiResponse =
  /** status 200 Successful Response */ AnswerVenueAnswer;
export type UpdatePlaceApiArg = PlaceUpdate;
export type UpdateProfileInfoApiResponse =
  /** status 200 Save the provider profile. */ AnswerProfileWithSession;
export type UpdateProfileInfoApiArg = ProfileInfo;
export type UpdateRemoteMeetingsApiResponse =
  /** status 200 Successful Response */ AnswerVenueAnswer;
export type UpdateRemoteMeetingsApiArg = RemoteMeetings;
export type UpdateStarterPreferencesApiResponse =
  /** status 200 Successful Response */ AnswerStarterPreferences;
export type UpdateStarterPreferencesApiArg = UpdateStarterPreferencesRequest;
export type UpdateTravelAreaApiResponse =
  /** status 200 Successful Response */ AnswerVenueAnswer;
export type UpdateTravelAreaApiArg = TravelAreaForm;
export type UpdateTrustStatusApiResponse =
  /** status 200 Successful Response */ AnswerTrustStatus;
export type UpdateTrustStatusApiArg = TrustRequest;
export type UpdateUsernameApiResponse =
  /** status 200 Successful Response */ AnswerUsernameTaken;
export type UpdateUsernameApiArg = UpdateUsernameRequest;
export type UploadFeedMediaApiResponse =
  /** status 200 Successful Response */ AnswerStoredPicture;
export type UploadFeedMediaApiArg = NewPicture;
export type UploadIntakeFileApiResponse =
  /** status 200 Successful Response */ AnswerFileKept;
export type UploadIntakeFileApiArg = NewFile;
export type VerifyGuestCredentialsApiResponse =
  /** status 200 Successful Response */ AnswerGuestVerified;
export type VerifyGuestCredentialsApiArg = GuestRequest;
export type EnvelopeMessage = {
  main_msg: string;
  iv_msg: {
    [key: string]: string;
  };
};
export type CalendarShown = {
  calendar_id: string;
  name: string;
  address: string;
  status: "working" | "failing" | "switched_off";
  failure: string;
  checked_at: string;
  busy_periods: number;
  entries_in_doubt: number;
  entries_left_out: number;
  unknown_zones: string[];
};
export type OneCalendar = {
  calendar: CalendarShown;
};
export type AnswerOneCalendar = {
  status: boolean;
  message: EnvelopeMessage;
  data: OneCalendar;
};
export type Problem = {
  status: boolean;
  message: EnvelopeMessage;
  data: null;
};
export type NewCalendar = {
  iv_name: string;
  iv_url: string;
};
export type BookmarkInfo = {
  bookmark_value: string;
  bookmark_type: "post";
};
export type BookmarkStored = {
  bookmark_info: BookmarkInfo;
};
export type AnswerBookmarkStored = {
  status: boolean;
  message: EnvelopeMessage;
  data: BookmarkStored;
};
export type BookmarkWanted = {
  iv_bookmark_value: string;
  iv_bookmark_type?: "post";
};
export type CircleEntry = {
  away: boolean;
  away_until: string;
  away_message: string;
  owner_id: string;
  name: string;
  username: string;
  avatar: string;
  expertise: string;
  category: string;
  city: string;
  country: string;
  currency: string;
  delivery_mode: string;
  onboardProfile: boolean;
  manual_verification: "unverified" | "verified";
  rating_all_avg: number;
  rating_client_size: number;
  provider_id: string;
  trusted: boolean;
};
export type InterestNotice = {
  notification_receiver_id: string;
  notification_text: string;
  notification_type: string;
  name: string;
  username: string;
  avatar: string;
  onboardProfile: boolean;
  status: string;
};
export type InterestAdded = {
  interest_info: CircleEntry;
  notification_data: InterestNotice;
  additional_update: {
    [key: string]: string;
  };
};
export type AnswerInterestAdded = {
  status: boolean;
  message: EnvelopeMessage;
  data: InterestAdded;
};
export type InterestRequest = {
  iv_provider_id: string;
};
export type Blocked = {
  owner_id: string;
  name: string;
  username: string;
  avatar: string;
  expertise: string;
  category: string;
  city: string;
  country: string;
  currency: string;
  delivery_mode: string;
  onboardProfile: boolean;
  manual_verification: "unverified" | "verified";
  rating_all_avg: number;
  rating_client_size: number;
  user_id: string;
};
export type BlockAdded = {
  block_info: Blocked;
};
export type AnswerBlockAdded = {
  status: boolean;
  message: EnvelopeMessage;
  data: BlockAdded;
};
export type BlockRequest = {
  iv_user_id: string;
};
export type BookingNotificationData = {
  notification_receiver_id: string;
  notification_text: string;
  notification_type: string;
  notification_url: string;
  name: string;
  username: string;
  status: string;
};
export type BookingData = {
  order_id: string;
  provider_id: string;
  owner_id: string;
  user_category: "active" | "guest";
  name: string;
  email: string;
  guest_name: string;
  guest_email: string;
  username: string;
  avatar: string;
  onboardProfile: boolean;
  brief: string;
  services: string;
  request_status:
    "pending" | "accepted" | "ongoing" | "completed" | "cancelled" | "rejected";
  complete_status: string;
  rating: number | null;
  feedback: string;
  rating_status: string;
  created_date: string;
  provider_start_time: string;
  provider_end_time: string;
  client_start_time: string;
  client_end_time: string;
  duration: number;
  total_cost: number;
  total_currency: string;
  total_duration: number;
  delivery_mode: "in-person" | "remote" | "hybrid";
  delivery_location: string;
  remote_link: string;
  place_id: string;
  place_name: string;
  place_note: string;
  contact_phone: string;
  at_client: boolean;
  has_answers: boolean;
  awaits_client: boolean;
  session_time: string;
  proposed_session_time: string;
  proposed_by: string;
  proposed_note: string;
  due_position: number;
  due_start_time: string;
  due_end_time: string;
  answer_by: string;
  completes_at: string;
  rate_by: string;
  cancellation_terms: string;
  cancelled_by: string;
  cancel_reason: string;
  cancelled_late: boolean;
  late_words: string;
  no_shows: string;
  no_show: string;
  client_rating: number | null;
  client_feedback: string;
  rate_client_by: string;
  hidden_rating_by: string;
  ratings_shown_at: string;
  rating_answer: string;
  rating_removed: boolean;
  client_rating_removed: boolean;
  multiple_clients: boolean;
  client_pay_status: string;
  provider_pay_status: string;
  revision: number;
};
export type AdditionalUpdate = {
  order_id: string;
  request_status: string;
  complete_status: string;
};
export type CalendarContent = {
  content: string;
  filename: string;
};
export type OrderChanged = {
  notification_data: BookingNotificationData | null;
  booking_data: BookingData;
  additional_update: AdditionalUpdate;
  ical_content_data: CalendarContent | null;
};
export type AnswerOrderChanged = {
  status: boolean;
  message: EnvelopeMessage;
  data: OrderChanged;
};
export type NewTimeAnswer = {
  iv_order_id: string;
  iv_answer: "accepted" | "declined" | "withdrawn";
  iv_feedback?: string;
};
export type AnswerShown = {
  answer: string;
  answered_date: string;
};
export type AnswerAnswerShown = {
  status: boolean;
  message: EnvelopeMessage;
  data: AnswerShown;
};
export type AnswerRequest = {
  iv_order_id: string;
  iv_answer: string;
};
export type ServiceSaved = {
  service_id: string;
};
export type AnswerServiceSaved = {
  status: boolean;
  message: EnvelopeMessage;
  data: ServiceSaved;
};
export type ServiceRequest = {
  iv_service_id: string;
  iv_request_type: "service_restore" | "service_archive" | "service_delete";
};
export type PlaceData = {
  place_id: string;
  name: string;
  street: string;
  postcode: string;
  city: string;
  country: string;
  note: string;
  archived: boolean;
};
export type VenueSettings = {
  remote_kind: "" | "link" | "template" | "room";
  remote_link: string;
  remote_server: string;
  default_server: string;
  area_postcodes: string[];
  area_radius: number | null;
  area_latitude: number | null;
  area_longitude: number | null;
  places: PlaceData[];
};
export type VenueAnswer = {
  venue_settings: VenueSettings;
};
export type AnswerVenueAnswer = {
  status: boolean;
  message: EnvelopeMessage;
  data: VenueAnswer;
};
export type PlaceArchive = {
  iv_place_id: string;
  iv_archived: "yes" | "no";
};
export type GuestBlock = {
  block_id: string;
  name: string;
  blocked_date: string;
};
export type GuestBlocked = {
  guest_block: GuestBlock;
};
export type AnswerGuestBlocked = {
  status: boolean;
  message: EnvelopeMessage;
  data: GuestBlocked;
};
export type BlockGuestRequest = {
  iv_order_id: string;
};
export type AnswerNoneType = {
  status: boolean;
  message: EnvelopeMessage;
  data: null;
};
export type ChangePasswordRequest = {
  iv_current_password: string;
  iv_new_password: string;
};
export type RefreshedToken = {
  access_token: string;
  access_token_expiry: string;
};
export type SessionData = {
  accessToken: string;
  accessTokenExpiry: string;
  ownerId: string;
  authId: string;
  email: string;
  phone: string;
  avatar: string;
  name: string;
  username: string;
  accountType: "client" | "provider" | "staff";
  isAuthenticated: boolean;
  onboardUsername: boolean;
  onboardProfile: boolean;
  requestAppointments: boolean;
  serviceProvider: boolean;
  autoVerification: "unverified" | "verified";
  manualVerification: "unverified" | "verified";
  fav_category: string[];
  fav_services: string[];
};
export type LoginChecked = {
  refreshed_access_token: RefreshedToken;
  session_data: SessionData;
};
export type AnswerLoginChecked = {
  status: boolean;
  message: EnvelopeMessage;
  data: LoginChecked;
};
export type CalendarId = {
  iv_calendar_id: string;
};
export type Confirmed = {
  session_data: SessionData | null;
};
export type AnswerConfirmed = {
  status: boolean;
  message: EnvelopeMessage;
  data: Confirmed;
};
export type ConfirmAccountRequest = {
  iv_token: string;
};
export type ConfirmCodeRequest = {
  iv_confirmation_code: string | number;
};
export type AttendanceConfirmation = {
  iv_order_id: string;
  iv_session_position?: number | null;
};
export type NoShowContestRequest = {
  iv_order_id: string;
  iv_session_position?: number | null;
  iv_feedback: string;
};
export type OrderPlaced = {
  booking_data: BookingData;
  ical_content_data: CalendarContent | null;
};
export type AnswerOrderPlaced = {
  status: boolean;
  message: EnvelopeMessage;
  data: OrderPlaced;
};
export type WantedSession = {
  appointment_slot_id?: string;
  /** ISO 8601 with zone */
  provider_start_time: string;
};
export type JsonValue = unknown;
export type SentAnswer = {
  question_id?: string;
  answer?: JsonValue;
};
export type ReadTerms = {
  free_hours: number;
  late: "allowed" | "refused";
  words?: string;
};
export type OrderRequest = {
  iv_client_street?: string;
  iv_client_postcode?: string;
  iv_client_city?: string;
  iv_client_note?: string;
  iv_client_latitude?: number | null;
  iv_client_longitude?: number | null;
  iv_provider_id: string;
  iv_brief?: string;
  iv_guest_token?: string;
  iv_service_list: string[] | string;
  iv_session_list: WantedSession[] | string;
  iv_delivery_mode: "in-person" | "remote";
  iv_delivery_location?: string;
  iv_place_id?: string;
  iv_answers?: SentAnswer[] | string;
  iv_cancellation_terms?: ReadTerms[] | string | null;
  iv_user_category?: string;
  iv_total_cost?: number | string | null;
  iv_total_services?: number | null;
  iv_total_duration?: number | null;
  iv_total_currency?: string;
  iv_multiple_clients?: boolean | string;
  iv_client_pay_status?: string;
  iv_provider_pay_status?: string;
  iv_client_name?: string;
  iv_client_email?: string;
  iv_provider_name?: string;
  iv_provider_email?: string;
  iv_device_data?:
    | {
        [key: string]: JsonValue;
      }
    | string;
};
export type RatingChanged = {
  notification_data: BookingNotificationData | null;
  booking_data: BookingData;
  additional_update: AdditionalUpdate;
};
export type AnswerRatingChanged = {
  status: boolean;
  message: EnvelopeMessage;
  data: RatingChanged;
};
export type RatingRequest = {
  iv_order_id: string;
  iv_provider_id?: string;
  iv_email?: string;
  iv_rating: number | string;
  iv_feedback: string;
  iv_trusted?: "yes" | "no";
};
export type RatingRequestRequest = {
  iv_order_id: string;
  iv_user_category?: string;
  iv_owner_id?: string;
  iv_email?: string;
  iv_name?: string;
  iv_feedback?: string;
};
export type ClientRatingRequest = {
  iv_order_id: string;
  iv_rating: number | string;
  iv_feedback: string;
};
export type StoredPicture = {
  media_name: string;
  width: number;
  height: number;
  widths: number[];
  placeholder: string;
};
export type PostCard = {
  post_id: string;
  post_type: "post" | "repost";
  original_post_id: string;
  owner_id: string;
  name: string;
  username: string;
  avatar: string;
  onboardProfile: boolean;
  expertise: string;
  manual_verification: "unverified" | "verified";
  rating_all_avg: number;
  rating_client_size: number;
  proxy_owner_id: string;
  proxy_owner_name: string;
  proxy_owner_username: string;
  proxy_owner_avatar: string;
  post_brief: string;
  repost_brief: string;
  tags: string;
  media_name: string;
  pictures: StoredPicture[];
  category: string;
  status: "active" | "archived" | "bookmarked" | "draft" | "hidden";
  post_active: "now" | "schedule" | "draft";
  post_date: string;
  created_date: string;
  post_audience: "all" | "interests" | "trusted";
  post_mature: "no" | "yes";
  comment_count: number;
  repost_count: number;
  bookmark_count: number;
};
export type AnswerPostCard = {
  status: boolean;
  message: EnvelopeMessage;
  data: PostCard;
};
export type NewPost = {
  iv_post_brief?: string;
  iv_post_active?: "now" | "schedule" | "draft";
  iv_post_date?: string | null;
  iv_access?: "all" | "interests" | "trusted";
  iv_mature_content?: "yes" | "no";
  iv_tags?: string[] | string;
  iv_media_type?: "image";
  iv_media_base?: string[];
  iv_device_data?:
    | {
        [key: string]: JsonValue;
      }
    | string;
};
export type CommentShown = {
  post_comments_id: string;
  post_id: string;
  owner_id: string;
  comment: string;
  avatar: string;
  username: string;
  name: string;
  onboardProfile: boolean;
  created_date: string;
};
export type FeedNotificationData = {
  notification_receiver_id: string;
  notification_text: string;
  notification_type: string;
  name: string;
  username: string;
  avatar: string;
  onboardProfile: boolean;
  status: string;
};
export type CommentStored = {
  comment_data: CommentShown;
  notification_data: FeedNotificationData | null;
};
export type AnswerCommentStored = {
  status: boolean;
  message: EnvelopeMessage;
  data: CommentStored;
};
export type NewComment = {
  iv_post_id: string;
  iv_post_comment: string;
  iv_owner_id?: string | null;
  iv_post_type?: string | null;
  iv_post_owner_id?: string | null;
  iv_post_proxy_owner_id?: string | null;
  iv_device_data?:
    | {
        [key: string]: JsonValue;
      }
    | string;
};
export type RepostStored = {
  repost_data: PostCard;
  notification_data: FeedNotificationData | null;
};
export type AnswerRepostStored = {
  status: boolean;
  message: EnvelopeMessage;
  data: RepostStored;
};
export type NewRepost = {
  iv_post_id: string;
  iv_repost_brief?: string;
  iv_original_avatar?: string | null;
  iv_device_data?:
    | {
        [key: string]: JsonValue;
      }
    | string;
};
export type RequestFiled = {
  request_id: string;
};
export type AnswerRequestFiled = {
  status: boolean;
  message: EnvelopeMessage;
  data: RequestFiled;
};
export type NewRequest = {
  iv_topic:
    | "support"
    | "verification"
    | "data_access"
    | "data_correction"
    | "data_deletion"
    | "appeal"
    | "other";
  iv_text: string;
  iv_name?: string | null;
  iv_email?: string | null;
  iv_device_data?:
    | {
        [key: string]: JsonValue;
      }
    | string;
};
export type DeleteAccountRequest = {
  iv_password: string;
};
export type CommentDeleted = {
  post_comments_id: string;
};
export type AnswerCommentDeleted = {
  status: boolean;
  message: EnvelopeMessage;
  data: CommentDeleted;
};
export type CommentGone = {
  iv_post_comments_id: string;
};
export type Nothing = {};
export type AnswerNothing = {
  status: boolean;
  message: EnvelopeMessage;
  data: Nothing;
};
export type GuestLinkEnd = {
  iv_order_id: string;
};
export type EndLoginRequest = {
  iv_login_id: string;
};
export type OtherLoginsEnded = {
  ended: number;
};
export type AnswerOtherLoginsEnded = {
  status: boolean;
  message: EnvelopeMessage;
  data: OtherLoginsEnded;
};
export type GuestDataKey = {
  iv_order_id: string;
  iv_key: string;
};
export type PostState = {
  post_id: string;
  status: "active" | "archived" | "deleted";
};
export type AnswerPostState = {
  status: boolean;
  message: EnvelopeMessage;
  data: PostState;
};
export type PostAction = {
  iv_post_id: string;
  iv_action: "delete" | "archive" | "restore";
};
export type ForgotPasswordRequest = {
  iv_email: string;
};
export type AccountData = {
  away: boolean;
  away_until: string;
  away_message: string;
  owner_id: string;
  name: string;
  username: string;
  email: string;
  avatar: string;
  media_name: string;
  bio: string;
  expertise: string;
  skills: string;
  languages: string;
  policy_perks: string;
  services: string;
  category: string;
  contact_phone: string;
  phone_shown_to: "everybody" | "booked" | "nobody";
  country: string;
  city: string;
  currency: string;
  location_address: string;
  street_shown_to: "everybody" | "booked" | "nobody";
  places: string;
  has_meeting_link: boolean;
  delivery_mode: string;
  timezone: string;
  onboardProfile: boolean;
  auto_verification: "" | "unverified" | "verified";
  manual_verification: "unverified" | "verified";
  trusted_by: number;
};
export type OwnProfile = {
  account_data: AccountData;
};
export type AnswerOwnProfile = {
  status: boolean;
  message: EnvelopeMessage;
  data: OwnProfile;
};
export type ServiceData = {
  service_id: string;
  provider_id: string;
  service: string;
  duration: number;
  cost: number | number;
  currency: string;
  delivery_mode: "in-person" | "remote" | "hybrid";
  brief: string;
  status: "active" | "archived";
  confirmation: "request" | "known" | "instant";
  price_kind: "fixed" | "from" | "free" | "on_request";
  buffer_before: number;
  buffer_after: number;
  minimum_notice: number | null;
  booking_horizon: number | null;
  most_per_day: number | null;
  most_per_week: number | null;
  offered_days: string;
  taxes_included: "" | "yes" | "no";
  free_cancellation_hours: number | null;
  late_cancellation: "allowed" | "refused";
  cancellation_words: string;
  place_ids: string;
  questions: string;
  at_client: boolean;
  travel_before: number;
  travel_after: number;
};
export type AccountServices = {
  account_services: ServiceData[];
  fee_policy: "negotiable" | "non-negotiable";
  payment_methods: string;
  payment_note: string;
};
export type AnswerAccountServices = {
  status: boolean;
  message: EnvelopeMessage;
  data: AccountServices;
};
export type ListedLogin = {
  login_id: string;
  this_device: boolean;
  browser: string;
  system: string;
  timezone: string;
  signed_in_at: string;
  last_used_at: string;
};
export type ActiveLogins = {
  logins: ListedLogin[];
};
export type AnswerActiveLogins = {
  status: boolean;
  message: EnvelopeMessage;
  data: ActiveLogins;
};
export type AppointmentCalendar = {
  ical_content_data: CalendarContent;
};
export type AnswerAppointmentCalendar = {
  status: boolean;
  message: EnvelopeMessage;
  data: AppointmentCalendar;
};
export type FinanceSettings = {
  currency: string;
  fee_policy: "negotiable" | "non-negotiable";
  payment_methods: string;
  payment_note: string;
};
export type FinanceAnswer = {
  finance_settings: FinanceSettings;
};
export type AnswerFinanceAnswer = {
  status: boolean;
  message: EnvelopeMessage;
  data: FinanceAnswer;
};
export type AvailableSlot = {
  appointment_slot_id: string;
  provider_start_time: string;
  provider_end_time: string;
  client_start_time: string;
  client_end_time: string;
  duration: number;
  alias: string;
  long_enough: boolean | null;
};
export type AvailableDay = {
  date: string;
  slots: AvailableSlot[];
};
export type AvailableSlots = {
  provider_timezone: string;
  days: AvailableDay[];
};
export type AnswerAvailableSlots = {
  status: boolean;
  message: EnvelopeMessage;
  data: AvailableSlots;
};
export type AnswerlistBlocked = {
  status: boolean;
  message: EnvelopeMessage;
  data: Blocked[];
};
export type BlockedGuests = {
  guests: GuestBlock[];
  next_cursor: string | null;
};
export type AnswerBlockedGuests = {
  status: boolean;
  message: EnvelopeMessage;
  data: BlockedGuests;
};
export type BookingsList = {
  order: BookingData[];
  request: BookingData[];
};
export type BookingInfo = {
  bookings_list: BookingsList;
  next_cursor: string | null;
};
export type AnswerBookingInfo = {
  status: boolean;
  message: EnvelopeMessage;
  data: BookingInfo;
};
export type AnswerlistPostCard = {
  status: boolean;
  message: EnvelopeMessage;
  data: PostCard[];
};
export type FeedShown = {
  feed_url: string;
};
export type AnswerFeedShown = {
  status: boolean;
  message: EnvelopeMessage;
  data: FeedShown;
};
export type MessageShown = {
  message_id: string;
  conversation_id: string;
  sender_id: string;
  text: string;
  sent_at: string;
  mine: boolean;
};
export type ConversationShown = {
  conversation_id: string;
  owner_id: string;
  name: string;
  username: string;
  avatar: string;
  onboardProfile: boolean;
  unread: number;
  last_message: MessageShown | null;
};
export type Conversations = {
  conversations: ConversationShown[];
  unread: number;
  next_cursor: string | null;
};
export type AnswerConversations = {
  status: boolean;
  message: EnvelopeMessage;
  data: Conversations;
};
export type Calendars = {
  calendars: CalendarShown[];
};
export type AnswerCalendars = {
  status: boolean;
  message: EnvelopeMessage;
  data: Calendars;
};
export type RepostShown = {
  post_id: string;
  owner_id: string;
  avatar: string;
  username: string;
  name: string;
  onboardProfile: boolean;
  repost_brief: string;
  created_date: string;
};
export type History = {
  all_reposts: RepostShown[];
  comments: CommentShown[];
  may_comment: boolean;
  next_cursor: string | null;
};
export type AnswerHistory = {
  status: boolean;
  message: EnvelopeMessage;
  data: History;
};
export type GuestBooking = {
  booking_data: BookingData;
};
export type AnswerGuestBooking = {
  status: boolean;
  message: EnvelopeMessage;
  data: GuestBooking;
};
export type GuestQuestion = {
  request_id: string;
  topic: string;
  text: string;
  filed_at: string;
  answer: string;
  answered_at: string | null;
  name: string;
  email: string;
};
export type GuestMail = {
  kind: string;
  created_at: string;
  sent_at: string | null;
  given_up_at: string | null;
};
export type GuestData = {
  name: string;
  email: string;
  bookings: BookingData[];
  answers: {
    [key: string]: JsonValue;
  }[];
  requests: GuestQuestion[];
  mails: GuestMail[];
};
export type AnswerGuestData = {
  status: boolean;
  message: EnvelopeMessage;
  data: GuestData;
};
export type Messages = {
  conversation: ConversationShown;
  messages: MessageShown[];
  next_cursor: string | null;
};
export type AnswerMessages = {
  status: boolean;
  message: EnvelopeMessage;
  data: Messages;
};
export type AnswerlistCircleEntry = {
  status: boolean;
  message: EnvelopeMessage;
  data: CircleEntry[];
};
export type NextFreeTime = {
  appointment_slot_id: string;
  provider_start_time: string;
  provider_end_time: string;
  client_start_time: string;
  client_end_time: string;
  duration: number;
  alias: string;
  long_enough: boolean | null;
  run: AvailableSlot[];
};
export type NextFreeSlots = {
  next_free: {
    [key: string]: string | null;
  };
  times: {
    [key: string]: NextFreeTime | null;
  };
};
export type AnswerNextFreeSlots = {
  status: boolean;
  message: EnvelopeMessage;
  data: NextFreeSlots;
};
export type NextFreeTimes = {
  provider_timezone: string;
  times: NextFreeTime[];
};
export type AnswerNextFreeTimes = {
  status: boolean;
  message: EnvelopeMessage;
  data: NextFreeTimes;
};
export type ChannelChoice = {
  in_app: boolean;
  email: boolean;
  push: boolean;
};
export type NewsChoice = {
  appointments: ChannelChoice;
  reminders: ChannelChoice;
  ratings: ChannelChoice;
  circle: ChannelChoice;
  posts: ChannelChoice;
  messages: ChannelChoice;
};
export type NotificationPreferences = {
  preferences: NewsChoice;
  language:
    "english" | "french" | "spanish" | "arabic" | "german" | "portuguese";
};
export type AnswerNotificationPreferences = {
  status: boolean;
  message: EnvelopeMessage;
  data: NotificationPreferences;
};
export type FileKept = {
  file_id: string;
  kind: "picture" | "pdf";
  width: number;
  height: number;
  size: number;
};
export type AnswerData = {
  question_id: string;
  service_id: string;
  service: string;
  kind: "short" | "long" | "choice" | "number" | "file";
  text: string;
  required: boolean;
  options: string[];
  answer: string;
  file: FileKept | null;
};
export type OrderAnswersData = {
  answers: AnswerData[];
};
export type AnswerOrderAnswersData = {
  status: boolean;
  message: EnvelopeMessage;
  data: OrderAnswersData;
};
export type AppointmentWithProvider = {
  order_id: string;
  client_start_time: string;
  request_status: string;
};
export type PostsAndAppointments = {
  provider_posts: {
    [key: string]: JsonValue;
  }[];
  next_cursor: string | null;
  appointments_with_provider: AppointmentWithProvider[];
  missing: ("posts" | "appointments")[];
};
export type AnswerPostsAndAppointments = {
  status: boolean;
  message: EnvelopeMessage;
  data: PostsAndAppointments;
};
export type TimeOffShown = {
  startTime: string;
  endTime: string;
};
export type CustomSlotShown = {
  id: string;
  startTime: string;
  endTime: string;
  alias: string;
  duration: string;
};
export type DateOverrideShown = {
  date: string;
  end_date: string;
  note: string;
  window_status: "open" | "closed";
  window_type: "quota" | "custom" | "flexible";
  quota_start_time: string;
  quota_end_time: string;
  quota_time_off: TimeOffShown[];
  quota_duration: string;
  quota_buffer: string;
  custom_slots: CustomSlotShown[];
  flexible_step: string;
};
export type AppointmentInfo = {
  provider_id: string;
  timezone: string;
  minimum_notice: string;
  booking_horizon: string;
  answer_hours: string;
  keep_gaps: "yes" | "no";
  most_per_day: string;
  most_per_week: string;
  date_overrides: DateOverrideShown[];
  monday_window_type: "quota" | "custom" | "flexible";
  monday_window_status: "open" | "closed";
  monday_quota_start_time: string;
  monday_quota_end_time: string;
  monday_quota_time_off: TimeOffShown[];
  monday_quota_duration: string;
  monday_quota_buffer: string;
  monday_custom_slots: CustomSlotShown[];
  monday_flexible_step: string;
  tuesday_window_type: "quota" | "custom" | "flexible";
  tuesday_window_status: "open" | "closed";
  tuesday_quota_start_time: string;
  tuesday_quota_end_time: string;
  tuesday_quota_time_off: TimeOffShown[];
  tuesday_quota_duration: string;
  tuesday_quota_buffer: string;
  tuesday_custom_slots: CustomSlotShown[];
  tuesday_flexible_step: string;
  wednesday_window_type: "quota" | "custom" | "flexible";
  wednesday_window_status: "open" | "closed";
  wednesday_quota_start_time: string;
  wednesday_quota_end_time: string;
  wednesday_quota_time_off: TimeOffShown[];
  wednesday_quota_duration: string;
  wednesday_quota_buffer: string;
  wednesday_custom_slots: CustomSlotShown[];
  wednesday_flexible_step: string;
  thursday_window_type: "quota" | "custom" | "flexible";
  thursday_window_status: "open" | "closed";
  thursday_quota_start_time: string;
  thursday_quota_end_time: string;
  thursday_quota_time_off: TimeOffShown[];
  thursday_quota_duration: string;
  thursday_quota_buffer: string;
  thursday_custom_slots: CustomSlotShown[];
  thursday_flexible_step: string;
  friday_window_type: "quota" | "custom" | "flexible";
  friday_window_status: "open" | "closed";
  friday_quota_start_time: string;
  friday_quota_end_time: string;
  friday_quota_time_off: TimeOffShown[];
  friday_quota_duration: string;
  friday_quota_buffer: string;
  friday_custom_slots: CustomSlotShown[];
  friday_flexible_step: string;
  saturday_window_type: "quota" | "custom" | "flexible";
  saturday_window_status: "open" | "closed";
  saturday_quota_start_time: string;
  saturday_quota_end_time: string;
  saturday_quota_time_off: TimeOffShown[];
  saturday_quota_duration: string;
  saturday_quota_buffer: string;
  saturday_custom_slots: CustomSlotShown[];
  saturday_flexible_step: string;
  sunday_window_type: "quota" | "custom" | "flexible";
  sunday_window_status: "open" | "closed";
  sunday_quota_start_time: string;
  sunday_quota_end_time: string;
  sunday_quota_time_off: TimeOffShown[];
  sunday_quota_duration: string;
  sunday_quota_buffer: string;
  sunday_custom_slots: CustomSlotShown[];
  sunday_flexible_step: string;
};
export type HistoryEntry = {
  session_time: string;
};
export type SettingsAndHistory = {
  appointment_info: AppointmentInfo;
  booking_info: HistoryEntry[];
};
export type AnswerSettingsAndHistory = {
  status: boolean;
  message: EnvelopeMessage;
  data: SettingsAndHistory;
};
export type WindowKept = {
  appointment_info: AppointmentInfo;
};
export type AnswerWindowKept = {
  status: boolean;
  message: EnvelopeMessage;
  data: WindowKept;
};
export type ProfilesRatingSummary = {
  rating: number;
  reviews: number;
};
export type ProviderProfile = {
  account_data: AccountData;
  rating_summary: ProfilesRatingSummary;
};
export type AnswerProviderProfile = {
  status: boolean;
  message: EnvelopeMessage;
  data: ProviderProfile;
};
export type RatingShown = {
  rating: number;
  name: string;
  avatar: string;
  feedback: string;
  created_date: string;
  order_id: string;
  review_id: string;
  owner_id: string;
  appointment_date: string;
  answer: string;
  answered_date: string;
  answer_id: string;
};
export type BookingRatingSummary = {
  rating: number;
  reviews: number;
  /** Number of ratings for each of '1' to '5' */
  stars: {
    [key: string]: number;
  };
};
export type RatingsInfo = {
  ratings_data: RatingShown[];
  rating_summary: BookingRatingSummary;
  next_cursor: string | null;
};
export type AnswerRatingsInfo = {
  status: boolean;
  message: EnvelopeMessage;
  data: RatingsInfo;
};
export type ReferenceData = {
  countries: {
    [key: string]: unknown;
  }[];
  regions: {
    [key: string]: string[];
  };
  currencies: {
    [key: string]: unknown;
  }[];
  categories: {
    [key: string]: string;
  }[];
  languages: string[];
  delivery_modes: {
    [key: string]: string;
  }[];
  report_concerns: {
    [key: string]: string;
  }[];
  rating_words: {
    [key: string]: unknown;
  }[];
  sample_policy_perks: string[];
  default_feedback: {
    [key: string]: string;
  };
  default_rating_request: string;
  first_brief: string;
};
export type AnswerReferenceData = {
  status: boolean;
  message: EnvelopeMessage;
  data: ReferenceData;
};
export type TrustStatus = {
  trust_status: boolean;
};
export type AnswerTrustStatus = {
  status: boolean;
  message: EnvelopeMessage;
  data: TrustStatus;
};
export type AlertRow = {
  notification_id: string;
  notification_receiver_id: string;
  notification_text: string;
  notification_type: string;
  notification_url: string;
  name: string;
  username: string;
  avatar: string;
  onboardProfile: boolean;
  status: "active" | "read";
  created_date: string;
  count: number;
  order_id: string;
};
export type BookingLists = {
  order: BookingData[];
  request: BookingData[];
};
export type AlertsAndBookings = {
  alerts_list: AlertRow[];
  unread: number;
  next_cursor: string | null;
  bookings_list: BookingLists;
  missing: ("alerts" | "bookings")[];
};
export type AnswerAlertsAndBookings = {
  status: boolean;
  message: EnvelopeMessage;
  data: AlertsAndBookings;
};
export type InterestRow = {
  provider_id: string;
  trusted: boolean;
};
export type BookmarkRow = {
  bookmark_value: string;
  bookmark_type: string;
};
export type BlockRow = {
  user_id: string;
};
export type Favourites = {
  interest_info: InterestRow[];
  bookmark_info: BookmarkRow[];
  blocks_info: BlockRow[];
  missing: ("circle" | "bookmarks")[];
};
export type AnswerFavourites = {
  status: boolean;
  message: EnvelopeMessage;
  data: Favourites;
};
export type OwnRequest = {
  request_id: string;
  topic: string;
  text: string;
  filed_at: string;
  answer: string;
  answered_at: string | null;
};
export type OwnRequests = {
  requests: OwnRequest[];
  next_cursor: string | null;
};
export type AnswerOwnRequests = {
  status: boolean;
  message: EnvelopeMessage;
  data: OwnRequests;
};
export type WebPushKey = {
  public_key: string;
};
export type AnswerWebPushKey = {
  status: boolean;
  message: EnvelopeMessage;
  data: WebPushKey;
};
export type PlaceOrder = {
  iv_place_ids: string[] | string;
};
export type TimeOffPeriod = {
  startTime: string;
  endTime: string;
};
export type CustomSlotEntry = {
  id?: string;
  startTime: string;
  endTime: string;
  alias?: string;
  duration?: number | string | null;
};
export type DateOverrideEntry = {
  date: string;
  end_date?: string | null;
  note?: string;
  window_status?: "open" | "closed";
  window_type?: "quota" | "custom" | "flexible";
  quota_start_time?: string;
  quota_end_time?: string;
  quota_time_off?: TimeOffPeriod[] | string;
  quota_duration?: number | string;
  quota_buffer?: number | string;
  custom_slots?: CustomSlotEntry[] | string;
  flexible_step?: number | string;
};
export type WindowRequest = {
  iv_timezone?: string | null;
  iv_minimum_notice?: number | string | null;
  iv_booking_horizon?: number | string | null;
  iv_answer_hours?: number | string | null;
  iv_keep_gaps?: ("yes" | "no") | null;
  iv_most_per_day?: number | string | null;
  iv_most_per_week?: number | string | null;
  iv_date_overrides?: DateOverrideEntry[] | string | null;
  iv_monday_window_type?: ("quota" | "custom" | "flexible") | null;
  iv_monday_window_status?: ("open" | "closed") | null;
  iv_monday_quota_start_time?: string | null;
  iv_monday_quota_end_time?: string | null;
  iv_monday_quota_time_off?: TimeOffPeriod[] | string | null;
  iv_monday_quota_duration?: number | string | null;
  iv_monday_quota_buffer?: number | string | null;
  iv_monday_custom_slots?: CustomSlotEntry[] | string | null;
  iv_monday_flexible_step?: number | string | null;
  iv_tuesday_window_type?: ("quota" | "custom" | "flexible") | null;
  iv_tuesday_window_status?: ("open" | "closed") | null;
  iv_tuesday_quota_start_time?: string | null;
  iv_tuesday_quota_end_time?: string | null;
  iv_tuesday_quota_time_off?: TimeOffPeriod[] | string | null;
  iv_tuesday_quota_duration?: number | string | null;
  iv_tuesday_quota_buffer?: number | string | null;
  iv_tuesday_custom_slots?: CustomSlotEntry[] | string | null;
  iv_tuesday_flexible_step?: number | string | null;
  iv_wednesday_window_type?: ("quota" | "custom" | "flexible") | null;
  iv_wednesday_window_status?: ("open" | "closed") | null;
  iv_wednesday_quota_start_time?: string | null;
  iv_wednesday_quota_end_time?: string | null;
  iv_wednesday_quota_time_off?: TimeOffPeriod[] | string | null;
  iv_wednesday_quota_duration?: number | string | null;
  iv_wednesday_quota_buffer?: number | string | null;
  iv_wednesday_custom_slots?: CustomSlotEntry[] | string | null;
  iv_wednesday_flexible_step?: number | string | null;
  iv_thursday_window_type?: ("quota" | "custom" | "flexible") | null;
  iv_thursday_window_status?: ("open" | "closed") | null;
  iv_thursday_quota_start_time?: string | null;
  iv_thursday_quota_end_time?: string | null;
  iv_thursday_quota_time_off?: TimeOffPeriod[] | string | null;
  iv_thursday_quota_duration?: number | string | null;
  iv_thursday_quota_buffer?: number | string | null;
  iv_thursday_custom_slots?: CustomSlotEntry[] | string | null;
  iv_thursday_flexible_step?: number | string | null;
  iv_friday_window_type?: ("quota" | "custom" | "flexible") | null;
  iv_friday_window_status?: ("open" | "closed") | null;
  iv_friday_quota_start_time?: string | null;
  iv_friday_quota_end_time?: string | null;
  iv_friday_quota_time_off?: TimeOffPeriod[] | string | null;
  iv_friday_quota_duration?: number | string | null;
  iv_friday_quota_buffer?: number | string | null;
  iv_friday_custom_slots?: CustomSlotEntry[] | string | null;
  iv_friday_flexible_step?: number | string | null;
  iv_saturday_window_type?: ("quota" | "custom" | "flexible") | null;
  iv_saturday_window_status?: ("open" | "closed") | null;
  iv_saturday_quota_start_time?: string | null;
  iv_saturday_quota_end_time?: string | null;
  iv_saturday_quota_time_off?: TimeOffPeriod[] | string | null;
  iv_saturday_quota_duration?: number | string | null;
  iv_saturday_quota_buffer?: number | string | null;
  iv_saturday_custom_slots?: CustomSlotEntry[] | string | null;
  iv_saturday_flexible_step?: number | string | null;
  iv_sunday_window_type?: ("quota" | "custom" | "flexible") | null;
  iv_sunday_window_status?: ("open" | "closed") | null;
  iv_sunday_quota_start_time?: string | null;
  iv_sunday_quota_end_time?: string | null;
  iv_sunday_quota_time_off?: TimeOffPeriod[] | string | null;
  iv_sunday_quota_duration?: number | string | null;
  iv_sunday_quota_buffer?: number | string | null;
  iv_sunday_custom_slots?: CustomSlotEntry[] | string | null;
  iv_sunday_flexible_step?: number | string | null;
};
export type NewTimeProposal = {
  iv_order_id: string;
  iv_session_list: WantedSession[] | string;
  iv_feedback?: string;
};
export type UnreadMessages = {
  unread: number;
};
export type AnswerUnreadMessages = {
  status: boolean;
  message: EnvelopeMessage;
  data: UnreadMessages;
};
export type MessageRead = {
  iv_conversation_id: string;
};
export type PushDevices = {
  devices: number;
};
export type AnswerPushDevices = {
  status: boolean;
  message: EnvelopeMessage;
  data: PushDevices;
};
export type PushDevice = {
  iv_token: string;
  iv_platform: "android" | "ios" | "web";
};
export type WebPushSubscription = {
  iv_endpoint: string;
  iv_p256dh: string;
  iv_auth: string;
};
export type InterestRemoved = {
  provider_id: string;
};
export type AnswerInterestRemoved = {
  status: boolean;
  message: EnvelopeMessage;
  data: InterestRemoved;
};
export type BlockRemoved = {
  user_id: string;
};
export type AnswerBlockRemoved = {
  status: boolean;
  message: EnvelopeMessage;
  data: BlockRemoved;
};
export type PushDeviceGone = {
  iv_token: string;
  iv_platform?: ("android" | "ios" | "web") | null;
};
export type AnswerRemoval = {
  iv_order_id: string;
};
export type WebPushGone = {
  iv_endpoint: string;
};
export type NoShowReport = {
  iv_order_id: string;
  iv_session_position?: number | null;
  iv_feedback?: string;
};
export type ReportFiledAnswer = {
  report_id: string;
};
export type AnswerReportFiledAnswer = {
  status: boolean;
  message: EnvelopeMessage;
  data: ReportFiledAnswer;
};
export type ReportRequest = {
  iv_user_id: string;
  iv_report_type:
    "posts" | "appointments" | "messages" | "comments" | "reviews" | "accounts";
  iv_report_issue_id: string;
  iv_report_title?:
    | "Hate Speech"
    | "Abuse & Harassment"
    | "Violence & Threats"
    | "Fraud & Scams"
    | "Child Safety"
    | "Privacy Violations"
    | "Spam & Manipulation"
    | "Impersonation & Fake Accounts"
    | "Intellectual Property"
    | "Misinformation"
    | "Platform Manipulation"
    | "Illegal Content";
  iv_report_details?: string;
  iv_report_additional?: string;
};
export type GuestDataRequest = {
  iv_email: string;
};
export type GuestLinkRequest = {
  iv_order_id: string;
  iv_email: string;
};
export type ResetPasswordRequest = {
  iv_token: string;
  iv_password: string;
};
export type FoundProvider = {
  away: boolean;
  away_until: string;
  away_message: string;
  owner_id: string;
  name: string;
  username: string;
  avatar: string;
  expertise: string;
  category: string;
  city: string;
  country: string;
  currency: string;
  delivery_mode: string;
  onboardProfile: boolean;
  manual_verification: "unverified" | "verified";
  rating_all_avg: number;
  rating_client_size: number;
  provider_id: string;
  cheapest: number | null;
  trusted_by: number;
};
export type ListedService = {
  service_id: string;
  provider_id: string;
  service: string;
  duration: number;
  cost: number | number;
  currency: string;
  delivery_mode: string;
  brief: string;
  status: "active" | "archived";
  confirmation: "request" | "known" | "instant";
  price_kind: "fixed" | "from" | "free" | "on_request";
};
export type FacetValue = {
  value: string;
  count: number;
};
export type Facets = {
  complete: boolean;
  counted: number;
  category: FacetValue[];
  country: FacetValue[];
  city: FacetValue[];
  delivery_mode: FacetValue[];
  language: FacetValue[];
  min_rating: FacetValue[];
};
export type SearchResults = {
  providers: FoundProvider[];
  services: ListedService[];
  facets: Facets | null;
  corrected: string | null;
  fewer_words: boolean;
  next_cursor: string | null;
};
export type AnswerSearchResults = {
  status: boolean;
  message: EnvelopeMessage;
  data: SearchResults;
};
export type MessageStored = {
  message: MessageShown;
};
export type AnswerMessageStored = {
  status: boolean;
  message: EnvelopeMessage;
  data: MessageStored;
};
export type NewMessage = {
  iv_owner_id: string;
  iv_text: string;
};
export type SignedIn = {
  session_data: SessionData;
  access_token: string;
  access_token_expiry: string;
};
export type SecondStep = {
  challenge: string;
  methods: ("password" | "authenticator_app" | "passkey" | "recovery_code")[];
  passkey_options: {
    [key: string]: JsonValue;
  } | null;
};
export type SecondStepDue = {
  second_factor: SecondStep;
};
export type AnswerUnionSignedInSecondStepDue = {
  status: boolean;
  message: EnvelopeMessage;
  data: SignedIn | SecondStepDue | null;
};
export type SignInRequest = {
  iv_email: string;
  iv_password: string;
  iv_device_data?:
    | {
        [key: string]: JsonValue;
      }
    | string;
};
export type AnswerSignedIn = {
  status: boolean;
  message: EnvelopeMessage;
  data: SignedIn;
};
export type SignUpRequest = {
  iv_name: string;
  iv_email: string;
  iv_password: string;
  iv_device_data?:
    | {
        [key: string]: JsonValue;
      }
    | string;
};
export type GuestUnblocked = {
  block_id: string;
};
export type AnswerGuestUnblocked = {
  status: boolean;
  message: EnvelopeMessage;
  data: GuestUnblocked;
};
export type UnblockGuestRequest = {
  iv_block_id: string;
};
export type Unsubscribed = {
  kind:
    | (
        | "appointments"
        | "reminders"
        | "ratings"
        | "circle"
        | "posts"
        | "messages"
        | "summary"
        | "safety"
      )
    | "unasked";
};
export type AnswerUnsubscribed = {
  status: boolean;
  message: EnvelopeMessage;
  data: Unsubscribed;
};
export type PerksUpdate = {
  iv_policy_perks?: string[] | string;
};
export type AccountProfileUpdate = {
  iv_name: string;
  iv_phone?: string | number;
};
export type QuestionForm = {
  question_id?: string;
  kind?: JsonValue;
  text?: JsonValue;
  required?: boolean;
  options?: JsonValue[];
};
export type ServiceUpdate = {
  iv_action: "service_create" | "service_update";
  iv_service_id?: string;
  iv_service: string;
  iv_duration?: number | string;
  iv_cost: number | string;
  iv_currency: string;
  iv_delivery_mode: "in-person" | "remote" | "hybrid";
  iv_brief?: string;
  iv_buffer_before?: number | string;
  iv_buffer_after?: number | string;
  iv_minimum_notice?: number | string | null;
  iv_booking_horizon?: number | string | null;
  iv_most_per_day?: number | string | null;
  iv_most_per_week?: number | string | null;
  iv_offered_days?:
    | (
        | "monday"
        | "tuesday"
        | "wednesday"
        | "thursday"
        | "friday"
        | "saturday"
        | "sunday"
      )[]
    | string;
  iv_confirmation?: "request" | "known" | "instant";
  iv_price_kind?: "fixed" | "from" | "free" | "on_request";
  iv_taxes_included?: "" | "yes" | "no";
  iv_free_cancellation_hours?: number | string | null;
  iv_late_cancellation?: "allowed" | "refused";
  iv_cancellation_words?: string;
  iv_place_ids?: string[] | string;
  iv_questions?: QuestionForm[] | string;
  iv_at_client?: "yes" | "no";
  iv_travel_before?: number | string;
  iv_travel_after?: number | string;
  iv_device_data?:
    | {
        [key: string]: JsonValue;
      }
    | string;
};
export type SkillsUpdate = {
  iv_languages?:
    | (
        | "english"
        | "french"
        | "spanish"
        | "arabic"
        | "german"
        | "portuguese"
        | "italian"
        | "dutch"
        | "polish"
        | "turkish"
        | "russian"
        | "ukrainian"
        | "romanian"
        | "greek"
        | "swedish"
        | "hebrew"
        | "persian"
        | "urdu"
        | "hindi"
        | "bengali"
        | "chinese"
        | "japanese"
        | "korean"
        | "vietnamese"
        | "indonesian"
        | "swahili"
      )[]
    | string;
  iv_skills?: string[] | string;
};
export type AlertsRead = {
  unread: number;
};
export type AnswerAlertsRead = {
  status: boolean;
  message: EnvelopeMessage;
  data: AlertsRead;
};
export type AlertStatusUpdate = {
  iv_notification_ids: "all" | string[] | string;
  iv_status: "read";
};
export type FinanceUpdate = {
  iv_currency: string;
  iv_fee_policy?: "negotiable" | "non-negotiable";
  iv_payment_methods?:
    | ("cash" | "card" | "bank_transfer" | "mobile_money" | "online_wallet")[]
    | string;
  iv_payment_note?: string;
};
export type ResponseRequest = {
  iv_order_id: string;
  iv_response:
    | "pending"
    | "accepted"
    | "ongoing"
    | "completed"
    | "missed"
    | "cancelled"
    | "rejected";
  iv_session_position?: number | null;
  iv_booking_info_type?: string;
  iv_name?: string;
  iv_reviewer_name?: string;
  iv_email?: string;
  iv_feedback?: string;
  iv_cancel_reason?:
    | ""
    | "plans_changed"
    | "ill"
    | "other_time"
    | "by_mistake"
    | "not_available"
    | "double_booked"
    | "client_asked"
    | "other";
  iv_answer_key?: string;
  iv_delivery_location?: string;
  iv_service_list?: unknown;
  iv_session_list?: unknown;
  iv_total_cost?: unknown;
  iv_total_duration?: unknown;
  iv_total_currency?: unknown;
  iv_device_data?:
    | {
        [key: string]: JsonValue;
      }
    | string;
};
export type PlaceChange = {
  iv_client_street?: string;
  iv_client_postcode?: string;
  iv_client_city?: string;
  iv_client_note?: string;
  iv_client_latitude?: number | null;
  iv_client_longitude?: number | null;
  iv_order_id: string;
  iv_delivery_location?: string;
  iv_place_id?: string;
};
export type AvatarSaved = {
  avatar: string;
};
export type AnswerAvatarSaved = {
  status: boolean;
  message: EnvelopeMessage;
  data: AvatarSaved;
};
export type AvatarUpdate = {
  iv_media_base: string;
};
export type Away = {
  away: boolean;
  away_until: string;
  away_message: string;
};
export type AwaySaved = {
  away: Away;
};
export type AnswerAwaySaved = {
  status: boolean;
  message: EnvelopeMessage;
  data: AwaySaved;
};
export type AwayUpdate = {
  iv_away: "yes" | "no";
  iv_away_until?: string | null;
  iv_away_message?: string;
};
export type FeedChange = {
  iv_action: "create" | "reset" | "revoke";
};
export type EditedPost = {
  iv_post_brief?: string;
  iv_post_active?: "now" | "schedule" | "draft";
  iv_post_date?: string | null;
  iv_access?: "all" | "interests" | "trusted";
  iv_mature_content?: "yes" | "no";
  iv_tags?: string[] | string;
  iv_media_type?: "image";
  iv_media_base?: string[];
  iv_device_data?:
    | {
        [key: string]: JsonValue;
      }
    | string;
  iv_post_id: string;
};
export type LanguageChosen = {
  language:
    "english" | "french" | "spanish" | "arabic" | "german" | "portuguese";
};
export type AnswerLanguageChosen = {
  status: boolean;
  message: EnvelopeMessage;
  data: LanguageChosen;
};
export type UpdateLanguageRequest = {
  iv_language:
    "english" | "french" | "spanish" | "arabic" | "german" | "portuguese";
  iv_device_data?:
    | {
        [key: string]: JsonValue;
      }
    | string;
};
export type ChannelChange = {
  in_app?: boolean | null;
  email?: boolean | null;
  push?: boolean | null;
};
export type NewsChange = {
  appointments?: ChannelChange | null;
  reminders?: ChannelChange | null;
  ratings?: ChannelChange | null;
  circle?: ChannelChange | null;
  posts?: ChannelChange | null;
  messages?: ChannelChange | null;
};
export type UpdateNotificationPreferencesRequest = {
  iv_preferences: NewsChange;
};
export type PlaceUpdate = {
  iv_place_id?: string;
  iv_name: string;
  iv_street: string;
  iv_postcode: string;
  iv_city: string;
  iv_country: string;
  iv_note?: string;
};
export type ProfileWithSession = {
  session_data: SessionData | null;
  session_changes: {
    [key: string]: JsonValue;
  };
  account_data: {
    [key: string]: JsonValue;
  };
};
export type AnswerProfileWithSession = {
  status: boolean;
  message: EnvelopeMessage;
  data: ProfileWithSession;
};
export type ProfileInfo = {
  iv_name?: string | null;
  iv_category:
    | "wellness"
    | "ict"
    | "events"
    | "health_care"
    | "animal_care"
    | "counselling"
    | "food_catering"
    | "sports_fitness"
    | "hospitality"
    | "entertainment"
    | "financial_services"
    | "creative_arts"
    | "knowledge_and_skills_training"
    | "legal"
    | "research"
    | "real_estate"
    | "others";
  iv_expertise: string;
  iv_contact_phone: string | number;
  iv_country: string;
  iv_city: string;
  iv_currency: string;
  iv_phone_shown_to?: "" | "everybody" | "booked" | "nobody";
  iv_location_address: string;
  iv_street_shown_to?: "" | "everybody" | "booked" | "nobody";
  iv_delivery_mode: "in-person" | "remote" | "hybrid";
  iv_bio: string;
  iv_timezone?: string;
  iv_device_data?:
    | {
        [key: string]: JsonValue;
      }
    | string;
};
export type RemoteMeetings = {
  iv_remote_kind: "" | "link" | "template" | "room";
  iv_remote_link?: string;
  iv_remote_server?: string;
};
export type StarterPreferences = {
  session_data: SessionData;
};
export type AnswerStarterPreferences = {
  status: boolean;
  message: EnvelopeMessage;
  data: StarterPreferences;
};
export type UpdateStarterPreferencesRequest = {
  iv_fav_category:
    | (
        | "all"
        | "wellness"
        | "ict"
        | "events"
        | "health_care"
        | "animal_care"
        | "counselling"
        | "food_catering"
        | "sports_fitness"
        | "hospitality"
        | "entertainment"
        | "financial_services"
        | "creative_arts"
        | "knowledge_and_skills_training"
        | "legal"
        | "research"
        | "real_estate"
        | "others"
      )[]
    | string;
  iv_fav_services: string[] | string;
};
export type TravelAreaForm = {
  iv_area_postcodes?: string[] | string;
  iv_area_radius?: number | string | null;
  iv_area_latitude?: number | null;
  iv_area_longitude?: number | null;
};
export type TrustRequest = {
  iv_provider_id: string;
  iv_trusted: "yes" | "no";
};
export type UsernameTaken = {
  sessionData: SessionData;
};
export type AnswerUsernameTaken = {
  status: boolean;
  message: EnvelopeMessage;
  data: UsernameTaken;
};
export type UpdateUsernameRequest = {
  iv_username: string;
};
export type AnswerStoredPicture = {
  status: boolean;
  message: EnvelopeMessage;
  data: StoredPicture;
};
export type NewPicture = {
  iv_media_base: string;
};
export type AnswerFileKept = {
  status: boolean;
  message: EnvelopeMessage;
  data: FileKept;
};
export type NewFile = {
  iv_media_base: string;
};
export type GuestVerified = {
  access_token: string;
};
export type AnswerGuestVerified = {
  status: boolean;
  message: EnvelopeMessage;
  data: GuestVerified;
};
export type GuestRequest = {
  iv_name: string;
  iv_email: string;
  iv_device_data?:
    | {
        [key: string]: JsonValue;
      }
    | string;
};
