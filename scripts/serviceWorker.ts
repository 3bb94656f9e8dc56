// Completes the window's service worker with the list of built files, which only the end of a build knows.

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

export const serviceWorkerName = 'serviceWorker';

interface Built {
  type: 'chunk' | 'asset';
  imports?: string[];
  dynamicImports?: string[];
  moduleIds?: string[];
  isEntry?: boolean;
  facadeModuleId?: string | null;
}

/** `page`: what is shown while the host cannot be reached, by the end of its path. `folder`: the window's sources. */
export function serviceWorkerFiles(folder: string, page: string, languages: string): Plugin {
  return {
    name: 'service-worker-files',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const output = bundle as unknown as Record<string, Built>;
      const worker = bundle[`${serviceWorkerName}.js`];
      if (worker?.type !== 'chunk') throw new Error('the service worker was not built');
      // Browsers would not start it, without an error that anyone sees.
      if (worker.imports.length > 0) throw new Error(`the service worker imports ${worker.imports.join(', ')}`);
      const first = new Set<string>();
      const add = (file: string, isWithLazy: boolean): void => {
        const chunk = output[file];
        if (chunk?.type !== 'chunk' || first.has(file)) return;
        first.add(file);
        for (const each of chunk.imports ?? []) add(each, false);
        if (isWithLazy) for (const each of chunk.dynamicImports ?? []) add(each, false);
      };
      for (const [file, { isEntry, moduleIds = [] }] of Object.entries(output)) {
        if (file === worker.fileName) continue;
        if (isEntry) add(file, false);
        else if (moduleIds.some((id) => id.endsWith(page))) add(file, true);
        else if (moduleIds.some((id) => id.includes(languages))) add(file, true);
      }
      const names = Object.keys(output).filter((file) => file !== worker.fileName && !file.endsWith('.html'));
      for (const file of names)
        if (/^assets\/(?:window-.*\.css|inter-latin-wght.*|icon-.*)$/.test(file)) first.add(file);
      const icons = readdirSync(join(folder, 'public/icons')).map((name) => `icons/${name}`);
      const files = [...names, 'manifest.webmanifest', ...icons].sort();
      const html = readFileSync(join(folder, 'index.html'));
      const hash = createHash('sha256').update(html).update(worker.code).update(files.join('\n'));
      const built = { version: hash.digest('hex').slice(0, 16), files, first: [...first].sort() };
      worker.code = `const built=${JSON.stringify(built)};\n${worker.code}`;
    },
  };
}
