// The schedules as other parts of the app see them.

import type { Result } from '../../../shared/core/errors.ts';
import type { LazyGoals } from '../goals/goals.ts';
import type { Scheduler } from './scheduler.ts';

/** Loads when it is first needed: most starts and commands have nothing to do with schedules. */
export interface Schedules {
  load(): Promise<Scheduler>;
  onChange(listener: () => void): () => void;
  /** Null: the webhook has none. */
  secretOf(id: string): Promise<string | null>;
  /** `isKept` false: only until this process ends. */
  newSecret(id: string): Promise<Result<{ secret: string; isKept: boolean }>>;
  removeSecret(id: string): Promise<void>;
  /** Called while there is a schedule with a webhook. */
  onWebhook: () => void;
  /** Its runs can be goals. Called before anything is loaded. */
  setGoals(goals: LazyGoals): void;
  /** Nothing may be written. */
  readOnly: boolean;
  close(): Promise<void>;
}
