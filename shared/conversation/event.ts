// What happens to a conversation, as events, and the state that they build. The view takes a snapshot of the state with
// its sequence number, then the events after it; `applyEvent` is the only reducer and runs on both sides.

import type { SentenceData, UserTextData } from '../core/sentence.ts';
import type { ModelOptions, ModelRef } from '../features/models/modelOptions.ts';
import type { PresetRef } from '../features/presets/preset.ts';
import type { ToolKind } from '../features/tools/toolInfo.ts';
import type { ShownWorktree } from '../features/worktrees/worktree.ts';
import type { ApprovalOffer } from '../permission/offers.ts';
import type { ApprovalMode } from '../permission/permission.ts';
import type { AttachmentRef } from './attachments.ts';
import type { Mark, Marks } from './marks.ts';
import type { ErrorInfo, Message, WaitedTime } from './message.ts';
import type { PersonQuestion } from './question.ts';

export interface ApprovalRequest {
  approvalId: string;
  messageId: string;
  index: number;
  toolName: string;
  kind: ToolKind;
  /** The exact command or change, whole: what will happen, in the form it will happen. */
  preview: ApprovalPreview;
  /** Why it is asked. */
  reason: UserTextData;
  /** What else may be allowed with the answer, the narrowest first; empty: only this once. */
  offers: ApprovalOffer[];
  /** It would pass where what only reads is not asked about. */
  readsPass?: true;
  /** It could run in the sandbox, in the mode in which commands do so without a question. */
  sandboxPass?: true;
  /** The MCP server whose tool it is. */
  server?: string;
  /** Set when a sub-agent asks: the conversation whose call waits. The question stands in the box that started it. */
  agent?: { conversationId: string; title: string };
  /** What is grave in it, as sentences (shared/permission/graveReason.ts); not set: nothing. */
  grave?: UserTextData[];
  /** A grave thing, a doubt, what is read by itself, or asked about whatever is allowed: not with others. */
  byItself?: true;
  askedAt: string;
}

export type ApprovalPreview =
  /** `background`: it goes on while the conversation does. */
  | { type: 'command'; command: string; cwd: string; background?: true }
  | { type: 'diff'; path: string; diff: string; isNew: boolean }
  | { type: 'text'; text: string; said?: SentenceData };

/** A call that has been asked for and has no stored result yet. Named by its message and its place in it. */
export interface LiveCall {
  messageId: string;
  index: number;
  state: 'queued' | 'waiting' | 'running';
  startedAt?: string;
  approval?: ApprovalRequest;
  /** The form that the person is to fill in. */
  question?: PersonQuestion;
  progress?: CallProgress;
  /** The conversation of the sub-agent that it runs. */
  agent?: { conversationId: string };
  /** When calls of its sub-agent waited for the person, until they were answered. */
  waits?: WaitedTime[];
  /** The end of what the tool has printed so far, at most `liveOutputLimit` characters. */
  output: string;
}

/** How far a running call has come; `total` is absent where nobody knows. */
export interface CallProgress {
  progress: number;
  total?: number;
  message?: string;
}

export const liveOutputLimit = 16_384;

/** The reply that is being received. */
export interface StreamingReply {
  /** The id that its record will have. */
  messageId: string;
  text: string;
  reasoning: string;
  /** Milliseconds that it has thought, and since when it thinks again (ISO 8601). */
  thinking?: { ms: number; since?: string };
  /** Calls seen so far; their arguments are run only after the stream's end. */
  calls: { index: number; name: string; argumentsLength: number }[];
}

export interface RetryNotice {
  attempt: number;
  /** ISO 8601: when the next attempt is made. */
  at: string;
  error: ErrorInfo;
}

/** `compacting`: room is made before the next request. */
export type RunPhase = 'model' | 'tools' | 'compacting';

/** @internal */
export interface RunState {
  runId: string;
  startedAt: string;
  phase: RunPhase;
  /** Names of the MCP servers that start and are waited for before the next request; not set: none. */
  starting?: string[];
  retry?: RetryNotice;
  /** Set when it is a call that the person makes; its live call is named by this id and the place 0. */
  byHand?: LiveManualCall;
}

/** A call that the person makes without the model, while it runs. `messageId`: the id that its record will have. */
export interface LiveManualCall {
  messageId: string;
  toolName: string;
  arguments: string;
}

export interface QueuedMessage {
  id: string;
  text: string;
  attachments?: AttachmentRef[];
}

export type RunEnd = 'done' | 'stopped' | 'error' | 'max_turns' | 'loop';

export type ConversationEvent =
  | { type: 'message.appended'; message: Message }
  /** A message was removed for good: its tombstone stands in its place. */
  | { type: 'message.replaced'; message: Message }
  /** `again`: calls of an earlier run that this one runs. `byHand`: the person's own call, which is all that it does. */
  | {
      type: 'run.started';
      runId: string;
      startedAt: string;
      again?: { messageId: string; index: number }[];
      byHand?: LiveManualCall;
    }
  | { type: 'run.phase'; phase: RunPhase; starting?: string[] }
  | { type: 'run.retry'; retry: RetryNotice }
  | { type: 'run.ended'; end: RunEnd; error?: ErrorInfo }
  | { type: 'reply.started'; messageId: string }
  | { type: 'reply.delta'; text?: string; reasoning?: string }
  /** It begins to think, or to do something else. */
  | { type: 'reply.thinking'; thinking: NonNullable<StreamingReply['thinking']> }
  | { type: 'reply.call'; index: number; name: string; argumentsLength: number }
  | { type: 'call.waiting'; approval: ApprovalRequest }
  | { type: 'call.asking'; question: PersonQuestion }
  /** The question was answered or is no longer asked; the call goes on. `waited`: how long a sub-agent's call waited for it. */
  | { type: 'call.answered'; messageId: string; index: number; waited?: WaitedTime }
  | { type: 'call.progress'; messageId: string; index: number; progress: CallProgress }
  | { type: 'call.agent'; messageId: string; index: number; conversationId: string }
  | { type: 'call.started'; messageId: string; index: number; startedAt: string }
  | { type: 'call.output'; messageId: string; index: number; text: string }
  /** What calls of an earlier run had left running has ended. */
  | { type: 'calls.left'; openCalls: OpenCallInfo[] }
  /** Another process has begun to write the conversation, or ended; and what is open then. */
  | { type: 'elsewhere.changed'; elsewhere: boolean; openCalls: OpenCallInfo[]; reply: StreamingReply | null }
  | { type: 'queue.changed'; queue: QueuedMessage[] }
  | { type: 'meta.changed'; meta: ConversationInfo }
  /** The marks that changed and no others; null: it is gone. */
  | { type: 'marks.changed'; marks: Readonly<Record<string, Mark | null>> }
  /** File changes of these calls (`callKey`) were undone (true) or done again (false). */
  | { type: 'changes.changed'; undone: Readonly<Record<string, boolean>> }
  /** Another record is the last one now, as after going back to an earlier message: take a new snapshot. */
  | { type: 'branch.changed' }
  | { type: 'conversation.removed' };

/** What is said about a conversation, as a view shows it. */
export interface ConversationInfo {
  projectId: string;
  title: string;
  model: ModelRef | null;
  /** The conversation's own mode, else the one of the settings. */
  approvalMode: ApprovalMode;
  /** How its model is to answer; null: as the settings have it for the model. */
  modelOptions: ModelOptions | null;
  /** The MCP server of which a tool must be used in each turn; null: none. */
  requiredServer: string | null;
  /** The preset that was chosen for it; its file may have gone. */
  preset: PresetRef | null;
  /** The person went back to before a message, and nothing was said since: the way forward is open. */
  rewound: boolean;
  pinned: boolean;
  archived: boolean;
  /** It works in a worktree of its own; null: in its project's folder. */
  worktree: ShownWorktree | null;
}

/** A call that was interrupted, by its message and its place in it, with what the execution log knows of it. */
export interface OpenCallInfo {
  messageId: string;
  index: number;
  state: 'not_started' | 'unknown';
  /** What the call started, while it is alive: seen when the conversation was opened. */
  process?: { pid: number; startedAt: string };
  /** The conversation of the agent that it had started. */
  agent?: { conversationId: string };
  /** What it had printed, as it will be sent: the beginning of much; absent where nothing of it was kept. */
  printed?: string;
}

export interface ConversationState extends ConversationInfo {
  conversationId: string;
  /** Hidden and pinned records. */
  marks: Marks;
  /** The sequence number of the last event in this state. */
  seq: number;
  /** The last records of the active branch, oldest first. */
  messages: Message[];
  /** True when the branch begins before `messages`. */
  hasEarlier: boolean;
  run: RunState | null;
  reply: StreamingReply | null;
  calls: LiveCall[];
  queue: QueuedMessage[];
  draft: string;
  /** What goes with the draft. */
  draftAttachments: AttachmentRef[];
  /** Calls of an earlier run that have no result: shown and sent as interrupted until the person chooses. */
  openCalls: OpenCallInfo[];
  /** Another process writes the conversation: its run goes on there, and open calls are not interrupted. */
  elsewhere: boolean;
  /** Calls (`callKey`) whose file changes are undone now. */
  undone: string[];
  /** What could not be read and what was done about it, as sentences. */
  notices: UserTextData[];
  removed: boolean;
}

/** How a call is named where one word is needed. */
export function callKey(call: { messageId: string; index: number }): string {
  return `${call.messageId}:${call.index}`;
}
