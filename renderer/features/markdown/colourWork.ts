// What the window and the worker that colours code say to each other.

import type { Token } from '../../core/state/textTools.ts';

/** Lines of one block of code, in order: the grammar goes on where the lines of `chain` before ended. */
export interface ColourRequest {
  id: number;
  chain: number;
  language: string;
  /** Whole lines. */
  text: string;
}

/** Null: they could not be coloured. */
export interface ColourAnswer {
  id: number;
  lines: Token[][] | null;
}
