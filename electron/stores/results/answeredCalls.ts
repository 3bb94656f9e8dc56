// Determines which calls have results on every branch, by counting their IDs in the bytes of messages.json. In doubt, a
// call counts as unanswered.

import type { Disk } from '../files/disk.ts';
import { scanText } from '../files/textScan.ts';
import { outputKey } from './deadOutput.ts';

/** Other forms are not counted, so they count as unanswered. */
const idPattern = /"(id|tool_call_id)"\s{0,8}:\s{0,8}("(?:[^"\\]|\\.){1,1300}")/g;
const longestMatch = 1400;
/** A truncated result: the call's output may still be needed. */
const cutResult = '"spillError"';

/** The calls (by `callKey`) made no more often than they have results. Throws file system errors. */
export async function answeredCalls(disk: Disk, messages: string, keys: ReadonlySet<string>): Promise<Set<string>> {
  const askedCounts = new Map<string, number>();
  const answered = new Map<string, number>();
  let counted = -1;
  let isCut = false;
  await scanText(disk, messages, longestMatch, (text, offset) => {
    isCut ||= text.includes(cutResult);
    for (const { 1: name, 2: quoted = '', index } of text.matchAll(idPattern)) {
      if (offset + index <= counted) continue;
      counted = offset + index;
      const key = keyOf(quoted);
      const counts = name === 'id' ? askedCounts : answered;
      if (key !== null && keys.has(key)) counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    return isCut;
  });
  if (isCut) return new Set();
  return new Set([...answered].filter(([key, results]) => results >= (askedCounts.get(key) ?? 0)).map(([key]) => key));
}

/** `quoted` is a JSON string, one letter per byte. */
function keyOf(quoted: string): string | null {
  try {
    return outputKey(JSON.parse(Buffer.from(quoted, 'latin1').toString('utf8')));
  } catch {
    return null;
  }
}
