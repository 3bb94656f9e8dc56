// Case-insensitive streaming search in UTF-8: memory does not grow with the source, and matches across pieces are found.

import { createTimeSlice } from '../../lib/cooperativeYield.ts';
import { firstCharacters } from '../../lib/text.ts';
import type { LogSource } from '../files/fileWindow.ts';

export interface ResultMatch {
  offset: number;
  /** Starts at 1. */
  line: number;
  /** The match with context from its line. */
  excerpt: string;
}

const pieceBytes = 64 * 1024;
/** UTF-16 units shown before and after a match. */
const around = 80;

/** Returns partial results when the signal aborts. Each piece from the source is consumed before the next read. */
export async function searchText(
  source: LogSource,
  text: string,
  limit: number,
  signal?: AbortSignal,
): Promise<{ matches: ResultMatch[]; more: boolean }> {
  const matches: ResultMatch[] = [];
  if (text === '') return { matches, more: false };
  const pattern = new RegExp(text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'), 'giu');
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  /** Pending text, its byte offset, and its first line. */
  let window = '';
  let windowAt = 0;
  let line = 1;
  let searched = 0;
  const slice = createTimeSlice();

  for (let position = 0; position < source.size || position === 0; ) {
    // Reads from memory never yield, so do it here.
    await slice();
    if (signal?.aborted) return { matches, more: true };
    const bytes = await source.read(position, pieceBytes);
    position += bytes.length;
    const last = bytes.length === 0 || position >= source.size;
    window += decoder.decode(bytes, { stream: !last });
    // A later match may be incomplete or lack its context.
    const ready = last ? window.length : Math.max(searched, window.length - text.length * 2 - around);
    let countedTo = 0;
    let bytesTo = windowAt;
    let lineTo = line;
    let after = 0;
    pattern.lastIndex = searched;
    for (let match = pattern.exec(window); match && match.index < ready; match = pattern.exec(window)) {
      if (matches.length >= limit) return { matches, more: true };
      const between = window.slice(countedTo, match.index);
      bytesTo += Buffer.byteLength(between);
      lineTo += lineFeeds(between);
      countedTo = match.index;
      after = match.index + match[0].length;
      matches.push({ offset: bytesTo, line: lineTo, excerpt: excerptOf(window, match.index, match[0].length) });
    }
    if (last) break;
    searched = Math.max(ready, after);
    const keepFrom = characterBorder(window, Math.max(0, ready - around));
    const done = window.slice(0, keepFrom);
    windowAt += Buffer.byteLength(done);
    line += lineFeeds(done);
    window = window.slice(keepFrom);
    searched -= keepFrom;
  }
  return { matches, more: false };
}

function excerptOf(text: string, at: number, length: number): string {
  const from = Math.max(text.lastIndexOf('\n', at - 1) + 1, at - around, 0);
  const lineEnd = text.indexOf('\n', at + length);
  const to = Math.min(lineEnd < 0 ? text.length : lineEnd, at + length + around);
  const begin = characterBorder(text, from);
  return firstCharacters(text.slice(begin), to - begin).trimEnd();
}

/** `at`, or one less to avoid splitting a surrogate pair. */
function characterBorder(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return at > 0 && code >= 0xdc00 && code <= 0xdfff ? at - 1 : at;
}

function lineFeeds(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++;
  return count;
}
