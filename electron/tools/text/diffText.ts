// The unified diff of a change, shown before and after it is made.

import { createTwoFilesPatch, FILE_HEADERS_ONLY, OMIT_HEADERS, structuredPatch } from 'diff';
import { firstCharacters } from '../../lib/text.ts';
import { decodeLike, decodeText, lossyText, readableText } from './textFile.ts';

/** A minimal diff of very different texts can take minutes; beyond this, the whole file is shown as replaced. */
const maxSearchMs = 400;
/** Maximum diff characters stored with a result. The preview is always complete. */
const keptCharacters = 200_000;

/** `before` is null for a new file. */
export async function diffText(path: string, before: Buffer | null, after: Buffer): Promise<string> {
  const file = before === null ? null : await decodeText(before);
  const old = before === null ? '' : file && lossyText(file);
  const next = file === null ? await readableText(after) : await decodeLike(after, file);
  const oldName = before === null ? '/dev/null' : `a/${path}`;
  const notes = [];
  if (old === null) notes.push(`# The current file is binary (${before?.length} bytes) and is replaced entirely.`);
  if (next === null) notes.push(`# The new content is binary (${after.length} bytes).`);
  const patch = patchText(oldName, `b/${path}`, old ?? '', next ?? '');
  return notes.length === 0 ? patch : `${notes.join('\n')}\n${patch}`;
}

function patchText(oldName: string, newName: string, old: string, next: string): string {
  const options = { headerOptions: FILE_HEADERS_ONLY, context: 3, timeout: maxSearchMs };
  const smallest = createTwoFilesPatch(oldName, newName, old, next, undefined, undefined, options);
  return smallest ?? wholePatch(oldName, newName, old, next);
}

/** Removes every old line and adds every new one: two diffs that need no search. */
function wholePatch(oldName: string, newName: string, old: string, next: string): string {
  const removed = structuredPatch(oldName, newName, old, '').hunks[0];
  const added = structuredPatch(oldName, newName, '', next).hunks[0];
  const header = `@@ -1,${removed?.oldLines ?? 0} +1,${added?.newLines ?? 0} @@`;
  const lines = [...(removed?.lines ?? []), ...(added?.lines ?? [])];
  return `--- ${oldName}\n+++ ${newName}\n${header}\n${lines.join('\n')}\n`;
}

/** The `diff` field of a result's details. */
export function storedDiff(diff: string): { diff: string; truncated?: boolean } {
  if (diff.length <= keptCharacters) return { diff };
  // Cut at a line end, because the store masks secrets and would not recognize half of one.
  const end = diff.lastIndexOf('\n', keptCharacters);
  return {
    diff: `${firstCharacters(diff, end > 0 ? end : keptCharacters)}\n[The rest of the diff is not kept.]\n`,
    truncated: true,
  };
}

/** Blocks others; a diff that takes longer is not short anyway. */
const shortDiffMs = 30;

/**
 * A short diff for a model that already has the old text; used if it is shorter than the new one. A unified diff
 * without headers; null if the whole text is better.
 */
export function shortDiff(before: string, after: string): string | null {
  const options = { headerOptions: OMIT_HEADERS, context: 2, timeout: shortDiffMs };
  const patch = createTwoFilesPatch('', '', before, after, undefined, undefined, options);
  return patch !== undefined && patch.length < after.length / 2 ? patch : null;
}
