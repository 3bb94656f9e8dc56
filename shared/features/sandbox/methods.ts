// Whether a sandbox is available.

import type { UserTextData } from '../../core/sentence.ts';
import { defineMethod, nothing } from '../../protocol/method.ts';

export type SandboxState =
  | { available: true; kind: 'bubblewrap' | 'seatbelt' }
  /** `install`: a terminal command that installs it; null if there is none. */
  | { available: false; reason: UserTextData; install: string | null };

export const sandboxMethods = {
  /** Probes the sandbox on the first call. */
  'sandbox.state': defineMethod<SandboxState>()('none', nothing),
} as const;
