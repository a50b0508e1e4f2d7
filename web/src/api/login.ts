/**
 * Calls after whose 401 or 422 the visitor is sent to sign in; all others lead home. 401 and 422 mean that the login is
 * invalid or has ended (api.md 1).
 */
const leadsToSignIn: ReadonlySet<string> = new Set([
  'checkActiveLogin',
  'updateAccountSkills',
  'updateAccountPolicyPerks',
  'updateProfileInfo',
  'updateAccountServices',
  'archiveDeleteAccountServices',
  'updateUsername',
  'reportUserAccount',
  'updateAvatar',
  'changePassword',
]);

export function afterLoginOver(endpoint: string): 'sign_in' | 'home' {
  // The staff are signed out after half an hour without activity; signing in leads them back to their page.
  return leadsToSignIn.has(endpoint) || endpoint.startsWith('staff') ? 'sign_in' : 'home';
}

/** Calls whose network failure is swallowed, or shown by the screen itself, instead of as a toast. */
const quietCalls: ReadonlySet<string> = new Set([
  'addToBlock',
  'removeFromBlock',
  'addNewInterest',
  'removeExistingInterest',
  'checkActiveLogin',
  'getUserFavData',
  'sendFeedMedia',
  'getConversations',
  'sendOnce',
  'readMessages',
]);

export const failsQuietly = (endpoint: string) => quietCalls.has(endpoint);
