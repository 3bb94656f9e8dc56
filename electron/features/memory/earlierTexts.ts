// Previous texts, so that the user can restore what a call changed. Stored here rather than in the message: messages
// may come from another app, and restored text reaches models.

import { basename, dirname, join } from 'node:path';
import type { OwnTextCall } from '../../ports/ownTextFiles.ts';
import { atomicWrite, isTemporaryName, makeFolder } from '../../stores/files/atomicWrite.ts';
import { type Disk, readWhole } from '../../stores/files/disk.ts';

export interface EarlierTexts {
  /** `after` is the hash of the call's new text. Throws file system errors. */
  keep(place: string, call: OwnTextCall, text: string, after: string): Promise<void>;
  /** Null if not kept (any more). `after` is a prefix of the hash. */
  find(place: string, call: OwnTextCall): Promise<{ text: string; after: string } | null>;
}

const maxKept = 50;
const hashLetters = 32;

export function createEarlierTexts(disk: Disk): EarlierTexts {
  const folderOf = (place: string): string => join(dirname(place), `${basename(place, '.md')}.before`);

  async function names(folder: string): Promise<string[]> {
    const fileNames = await disk.readdir(folder).catch(() => []);
    // Message IDs start with their time.
    return fileNames.filter((name) => !isTemporaryName(name) && name.endsWith('.md')).sort();
  }

  return {
    async keep(place, call, text, after) {
      const prefix = prefixOf(call);
      if (prefix === null) return;
      const folder = folderOf(place);
      await makeFolder(disk, folder);
      await atomicWrite(disk, join(folder, `${prefix}${after.slice(0, hashLetters)}.md`), text);
      const existingNames = await names(folder);
      for (const name of existingNames.slice(0, Math.max(0, existingNames.length - maxKept))) {
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

/** Null if the ID is not a valid file name. */
function prefixOf({ messageId, index }: OwnTextCall): string | null {
  return /^[\w-]{1,64}$/.test(messageId) ? `${messageId}.${index}.` : null;
}
