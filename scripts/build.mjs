// `npm run build`: bundles the entry points (desktop, browser host, command line), the window, and the window's scenes
// for the tests. Arguments select parts. Parts that are missing from the tree are reported and skipped; a part that
// fails to build is an error.

import { copyFile, mkdir, readdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runInPlace } from './child.mjs';
import { hostNodeMajor } from './nodePath.mjs';
import { runScript, Stop, say } from './say.mjs';
import { ensureInstalled } from './setup.mjs';
import { allParts, appParts, entriesOf, hashOf, isFresh, partPrefix, splitDoors, stamp } from './sources.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/**
 * @param {string} entry
 * @param {string} output
 */
async function copyBeside(entry, output) {
  await mkdir(dirname(join(root, output)), { recursive: true });
  await copyFile(join(root, entry), join(root, output));
}

/** How long a process started earlier may still need its own chunks. */
const partsKeptMs = 24 * 60 * 60 * 1000;

/** Deletes chunks of earlier builds, and their compile caches. */
async function sweepParts() {
  const out = join(root, 'out');
  await rm(join(out, 'compiled'), { recursive: true, force: true });
  for (const name of await readdir(out).catch(() => [])) {
    const isPart = splitDoors.some((door) => `out/${name}`.startsWith(partPrefix(door)) && `out/${name}` !== door);
    if (!isPart || !name.endsWith('.js')) continue;
    const { mtimeMs } = await stat(join(out, name));
    if (Date.now() - mtimeMs > partsKeptMs) await rm(join(out, name), { force: true });
  }
}

await runScript(async () => {
  const named = process.argv.slice(2);
  const unknown = named.find((name) => !allParts.some((part) => part === name));
  if (unknown) throw new Stop(`Unknown part "${unknown}"; the parts are ${allParts.join(' and ')}.`, 2);

  const node = await ensureInstalled(root, say);
  if (Number(process.versions.node.split('.')[0]) < hostNodeMajor) {
    const { code } = await runInPlace(node, [fileURLToPath(import.meta.url), ...named], { cwd: root });
    return code;
  }

  const { build } = await import('vite');
  const { doorConfig } = await import('../vite.doors.config.ts');
  const { clientOutput, completeClientPackage } = await import('./clientPackage.ts');
  const { writeNotices } = await import('./notices.ts');
  const { writeSbom } = await import('./package/sbom.ts');
  for (const part of allParts.filter((one) => named.length === 0 || named.includes(one))) {
    const hash = hashOf(root, part);
    const entries = entriesOf(root, part);
    for (const { entry } of entries.filter(({ present }) => !present)) say(`${entry} is not in this tree: skipped.`);
    const present = entries.filter((entry) => entry.present);
    if (present.length === 0) continue;
    stamp(root, part, null);
    if (part === 'doors') await sweepParts();
    await Promise.all(
      present.map(({ entry, output }) => {
        // Third-party files are copied next to the bundles unchanged.
        if (entry.startsWith('node_modules/')) return copyBeside(entry, output);
        const page = entry.endsWith('vite.config.ts');
        return build(page ? { configFile: join(root, entry), logLevel: 'warn' } : doorConfig(root, entry, output));
      }),
    );
    if (present.some(({ output }) => output === clientOutput)) completeClientPackage(root);
    stamp(root, part, hash);
    for (const { output } of present) say(`Built ${output}.`);
  }
  if (appParts.every((part) => isFresh(root, part))) {
    writeNotices(root);
    writeSbom(root);
  }
  return 0;
});
