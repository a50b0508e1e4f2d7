import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseText } from 'gradle-to-js/lib/parser';
import { afterAll, describe, expect, it } from 'vitest';
import xcode from 'xcode';
import languages from '../../proto-contracts/generated/languages.json' with { type: 'json' };
import { pushPlatforms } from '../build/push-platforms.ts';
import config from '../capacitor.config.ts';
import { pagePatterns } from '../src/routing/paths.ts';

const web = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(web, path), 'utf8');
const xml = (path: string) => new DOMParser().parseFromString(read(path), 'text/xml');
const attributes = (nodes: Iterable<Element>, name: string) => [...nodes].flatMap((node) => node.getAttribute(name) ?? []);

describe('the Android manifest', () => {
  const manifest = xml('android/app/src/main/AndroidManifest.xml');
  const filters = [...manifest.querySelectorAll('activity > intent-filter')];

  it('asks for the network and for notifications, and for nothing else', () => {
    expect(attributes(manifest.querySelectorAll('uses-permission'), 'android:name')).toEqual([
      'android.permission.INTERNET',
      'android.permission.POST_NOTIFICATIONS',
    ]);
  });

  it('opens links to the pages of the server, all of them and nothing else of it', () => {
    const [, links] = filters;
    expect(links?.getAttribute('android:autoVerify')).toBe('true');
    const data = [...(links?.querySelectorAll('data') ?? [])];
    expect([attributes(data, 'android:scheme'), attributes(data, 'android:host')]).toEqual([['https'], ['${linkHost}']]);
    const claimed = [...attributes(data, 'android:path'), ...attributes(data, 'android:pathPattern')].sort();
    expect(claimed).toEqual(
      pagePatterns()
        .map((path) => path.replaceAll(/:\w+|\*/g, '.*'))
        .sort(),
    );
    expect(attributes(links?.querySelectorAll('category') ?? [], 'android:name')).toEqual([
      'android.intent.category.DEFAULT',
      'android.intent.category.BROWSABLE',
    ]);
  });

  it('starts once, from the launcher, keeps no backup, and hands files out of its own folders only', () => {
    expect(attributes(filters[0]?.children ?? [], 'android:name')).toEqual([
      'android.intent.action.MAIN',
      'android.intent.category.LAUNCHER',
    ]);
    expect(manifest.querySelector('activity')?.getAttribute('android:launchMode')).toBe('singleTask');
    expect(manifest.querySelector('application')?.getAttribute('android:allowBackup')).toBe('false');
    expect(manifest.querySelector('application')?.hasAttribute('android:usesCleartextTraffic')).toBe(false);
    expect(manifest.querySelector('provider')?.getAttribute('android:exported')).toBe('false');
    expect([...xml('android/app/src/main/res/xml/file_paths.xml').documentElement.children].map(({ tagName }) => tagName)).toEqual([
      'cache-path',
      'external-files-path',
    ]);
  });

  it('shows push messages in the channel that the app creates', () => {
    const channel = [...xml('android/app/src/main/res/values/strings.xml').querySelectorAll('string')].find(
      (text) => text.getAttribute('name') === 'notification_channel',
    );
    expect(read('src/platform/push.ts')).toContain(`const channelId = '${channel?.textContent ?? ''}'`);
    expect(attributes(manifest.querySelectorAll('application > meta-data'), 'android:name')).toContain(
      'com.google.firebase.messaging.default_notification_channel_id',
    );
  });

  it('names no drawing, colour or text that is not there', () => {
    const folder = 'android/app/src/main/res';
    const files = readdirSync(join(web, folder), { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.xml'));
    const named = new Set(files.map((file) => file.replace(/^(\w+)[^/]*\/(.+)\.xml$/, '$1/$2')));
    for (const file of files.filter((each) => each.startsWith('values'))) {
      for (const entry of xml(`${folder}/${file}`).documentElement.children)
        named.add(`${entry.tagName}/${entry.getAttribute('name') ?? ''}`);
    }
    const sources = ['android/app/src/main/AndroidManifest.xml', ...files.map((file) => `${folder}/${file}`)].map(read).join('\n');
    const missing = [...sources.matchAll(/@(?!android:)(\w+\/[\w.]+)/g)].map(([, name = '']) => name).filter((name) => !named.has(name));
    expect(missing).toEqual([]);
  });
});

describe('the Gradle files', () => {
  interface AppBuild {
    android: { namespace: string; defaultConfig: Record<string, string>; buildTypes: { release: Record<string, string> } };
  }
  it('build the app of the configuration for the versions that Capacitor wants', async () => {
    const { android } = (await parseText(read('android/app/build.gradle'))) as AppBuild;
    expect([android.namespace, android.defaultConfig['applicationId']]).toEqual([config.appId, config.appId]);
    expect(read(`android/app/src/main/java/${config.appId?.replaceAll('.', '/')}/MainActivity.java`)).toContain(`package ${config.appId};`);
    const { ext } = (await parseText(read('android/variables.gradle'))) as { ext: Record<string, string> };
    const wanted = (await parseText(read('node_modules/@capacitor/android/capacitor/build.gradle'))) as { ext: Record<string, string> };
    for (const name of ['compileSdkVersion', 'targetSdkVersion']) {
      expect(wanted.ext[name] ?? read('node_modules/@capacitor/android/capacitor/build.gradle'), name).toContain(ext[name]);
    }
    expect(Number(ext['minSdkVersion'])).toBeGreaterThanOrEqual(24);
  });

  it('sign a release with a key from the environment alone', async () => {
    const source = read('android/app/build.gradle');
    const { android } = (await parseText(source)) as AppBuild;
    expect(android.buildTypes.release['signingConfig']).toContain('signingConfigs.release');
    const secrets = [...source.matchAll(/^\s*(?:storeFile|storePassword|keyAlias|keyPassword)\b(.*)$/gm)].map(([, value = '']) => value);
    expect(secrets).toHaveLength(4);
    expect(secrets.filter((value) => !value.includes('System.getenv("ANDROID_'))).toEqual([]);
  });
});

describe('the iOS project', () => {
  /** The values of a property list's keys, each as its text. */
  function plist(path: string): Map<string, string> {
    const keys = [...xml(path).querySelectorAll('plist > dict > key')];
    return new Map(keys.map((key) => [key.textContent, key.nextElementSibling?.textContent.replaceAll(/\s+/g, ' ').trim() ?? '']));
  }

  it('says in every language of the app what camera and pictures are for', () => {
    const info = plist('ios/App/App/Info.plist');
    const catalogue = JSON.parse(read('ios/App/App/InfoPlist.xcstrings')) as {
      strings: Record<string, { localizations: Record<string, { stringUnit: { value: string } }> }>;
    };
    const purposes = [...info.keys()].filter((key) => key.endsWith('UsageDescription'));
    expect(purposes).toEqual(['NSCameraUsageDescription', 'NSPhotoLibraryUsageDescription']);
    expect(Object.keys(catalogue.strings)).toEqual(purposes);
    for (const purpose of purposes) {
      const said = catalogue.strings[purpose]?.localizations ?? {};
      expect(Object.keys(said).sort()).toEqual(
        readdirSync(join(web, 'src/i18n'), { withFileTypes: true })
          .filter((each) => each.isDirectory())
          .map(({ name }) => name)
          .sort(),
      );
      expect(said['en']?.stringUnit.value).toBe(info.get(purpose));
    }
    expect(info.get('CFBundleLocalizations')).toBe(Object.keys(languages).join(' '));
    expect(info.get('CFBundleURLTypes')).toBeUndefined();
  });

  it('takes push messages and opens links of the server', () => {
    const entitlements = plist('ios/App/App/App.entitlements');
    expect(Object.fromEntries(entitlements)).toEqual({
      'aps-environment': '$(APS_ENVIRONMENT)',
      'com.apple.developer.associated-domains': 'applinks:$(LINK_HOST)',
    });
    for (const [name, environment] of [
      ['debug', 'development'],
      ['release', 'production'],
    ] as const) {
      expect(read(`ios/${name}.xcconfig`)).toContain('#include? "../native/link-host.xcconfig"');
      expect(read(`ios/${name}.xcconfig`)).toContain(`APS_ENVIRONMENT = ${environment}`);
    }
  });

  it('holds together: each file of the project is there, and each build knows its settings', () => {
    const project = xcode.project(join(web, 'ios/App/App.xcodeproj/project.pbxproj')).parseSync();
    const { objects } = project.hash.project;
    const of = (kind: string) =>
      Object.entries(objects[kind] ?? {}).filter((entry): entry is [string, Record<string, string>] => typeof entry[1] === 'object');
    const text = (value = '') => value.replaceAll('"', '');
    const sources = of('PBXFileReference')
      .map(([, file]) => text(file['path']))
      .filter((path) => !/^(public|App\.app|config\.xml|capacitor\.config\.json)$/.test(path));
    expect(sources.filter((path) => !existsSync(join(web, 'ios/App', path)) && !existsSync(join(web, 'ios/App/App', path)))).toEqual([]);
    const ids = new Set(Object.values(objects).flatMap((section) => Object.keys(section)));
    const references = of('PBXBuildFile').map(([, file]) => file['fileRef'] ?? file['productRef'] ?? '');
    expect(references.filter((id) => !ids.has(id))).toEqual([]);
    const builds = of('XCBuildConfiguration').map(([, build]) => build);
    expect(builds.every((build) => ids.has(build['baseConfigurationReference'] ?? ''))).toBe(true);
    const settings = builds
      .map((build) => build['buildSettings'] as unknown as Record<string, string>)
      .filter((each) => each['PRODUCT_BUNDLE_IDENTIFIER']);
    expect(settings.map((each) => [each['PRODUCT_BUNDLE_IDENTIFIER'], each['CODE_SIGN_ENTITLEMENTS'], each['INFOPLIST_FILE']])).toEqual(
      Array(2).fill([config.appId, 'App/App.entitlements', 'App/Info.plist']),
    );
    expect(
      of('XCSwiftPackageProductDependency')
        .map(([, each]) => text(each['productName']))
        .sort(),
    ).toEqual(['CapApp-SPM', 'FirebaseCore', 'FirebaseMessaging']);
  });
});

describe('Capacitor’s command line', () => {
  const copy = mkdtempSync(join(tmpdir(), 'openhours-native-'));
  afterAll(() => rmSync(copy, { recursive: true }));
  /** npm stays offline: the doctor asks it for newer versions, which are not what is tested. */
  const env = { ...process.env, CI: 'true', npm_config_offline: 'true' };
  const cap = (command: string, server = '') =>
    execFileSync(join(web, 'node_modules/.bin/cap'), command.split(' '), {
      cwd: copy,
      encoding: 'utf8',
      stdio: 'pipe',
      env: { ...env, OPENHOURS_SERVER: server },
    });

  it('syncs both projects without changing what is committed, and only for a named server', () => {
    for (const each of ['android', 'ios', 'package.json', 'capacitor.config.ts', 'build'])
      cpSync(join(web, each), join(copy, each), { recursive: true });
    symlinkSync(join(web, 'node_modules'), join(copy, 'node_modules'));
    mkdirSync(join(copy, 'native'));
    mkdirSync(join(copy, 'dist'));
    writeFileSync(join(copy, 'dist/index.html'), '<p>The bundle</p>');
    expect(() => cap('sync')).toThrow(/OPENHOURS_SERVER must be the origin/);
    cap('sync', 'https://openhours.example');
    expect(readFileSync(join(copy, 'native/link-host.xcconfig'), 'utf8')).toBe('LINK_HOST = openhours.example\n');
    for (const place of ['android/app/src/main/assets', 'ios/App/App']) {
      expect(readFileSync(join(copy, place, 'public/index.html'), 'utf8')).toBe('<p>The bundle</p>');
      const { server } = JSON.parse(readFileSync(join(copy, place, 'capacitor.config.json'), 'utf8')) as { server: object };
      expect(server).toEqual({ androidScheme: 'https', iosScheme: 'capacitor', hostname: 'localhost' });
    }
    for (const generated of [
      'android/app/capacitor.build.gradle',
      'android/capacitor.settings.gradle',
      'ios/App/CapApp-SPM/Package.swift',
    ]) {
      // The copy's node_modules is a link, whose target the command line names.
      const plain = (text: string) => text.replaceAll(/(\.\.\/)+[^'"\n]*node_modules/g, 'node_modules');
      expect(plain(readFileSync(join(copy, generated), 'utf8')), generated).toBe(plain(read(generated)));
    }
  });

  it('leaves push out for a platform without the file of its Firebase project', () => {
    expect(pushPlatforms(copy)).toBe('off');
    writeFileSync(join(copy, 'android/app/google-services.json'), '{}');
    expect(pushPlatforms(copy)).toBe('android');
  });

  it('finds the Android project in order', () => {
    expect(cap('doctor android')).toContain('Android looking great!');
  });
});

it('no touch screen is left with a hover: each stands where there is one', () => {
  const sheets = readdirSync(join(web, 'src'), { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.css'));
  /** A block and the rules in it; rules hold no blocks of their own. */
  const hovering = /@media \(hover: hover\)[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/g;
  const outside = sheets.filter((file) => read(join('src', file)).replaceAll(hovering, '').includes(':hover'));
  expect(outside).toEqual([]);
});
