// The turn's interface to hooks: the user's commands before and after a tool, and at the end of a turn. They may deny a
// call, add text for the model, and change files; they cannot allow anything.

import type { Outcome } from '../../../shared/conversation/message.ts';
import type { HookEvent, HookRun } from '../../../shared/features/hooks/hook.ts';
import type { ApprovalMode } from '../../../shared/permission/permission.ts';

export interface HookScope {
  conversationId: string;
  projectId: string;
  /** Absolute path of the conversation's working folder; null without one. */
  folder: string | null;
  trusted: boolean;
  mode: ApprovalMode;
}

/** The event. `call`: its id. */
export type HookOccasion =
  | { event: 'PreToolUse'; call: string; tool: string; args: unknown }
  | { event: 'PostToolUse'; call: string; tool: string; args: unknown; outcome: Outcome; result: string }
  /** `goes`: how often the model was sent back to work in this turn. */
  | { event: 'Stop'; reply: string; goes: number };

/** Combined outcome of all hooks of an occasion, run in sequence. */
export interface HookOutcome {
  runs: HookRun[];
  /** Why the call is denied, or the model sent back to work. Later hooks are skipped. */
  refusal: string | null;
  /** Why the user must be asked about the call. */
  asks: string | null;
  /** Text for the model, with the command that printed it. */
  modelNotes: { command: string; text: string }[];
  /** The run must end. */
  ends: boolean;
}

/** The active hooks of a place, as read from the files. */
export interface HooksInForce {
  has(event: HookEvent, tool?: string): boolean;
  /** Never fails: a hook's errors are reported in its run. */
  run(occasion: HookOccasion, signal: AbortSignal): Promise<HookOutcome>;
  /** Call before a tool changes something: without a sandbox, this revokes the approvals of the folder's hooks. */
  noteChange(): Promise<void>;
}

export interface TurnHooks {
  /** Reads the files each time. Never fails. */
  inForce(scope: HookScope): Promise<HooksInForce>;
}
