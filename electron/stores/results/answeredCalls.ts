// Which calls of a conversation have their results, on every branch: their ids are counted in the bytes of messages.json.
// Where that leaves a doubt, a call counts as one that has none.

import type { Disk } from '../files/disk.ts';
import { scanText } from '../files/textScan.ts';
import { outputKey } from './deadOutput.ts';

/** What has another form is not counted: there is no such id, or no result of it. */
const idPattern = /"(id|tool_call_id)"\s{0,8}:\s{0,8}("(?:[^"\\]|\\.){1,1300}")/g;
const longestMatch = 1400;
/** A result that could not be kept whole: what its call printed may be needed yet. */
const cutResult = '"spillError"';

/** Of these calls (`callKey`) those that were asked no more often than they have results. Throws what the file system throws. */
export async function answeredCalls(disk: Disk, messages: string, keys: ReadonlySet<string>): Promise<Set<string>> {
  const asked = new Map<string, number>();
  const answered = new Map<string, number>();
  let counted = -1;
  let isCut = false;
  await scanText(disk, messages, longestMatch, (text, offset) => {
    isCut ||= text.includes(cutResult);
    for (const { 1: name, 2: quoted = '', index } of text.matchAll(idPattern)) {
      if (offset + index <= counted) continue;
      counted = offset + index;
      const key = keyOf(quoted);
      const counts = name === 'id' ? asked : answered;
      if (key !== null && keys.has(key)) counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    return isCut;
  });
  if (isCut) return new Set();
  return new Set([...answered].filter(([key, results]) => results >= (asked.get(key) ?? 0)).map(([key]) => key));
}

/** `quoted`: a JSON text, a letter for each byte. */
function keyOf(quoted: string): string | null {
  try {
    return outputKey(JSON.parse(Buffer.from(quoted, 'latin1').toString('utf8')));
  } catch {
    return null;
  }
}
