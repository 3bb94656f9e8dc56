// Bundles a door into a folder of the test's, as the build does.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { doorConfig } from '../../vite.doors.config.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** The text of the bundle that `entry` (a path in the repository) becomes. */
export async function bundleOf(entry: string, name: string, folder: string): Promise<string> {
  const config = doorConfig(root, entry, name);
  await build({ ...config, build: { ...config.build, outDir: folder } });
  return readFileSync(join(folder, name), 'utf8');
}
