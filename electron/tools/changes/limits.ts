// How large a folder may be for every command in it to be undoable. Each command scans all of it twice, and its content is
// stored beside the conversation while the app runs.

export interface TreeLimits {
  /** Files, folders and links. */
  entries: number;
  /** Bytes of all files together. */
  bytes: number;
  /** Bytes of one file; a larger one is left out by itself. */
  fileBytes: number;
  /** Milliseconds for the look before a command. What was read by then need not be read the next time. */
  beforeMs: number;
  /** Milliseconds for the look after it. */
  afterMs: number;
}

export const treeLimits: TreeLimits = {
  entries: 10_000,
  bytes: 128 * 1024 * 1024,
  fileBytes: 32 * 1024 * 1024,
  beforeMs: 5_000,
  afterMs: 10_000,
};

/** A file whose time of change is this near to when it was read may change again and keep its times: nanoseconds. */
export const racyWindow = 2_000_000_000n;
