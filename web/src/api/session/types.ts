/** The signed-in account, as the calls that begin or check a login answer it. */
export interface SessionData {
  accessToken: string;
  accessTokenExpiry: string;
  ownerId: string;
  authId: string;
  email: string;
  phone: string;
  avatar: string;
  name: string;
  username: string;
  accountType: 'client' | 'provider' | 'staff';
  isAuthenticated: boolean;
  onboardUsername: boolean;
  onboardProfile: boolean;
  requestAppointments: boolean;
  serviceProvider: boolean;
  autoVerification: 'unverified' | 'verified';
  manualVerification: 'unverified' | 'verified';
  fav_category: string[];
  fav_services: string[];
}
