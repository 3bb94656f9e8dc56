// Entries of a folder as they are now, with their contents.

import { ContentChangedError, type EntryState, type FolderTree } from '../../../ports/folderTree.ts';
import { createCoverageTest } from '../../../tools/changes/coveredNames.ts';

export interface WorkingFiles {
  /** With links resolved; null: it does not exist. */
  rootOf(folder: string): Promise<string | null>;
  /** Null: nothing is there. Undefined: it is not covered, too large or unreadable. */
  stateOf(folder: string, path: string): Promise<EntryState | null | undefined>;
  /** Also null for what is not a file. */
  contentAt(folder: string, path: string): Promise<Buffer | null>;
}

export function createWorkingFiles(tree: FolderTree, protectedFolders: readonly string[]): WorkingFiles {
  async function look(folder: string, path: string, keep: (content: Buffer) => void) {
    const root = await tree.rootOf(folder);
    if (root === null || !(await createCoverageTest(root, protectedFolders))(path)) return undefined;
    const keeper = {
      has: () => false,
      async keep(_hash: string, content: Buffer | (() => AsyncIterable<Buffer>)): Promise<void> {
        if (Buffer.isBuffer(content)) return keep(content);
        const pieces: Buffer[] = [];
        for await (const piece of content()) pieces.push(piece);
        keep(Buffer.concat(pieces));
      },
    };
    try {
      return (await tree.entriesAt(root, [path], keeper)).get(path);
    } catch (thrown) {
      if (thrown instanceof ContentChangedError) return undefined;
      throw thrown;
    }
  }

  return {
    rootOf: tree.rootOf,
    stateOf: (folder, path) => look(folder, path, () => {}),
    async contentAt(folder, path) {
      let bytes: Buffer | null = null;
      const state = await look(folder, path, (content) => {
        bytes = content;
      });
      return state?.kind === 'file' ? bytes : null;
    },
  };
}
