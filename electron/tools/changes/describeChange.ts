// A change as people see it: what kind it is, how many lines, and its difference where it is text and not too large.

import { FILE_HEADERS_ONLY, formatPatch, type StructuredPatch, structuredPatch } from 'diff';
import type { FileChange } from '../../../shared/contract/toolResources.ts';
import type { EntryChange, EntryState, ReadContent } from '../../ports/folderTree.ts';
import { readableText } from '../textFile.ts';

/** Of a file whose difference is shown: bytes of each side. */
const largestText = 512 * 1024;
const longestSearchMs = 300;
const linesOfContext = 3;

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
  const text = await difference(from ?? path, path, before, after, read);
  const { added, removed } = text ? countLines(text) : { added: 0, removed: 0 };
  const shown = [modes, text ? formatPatch(text, FILE_HEADERS_ONLY) : ''].filter(Boolean).join('\n');
  return { ...fields, added, removed, ...(diff && shown !== '' ? { diff: shown } : {}) };
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

/** Null: there is none to show. */
async function difference(
  oldPath: string,
  newPath: string,
  before: EntryState | null,
  after: EntryState | null,
  read: ReadContent,
): Promise<StructuredPatch | null> {
  if (before?.kind === 'file' && after?.kind === 'file' && before.hash === after.hash) return null;
  const [old, next] = [await textOf(before, read), await textOf(after, read)];
  if (old === null || next === null || old === next) return null;
  const names = [
    before === null ? '/dev/null' : `a/${oldPath}`,
    after === null ? '/dev/null' : `b/${newPath}`,
  ] as const;
  return patchOf(...names, old, next);
}

/** Null for what is no text or too large. */
async function textOf(state: EntryState | null, read: ReadContent): Promise<string | null> {
  if (state === null || state.kind === 'folder') return '';
  if (state.kind === 'link') return `→ ${state.target}\n`;
  if (state.bytes > largestText) return null;
  try {
    const pieces: Buffer[] = [];
    for await (const piece of read(state.hash)) pieces.push(piece);
    return readableText(Buffer.concat(pieces));
  } catch {
    return null; // it is said where it is put back
  }
}

/** In small steps; very different texts are shown as replaced whole. */
async function patchOf(oldName: string, newName: string, old: string, next: string): Promise<StructuredPatch> {
  const smallest = await new Promise<StructuredPatch | undefined>((callback) => {
    structuredPatch(oldName, newName, old, next, undefined, undefined, {
      context: linesOfContext,
      timeout: longestSearchMs,
      callback,
    });
  });
  if (smallest) return smallest;
  const removed = structuredPatch(oldName, newName, old, '', undefined, undefined, { context: 0 }).hunks[0];
  const added = structuredPatch(oldName, newName, '', next, undefined, undefined, { context: 0 }).hunks[0];
  const lines = [...(removed?.lines ?? []), ...(added?.lines ?? [])];
  const hunk = { oldStart: 1, oldLines: removed?.oldLines ?? 0, newStart: 1, newLines: added?.newLines ?? 0, lines };
  return { oldFileName: oldName, newFileName: newName, oldHeader: undefined, newHeader: undefined, hunks: [hunk] };
}

function countLines({ hunks }: StructuredPatch): { added: number; removed: number } {
  let added = 0;
  let removed = 0;
  for (const { lines } of hunks) {
    for (const line of lines) {
      if (line.startsWith('+')) added++;
      else if (line.startsWith('-')) removed++;
    }
  }
  return { added, removed };
}
