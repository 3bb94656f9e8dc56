// Bundles an entry point into a test folder, like the build.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { doorConfig } from '../../vite.doors.config.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** The bundled text of `entry`, a path in the repository. */
export async function bundleOf(entry: string, name: string, folder: string): Promise<string> {
  const config = doorConfig(root, entry, name);
  await build({ ...config, build: { ...config.build, outDir: folder } });
  return readFileSync(join(folder, name), 'utf8');
}
