// Makes sure that the bundles match the sources; a no-op if they do.

import { join } from 'node:path';
import { Stop } from './say.mjs';
import { appParts, isFresh } from './sources.mjs';

/**
 * Builds what is stale. Throws `Stop` with the builder's output when it fails.
 * @param {string} root
 * @param {string} node
 * @param {(line: string) => void} say
 * @param {import('./sources.mjs').Part[]} [parts]
 */
export async function ensureBuilt(root, node, say, parts = appParts) {
  const stale = parts.filter((part) => !isFresh(root, part));
  if (stale.length === 0) return;
  const { runToEnd } = await import('./child.mjs');
  say('Building…');
  const built = await runToEnd(node, [join(root, 'scripts', 'build.mjs'), ...stale], { cwd: root });
  if (built.code !== 0) throw new Stop(`The build failed:\n${built.output.trim()}`);
}
