import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { extname, join, normalize } from 'node:path';
import type { Browser, Page, Route } from '@playwright/test';
import { openDevice } from '../devices';
import { withPolicy } from '../../build/native-security-policy.ts';
import { checkEvent, checkOptions, checkResult } from './plugin-definitions.ts';
import { nativeBridge, pluginHeaders, type PlatformName } from './plugin-headers.ts';

/** The origin of the bundle in the app: capacitor.config.ts. Chromium cannot open capacitor://localhost, iOS's own. */
export const appOrigin = 'https://localhost';

const bundle = fileURLToPath(new URL('../../dist', import.meta.url));
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};

/** A message of the page to the native side, as native-bridge.js sends it. */
interface Message {
  callbackId: string;
  pluginId: string;
  methodName: string;
  options: Record<string, unknown>;
}

export interface Call {
  plugin: string;
  method: string;
  options: Record<string, unknown>;
}

interface PhoneOptions {
  platform?: PlatformName;
  /** The server that the developer of this debug build has chosen. */
  server: string;
  /** Another one without TLS, which the app is built for too. */
  other?: string;
  /** The link that starts the app. */
  launchUrl?: string;
  /** The data of the push message whose tap starts the app. */
  tapped?: Record<string, string>;
}

/** A rejection by the native side, with its code. */
class Refusal extends Error {
  readonly code: string;
  constructor(message: string, code: string) {
    super(message);
    this.code = code;
  }
}

/**
 * A phone around a page: it serves the bundle at the app's origin, puts Capacitor's own bridge script into the page, and answers
 * the messages of the real plugins. Its storage outlives the page, as a phone's does.
 */
export class Phone {
  readonly calls: Call[] = [];
  /** What went wrong between the app and the phone. A test expects nothing here. */
  readonly faults: string[] = [];
  readonly secure = new Map<string, string>();
  readonly preferences = new Map<string, string>();
  readonly files = new Map<string, string>();
  pushPermission: 'granted' | 'denied' = 'granted';
  /** No other phone has it: a token that another account registers moves to it. */
  pushToken: string = randomUUID();
  connected = true;
  /** The picture that the camera takes; null for a user who takes none. */
  photo: Buffer | null = null;
  private readonly listeners = new Map<string, string[]>();
  /** Events that wait for their first listener. */
  private readonly retained = new Map<string, unknown>();
  private queue: Promise<unknown> = Promise.resolve();

  readonly page: Page;
  private readonly platform: PlatformName;
  private readonly launchUrl: string | undefined;
  /** The servers that the page may ask. */
  private readonly servers: readonly string[];

  private constructor(page: Page, { platform = 'android', server, other, launchUrl }: PhoneOptions) {
    this.page = page;
    this.platform = platform;
    this.launchUrl = launchUrl;
    this.servers = other ? [server, other] : [server];
  }

  /** A phone with the app installed. `app()` starts it. */
  static async with(browser: Browser, options: PhoneOptions): Promise<Phone> {
    const { platform = 'android', server, tapped } = options;
    const context = await openDevice(browser, 'phone', {
      baseURL: appOrigin,
      reducedMotion: 'reduce',
      serviceWorkers: 'block',
      permissions: ['local-network-access'],
    });
    const page = await context.newPage();
    const phone = new Phone(page, options);
    phone.preferences.set('server', server);
    if (tapped)
      phone.retained.set('PushNotifications:pushNotificationActionPerformed', { actionId: 'tap', notification: { id: '1', data: tapped } });
    await page.exposeBinding('postToPhone', (_source, message: Message) => phone.receive(message));
    await page.addInitScript(bridgeScript(platform));
    await page.route(`${appOrigin}/**`, (route) => phone.serve(route));
    page.on('console', (message) => {
      if (message.type() === 'error' && message.text().includes('Content Security Policy')) phone.faults.push(message.text());
    });
    return phone;
  }

  /** Starts the app, or starts it again. */
  async start(): Promise<void> {
    await this.page.goto('/');
  }

  /** Cuts the phone off from every server, or connects it again. */
  async setConnected(connected: boolean): Promise<void> {
    this.connected = connected;
    await (connected ? this.page.unroute(isRemote) : this.page.route(isRemote, (route) => route.abort('internetdisconnected')));
    await this.emit('Network', 'networkStatusChange', this.network());
  }

  /** Sends an event of a plugin to those who listen to it. Tokens and taps wait for their first listener, as on a phone. */
  async emit(plugin: string, event: string, data: unknown): Promise<void> {
    checkEvent(plugin, event, data);
    const key = `${plugin}:${event}`;
    const listening = this.listeners.get(key) ?? [];
    if (plugin === 'PushNotifications' && listening.length === 0) this.retained.set(key, data);
    for (const callbackId of listening) {
      await this.answer({ callbackId, pluginId: plugin, methodName: 'addListener', options: {} }, { data, save: true });
    }
  }

  /** The push service gives the phone another token. */
  async renewPushToken(): Promise<void> {
    this.pushToken = randomUUID();
    await this.emit('PushNotifications', 'registration', { value: this.pushToken });
  }

  called = (plugin: string, method: string): Call[] => this.calls.filter((call) => call.plugin === plugin && call.method === method);

  private network = () => ({ connected: this.connected, connectionType: this.connected ? 'wifi' : 'none' });

  /** Capacitor's rule: what is no file of the bundle is the page. */
  private async serve(route: Route): Promise<void> {
    // The listeners of a page go with it.
    if (route.request().isNavigationRequest()) this.listeners.clear();
    const { pathname } = new URL(route.request().url());
    if (pathname === photoPath && this.photo) return route.fulfill({ body: this.photo, contentType: 'image/jpeg' });
    const file = join(bundle, normalize(pathname));
    if (existsSync(file) && statSync(file).isFile())
      return route.fulfill({ body: readFileSync(file), contentType: types[extname(file)] ?? 'application/octet-stream' });
    if (extname(pathname)) return route.fulfill({ status: 404 });
    return route.fulfill({ body: withPolicy(readFileSync(join(bundle, 'index.html'), 'utf8'), this.servers), contentType: 'text/html' });
  }

  /** The native side handles messages one after another. */
  private receive(message: Message): void {
    // Capacitor's own, for the log of the phone.
    if (message.pluginId === 'Console') return;
    this.queue = this.queue.then(() => this.handle(message)).catch((error: unknown) => this.faults.push(String(error)));
  }

  private async handle(message: Message): Promise<void> {
    const { pluginId: plugin, methodName: method, options } = message;
    if (method === 'addListener') return this.listen(message);
    if (method === 'removeListener') return this.unlisten(message);
    this.calls.push({ plugin, method, options });
    try {
      checkOptions(plugin, method, options);
      const data = this.behave(`${plugin}.${method}`, options);
      checkResult(plugin, method, data);
      await this.answer(message, { data });
    } catch (error) {
      if (!(error instanceof Refusal)) this.faults.push(String(error));
      await this.answer(message, { error: { message: String((error as Error).message), code: (error as Partial<Refusal>).code } });
    }
  }

  private async listen({ pluginId: plugin, options, callbackId }: Message): Promise<void> {
    const event = String(options['eventName']);
    const key = `${plugin}:${event}`;
    checkEvent(plugin, event);
    this.listeners.set(key, [...(this.listeners.get(key) ?? []), callbackId]);
    const waiting = this.retained.get(key);
    this.retained.delete(key);
    if (waiting !== undefined) await this.emit(plugin, event, waiting);
  }

  private unlisten({ pluginId: plugin, options }: Message): void {
    const key = `${plugin}:${String(options['eventName'])}`;
    this.listeners.set(
      key,
      (this.listeners.get(key) ?? []).filter((callbackId) => callbackId !== options['callbackId']),
    );
  }

  private async answer(
    { callbackId, pluginId, methodName }: Message,
    content: { data?: unknown; error?: unknown; save?: boolean },
  ): Promise<void> {
    const result = { callbackId, pluginId, methodName, save: false, success: !content.error, ...content };
    // A page that is being left takes no answer.
    await this.page.evaluate(deliver, { platform: this.platform, result }).catch(() => undefined);
  }

  /** What the phone does when it is asked. */
  private behave(call: string, options: Record<string, unknown>): unknown {
    const text = (name: string) => String(options[name]);
    switch (call) {
      case 'SecureStorage.internalGetItem':
        return { data: this.secure.get(text('prefixedKey')) ?? null };
      case 'SecureStorage.internalSetItem':
        return void this.secure.set(text('prefixedKey'), text('data'));
      case 'SecureStorage.internalRemoveItem':
        return { success: this.secure.delete(text('prefixedKey')) };
      case 'SecureStorage.internalGetPrefixedKeys':
        return { keys: [...this.secure.keys()].filter((key) => key.startsWith(text('prefix'))) };
      case 'SecureStorage.internalClearItemsWithPrefix':
        return [...this.secure.keys()].filter((key) => key.startsWith(text('prefix'))).forEach((key) => this.secure.delete(key));
      case 'Preferences.get':
        return { value: this.preferences.get(text('key')) ?? null };
      case 'Preferences.set':
        return void this.preferences.set(text('key'), text('value'));
      case 'Preferences.remove':
        return void this.preferences.delete(text('key'));
      case 'App.getLaunchUrl':
        return this.launchUrl === undefined ? undefined : { url: this.launchUrl };
      case 'PushNotifications.requestPermissions':
        return { receive: this.pushPermission };
      case 'PushNotifications.register':
        return void this.retainToken();
      case 'Network.getStatus':
        return this.network();
      case 'Badge.isSupported':
        return { isSupported: true };
      case 'Badge.checkPermissions':
        return { display: 'granted' };
      case 'Filesystem.writeFile':
        this.files.set(text('path'), text('data'));
        return { uri: `file:///data/cache/${text('path')}` };
      case 'Share.share':
        return { activityType: 'com.example.calendar' };
      case 'Camera.takePhoto':
        if (!this.photo) throw new Refusal('Couldn’t take photo because the process was canceled.', 'OS-PLUG-CAMR-0006');
        return { type: 0, saved: false, webPath: appOrigin + photoPath };
      default:
        return undefined;
    }
  }

  private retainToken(): void {
    const send = () => this.emit('PushNotifications', 'registration', { value: this.pushToken });
    this.queue = this.queue.then(send);
  }
}

const photoPath = '/_capacitor_file_/cache/photo.jpg';

const isRemote = (url: URL) => url.origin !== appOrigin && url.protocol.startsWith('http');

/** Hands a result to the page, as each native side does. Runs in the page. */
function deliver({ platform, result }: { platform: string; result: object }): void {
  const native = window as unknown as {
    androidBridge: { onmessage: (event: { data: string }) => void };
    Capacitor: { fromNative: (result: object) => void };
  };
  if (platform === 'android') native.androidBridge.onmessage({ data: JSON.stringify(result) });
  else native.Capacitor.fromNative(result);
}

/** What the native side puts into the page before its first script: its own end of the bridge, Capacitor's script, the headers. */
function bridgeScript(platform: PlatformName): string {
  const end =
    platform === 'android'
      ? 'window.androidBridge = { postMessage: (text) => { const message = JSON.parse(text); if (message.pluginId) window.postToPhone(message); } };'
      : 'window.webkit = { messageHandlers: { bridge: { postMessage: (message) => { if (message.pluginId) window.postToPhone(message); } } } };';
  return `${end}
    window.Capacitor = { DEBUG: true, isLoggingEnabled: false, Plugins: {} };
    ${nativeBridge(platform)}
    window.Capacitor.PluginHeaders = ${JSON.stringify(pluginHeaders(platform))};`;
}
