import type { Plugin, Rolldown } from 'vite';

/** What a facade passes on: the target's file, and the names there by the names that it exports. */
interface Facade {
  target: string;
  names: readonly (readonly [exported: string, name: string])[];
}

const passesOn = /^(?:import"[^"]+";)*export\{([^}]*)\}from"\.\/([^"]+)";\s*$/;
const onDemand = /import\((["'`])\.\/([^"'`]+)\1\)/g;

/** Reads a chunk that has no code of its own; null for any other. */
function facadeOf({ modules, code }: Rolldown.OutputChunk): Facade | null {
  const [, list, target] = (Object.keys(modules).length === 0 && passesOn.exec(code)) || [];
  if (list === undefined || target === undefined) return null;
  const names = list.split(',').map((one) => {
    const [name = '', exported = name] = one.trim().split(' as ');
    return [exported, name] as const;
  });
  return { target, names };
}

const importOf = ({ target, names }: Facade) =>
  `import("./${target}").then(_=>({${names.map(([exported, name]) => `${exported}:_.${name}`).join()}}))`;

/**
 * Leaves out the facades: for each module that is imported on demand the bundler writes a file that only passes on
 * what a larger file holds, and the browser would fetch it first. Whoever imports a facade imports the larger file.
 */
export function joinFacades(): Plugin {
  return {
    name: 'join-facades',
    apply: 'build',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((part) => part.type === 'chunk');
      const facades = new Map<string, Facade>();
      for (const chunk of chunks) {
        const facade = chunk.isDynamicEntry ? facadeOf(chunk) : null;
        if (!facade) continue;
        facades.set(chunk.fileName.replace(/^.*\//, ''), facade);
        Reflect.deleteProperty(bundle, chunk.fileName);
      }
      for (const chunk of chunks) {
        chunk.code = chunk.code.replace(onDemand, (whole: string, _quote: string, file: string) => {
          const facade = facades.get(file);
          return facade ? importOf(facade) : whole;
        });
      }
    },
  };
}
