// The format of index.db that all readers share. Imports nothing, so that `list` commands start fast.

export const indexVersion = 7;

export interface FileStamp {
  ino: bigint;
  size: number | bigint;
  /** Nanoseconds; null if not looked up. */
  mtime: bigint | null;
}

/** A file's stamp. A different inode, length or modification time means different content. */
export function stampOf({ ino, size, mtime }: FileStamp): string {
  return `${ino}:${size}:${mtime}`;
}
