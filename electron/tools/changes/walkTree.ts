// Goes through everything in a folder without following a link, and without holding up others: names are read in portions,
// so that a folder of very many is left when it is enough.

import { isUtf8 } from 'node:buffer';
import { opendirSync } from 'node:fs';
import { join } from 'node:path';
import { createTimeSlice } from '../../lib/cooperativeYield.ts';
import { type OpenFolder, openBelow, openFolder } from '../paths/openInside.ts';
import { type EntryStat, see } from './entryState.ts';

export interface Visitor {
  /** Told each entry before what is in it; of a folder the answer says whether to look into it. */
  entry(path: string, seen: EntryStat): boolean | Promise<boolean>;
  /** A folder or entry that cannot be looked at. */
  closed(path: string, seen: EntryStat | null): void;
  /** A name that is no valid UTF-8 has no path here; this is about how it reads. */
  oddName(path: string): void;
  /** True ends the walk. */
  enough(): boolean;
}

/** Throws when the root itself cannot be opened. */
export async function walkTree(root: string, visitor: Visitor): Promise<void> {
  const slice = createTimeSlice();

  async function within(folder: OpenFolder, path: string): Promise<void> {
    const names = namesIn(folder);
    for (const bytes of names) {
      const turn = slice();
      if (turn) await turn;
      if (visitor.enough()) return;
      const name = bytes.toString('utf8');
      const at = path === '' ? name : `${path}/${name}`;
      if (!isUtf8(bytes)) {
        visitor.oddName(at);
        continue;
      }
      let seen: EntryStat | null;
      try {
        seen = see(folder, name);
      } catch {
        visitor.closed(at, null);
        continue;
      }
      if (seen === null) continue;
      const goes = visitor.entry(at, seen);
      if (seen.kind !== 'folder' || !(goes === true || (await goes))) continue;
      await below(folder, name, at, seen);
    }
  }

  async function below(above: OpenFolder, name: string, path: string, seen: EntryStat): Promise<void> {
    let folder: OpenFolder;
    try {
      folder = await openBelow(above, name, join(root, ...path.split('/')));
    } catch {
      visitor.closed(path, seen);
      return;
    }
    try {
      await within(folder, path);
    } catch {
      visitor.closed(path, seen);
    } finally {
      await folder.close();
    }
  }

  const folder = await openFolder(root, []);
  try {
    await within(folder, '');
  } finally {
    await folder.close();
  }
}

/** Names that are read before the first of them is looked at: a few milliseconds. */
const portion = 2_048;

/** In order within a portion, so mostly in all of it. What is not UTF-8 stays as it is. */
function* namesIn(folder: OpenFolder): Generator<Buffer> {
  const listing = opendirSync(folder.path(), { encoding: 'buffer' as BufferEncoding, bufferSize: 256 });
  try {
    for (let isOver = false; !isOver; ) {
      const names: Buffer[] = [];
      while (!isOver && names.length < portion) {
        const entry = listing.readSync();
        // With that encoding they are bytes, which the types do not know.
        if (entry) names.push(entry.name as unknown as Buffer);
        else isOver = true;
      }
      yield* names.sort(Buffer.compare);
    }
  } finally {
    listing.closeSync();
  }
}
