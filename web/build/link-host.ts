import { writeFileSync } from 'node:fs';

/**
 * Writes the host of OPENHOURS_SERVER for the native builds: links to it open the app. Gradle and Xcode read the same file.
 * Capacitor runs this before each sync.
 */
const given = process.env['OPENHOURS_SERVER'] ?? '';
if (!URL.canParse(given) || new URL(given).origin !== given) {
  throw new Error('OPENHOURS_SERVER must be the origin of the server that the app talks to, such as https://openhours.example');
}
writeFileSync(new URL('../native/link-host.xcconfig', import.meta.url), `LINK_HOST = ${new URL(given).hostname}\n`);
