// Which paths were changed after a moment, by the times that the system keeps of them. A doubt counts as a change.

import { type OpenFolder, openFolder } from '../paths/openInside.ts';
import { nameOf, parentOf, segmentsOf } from './coveredNames.ts';
import { isMissing, see } from './entryState.ts';

export async function changedAfter(root: string, paths: readonly string[], moment: number): Promise<Set<string>> {
  const after = BigInt(Math.floor(moment)) * 1_000_000n;
  const found = new Set<string>();
  for (const path of paths) if (await isLater(root, path, after)) found.add(path);
  return found;
}

async function isLater(root: string, path: string, after: bigint): Promise<boolean> {
  // Of what is gone only the folder that it was in tells, or the one above that.
  for (let at = path; at !== ''; at = parentOf(at)) {
    const above = parentOf(at);
    let folder: OpenFolder;
    try {
      folder = await openFolder(root, above === '' ? [] : segmentsOf(above));
    } catch (thrown) {
      if (isMissing(thrown)) continue;
      return true;
    }
    try {
      const seen = see(folder, nameOf(at)) ?? see(folder, '.');
      return seen === null || seen.changedAt > after;
    } catch {
      return true;
    } finally {
      await folder.close();
    }
  }
  return true;
}
