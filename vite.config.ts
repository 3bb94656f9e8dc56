// The build of the window: two pages, the app and its gallery, into out/renderer. Addresses are relative, so that the
// same files serve a custom protocol and a browser host. Nothing is inlined as data: fonts must come from 'self'.

import { resolve } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** Of each font of KaTeX only the form that every browser here reads. */
const oneFontForm: Plugin = {
  name: 'one-font-form',
  enforce: 'pre',
  transform: (code, id) =>
    id.endsWith('katex.min.css') ? code.replaceAll(/,url\([^)]*\.(?:woff|ttf)\) format\("[a-z]+"\)/g, '') : undefined,
};

/**
 * The modules that the app's page imports without waiting, and of them those that the words of a language need. Left alone, a
 * module goes into a file of its own for each set of lazy parts that share it, and the page begins with some seventy requests.
 */
function createFirstLoad() {
  const window = new Set<string>();
  const words = new Set<string>();
  const plugin: Plugin = {
    name: 'first-load',
    buildEnd() {
      const follow = (found: Set<string>, entries: readonly string[]): void => {
        found.clear();
        for (const entry of entries) found.add(resolve(import.meta.dirname, 'renderer', entry));
        for (const id of found) for (const imported of this.getModuleInfo(id)?.importedIds ?? []) found.add(imported);
      };
      follow(window, ['main.tsx']);
      // The app's door runs in its own page only: the gallery shares the window's file.
      window.delete(resolve(import.meta.dirname, 'renderer', 'main.tsx'));
      follow(words, ['strings/en.ts', 'strings/zh.ts']);
    },
  };
  return { plugin, window, words };
}

const first = createFirstLoad();

export default defineConfig({
  root: 'renderer',
  base: './',
  plugins: [oneFontForm, react(), tailwindcss(), first.plugin],
  // A worker is a module as the page is, and loads its parts when it wants them.
  worker: { format: 'es' },
  build: {
    outDir: '../out/renderer',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    // Each of these browsers knows it.
    modulePreload: { polyfill: false },
    // light-dark() and field-sizing are used as they are.
    target: ['chrome125', 'firefox128', 'safari17.5'],
    rolldownOptions: {
      input: { index: 'renderer/index.html', gallery: 'renderer/gallery.html' },
      output: {
        codeSplitting: {
          groups: [
            // The window waits for its words before it goes on, so what they need must not be in its file.
            { name: 'words', test: (id) => first.window.has(id) && first.words.has(id), priority: 3 },
            // Libraries change seldom: a browser keeps them over a new version.
            { name: 'libraries', test: (id) => first.window.has(id) && id.includes('node_modules'), priority: 2 },
            { name: 'window', test: (id) => first.window.has(id), priority: 1 },
          ],
        },
      },
    },
  },
});
