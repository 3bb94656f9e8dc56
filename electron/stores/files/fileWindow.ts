// The one piece of a file that a scan holds, whatever the file's size.

export interface LogSource {
  /** Bytes. */
  size: number;
  /** Fewer bytes where the file ends before. `into` may be used for them: what was read into it before is gone then. */
  read(position: number, length: number, into?: Buffer): Promise<Buffer>;
}

/** What is longer is no record: none is written, and what looks like one is named and never read. */
export const maxRecordBytes = 128 * 1024 * 1024;
/** A line that is longer is looked at piece by piece first. */
export const longLineBytes = 1024 * 1024;

export interface FileWindow {
  readonly source: LogSource;
  /**
   * The bytes from `position` on, at least `least` of them unless the file ends before; none at its end. Good until the next
   * call.
   */
  hold(position: number, least?: number): Buffer | Promise<Buffer>;
}

const windowBytes = 256 * 1024;

export function createFileWindow(source: LogSource): FileWindow {
  let scratch: Buffer | undefined;
  let bytes: Buffer = Buffer.alloc(0);
  let at = 0;

  async function load(position: number, least: number): Promise<Buffer> {
    const length = Math.min(Math.max(windowBytes, least), Math.max(0, source.size - position));
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

/** A whole object that was found: most stand in the window still. */
export async function readSpan(window: FileWindow, start: number, end: number): Promise<Buffer> {
  const length = end - start;
  if (length > longLineBytes) return window.source.read(start, length);
  return (await window.hold(start, length)).subarray(0, length);
}
