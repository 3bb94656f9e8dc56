// Reads the records of a messages.json as lines to upload: all of them, or those after a resumed position. A record's line is its
// original bytes, so that every machine stores the same.

import { createHash } from 'node:crypto';
import type { Message } from '../../../../shared/conversation/message.ts';
import type { ConversationPaths } from '../../../stores/dataFolder.ts';
import { type Disk, statOrNull } from '../../../stores/files/disk.ts';
import type { LogSource } from '../../../stores/files/fileWindow.ts';
import { withSource } from '../../../stores/files/logSources.ts';
import { readMessage } from '../../../stores/log/logRecords.ts';
import { compactJson } from '../../../stores/log/logRewrite.ts';
import { scanLog } from '../../../stores/log/logScan.ts';

export interface LogPosition {
  /** Inode of the file; another one means that the file was rewritten. */
  ino: string;
  /** Where the next record will be. */
  offset: number;
  /** Hash of the bytes before it. */
  tail: string;
  lastId: string;
}

export interface LogRecord {
  id: string;
  message: Message;
  line: Buffer;
  /** The position after it. */
  position(): Promise<LogPosition>;
}

const comma = 0x2c;
const closing = 0x5d;
const tailBytes = 256;
const ending = ']\n';

/** True if the file still begins with everything before this position. */
async function stillEndsAt(source: LogSource, ino: string, at: LogPosition): Promise<boolean> {
  return ino === at.ino && source.size >= at.offset && (await tailOf(source, at.offset)) === at.tail;
}

async function tailOf(source: LogSource, offset: number): Promise<string> {
  const start = Math.max(0, offset - tailBytes);
  return createHash('sha256')
    .update(await source.read(start, offset - start))
    .digest('hex');
}

/** The position after the last record of a file that was just written. Throws file system errors. */
export async function positionAtEnd(
  disk: Disk,
  { messages }: Pick<ConversationPaths, 'messages'>,
  lastId: string,
): Promise<LogPosition> {
  return withSource(disk, messages, async (source) => {
    const identity = statOrNull(disk, messages);
    const offset = source.size - ending.length;
    return { ino: `${identity?.dev}:${identity?.ino}`, offset, tail: await tailOf(source, offset), lastId };
  });
}

/** The file as if it began at this position. */
function after(source: LogSource, offset: number): LogSource {
  const opening = Buffer.from('[\n');
  const shift = offset + 1 - opening.length;
  return {
    size: source.size - shift,
    async read(position, length, into) {
      if (position >= opening.length) return source.read(position + shift, length, into);
      const head = opening.subarray(position, position + length);
      const rest = await source.read(offset + 1, length - head.length);
      return Buffer.concat([head, rest]);
    },
  };
}

/**
 * Calls `onRecord` for each record after `from`; from the first on (`begin(true)`) if the file was rewritten or `from` is null. Null:
 * there are no messages. Throws file system errors.
 */
export async function readRecords(
  disk: Disk,
  { messages }: Pick<ConversationPaths, 'messages'>,
  from: LogPosition | null,
  begin: (whole: boolean) => void,
  onRecord: (record: LogRecord) => Promise<void> | void,
): Promise<LogPosition | null> {
  const identity = statOrNull(disk, messages);
  if (!identity) return null;
  const ino = `${identity.dev}:${identity.ino}`;
  return withSource(disk, messages, async (source) => {
    const isSame = from !== null && (await stillEndsAt(source, ino, from));
    const [next] = isSame ? await source.read(from.offset, 1) : [];
    const resumed = next === comma || next === closing ? from : null;
    begin(resumed === null);
    if (resumed && next === closing) return resumed;
    let lastId = resumed?.lastId ?? '';
    const positionAt = async (offset: number, last: string): Promise<LogPosition> => ({
      ino,
      offset,
      tail: await tailOf(source, offset),
      lastId: last,
    });
    const shift = resumed ? resumed.offset - 1 : 0;
    const rest = resumed ? after(source, resumed.offset) : source;
    const shape = await scanLog(rest, async ({ value, start, end }) => {
      const read = readMessage(value);
      if (!read.ok) return;
      const { message } = read;
      const { id } = message;
      const bytes = await rest.read(start, end - start);
      // Without a parent field it follows the record before, which may be another one elsewhere.
      const placed = message.parentId === undefined ? { ...message, parentId: lastId === '' ? null : lastId } : message;
      const line =
        placed === message
          ? compactJson(bytes)
          : Buffer.from(JSON.stringify({ ...(value as object), parentId: placed.parentId }));
      lastId = id;
      const position = () => positionAt(shift + end + 1, id);
      await onRecord({ id, message: placed, line, position });
    });
    // A file in a foreign layout has no such position; it is read whole again after its next change.
    if (shape.appendAt === null) return { ino: '', offset: 0, tail: '', lastId };
    return positionAt(shape.appendAt + shift, lastId);
  });
}
