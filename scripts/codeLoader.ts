// Replaces Vite's helper around each `import()` of the built window by renderer/core/fetchFirst.ts.

import { resolve } from 'node:path';
import type { Plugin } from 'vite';

const helper = '\0vite/preload-helper.js';
const replacement = resolve(import.meta.dirname, '../renderer/core/fetchFirst.ts');

/** Vite passes no files for a chunk that needs no others. */
const withoutFiles = /(import\(`(\.\/[^`]+\.js)`\)[^()]*),\[\],import\.meta\.url/g;

export function codeLoader(): Plugin {
  return {
    name: 'code-loader',
    enforce: 'pre',
    load: (id) => (id === helper ? `export { __vitePreload } from ${JSON.stringify(replacement)};` : null),
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type === 'chunk') file.code = file.code.replace(withoutFiles, '$1,[`$2`],import.meta.url');
        }
      },
    },
  };
}
