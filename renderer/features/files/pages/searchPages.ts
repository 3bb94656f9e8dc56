// Searches a source that has no search of its own, piece by piece, holding one piece at a time.

import { ok, type Result } from '../../../../shared/core/errors.ts';
import { utf8Length } from './pageRows.ts';
import type { TextSource } from './textPages.ts';

export interface TextMatch {
  /** In bytes. */
  offset: number;
  line: number;
}

const pieceBytes = 512 * 1024;
const maxMatches = 1000;

/** Case-insensitive. `onProgress`: bytes searched, and the total. */
export async function searchPages(
  source: TextSource,
  query: string,
  signal: AbortSignal,
  onProgress: (done: number, of: number) => void,
): Promise<Result<{ matches: TextMatch[]; more: boolean }>> {
  const matches: TextMatch[] = [];
  const sought = query.toLowerCase();
  /** End of the previous piece, where a match may begin. */
  let carried = '';
  let carriedAt = 0;
  let line = 1;
  for (let offset = 0; !signal.aborted; ) {
    const answer = await source.read(offset, pieceBytes);
    if (!answer.ok) return answer;
    const { text, nextOffset, totalBytes } = answer.value;
    const whole = carried + text;
    const lower = whole.toLowerCase();
    const inside = lower.length === whole.length ? lower : whole;
    const ready = nextOffset === null ? whole.length : Math.max(0, whole.length - sought.length + 1);
    let counted = 0;
    let bytes = carriedAt;
    for (let at = inside.indexOf(sought); at >= 0 && at < ready; at = inside.indexOf(sought, at + sought.length)) {
      const between = whole.slice(counted, at);
      bytes += utf8Length(between);
      line += between.split('\n').length - 1;
      counted = at;
      if (matches.length >= maxMatches) return ok({ matches, more: true });
      matches.push({ offset: bytes, line });
    }
    const rest = whole.slice(counted, ready);
    line += rest.split('\n').length - 1;
    carriedAt = bytes + utf8Length(rest);
    carried = whole.slice(ready);
    onProgress(nextOffset ?? totalBytes, totalBytes);
    if (nextOffset === null) break;
    offset = nextOffset;
  }
  return ok({ matches, more: false });
}
