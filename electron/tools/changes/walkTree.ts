// Walks a folder without following links or blocking others. Names are read in batches, so a huge folder can be abandoned early.

import { isUtf8 } from 'node:buffer';
import { opendirSync } from 'node:fs';
import { join } from 'node:path';
import { createTimeSlice } from '../../lib/cooperativeYield.ts';
import { type OpenFolder, openBelow, openFolder } from '../paths/openInside.ts';
import { type EntryStat, statEntry } from './entryState.ts';

export interface Visitor {
  /** Called for each entry before its contents; the result says whether to enter a folder. */
  entry(path: string, stat: EntryStat): boolean | Promise<boolean>;
  /** Called for an inaccessible folder or entry. */
  closed(path: string, stat: EntryStat | null): void;
  /** Called for a name that is not valid UTF-8, in approximate form. */
  oddName(path: string): void;
  /** True ends the walk. */
  enough(): boolean;
}

/** Throws if the root itself cannot be opened. */
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
      let stat: EntryStat | null;
      try {
        stat = statEntry(folder, name);
      } catch {
        visitor.closed(at, null);
        continue;
      }
      if (stat === null) continue;
      const goes = visitor.entry(at, stat);
      if (stat.kind !== 'folder' || !(goes === true || (await goes))) continue;
      await below(folder, name, at, stat);
    }
  }

  async function below(above: OpenFolder, name: string, path: string, stat: EntryStat): Promise<void> {
    let folder: OpenFolder;
    try {
      folder = await openBelow(above, name, join(root, ...path.split('/')));
    } catch {
      visitor.closed(path, stat);
      return;
    }
    try {
      await within(folder, path);
    } catch {
      visitor.closed(path, stat);
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

/** Names to read before visiting the first: a few milliseconds. */
const portion = 2_048;

/** Sorted within a batch, so mostly overall. Non-UTF-8 names stay bytes. */
function* namesIn(folder: OpenFolder): Generator<Buffer> {
  const listing = opendirSync(folder.path(), { encoding: 'buffer' as BufferEncoding, bufferSize: 256 });
  try {
    for (let isOver = false; !isOver; ) {
      const names: Buffer[] = [];
      while (!isOver && names.length < portion) {
        const entry = listing.readSync();
        // With that encoding names are buffers, which the types do not express.
        if (entry) names.push(entry.name as unknown as Buffer);
        else isOver = true;
      }
      yield* names.sort(Buffer.compare);
    }
  } finally {
    listing.closeSync();
  }
}
