// Captures the output of a running background command: hides secrets, writes to disk, and keeps the last characters in
// memory. If the disk fails, later output is lost but the command keeps running.

import type { UserText } from '../../../shared/core/sentence.ts';
import type { SecretMask } from '../../lib/secretMask.ts';
import { createUtf8Stream } from '../../lib/utf8Stream.ts';
import type { BackgroundLog, BackgroundRecord } from '../../ports/background.ts';
import { type Disk, diskReason } from '../files/disk.ts';
import { createPartsWriter } from './outputParts.ts';

/** Characters of output to show in lists, from the end. */
export const tailCharacters = 2000;

export interface BackgroundLogFile extends BackgroundLog {
  /** Bytes on disk; the middle may have been dropped. */
  keptBytes(): number;
  failure(): UserText | null;
}

export interface BackgroundLogDeps {
  id: string;
  disk: Disk;
  mask: SecretMask;
  cap(): number | Promise<number>;
  folder(): Promise<string>;
  ended(ended: NonNullable<BackgroundRecord['ended']>): Promise<void>;
}

export function createBackgroundLog(deps: BackgroundLogDeps): BackgroundLogFile {
  const mask = deps.mask.stream();
  const utf8 = createUtf8Stream();
  const writer = createPartsWriter(deps.disk, deps.id, deps.folder, deps.cap);
  let bytes = 0;
  let failed: UserText | null = null;
  const end = Buffer.alloc(4 * tailCharacters);
  let inEnd = 0;
  let queue: Promise<void> = Promise.resolve();

  function keepEnd(last: Buffer): void {
    const stays = Math.min(inEnd, end.length - last.length);
    end.copyWithin(0, inEnd - stays, inEnd);
    last.copy(end, stays);
    inEnd = stays + last.length;
  }

  async function keep(piece: Buffer): Promise<void> {
    if (piece.length === 0) return;
    keepEnd(piece.subarray(-end.length));
    try {
      if (failed === null) await writer.add(piece);
    } catch (thrown) {
      failed = diskReason(thrown);
    }
    bytes += piece.length;
  }

  async function take(piece: Buffer | string): Promise<void> {
    const passes = typeof piece !== 'string' && mask.passes(piece);
    await keep(passes ? piece : Buffer.from(mask.add(piece.toString()), 'utf8'));
  }

  /** Queues the work so that chunks are handled in order, even when the caller does not wait. */
  function later(task: () => Promise<void>): Promise<void> {
    queue = queue.then(task);
    return queue;
  }

  return {
    id: deps.id,
    add: (piece) =>
      later(async () => {
        for (const whole of utf8.add(piece)) await take(whole);
      }),
    bytes: () => bytes,
    keptBytes: () => writer.bytes(),
    failure: () => failed,
    tail() {
      const text = end.toString('utf8', 0, inEnd).slice(-tailCharacters);
      // The cut may have split a character.
      return text.replace(/^[\ufffd\udc00-\udfff]+/, '');
    },
    end: (ended) =>
      later(async () => {
        await keep(Buffer.from(mask.add(utf8.end()) + mask.end(), 'utf8'));
        await writer.close().catch(() => {});
        await deps.ended(ended).catch(() => {});
      }),
  };
}
