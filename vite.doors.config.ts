// How a door is bundled: one file each, with everything in it but what comes with the platform and the native modules.

import { builtinModules } from 'node:module';
import { basename, dirname, join } from 'node:path';
import type { InlineConfig } from 'vite';

/** Native modules, and Electron itself: found at run time, never bundled. */
const external = [/^node:/, ...builtinModules, 'electron', '@napi-rs/keyring', '@vscode/ripgrep'];

/** A preload script in a sandbox may only `require`, and only `electron`. */
const isPreload = (output: string): boolean => output.endsWith('.cjs');

/** `entry` and `output` are paths from `root`. */
export function doorConfig(root: string, entry: string, output: string): InlineConfig {
  return {
    configFile: false,
    root,
    logLevel: 'warn',
    publicDir: false,
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
          codeSplitting: false,
        },
      },
    },
  };
}
