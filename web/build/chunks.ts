import type { Plugin } from 'vite';
import { ModuleGraph } from './module-graph.ts';

type Rows = readonly (readonly [name: string, pattern: RegExp])[];

/** What a browser fetches together: areas of what is imported on demand. The first row that fits decides. */
const areas: Rows = [
  ['day', /schedule\/(day|print|closed-time)\/|schedule\/calendar\/components\/(Agenda|ScheduleCalendar)/],
  ['diary', /schedule\/diary\/components\/|generated\/diary/],
  ['calendar', /schedule\/calendar\//],
  ['order', /components\/OpenedBooking|screens\/GuestOrder/],
  ['sockets', /realtime\/handlers|socket\.io-client/],
  ['native', /@capacitor\/|@capawesome\/|@aparajita\//],
  ['offline', /\/src\/offline\/|workbox-window/],
  ['toasts', /@mantine\/notifications/],
  ['menus', /app\/shell\/(Menu|UserMenuItems|\w+Notice|InstallOffer)|DropdownMenu|VisitorMenuItems|FilterPopover|SheetDialog/],
  ['compose', /post\/composer\/|features\/pictures\//],
  [
    'dialogs',
    /Report(Post|Thing)|ConfirmDecision|Share(Dialog|Post)|EditDialogs|ManagePost|AccountDialogs|OwnPostDialogs|BookingDialog|ServicesCurrency|post-detail\//,
  ],
  ['list', /feed\/components\/PostList/],
  [
    'ordering',
    /features\/booking\/components\/(ModeChoice|ZoneChoice|CompletePreview|SuccessfulPreview)|features\/ratings\/components|ProposeTime|GuestData|RequestNewLink|schedule\/intake\//,
  ],
  ['post', /feed\/screens\/PostPage/],
  ['feed', /feed\/screens\/Feed|features\/landing\//],
  ['provider', /screens\/ProviderPage/],
  ['search', /features\/search\//],
  ['hours', /features\/schedule\/hours\/|AwaySettings|features\/calendars\//],
  ['schedule', /features\/schedule\/|AppointmentSheet/],
  ['charts', /figures\/components\/FigureChart/],
  ['staff', /features\/staff\//],
  ['entrance', /features\/session\//],
  ['onboarding', /features\/(onboarding|information)\//],
  ['messages', /features\/messages\//],
  ['services', /features\/services\//],
  ['clients', /features\/clients\//],
  ['reminders', /features\/reminders\//],
  ['alerts', /features\/alerts\//],
  ['security', /features\/security\//],
  ['settings', /features\/settings\//],
  ['account', /\/src\//],
];

/** The screens that most visits begin with, each after the other: what the first one shares with any area is in `cards`. */
const firstScreens: readonly (readonly [area: string, file: string])[] = [
  ['feed', 'cards'],
  // Not a screen, but every visit opens the socket next.
  ['sockets', 'cards'],
  ['search', 'controls'],
  ['post', 'controls'],
  ['provider', 'controls'],
  ['entrance', 'controls'],
];

/** Where the little goes that only these screens need: no file of its own is worth a request. */
const tooSmall: Readonly<Record<string, string>> = { post: 'controls', provider: 'booking' };

/** The file of a module that a first screen shares with other areas, where it has its own. */
const shared: Rows = [
  ['booking', /features\/(booking|provider|ratings|messages|services)\//],
  ['forms', /@mantine\/form\/|klona|fast-deep-equal|\/src\/forms\/(?!places|reference)|\/rules\.json/],
];

/**
 * The file of a module that several areas need, none of them a first screen. The first row that fits decides. Packages come
 * before the app's own modules, which they never import: two files that import each other could not start (check-budget.ts).
 */
const seldom: Rows = [
  ['forms', /@mantine\/form\/|klona|fast-deep-equal|\/src\/forms\/|\/rules\.json/],
  ['overlays', /\/node_modules\/|\/src\/ui\//],
  ['day', /features\/schedule\/(day|print|hooks\/use-(service|place)|calendar\/(agenda|components\/ServiceLegend))/],
  ['schedule', /features\/(schedule|calendars)\//],
  ['details', /./],
];

const first = (rows: Rows, id: string) => rows.find(([, pattern]) => pattern.test(id))?.[0];

/** The texts of pages that anybody may open; the other ones are fetched with the first page of an account. */
const visitorTexts = /^(booking|circle|feed|landing|messages|provider|ratings|safety|search|shell|ui)$/;

/** Long texts of pages that few open. */
const seldomTexts = /^(clients|figures|privacy|reminders|staff)$/;

/** The texts of a namespace: fetched with those of other pages, where most who open one of them open the others, too. */
function textsChunk(language: string, namespace: string): string {
  if (visitorTexts.test(namespace)) return `texts-${language}`;
  return `texts-${language}-${seldomTexts.test(namespace) ? 'seldom' : 'account'}`;
}

const chartLibrary =
  /\/node_modules\/(recharts|es-toolkit|victory-vendor|d3-[\w-]+|internmap|decimal\.js-light|eventemitter3|tiny-invariant|use-sync-external-store|react-is)\//;

/** Files that are named by their own addresses: texts of a language, reference data, sentences of rules. */
function ownChunk(id: string): string | null {
  const [, language, namespace] = /\/i18n\/([\w-]+)\/(\w+)\.json/.exec(id) ?? [];
  if (language) return textsChunk(language, namespace ?? '');
  if (id.endsWith('/reference.json')) return 'reference';
  // Too little for a file of its own: who shows an appointment or a day has the lists' styles anyway.
  if (/schedule\/(responses|reschedule|day|print|closed-time|service-colours|calendar\/components\/Agenda).*\.css/.test(id))
    return 'schedule';
  // Not an ES module: whoever needs it cannot be told.
  if (id.includes('/normalize-wheel/')) return 'compose';
  // Of the chart library, too, some modules are none. It draws on one page alone.
  if (chartLibrary.test(id)) return 'charts';
  return /\/rules\.\w\w\.json/.test(id) ? 'rules' : null;
}

/** Decides which modules share a file of the bundle; the first load's are not its business. */
export class Chunks {
  readonly #users = new Map<string, Set<string>>();

  /** Learns, once all modules are known, which area needs which. */
  readonly plugin: Plugin = {
    name: 'chunks',
    apply: 'build',
  };

  /** The file of a module; null where the bundler decides. */
  readonly of = (id: string): string | null => {
    const own = ownChunk(id);
    if (own) return own;
    const users = this.#users.get(id);
    if (!users?.size) return null;
    const [only, ...others] = users;
    if (others.length === 0) return tooSmall[only ?? ''] ?? only ?? null;
    const early = firstScreens.find(([area]) => users.has(area))?.[1];
    if (early === 'cards') return early;
    return (early ? (first(shared, id) ?? early) : first(seldom, id)) ?? null;
  };

  constructor() {
    const users = this.#users;
    this.plugin.buildEnd = async function (error) {
      if (error) return;
      const graph = new ModuleGraph(this);
      for (const id of this.getModuleIds()) {
        if (!this.getModuleInfo(id)?.dynamicImporters.length || ownChunk(id)) continue;
        const area = first(areas, id) ?? 'account';
        for (const needed of await graph.closureOf(id)) users.set(needed, (users.get(needed) ?? new Set()).add(area));
      }
    };
  }
}
