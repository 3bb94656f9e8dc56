// What the process and the thread that reads sessions say to each other.

import type { InPlaceProgram } from '../../../shared/features/inPlace/inPlace.ts';
import type { FoundSession } from './found.ts';
import type { SessionReader } from './sessionReader.ts';

export interface ReaderSetup {
  dataDir: string;
}

/** What is hidden in everything that is kept. */
export interface Hidden {
  secrets: readonly string[];
  /** Tokens of well-known forms, too. */
  tokens: boolean;
}

/** Each is answered with what the reader's method of this name gives. */
export type ToReader =
  | { type: 'find'; call: number; places: Partial<Record<InPlaceProgram, string>> }
  | { type: 'settle'; call: number; program: InPlaceProgram; sessions: readonly FoundSession[]; all: boolean }
  | { type: 'drop'; call: number; program: InPlaceProgram }
  | { type: 'stampOf'; call: number; session: FoundSession }
  | { type: 'read'; call: number; session: FoundSession; part: boolean; hidden: Hidden }
  | { type: 'readEnd'; call: number; session: FoundSession; hidden: Hidden }
  | { type: 'continue'; call: number; session: FoundSession; hidden: Hidden }
  | { type: 'close' };

export type FromReader =
  | { type: 'answer'; call: number; answer: Awaited<ReturnType<SessionReader[keyof SessionReader]>> | null }
  /** A question that got no answer, which ends none of the others. */
  | { type: 'failed'; reason: string };
