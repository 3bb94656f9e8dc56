// Whether commands can run in a sandbox on this machine.

import type { UserTextData } from '../../core/sentence.ts';
import { method, nothing } from '../../protocol/method.ts';

export type SandboxState =
  | { available: true; kind: 'bubblewrap' | 'seatbelt' }
  /** `install`: a command line for a terminal that brings it; null where nothing does. */
  | { available: false; reason: UserTextData; install: string | null };

export const sandboxMethods = {
  /** Tried out when it is asked for the first time. */
  'sandbox.state': method<SandboxState>()('none', nothing),
} as const;
