// Describes a change for the user: its kind, line counts, and a diff if it is text and not too large.

import type { FileChange } from '../../../shared/features/undo/methods.ts';
import type { EntryChange, EntryState, ReadContent } from '../../ports/folderTree.ts';
import { readableText } from '../text/textFile.ts';
import { diffTexts, type TextDifference, unifiedDiff } from './unifiedDiff.ts';

/** Maximum bytes per side for a diff. */
const maxText = 512 * 1024;

export async function describeChange(
  { path, from, before, after }: EntryChange & { from?: string },
  read: ReadContent,
  { diff }: { diff: boolean },
): Promise<FileChange> {
  const isFolder = (after ?? before)?.kind === 'folder';
  const fields = {
    path: isFolder ? `${path}/` : path,
    ...(from === undefined ? {} : { from }),
    kind: kindOf(before, after, from),
    bytes: after === null ? null : after.kind === 'file' ? after.bytes : 0,
  };
  const modes = modeLines(before, after);
  const text = await difference(before, after, read);
  if (text === 'none') return { ...fields, added: 0, removed: 0, ...(diff && modes !== '' ? { diff: modes } : {}) };
  if (text === 'unknown') return { ...fields, ...(diff && modes !== '' ? { diff: modes } : {}) };
  const { added, removed } = text;
  const counts = added === null || removed === null ? {} : { added, removed };
  if (!diff) return { ...fields, ...counts };
  const oldName = before === null ? '/dev/null' : `a/${from ?? path}`;
  const newName = after === null ? '/dev/null' : `b/${path}`;
  const diffText = [modes, await unifiedDiff(oldName, newName, text)].filter(Boolean).join('\n');
  return { ...fields, ...counts, diff: diffText };
}

function kindOf(before: EntryState | null, after: EntryState | null, from?: string): FileChange['kind'] {
  if (from !== undefined) return 'renamed';
  if (before === null) return 'added';
  if (after === null) return 'deleted';
  if (before.kind === 'link' || after.kind === 'link') return 'link';
  if (before.kind === 'file' && after.kind === 'file' && before.hash !== after.hash) return 'modified';
  return before.kind === after.kind ? 'mode' : 'modified';
}

function modeLines(before: EntryState | null, after: EntryState | null): string {
  if (!before || !after || before.kind === 'link' || after.kind === 'link' || before.kind !== after.kind) return '';
  if (before.mode === after.mode) return '';
  return `old mode ${before.mode.toString(8)}\nnew mode ${after.mode.toString(8)}`;
}

/** `unknown` for binary, too large or unreadable content. */
async function difference(
  before: EntryState | null,
  after: EntryState | null,
  read: ReadContent,
): Promise<TextDifference | 'none' | 'unknown'> {
  if (before?.kind === 'file' && after?.kind === 'file' && before.hash === after.hash) return 'none';
  const [old, next] = [await textOf(before, read), await textOf(after, read)];
  if (old === null || next === null) return 'unknown';
  return old === next ? 'none' : diffTexts(old, next);
}

/** Null for binary or too large content. */
async function textOf(state: EntryState | null, read: ReadContent): Promise<string | null> {
  if (state === null || state.kind === 'folder') return '';
  if (state.kind === 'link') return `→ ${state.target}\n`;
  if (state.bytes > maxText) return null;
  try {
    const pieces: Buffer[] = [];
    for await (const piece of read(state.hash)) pieces.push(piece);
    return await readableText(Buffer.concat(pieces));
  } catch {
    return null; // reported when it is restored
  }
}
