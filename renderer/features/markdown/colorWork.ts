// Messages between the window and the worker that colors code.

import type { Token } from '../../core/state/textTools.ts';

/** Lines of one code block, in order: the grammar continues after the previous lines of `chain`. */
export interface ColorRequest {
  id: number;
  chain: number;
  language: string;
  /** Whole lines. */
  text: string;
}

/** Null: coloring failed. */
export interface ColorAnswer {
  id: number;
  lines: Token[][] | null;
}
