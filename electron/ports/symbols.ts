// The port to the declarations in a folder's files, for mentions. Never throws.

import type { SymbolCompletion } from '../../shared/features/files/mentionMethods.ts';

export interface FoundSymbols {
  symbols: SymbolCompletion[];
  /** False: files are still being read, and another call may find more. */
  complete: boolean;
}

export interface Symbols {
  /**
   * Returns declarations that match the typed text, best first, by the ignore rules of path completion. `patienceMs`:
   * how long to wait for files that are still being read; default: briefly.
   */
  find(folder: string, typed: string, limit: number, patienceMs?: number): Promise<FoundSymbols>;
}
