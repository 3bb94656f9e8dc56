// Limits on a folder for every command in it to be undoable. Each command scans it twice, and its content is stored
// next to the conversation while the app runs.

export interface TreeLimits {
  /** Files, folders and links. */
  entries: number;
  bytes: number;
  /** Bytes of one file; larger files are left out individually. */
  fileBytes: number;
  /** Milliseconds for the scan before a command. What was read is cached for the next one. */
  beforeMs: number;
  /** Milliseconds for the scan after it. */
  afterMs: number;
}

export const treeLimits: TreeLimits = {
  entries: 10_000,
  bytes: 128 * 1024 * 1024,
  fileBytes: 32 * 1024 * 1024,
  beforeMs: 5_000,
  afterMs: 10_000,
};

/** A file modified this shortly before it was read may change again with the same times. In nanoseconds. */
export const racyWindow = 2_000_000_000n;
