import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/*
 * What the native side of each installed plugin announces to the page (Capacitor's PluginHeaders), read from the sources that
 * are compiled into the apps.
 */

export type PlatformName = 'android' | 'ios';

/** How a method answers: with a promise, through a callback, or not at all. */
type ReturnType = 'promise' | 'callback' | 'none';

export interface PluginHeader {
  name: string;
  methods: { name: string; rtype: ReturnType }[];
}

const modules = fileURLToPath(new URL('../../node_modules', import.meta.url));

/** The packages with native code that the app has, by their folders. */
export function pluginFolders(): string[] {
  const { dependencies } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { dependencies: object };
  return Object.keys(dependencies)
    .map((name) => join(modules, name))
    .filter((folder) => 'capacitor' in (JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as object));
}

function sources(folder: string, extension: RegExp): string[] {
  const found = readdirSync(folder, { recursive: true, withFileTypes: true });
  return found
    .filter((file) => file.isFile() && extension.test(file.name))
    .map((file) => readFileSync(join(file.parentPath, file.name), 'utf8'));
}

const annotatedMethod = /@PluginMethod(?:\(\s*(?:returnType\s*=\s*)?PluginMethod\.RETURN_(\w+)\s*\))?[^]*?\b(?:void|fun)\s+(\w+)\s*\(/g;

const annotated = (source: string) =>
  [...source.matchAll(annotatedMethod)].map(([, rtype = 'PROMISE', name = '']) => ({ name, rtype: rtype.toLowerCase() as ReturnType }));

/** The methods that every Android plugin inherits. */
const inherited = () =>
  annotated(readFileSync(join(modules, '@capacitor/android/capacitor/src/main/java/com/getcapacitor/Plugin.java'), 'utf8'));

function androidHeader(folder: string): PluginHeader[] {
  return sources(join(folder, 'android/src/main'), /\.(java|kt)$/).flatMap((source) => {
    const declared = /@CapacitorPlugin(?:\(([^]*?)\)\s*)?\s*(?:@\w+[^\n]*\s+)*(?:public )?class (\w+)/.exec(source);
    if (!declared) return [];
    const name = /\bname\s*=\s*"(\w+)"/.exec(declared[1] ?? '')?.[1] ?? declared[2] ?? '';
    return [{ name, methods: [...inherited(), ...annotated(source)] }];
  });
}

/** The three ways in which an iOS plugin lists its methods. */
const listedMethods = [
  /CAPPluginMethod\(name:\s*"(?<name>\w+)",\s*returnType:\s*CAPPluginReturn(?<rtype>\w+)\)/g,
  /\.init\(#selector\((?<name>\w+)[^)]*\)(?:,\s*\.(?<rtype>\w+))?\)/g,
  /CAP_PLUGIN_METHOD\((?<name>\w+),\s*CAPPluginReturn(?<rtype>\w+)\)/g,
];

function iosHeader(folder: string): PluginHeader[] {
  return sources(join(folder, 'ios'), /\.(swift|m)$/).flatMap((source) => {
    const [, swift, objectiveC] = /let jsName = "(\w+)"|CAP_PLUGIN\(\w+, "(\w+)"/.exec(source) ?? [];
    const name = swift ?? objectiveC;
    if (!name) return [];
    const own = listedMethods
      .flatMap((pattern) => [...source.matchAll(pattern)])
      .map(({ groups }) => ({
        name: groups?.['name'] ?? '',
        rtype: (groups?.['rtype'] ?? 'promise').toLowerCase() as ReturnType,
      }));
    // JSExport.swift adds these to each plugin.
    const added: PluginHeader['methods'] = [
      { name: 'addListener', rtype: 'none' },
      { name: 'removeListener', rtype: 'none' },
      { name: 'removeAllListeners', rtype: 'promise' },
    ];
    return [{ name, methods: [...added, ...own] }];
  });
}

/** The headers of all installed plugins. */
export const pluginHeaders = (platform: PlatformName): PluginHeader[] =>
  pluginFolders().flatMap(platform === 'android' ? androidHeader : iosHeader);

/** Capacitor's own script, which the native side puts into the page before its first one. */
export const nativeBridge = (platform: PlatformName): string =>
  readFileSync(
    join(
      modules,
      platform === 'android'
        ? '@capacitor/android/capacitor/src/main/assets/native-bridge.js'
        : '@capacitor/ios/Capacitor/Capacitor/assets/native-bridge.js',
    ),
    'utf8',
  );
