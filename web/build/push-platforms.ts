import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The file of each platform's Firebase project, through which push messages come. None is committed. */
const files = { android: 'android/app/google-services.json', ios: 'ios/App/App/GoogleService-Info.plist' } as const;

/**
 * The platforms that a build for phones may register for push, one after the other; 'off' when there is none. Without its
 * file Firebase ends the app on Android as soon as it is asked for a token.
 */
export function pushPlatforms(web: string): string {
  const found = Object.entries(files).flatMap(([platform, file]) => (existsSync(join(web, file)) ? [platform] : []));
  return found.join(' ') || 'off';
}
