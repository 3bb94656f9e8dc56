// How a door is bundled: with everything in it but what comes with the platform and the native modules. The desktop's is one
// file; those that begin often and for a moment leave what only some commands need in parts beside them.

import { builtinModules } from 'node:module';
import { basename, dirname, join } from 'node:path';
import type { InlineConfig, Plugin } from 'vite';
import { notePackages } from './scripts/notices.ts';
import { partPrefix, splitDoors } from './scripts/sources.mjs';

/** Native modules, and Electron itself: found at run time, never bundled. */
const external = [/^node:/, ...builtinModules, 'electron', '@napi-rs/keyring', '@vscode/ripgrep'];

/** A preload script in a sandbox may only `require`, and only `electron`. */
const isPreload = (output: string): boolean => output.endsWith('.cjs');

/**
 * An `import` of `node:http` looks at all that it has, and so loads Node's own fetch with it: a tenth of the time in which a
 * command begins. What is wanted of it is taken from it by name.
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

/** `entry` and `output` are paths from `root`. */
export function doorConfig(root: string, entry: string, output: string): InlineConfig {
  return {
    configFile: false,
    root,
    logLevel: 'warn',
    publicDir: false,
    plugins: isPreload(output) ? [] : [plainHttp, notePackages(root, basename(output, '.js'))],
    // ws looks for faster natives that are not part of the app.
    define: { 'process.env.WS_NO_BUFFER_UTIL': '"1"', 'process.env.WS_NO_UTF_8_VALIDATE': '"1"' },
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
          // Named by their content: what runs while the door is built anew finds its own parts still there.
          ...(splitDoors.includes(output)
            ? { chunkFileNames: `${basename(partPrefix(output))}[name]-[hash].js` }
            : { codeSplitting: false }),
        },
      },
    },
  };
}
