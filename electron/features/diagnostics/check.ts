// A check of the doctor, and what it finds.

import type { Sentence } from '../../../shared/core/sentence.ts';
import type { CheckName, FindingStatus } from '../../../shared/features/diagnostics/methods.ts';
import type { DoctorParts } from './doctorParts.ts';
import type { Machine } from './machine.ts';

export interface Observation {
  status: FindingStatus;
  text: Sentence;
  advice?: Sentence | undefined;
  fix?: string | undefined;
}

export interface CheckContext {
  machine: Machine;
  parts: DoctorParts;
  /** The user agreed that servers outside of this machine are contacted. */
  network: boolean;
  /** Aborts when the check's time is over. */
  signal: AbortSignal;
}

export interface Check {
  name: CheckName;
  /** Measures time, so it does not run next to others. */
  alone?: true;
  /** An empty list: it does not apply here. Changes nothing. */
  run(at: CheckContext): Promise<Observation[]>;
}

export function good(text: Sentence): Observation {
  return { status: 'ok', text };
}

export function note(text: Sentence, advice?: Sentence, fix?: string): Observation {
  return { status: 'note', text, advice, fix };
}

export function problem(text: Sentence, advice?: Sentence, fix?: string): Observation {
  return { status: 'problem', text, advice, fix };
}

export function unclear(text: Sentence, advice?: Sentence): Observation {
  return { status: 'unknown', text, advice };
}
