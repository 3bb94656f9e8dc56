// Builds the app for Electron 25: the same sources, with the main process as CommonJS (25 loads no other), with what Node
// 18 and Chromium 114 lack, and with `node:sqlite` from a package that implements the same interface over Node-API.

import { cpSync, mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build, type InlineConfig, loadConfigFromFile, mergeConfig, type Plugin, type PluginOption } from 'vite';
import { doorConfig } from '../../../vite.doors.config.ts';

export interface BundlePackages {
  coreJs: string;
  sqlite: string;
  nodeGypBuild: string;
}

const here = import.meta.dirname;
const olderBrowser = 'chrome114';

const entries: Record<string, string> = {
  'electron/main.ts': 'main.cjs',
  'electron/preload.ts': 'preload.cjs',
  'electron/stores/search/indexWorker.ts': 'indexWorker.js',
  'electron/features/inPlace/sessionWorker.ts': 'sessionWorker.js',
  'electron/providers/tokens/tokenWorker.ts': 'tokenWorker.js',
  'electron/tools/fetch/readableWorker.ts': 'readableWorker.js',
  'electron/tools/symbols/symbolWorker.ts': 'symbolWorker.js',
};
const native = ['@lydell', '@libsql', '@napi-rs', '@neon-rs', '@vscode', 'libsql'];

/** `folder` receives what a package of the app contains. */
export async function bundleForOlderElectron(root: string, folder: string, packages: BundlePackages): Promise<void> {
  const out = path.join(folder, 'out');
  for (const [entry, output] of Object.entries(entries)) await build(codeConfig(root, entry, out, output, packages));
  await build(await pageConfig(root, path.join(out, 'renderer'), packages));
  const wasm = path.join(root, 'node_modules/@vscode/tree-sitter-wasm/wasm');
  cpSync(wasm, out, { recursive: true, filter: (file) => file === wasm || file.endsWith('.wasm') });
  cpSync(path.join(wasm, 'tree-sitter.js'), path.join(out, 'tree-sitter.cjs'));
  for (const scope of native)
    copyPackages(path.join(root, 'node_modules', scope), path.join(folder, 'node_modules', scope));
  cpSync(packages.sqlite, path.join(folder, 'node_modules/@photostructure/sqlite'), { recursive: true });
  cpSync(packages.nodeGypBuild, path.join(folder, 'node_modules/node-gyp-build'), { recursive: true });
  writeFileSync(
    path.join(folder, 'package.json'),
    JSON.stringify({ name: 'throughline', version: '0.1.0', type: 'module', main: 'out/main.cjs' }),
  );
}

function copyPackages(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  cpSync(realpathSync(from), to, { recursive: true, dereference: true, filter: (file) => !file.endsWith('.wasm') });
}

/** Imports `file` before anything else in the entry point. */
function importFirst(isEntry: (id: string) => boolean, file: string): Plugin {
  return {
    name: 'import-first',
    enforce: 'pre',
    transform: (code, id) =>
      isEntry(id) ? { code: `import ${JSON.stringify(file)};\n${code}`, map: null } : undefined,
  };
}

const olderModules = [
  ["import { hash } from 'node:crypto';", 'hash', 'olderHash.ts'],
  ["import { crc32 } from 'node:zlib';", 'crc32', 'olderCrc32.ts'],
] as const;

/** An import by name of what a module does not have fails before anything runs. */
const olderImports: Plugin = {
  name: 'older-imports',
  enforce: 'pre',
  transform(code, id) {
    if (id.includes('node_modules')) return undefined;
    let changed = code;
    for (const [line, name, file] of olderModules) {
      changed = changed.replace(line, `import { ${name} } from ${JSON.stringify(path.join(here, file))};`);
    }
    return changed === code ? undefined : { code: changed, map: null };
  },
};

const sqlitePackage: Plugin = {
  name: 'sqlite-package',
  renderChunk: (code) => ({ code: code.replaceAll('"node:sqlite"', '"@photostructure/sqlite"'), map: null }),
};

function codeConfig(
  root: string,
  entry: string,
  outDir: string,
  output: string,
  packages: BundlePackages,
): InlineConfig {
  const isCommonJs = output.endsWith('.cjs');
  const isPreload = output === 'preload.cjs';
  const { plugins: _ours, ...config } = doorConfig(root, entry, output);
  return mergeConfig(config, {
    plugins: isPreload
      ? []
      : [importFirst((id) => id.endsWith(`/${entry}`), path.join(here, 'olderNode.ts')), olderImports, sqlitePackage],
    resolve: { alias: { 'core-js': packages.coreJs } },
    define: isCommonJs ? { 'import.meta.dirname': '__dirname', 'import.meta.url': 'moduleUrl' } : {},
    build: {
      target: 'node18',
      outDir,
      rolldownOptions: {
        output: {
          banner:
            isCommonJs && !isPreload ? 'const moduleUrl = require("node:url").pathToFileURL(__filename).href;' : '',
        },
      },
    },
  } satisfies InlineConfig);
}

async function pageConfig(root: string, outDir: string, packages: BundlePackages): Promise<InlineConfig> {
  const file = path.join(root, 'vite.config.ts');
  const loaded = await loadConfigFromFile({ command: 'build', mode: 'production' }, file, root);
  if (!loaded) throw new Error(`${file} could not be read`);
  const { plugins = [], worker, ...config } = loaded.config;
  return {
    ...config,
    configFile: false,
    root: path.join(root, 'renderer'),
    logLevel: 'error',
    plugins: [
      withoutNotes(plugins),
      importFirst((id) => id.endsWith('/renderer/app/main.tsx'), path.join(here, 'olderRuntime.ts')),
    ],
    worker: { ...worker, plugins: () => [] },
    resolve: { alias: { 'core-js': packages.coreJs } },
    // Lowers light-dark(), too.
    build: { ...config.build, outDir, target: olderBrowser, cssTarget: olderBrowser, cssMinify: 'lightningcss' },
  };
}

/** Without the plugin that notes the packages of the shipped build. */
function withoutNotes(plugins: PluginOption[]): PluginOption[] {
  return plugins.flatMap((plugin): PluginOption[] => {
    if (Array.isArray(plugin)) return withoutNotes(plugin);
    return plugin && 'name' in plugin && plugin.name === 'note-packages' ? [] : [plugin];
  });
}
