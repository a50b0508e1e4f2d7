import { gzipSync } from 'node:zlib';
import type { Plugin, Rollup } from 'vite';

interface Budget {
  /** Modules (ends of their paths) that the first load of the page brings in. */
  modules: readonly string[];
  /** Gzipped JavaScript, in bytes, above which the build fails. */
  limit: number;
}

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;

/** Fails the build when the JavaScript that one page's first load needs, gzipped, is above the limit. */
export function firstLoadBudget({ modules, limit }: Budget): Plugin {
  return {
    name: 'first-load-budget',
    apply: 'build',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((part): part is Rollup.OutputChunk => part.type === 'chunk');
      const needed = new Set<string>();
      const take = (fileName: string) => {
        if (needed.has(fileName)) return;
        needed.add(fileName);
        const chunk = chunks.find((one) => one.fileName === fileName);
        chunk?.imports.forEach(take);
      };
      chunks.filter((chunk) => chunk.isEntry).forEach((chunk) => take(chunk.fileName));
      for (const module of modules) {
        const chunk = chunks.find((one) => one.moduleIds.some((id) => id.endsWith(module)));
        if (!chunk) this.error(`first-load-budget: no chunk holds ${module}`);
        take(chunk.fileName);
      }
      const sizes = chunks
        .filter((chunk) => needed.has(chunk.fileName))
        .map((chunk) => ({ name: chunk.fileName, size: gzipSync(chunk.code, { level: 9 }).length }))
        .sort((one, other) => other.size - one.size);
      const total = sizes.reduce((sum, { size }) => sum + size, 0);
      const figure = `${kilobytes(total)} of ${kilobytes(limit)} (gzipped JavaScript)`;
      if (total <= limit) return this.info(`first load: ${figure}`);
      const list = sizes.map(({ name, size }) => `  ${kilobytes(size)}  ${name}`).join('\n');
      this.error(`The first load is above its budget: ${figure}.\n${list}`);
    },
  };
}
