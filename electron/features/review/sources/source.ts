// The changes that a review shows, whatever they come from.

import { createHash } from 'node:crypto';
import type { UserText, UserTextData } from '../../../../shared/core/sentence.ts';
import type { EntryChange, EntryState, ReadContent } from '../../../ports/folderTree.ts';
import type { NetChange } from '../../../stores/undo/netChanges.ts';

export interface ReviewSource {
  folder: string;
  /** By path; a renamed file has two. */
  entries: readonly EntryChange[];
  /** As the user sees them. */
  visible: readonly NetChange[];
  /** Why some paths are left alone. */
  untouchable: ReadonlyMap<string, UserText>;
  read: ReadContent;
  notCovered: UserTextData[];
  isUndone: boolean;
  /** The result of the changes is by definition what is in the folder. */
  isCurrent: boolean;
}

/** As the window names it; folders end with `/`. */
export function shownPath({ path, before, after }: NetChange): string {
  return (after ?? before)?.kind === 'folder' ? `${path}/` : path;
}

export function versionOf({ from = '', before, after }: NetChange): string {
  return createHash('sha256')
    .update(JSON.stringify([from, stateKey(before), stateKey(after)]))
    .digest('hex')
    .slice(0, 32);
}

function stateKey(state: EntryState | null): unknown {
  if (state === null) return null;
  if (state.kind === 'link') return ['link', state.target];
  return state.kind === 'folder' ? ['folder', state.mode] : [state.hash, state.mode];
}

/** Maximum bytes of a file that is compared or restored. */
export const maxFileBytes = 32 * 1024 * 1024;

/** Throws if the content is missing or damaged. Null: too large. */
export async function contentOf(state: EntryState | null, read: ReadContent): Promise<Buffer | null> {
  if (state?.kind !== 'file') return Buffer.alloc(0);
  if (state.bytes > maxFileBytes) return null;
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of read(state.hash)) {
    bytes += piece.length;
    if (bytes > maxFileBytes) return null;
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}
