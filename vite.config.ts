// Builds the window into out/renderer; e2e/gallery/vite.config.ts builds its scenes into out/gallery. URLs are
// relative, so that the same files work with a custom protocol and a browser host. Nothing is inlined as data: fonts
// must come from 'self'.

import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { type BuildEnvironmentOptions, defineConfig, type Plugin, type UserConfig } from 'vite';
import { codeLoader } from './scripts/codeLoader.ts';
import { iconFiles } from './scripts/iconFiles.ts';
import { notePackages } from './scripts/notices.ts';
import { serviceWorkerFiles, serviceWorkerName } from './scripts/serviceWorker.ts';

/** Keeps only one format of each KaTeX font, which every supported browser reads. */
const oneFontForm: Plugin = {
  name: 'one-font-form',
  enforce: 'pre',
  transform: (code, id) =>
    id.endsWith('katex.min.css') ? code.replaceAll(/,url\([^)]*\.(?:woff|ttf)\) format\("[a-z]+"\)/g, '') : undefined,
};

/**
 * Collects four sets of modules: those that the app's page imports eagerly, those of them that a language's strings need,
 * those that render a conversation, and those of the dialogs, the search and lazy actions, which load when the page is idle.
 * By default, each combination of lazy parts that share a module gets a file of its own: the page would start with about
 * seventy requests and make ninety more when idle.
 */
function createFirstLoad() {
  const folder = 'core/strings/languages';
  const features = readdirSync(resolve(import.meta.dirname, 'renderer/features'));
  const languages = readdirSync(resolve(import.meta.dirname, 'renderer', folder)).map((name) => `${folder}/${name}`);
  const window = new Set<string>();
  const words = new Set<string>();
  const conversation = new Set<string>();
  const idle = new Set<string>();
  const plugin: Plugin = {
    name: 'first-load',
    buildEnd() {
      const idOf = (entry: string): string => resolve(import.meta.dirname, 'renderer', entry);
      const follow = (found: Set<string>, entries: readonly string[]): void => {
        found.clear();
        for (const entry of entries) found.add(idOf(entry));
        for (const id of found) for (const imported of this.getModuleInfo(id)?.importedIds ?? []) found.add(imported);
      };
      follow(window, ['app/main.tsx']);
      follow(words, languages);
      follow(conversation, ['features/chat/transcript/Transcript.tsx']);
      const loadIdle = [
        'app/Dialogs.tsx',
        'app/createSession.ts',
        ...features.map((name) => `features/${name}/feature.ts`),
      ];
      const loaded = loadIdle.flatMap((entry) => this.getModuleInfo(idOf(entry))?.dynamicallyImportedIds ?? []);
      follow(idle, ['features/search/SearchPage.tsx', ...loaded]);
    },
  };
  return { plugin, window, words, conversation, idle };
}

/** Shared by every page: the app's and those of its scenes. */
export const pageConfig = {
  base: './',
  plugins: [iconFiles(), oneFontForm, react(), tailwindcss()],
  // A worker is a module like the page, and loads its chunks lazily.
  worker: { format: 'es' },
} satisfies UserConfig;

export const pageBuild = {
  emptyOutDir: true,
  assetsInlineLimit: 0,
  // All supported browsers have it.
  modulePreload: { polyfill: false },
  // light-dark() and field-sizing are used without a fallback.
  target: ['chrome125', 'firefox128', 'safari17.5'],
} satisfies BuildEnvironmentOptions;

const first = createFirstLoad();
const notes = notePackages(import.meta.dirname, 'renderer');
const workerFiles = serviceWorkerFiles(
  resolve(import.meta.dirname, 'renderer'),
  'features/phone/OfflinePage.tsx',
  'core/strings/languages/',
);

/** Radix has one entry for all of its parts; these are only used by lazily loaded code. */
const laterParts = /@radix-ui\/react-(?:tabs|alert-dialog)\//;

const isFirst = (id: string): boolean => first.window.has(id) && !laterParts.test(id);

export default defineConfig({
  ...pageConfig,
  root: 'renderer',
  plugins: [pageConfig.plugins, first.plugin, notes, workerFiles, codeLoader()],
  worker: { ...pageConfig.worker, plugins: () => [notes] },
  build: {
    ...pageBuild,
    outDir: '../out/renderer',
    rolldownOptions: {
      input: {
        index: resolve(import.meta.dirname, 'renderer/index.html'),
        [serviceWorkerName]: resolve(import.meta.dirname, 'renderer/features/phone/serviceWorker.ts'),
      },
      output: {
        // Browsers find it by its name.
        entryFileNames: ({ name }) => (name === serviceWorkerName ? '[name].js' : 'assets/[name]-[hash].js'),
        codeSplitting: {
          groups: [
            // The window waits for its strings before it continues, so their dependencies must not be in its file.
            {
              name: 'words',
              test: (id) => (first.window.has(id) || first.idle.has(id)) && first.words.has(id),
              priority: 4,
            },
            // Libraries rarely change: a browser keeps them cached across versions.
            { name: 'libraries', test: (id) => isFirst(id) && id.includes('node_modules'), priority: 3 },
            { name: 'window', test: isFirst, priority: 2 },
            { name: 'conversation', test: (id) => first.conversation.has(id), priority: 1 },
            { name: 'idle', test: (id) => first.idle.has(id), priority: 0 },
          ],
        },
      },
    },
  },
});
