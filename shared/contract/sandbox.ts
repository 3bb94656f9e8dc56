// Whether commands can run in a sandbox on this machine.

import { method, nothing } from '../protocol/method.ts';
import type { UserTextData } from '../sentence.ts';

export type SandboxState =
  | { available: true; kind: 'bubblewrap' | 'seatbelt' }
  /** `install`: a command line for a terminal that brings it; null where nothing does. */
  | { available: false; reason: UserTextData; install: string | null };

export const sandboxMethods = {
  /** Tried out when it is asked for the first time. */
  'sandbox.state': method<SandboxState>()('none', nothing),
} as const;
