// What stood in a text before a call changed it, so that the person can put it back. It is kept here and not in the message: a
// message may come from another program, and what is put back is told to models.

import { basename, dirname, join } from 'node:path';
import type { OwnTextCall } from '../../ports/ownTextFiles.ts';
import { atomicWrite, isTemporaryName, makeFolder } from '../../stores/files/atomicWrite.ts';
import { type Disk, readWhole } from '../../stores/files/disk.ts';

export interface EarlierTexts {
  /** `after`: the hash of what the call makes of it. Throws what the file system throws. */
  keep(place: string, call: OwnTextCall, text: string, after: string): Promise<void>;
  /** Null: it is not kept (any more). `after`: how that hash begins. */
  find(place: string, call: OwnTextCall): Promise<{ text: string; after: string } | null>;
}

const maxKept = 50;
const hashLetters = 32;

export function createEarlierTexts(disk: Disk): EarlierTexts {
  const folderOf = (place: string): string => join(dirname(place), `${basename(place, '.md')}.before`);

  async function names(folder: string): Promise<string[]> {
    const found = await disk.readdir(folder).catch(() => []);
    // Ids of messages begin with their time.
    return found.filter((name) => !isTemporaryName(name) && name.endsWith('.md')).sort();
  }

  return {
    async keep(place, call, text, after) {
      const prefix = prefixOf(call);
      if (prefix === null) return;
      const folder = folderOf(place);
      await makeFolder(disk, folder);
      await atomicWrite(disk, join(folder, `${prefix}${after.slice(0, hashLetters)}.md`), text);
      const known = await names(folder);
      for (const name of known.slice(0, Math.max(0, known.length - maxKept))) {
        await disk.unlink(join(folder, name)).catch(() => {});
      }
    },

    async find(place, call) {
      const prefix = prefixOf(call);
      const folder = folderOf(place);
      const name = prefix === null ? undefined : (await names(folder)).findLast((each) => each.startsWith(prefix));
      if (name === undefined || prefix === null) return null;
      const content = await readWhole(disk, join(folder, name));
      if (content.kind !== 'content') return null;
      return { text: content.bytes.toString('utf8'), after: name.slice(prefix.length, -'.md'.length) };
    },
  };
}

/** Null: an id that is no name of a file. */
function prefixOf({ messageId, index }: OwnTextCall): string | null {
  return /^[\w-]{1,64}$/.test(messageId) ? `${messageId}.${index}.` : null;
}
