// Messages between the process and the session reader thread.

import type { InPlaceProgram } from '../../../shared/features/inPlace/inPlace.ts';
import type { ThreadKey } from '../../stores/encryption/encryptedDisk.ts';
import type { SessionFile } from './sessionFile.ts';
import type { SessionReader } from './sessionReader.ts';

export interface ReaderSetup {
  dataDir: string;
  dataKey: ThreadKey;
}

/** Secrets to mask in everything stored. */
export interface SecretsToMask {
  secrets: readonly string[];
  /** Also mask tokens of well-known forms. */
  tokens: boolean;
}

/** Each is answered with the result of the reader method of that name. */
export type ToReader =
  | { type: 'find'; call: number; places: Partial<Record<InPlaceProgram, string>> }
  | { type: 'settle'; call: number; program: InPlaceProgram; sessions: readonly SessionFile[]; all: boolean }
  | { type: 'drop'; call: number; program: InPlaceProgram }
  | { type: 'stampOf'; call: number; session: SessionFile }
  | { type: 'read'; call: number; session: SessionFile; part: boolean; hidden: SecretsToMask }
  | { type: 'readEnd'; call: number; session: SessionFile; hidden: SecretsToMask }
  | { type: 'continue'; call: number; session: SessionFile; hidden: SecretsToMask }
  | { type: 'close' };

export type FromReader =
  | { type: 'answer'; call: number; answer: Awaited<ReturnType<SessionReader[keyof SessionReader]>> | null }
  /** A failed request; others continue. */
  | { type: 'failed'; reason: string };
