// Messages between the process and the symbol thread.

import type { FoundSymbols } from '../../ports/symbols.ts';

export interface SymbolSetup {
  /** Path of ripgrep; null: not available. */
  ripgrep: string | null;
  /** Absolute paths of files that hung an earlier thread. */
  skip: readonly string[];
  /** The file being parsed, so that it can be skipped if the thread hangs. */
  current: SharedArrayBuffer;
  /** Milliseconds until files are checked for changes. */
  freshMs: number;
}

export type ToSymbols =
  | { type: 'find'; call: number; folder: string; typed: string; limit: number; patienceMs: number }
  /** Answered with null: it still works. */
  | { type: 'ping'; call: number }
  | { type: 'close' };

export type FromSymbols = { type: 'answer'; call: number; answer: FoundSymbols | null };

/** Length of `current`. */
export const currentBytes = 8 * 1024;

/** The length, then the path in UTF-8. */
export function setCurrentFile(current: SharedArrayBuffer, path: string): void {
  const { written } = new TextEncoder().encodeInto(path, new Uint8Array(current, 4));
  new Int32Array(current, 0, 1)[0] = written;
}

export function currentFileOf(current: SharedArrayBuffer): string {
  const length = new Int32Array(current, 0, 1)[0] ?? 0;
  return Buffer.from(new Uint8Array(current, 4, length)).toString();
}
