// The chat's interface to hooks: the user's commands at events of a conversation. They may deny a call or a message, add
// text for the model, and change files; they cannot allow anything.

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
  | { event: 'SessionStart'; source: 'startup' | 'resume' | 'compact'; model: string }
  | { event: 'UserPromptSubmit'; prompt: string }
  | { event: 'PreToolUse'; call: string; tool: string; args: unknown }
  | { event: 'PermissionRequest'; call: string; tool: string; args: unknown }
  | { event: 'PostToolUseFailure'; call: string; tool: string; args: unknown; error: string; isInterrupt: boolean }
  | { event: 'PostToolUse'; call: string; tool: string; args: unknown; outcome: Outcome; result: string }
  | { event: 'SubagentStart'; agent: AgentOfHook }
  /** `goes`: how often the model was sent back to work in this turn. */
  | { event: 'SubagentStop'; agent: AgentOfHook; reply: string; goes: number }
  | { event: 'Stop'; reply: string; goes: number }
  | { event: 'StopFailure'; error: string }
  | { event: 'PreCompact' | 'PostCompact'; trigger: 'manual' | 'auto' }
  | { event: 'Notification'; type: 'permission_prompt' | 'elicitation_dialog' | 'idle_prompt'; message: string }
  | { event: 'SessionEnd' };

/** `id`: its conversation. */
export interface AgentOfHook {
  id: string;
  /** The name of its definition. */
  type: string;
}

/** Returns what the matcher of a hook selects by; undefined: its event has no matcher. */
export function subjectOf(occasion: HookOccasion): string | undefined {
  if ('tool' in occasion) return occasion.tool;
  if ('agent' in occasion) return occasion.agent.type;
  if ('trigger' in occasion) return occasion.trigger;
  if ('source' in occasion) return occasion.source;
  return 'type' in occasion ? occasion.type : undefined;
}

/** Combined outcome of all hooks of an occasion, run in sequence. */
export interface HookOutcome {
  runs: HookRun[];
  /** Why the call or message is denied, or the model sent back to work. Later hooks are skipped. */
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
  /** `subject`: see `subjectOf`; undefined: any. */
  has(event: HookEvent, subject?: string): boolean;
  /** Never fails: a hook's errors are reported in its run. */
  run(occasion: HookOccasion, signal: AbortSignal): Promise<HookOutcome>;
  /** Call before a tool changes something: without a sandbox, this revokes the approvals of the folder's hooks. */
  noteChange(): Promise<void>;
}

export interface TurnHooks {
  /** At its end the app waits a moment for this work. */
  track(work: Promise<void>): void;
  /** True once for each conversation since the app started. */
  startSession(scope: HookScope): boolean;
  /** Reads the files each time. Never fails. */
  inForce(scope: HookScope): Promise<HooksInForce>;
}
