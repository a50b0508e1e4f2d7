import type * as generated from './generated/openhours';

/*
 * The app's names for generated types, which are named after the services' models, and the few shapes that travel
 * inside JSON strings and therefore are in no OpenAPI document.
 */

export type DeliveryMode = 'in-person' | 'remote' | 'hybrid';
export type OrderStatus = generated.BookingData['request_status'];

export type SessionGranted = generated.SignedIn;
export type ListedLogin = generated.ListedLogin;
export type SecondStep = generated.SecondStep;
export type NewsChoice = generated.NewsChoice;
export type NewsKind = keyof NewsChoice;
export type NewsChannel = keyof generated.ChannelChoice;

export type Favourites = generated.GetUserFavDataApiResponse['data'];
export type TrustStatus = generated.GetTrustStatusApiResponse['data'];
export type AccountData = generated.AccountData;
/** Where a provider's sessions are held (product.md 3.12). */
export type VenueSettings = generated.VenueSettings;
export type PlaceData = generated.PlaceData;
export type AnswerData = generated.AnswerData;
export type FinanceSettings = generated.FinanceSettings;
export type BlockedAccount = generated.Blocked;
export type GuestBlock = generated.GuestBlock;
export type Conversation = generated.ConversationShown;
export type Message = generated.MessageShown;

export type Facets = generated.Facets;
export type SearchResults = generated.SearchResults;
export type FoundProvider = generated.FoundProvider;
export type NextFreeTime = generated.NextFreeTime;
export type Interest = generated.CircleEntry;
export type ProfileInfoRequest = generated.ProfileInfo;
export type ReportRequest = generated.ReportRequest;
/** A service as lists show it, without the rules by which it is booked. */
export type ListedService = generated.ListedService;
export type ProviderService = generated.ServiceData;
export type RatingSummary = generated.ProfilesRatingSummary;
export type SearchQuery = generated.SearchApiArg;
export type NextFreeQuery = generated.GetNextFreeSlotsApiArg;
export type UpdateLanguageRequest = generated.UpdateLanguageRequest;
export type UpdateServiceRequest = generated.ServiceUpdate;

export type AppointmentInfo = generated.AppointmentInfo;
export type AppointmentWithProvider = generated.AppointmentWithProvider;
export type BookingData = generated.BookingData;
export type BookingInfo = generated.BookingInfo;
export type BookingsList = generated.BookingsList;
export type CalendarFile = generated.CalendarContent;
export type DateOverride = generated.DateOverrideShown;
export type ExternalCalendar = generated.CalendarShown;
export type OfferedDay = generated.AvailableDay;
export type OfferedSlots = generated.AvailableSlots;
export type OrderRequest = generated.OrderRequest;
export type OrderResponse = generated.ResponseRequest;
export type UpdateWindowRequest = generated.WindowRequest;

export type Alert = generated.AlertRow;
export type FeedPost = generated.PostCard;
export type PostComment = generated.CommentShown;
export type PostHistory = generated.History;
export type Rating = generated.RatingShown;
export type RatingsInfo = generated.RatingsInfo;

export type Weekday = 'monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday';

/** The state of one session of a booking (product.md 4.7). */
export type BookedSessionState = 'upcoming' | 'ongoing' | 'done' | 'missed';

/** What `session_time` of a booking holds. */
export interface BookedSession {
  order_id: string;
  provider_id: string;
  owner_id: string;
  appointment_slot_id: string;
  /** The name that the provider gave the slot; '' for one without. */
  alias?: string;
  provider_start_time: string;
  provider_end_time: string;
  client_start_time: string;
  client_end_time: string;
  request_status: OrderStatus;
  session_state?: BookedSessionState;
  /** Whether the client has said that they come; missing in bookings from before this was kept. */
  coming?: boolean;
}
