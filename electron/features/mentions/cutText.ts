// Limits the text of a mention to what a message may carry.

import { maxMentionBytes } from '../../../shared/conversation/mentions.ts';

/** `keep`: the beginning or the end. A line reports what is missing. */
export function cutText(bytes: Buffer, totalBytes: number | null, keep: 'start' | 'end'): string {
  if (bytes.length <= maxMentionBytes && (totalBytes === null || totalBytes <= bytes.length)) return bytes.toString();
  const kept = keep === 'start' ? bytes.subarray(0, maxMentionBytes) : bytes.subarray(-maxMentionBytes);
  // The cut may be inside a character or a line.
  const text = kept.toString().replace(/^\uFFFD+|\uFFFD+$/g, '');
  const size = `${Math.round(maxMentionBytes / 1024)} KB`;
  return keep === 'start'
    ? `${text}\n[Only the first ${size} are included.]\n`
    : `[Only the last ${size} are included.]\n${text}`;
}
