import type { Rolldown } from 'vite';

type Context = Pick<Rolldown.PluginContext, 'getModuleInfo' | 'getModuleIds' | 'parse' | 'resolve'>;

/** What one module imports from another: a name, or `*` for all of it. */
interface Use {
  source: string;
  name: string;
}

/** One module as far as imports go. */
interface Imports {
  /** What its own code imports. */
  uses: Use[];
  /** What it passes on, by the names that it exports; the key of all names of a source is `* source`. */
  passedOn: Map<string, Use>;
  /** It has no code of its own. */
  isBarrel: boolean;
}

interface Named {
  type: string;
  name?: string;
  value?: unknown;
}

const nameOf = (node: Named) => (node.type === 'Identifier' ? (node.name ?? '') : String(node.value));

function readImports(context: Context, code: string): Imports {
  const uses: Use[] = [];
  const passedOn = new Map<string, Use>();
  const imported = new Map<string, Use>();
  let isBarrel = true;
  for (const node of context.parse(code).body) {
    if (node.type === 'ImportDeclaration') {
      const source = node.source.value;
      if (node.specifiers.length === 0) uses.push({ source, name: '*' });
      for (const one of node.specifiers) {
        const name = one.type === 'ImportSpecifier' ? nameOf(one.imported) : one.type === 'ImportDefaultSpecifier' ? 'default' : '*';
        imported.set(one.local.name, { source, name });
      }
    } else if (node.type === 'ExportAllDeclaration') {
      passedOn.set(node.exported ? nameOf(node.exported) : `* ${node.source.value}`, { source: node.source.value, name: '*' });
    } else if (node.type === 'ExportNamedDeclaration' && !node.declaration) {
      for (const { local, exported } of node.specifiers) {
        const use = node.source ? { source: node.source.value, name: nameOf(local) } : imported.get(nameOf(local));
        if (use) passedOn.set(nameOf(exported), use);
        else isBarrel = false;
      }
    } else isBarrel = false;
  }
  return { uses: isBarrel ? uses : [...uses, ...imported.values(), ...passedOn.values()], passedOn, isBarrel };
}

/**
 * Which modules need which, as the bundler sees it: a name that is imported through a barrel (an index file) needs
 * the module that holds it, not everything that the barrel passes on.
 */
export class ModuleGraph {
  readonly #context: Context;
  readonly #imports = new Map<string, Imports>();
  readonly #needs = new Map<string, Promise<ReadonlySet<string>>>();
  readonly #resolved = new Map<string, Promise<string | null>>();

  constructor(context: Context) {
    this.#context = context;
  }

  /** All modules that come with `entry`, itself included. */
  async closureOf(entry: string): Promise<ReadonlySet<string>> {
    const found = new Set<string>();
    const waiting = [entry];
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      if (found.has(at)) continue;
      found.add(at);
      // A barrel comes along, but only what is used of it was followed.
      if (at === entry || !this.#importsOf(at).isBarrel) waiting.push(...(await this.#needsOf(at)));
    }
    return found;
  }

  #needsOf(id: string): Promise<ReadonlySet<string>> {
    let needs = this.#needs.get(id);
    if (!needs) this.#needs.set(id, (needs = this.#findNeeds(id)));
    return needs;
  }

  async #findNeeds(id: string): Promise<ReadonlySet<string>> {
    const found = new Set<string>();
    const { uses, passedOn } = this.#importsOf(id);
    for (const use of [...uses, ...passedOn.values()]) await this.#follow(id, use, found, new Set());
    return found;
  }

  #importsOf(id: string): Imports {
    let imports = this.#imports.get(id);
    if (!imports) {
      const code = this.#context.getModuleInfo(id)?.code;
      imports = code ? readImports(this.#context, code) : { uses: [], passedOn: new Map(), isBarrel: false };
      this.#imports.set(id, imports);
    }
    return imports;
  }

  /** Adds the modules that hold what `from` uses. */
  async #follow(from: string, { source, name }: Use, found: Set<string>, seen: Set<string>): Promise<void> {
    const id = await this.#resolve(source, from);
    if (id === null || seen.has(`${id} ${name}`)) return;
    seen.add(`${id} ${name}`);
    const { uses, passedOn, isBarrel } = this.#importsOf(id);
    found.add(id);
    if (!isBarrel) return;
    const exact = passedOn.get(name);
    const possible = [...passedOn]
      .filter(([exported]) => name === '*' || exported.startsWith('* '))
      .map(([, use]) => ({ ...use, name: name === '*' ? use.name : name }));
    for (const use of [...uses, ...(exact ? [exact] : possible)]) await this.#follow(id, use, found, seen);
  }

  #resolve(source: string, from: string): Promise<string | null> {
    const key = `${source} ${from.replace(/[^/]+$/, '')}`;
    let resolved = this.#resolved.get(key);
    if (!resolved) {
      resolved = this.#context.resolve(source, from).then((target) => (target && !target.external ? target.id : null));
      this.#resolved.set(key, resolved);
    }
    return resolved;
  }
}
