// What every reader of index.db agrees on. It imports nothing: a command that only lists begins with it.

export const indexVersion = 6;

export interface FileStamp {
  ino: bigint;
  size: number | bigint;
  /** Nanoseconds; null where it was not looked up. */
  mtime: bigint | null;
}

/** What a file was when it was read. Another inode, length or time of change is another content. */
export function stampOf({ ino, size, mtime }: FileStamp): string {
  return `${ino}:${size}:${mtime}`;
}
