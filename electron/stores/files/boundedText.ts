// Reads a small text file written by the user, another app or an untrusted folder: with a size limit, and never blocking.

import { constants } from 'node:fs';
import { say, type UserText } from '../../../shared/core/sentence.ts';
import { decodePlainText } from '../../lib/plainText.ts';
import { type Disk, diskReason, errorCode, isNotFoundError, readFlags } from './disk.ts';

export type BoundedText =
  | { kind: 'absent' }
  | { kind: 'text'; text: string }
  /** It exists but its content is unknown. */
  | { kind: 'unreadable'; reason: UserText };

/** `max` is a byte limit. `ownLink` follows a symbolic link at the path itself; links in parent folders are always followed. */
export async function readBoundedText(
  disk: Disk,
  path: string,
  max: number,
  ownLink: 'followed' | 'refused',
): Promise<BoundedText> {
  try {
    const handle = await disk.open(path, ownLink === 'followed' ? readFlags : readFlags | (constants.O_NOFOLLOW ?? 0));
    try {
      const stats = await handle.stat();
      if (!stats.isFile()) return { kind: 'unreadable', reason: say`it is not a file` };
      if (stats.size > max) return { kind: 'unreadable', reason: say`it is larger than ${max} bytes` };
      // The file may grow while it is read.
      const room = Math.min(max, stats.size + 64 * 1024) + 1;
      const bytes = Buffer.alloc(room);
      const { bytesRead } = await handle.read(bytes, 0, room, 0);
      if (bytesRead > max) return { kind: 'unreadable', reason: say`it is larger than ${max} bytes` };
      const text = decodePlainText(bytes.subarray(0, bytesRead));
      if (text === null) return { kind: 'unreadable', reason: say`it is not text in UTF-8 or UTF-16` };
      return { kind: 'text', text };
    } finally {
      await handle.close();
    }
  } catch (thrown) {
    if (isNotFoundError(thrown)) return { kind: 'absent' };
    if (errorCode(thrown) === 'ELOOP') return { kind: 'unreadable', reason: say`it is a symbolic link` };
    return { kind: 'unreadable', reason: diskReason(thrown) };
  }
}
