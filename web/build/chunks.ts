import type { Plugin } from 'vite';
import { ModuleGraph } from './module-graph.ts';

type Rows = readonly (readonly [name: string, pattern: RegExp])[];

/** What a browser fetches together: areas of what is imported on demand. The first row that fits decides. */
const areas: Rows = [
  ['calendar', /schedule\/calendar\//],
  ['sockets', /realtime\/handlers|socket\.io-client/],
  ['native', /@capacitor\//],
  ['toasts', /@mantine\/notifications/],
  ['compose', /post\/composer\/|features\/pictures\//],
  ['dialogs', /Report(Post|Thing)|ConfirmDecision|Share(Dialog|Post)|EditDialogs|ManagePost|AccountDialogs|OwnPostDialogs|ServicesCurrency|SheetDialog/],
  ['post', /features\/feed\/(post-detail|screens\/PostPage)/],
  ['feed', /features\/(feed|landing)\//],
  ['provider', /ProviderPage|BookingDialog/],
  ['search', /features\/search\//],
  ['schedule', /features\/schedule\//],
  ['staff', /features\/staff\//],
  ['entrance', /features\/(session|onboarding|information)\//],
  ['account', /\/src\//],
];

/** The file of a module that several areas need. The first row that fits decides. */
const shared: Rows = [
  ['fields', /@mantine\/form\/|\/src\/forms\/|safety\/report\.ts|ui\/ChoiceCard|\/rules\.json|@mantine\/core\/.*\/(\w*Input\w*|\w*Select|Menu|Textarea|Checkbox|Switch|Radio|Combobox|Pill\w*|Chip)\//],
  ['overlays', /floating-ui|react-remove-scroll|use-focus-trap|use-sidecar|react-style-singleton|react-transition|aria-hidden|@mantine\/core\/.*\/(Popover|Modal\w*|Drawer|FocusTrap|ScrollArea|Portal|Overlay|FloatingIndicator|SegmentedControl|Tooltip|Floating)\//],
  ['controls', /\/node_modules\/|\/src\/(ui|platform)\//],
  ['account', /features\/(onboarding|post|pictures)\/|OwnProfileForm/],
  ['booking', /features\/(booking|provider|ratings|messages|services)\//],
  ['schedule', /features\/(schedule|calendars)\//],
  ['controls', /./],
];

const first = (rows: Rows, id: string) => rows.find(([, pattern]) => pattern.test(id))?.[0];

/** Files that are named by their own addresses: texts of a language, reference data, sentences of rules. */
function ownChunk(id: string): string | null {
  const language = /\/i18n\/(\w\w)\/\w+\.json/.exec(id);
  if (language) return `texts-${language[1]}`;
  if (id.endsWith('/reference.json')) return 'reference';
  // Not an ES module: whoever needs it cannot be told.
  if (id.includes('/normalize-wheel/')) return 'compose';
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
    return (others.length === 0 ? only : first(shared, id)) ?? null;
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
