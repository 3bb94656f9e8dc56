// What a turn needs of hooks: the user's own commands before a tool, after it, and at the end of a turn. They may refuse a call,
// add text for the model, and change files; they allow nothing.

import type { Outcome } from '../../../shared/conversation/message.ts';
import type { HookEvent, HookRun } from '../../../shared/features/hooks/hook.ts';
import type { ApprovalMode } from '../../../shared/permission/permission.ts';

export interface HookScope {
  conversationId: string;
  projectId: string;
  /** Absolute path of the folder that the conversation works in; null without one. */
  folder: string | null;
  trusted: boolean;
  mode: ApprovalMode;
}

/** What happens. `call`: its id. */
export type HookOccasion =
  | { event: 'PreToolUse'; call: string; tool: string; args: unknown }
  | { event: 'PostToolUse'; call: string; tool: string; args: unknown; outcome: Outcome; result: string }
  /** `goes`: how often the model was sent back to work in this turn. */
  | { event: 'Stop'; reply: string; goes: number };

/** What came of all hooks of an occasion, one after the other. */
export interface HookOutcome {
  runs: HookRun[];
  /** A call is not run, or the model is sent back to work: why. Those behind the one that said so were not run. */
  refusal: string | null;
  /** The person is asked about the call: why. */
  asks: string | null;
  /** For the model, each by the command that said it. */
  told: { command: string; text: string }[];
  /** The run is to end. */
  ends: boolean;
}

/** Those that count in a place, as the files were when it was asked. */
export interface HooksInForce {
  has(event: HookEvent, tool?: string): boolean;
  /** Never fails: what goes wrong with a hook is told in its run. */
  run(occasion: HookOccasion, signal: AbortSignal): Promise<HookOutcome>;
  /** A tool is about to change something: where there is no sandbox, approvals of the folder's hooks end with it. */
  noteChange(): Promise<void>;
}

export interface TurnHooks {
  /** Reads the files each time. Never fails. */
  inForce(scope: HookScope): Promise<HooksInForce>;
}
