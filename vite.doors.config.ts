// Bundles an entry point with everything except the platform's modules and the native ones. Rarely used code is loaded from
// separate chunks, because compiling all of it would take a tenth of a second or more at every start.

import { builtinModules } from 'node:module';
import { basename, dirname, join } from 'node:path';
import type { InlineConfig, Plugin } from 'vite';
import { notePackages } from './scripts/notices.ts';
import { partPrefix, splitDoors } from './scripts/sources.mjs';

/** Native modules, and Electron itself: resolved at run time, never bundled. */
const external = [
  /^node:/,
  ...builtinModules,
  'electron',
  '@lydell/node-pty',
  '@napi-rs/keyring',
  '@vscode/ripgrep',
  'libsql',
  'playwright-core',
];

/** A preload script in a sandbox may only `require`, and only `electron`. */
const isPreload = (output: string): boolean => output.endsWith('.cjs');

/**
 * An `import` of `node:http` reads all of its exports, which also loads Node's own fetch: a tenth of a command's
 * startup time. Instead, the needed exports are read by name.
 */
const plainHttp: Plugin = {
  name: 'plain-http',
  renderChunk(code) {
    const plain = code.replace(
      /^import \{([^}]*)\} from "node:http";$/gm,
      (_, names: string) => `const {${names.replaceAll(' as ', ': ')}} = process.getBuiltinModule("node:http");`,
    );
    return plain === code ? null : { code: plain, map: null };
  },
};

/** Variables that the build reads, and the app does not. */
function fixedAtBuild(...names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [`process.env.${name}`, JSON.stringify(process.env[name] ?? '')]));
}

/** `entry` and `output` are paths from `root`. */
export function doorConfig(root: string, entry: string, output: string): InlineConfig {
  return {
    configFile: false,
    root,
    logLevel: 'warn',
    publicDir: false,
    plugins: isPreload(output) ? [] : [plainHttp, notePackages(root, basename(output, '.js'))],
    // ws looks for faster native modules, which are not part of the app.
    define: {
      'process.env.WS_NO_BUFFER_UTIL': '"1"',
      'process.env.WS_NO_UTF_8_VALIDATE': '"1"',
      ...fixedAtBuild('THROUGHLINE_UPDATE_KEY', 'THROUGHLINE_UPDATE_URL'),
    },
    ssr: { noExternal: true, target: 'node' },
    build: {
      ssr: true,
      target: 'node24',
      outDir: join(root, dirname(output)),
      emptyOutDir: false,
      minify: false,
      sourcemap: false,
      reportCompressedSize: false,
      rolldownOptions: {
        input: join(root, entry),
        external,
        output: {
          format: isPreload(output) ? 'cjs' : 'es',
          entryFileNames: basename(output),
          // Named by content hash, so that a process started before a rebuild still finds its own chunks.
          ...(splitDoors.includes(output)
            ? { chunkFileNames: `${basename(partPrefix(output))}[name]-[hash].js` }
            : { codeSplitting: false }),
        },
      },
    },
  };
}
