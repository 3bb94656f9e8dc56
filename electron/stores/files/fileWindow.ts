// A sliding window over a file, so that a scan holds only one piece whatever the file's size.

export interface LogSource {
  size: number;
  /** Returns fewer bytes at the end of the file. May reuse `into`, overwriting its earlier contents. */
  read(position: number, length: number, into?: Buffer): Promise<Buffer>;
}

/** Longer lines are not records: none is ever written, and one that looks like a record is reported but not read. */
export const maxRecordBytes = 128 * 1024 * 1024;
/** Lines longer than this are first scanned in pieces. */
export const longLineBytes = 1024 * 1024;

export interface FileWindow {
  readonly source: LogSource;
  /** The bytes from `position` on: at least `min`, unless the file ends earlier. Valid until the next call. */
  hold(position: number, least?: number): Buffer | Promise<Buffer>;
}

const windowBytes = 256 * 1024;

export function createFileWindow(source: LogSource): FileWindow {
  let scratch: Buffer | undefined;
  let bytes: Buffer = Buffer.alloc(0);
  let at = 0;

  async function load(position: number, min: number): Promise<Buffer> {
    const length = Math.min(Math.max(windowBytes, min), Math.max(0, source.size - position));
    if (length > (scratch?.length ?? 0)) scratch = Buffer.allocUnsafe(length);
    bytes = await source.read(position, length, scratch);
    at = position;
    return bytes;
  }

  return {
    source,
    hold(position, least = 1) {
      const end = at + bytes.length;
      if (position >= at && position < end && (position + least <= end || end >= source.size)) {
        return bytes.subarray(position - at);
      }
      return load(position, least);
    },
  };
}

/** Reads a whole object; usually it is still in the window. */
export async function readSpan(window: FileWindow, start: number, end: number): Promise<Buffer> {
  const length = end - start;
  if (length > longLineBytes) return window.source.read(start, length);
  return (await window.hold(start, length)).subarray(0, length);
}
