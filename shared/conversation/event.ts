// Conversation events and the state they build. A view takes a snapshot with its sequence number and applies the events
// after it; host and view share one reducer, `applyEvent`.

import type { SentenceData, UserTextData } from '../core/sentence.ts';
import type { Compare } from '../features/compare/compare.ts';
import type { AgentPermissionOption } from '../features/externalAgents/externalAgent.ts';
import type { ModelOptions, ModelRef } from '../features/models/modelOptions.ts';
import type { PresetRef } from '../features/presets/preset.ts';
import type { ToolKind } from '../features/tools/toolInfo.ts';
import type { WorktreeInfo } from '../features/worktrees/worktree.ts';
import type { ApprovalReasonType } from '../permission/decide.ts';
import type { ApprovalOffer } from '../permission/offers.ts';
import type { ApprovalMode } from '../permission/permission.ts';
import type { AttachmentRef } from './attachments.ts';
import type { Mark, Marks } from './marks.ts';
import type { ErrorInfo, Message, WaitedTime } from './message.ts';
import type { UserQuestion } from './question.ts';

export interface ApprovalRequest {
  approvalId: string;
  messageId: string;
  index: number;
  toolName: string;
  kind: ToolKind;
  /** The exact command or change in full, as it will be executed. */
  preview: ApprovalPreview;
  /** Why the user is asked. */
  reason: UserTextData;
  /** What the reason is about, if the window draws it differently. */
  reasonType?: ApprovalReasonType;
  /** Broader permissions that the answer can include, narrowest first; empty: only this once. */
  offers: ApprovalOffer[];
  /** Would pass in the mode that allows reads without asking. */
  readsPass?: true;
  /** Could run sandboxed, in the mode that runs sandboxed commands without asking. */
  sandboxPass?: true;
  /** The MCP server that provides the tool. */
  server?: string;
  /**
   * Set when a sub-agent asks: the conversation whose call waits. The prompt appears in the box that started the agent.
   */
  agent?: { conversationId: string; title: string };
  /**
   * Set when an external agent asks: its name, and the options of its own prompt in its order. An answer may name one;
   * without one, allowing and denying choose the option for this once.
   */
  external?: { agent: string; options: AgentPermissionOption[] };
  /** Why the call is dangerous, as sentences (shared/permission/dangerReasons.ts); absent if it is not. */
  grave?: UserTextData[];
  /** Must be answered individually, never in a batch: it is dangerous or doubtful, or always asked about. */
  byItself?: true;
  askedAt: string;
}

export type ApprovalPreview =
  /** `background`: it keeps running after the turn. */
  | { type: 'command'; command: string; cwd: string; background?: true }
  | { type: 'diff'; path: string; diff: string; isNew: boolean }
  | { type: 'text'; text: string; said?: SentenceData };

/** A call that was requested and has no stored result yet, named by its message and its index there. */
export interface LiveCall {
  messageId: string;
  index: number;
  state: 'queued' | 'waiting' | 'running';
  startedAt?: string;
  approval?: ApprovalRequest;
  /** The form that the user is asked to fill in. */
  question?: UserQuestion;
  progress?: CallProgress;
  /** The conversation of the sub-agent it runs. */
  agent?: { conversationId: string };
  /** When its sub-agent's calls waited for the user. */
  waits?: WaitedTime[];
  /** The tail of the tool's output so far, at most `liveOutputLimit` characters. */
  output: string;
}

/** Progress of a running call; `total` is absent when unknown. */
export interface CallProgress {
  progress: number;
  total?: number;
  message?: string;
  /** The state of the task that a server runs for the call. */
  task?: 'working' | 'input_required';
}

export const liveOutputLimit = 16_384;

/** The reply that is streaming in. */
export interface StreamingReply {
  /** The id that its record will get. */
  messageId: string;
  text: string;
  reasoning: string;
  /** Milliseconds spent thinking so far; `since`: when the current stretch began (ISO 8601). */
  thinking?: { ms: number; since?: string };
  /** Calls seen so far. They run only after the stream ends. */
  calls: { index: number; name: string; argumentsLength: number }[];
}

export interface RetryNotice {
  attempt: number;
  /** ISO 8601: when the next attempt starts. */
  at: string;
  /** Set once per model call: it has waited for a minute, or now waits longer. */
  isLong?: true;
  error: ErrorInfo;
}

/** `compacting`: the context is compacted before the next request. */
export type RunPhase = 'model' | 'tools' | 'compacting';

/** @internal */
export interface RunState {
  runId: string;
  startedAt: string;
  phase: RunPhase;
  /** MCP servers that the next request waits for; absent: none. */
  starting?: string[];
  retry?: RetryNotice;
  /** Set for a manual call; its live call has this message id and index 0. */
  byHand?: LiveManualCall;
  /** Set if it overrides the conversation's. */
  approvalMode?: ApprovalMode;
}

/** A call that the user runs without the model. `messageId`: the id that its record will get. */
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
  /** A message was permanently removed and replaced by its tombstone. */
  | { type: 'message.replaced'; message: Message }
  /** `again`: calls of an earlier run that this one reruns. `byHand`: the manual call that is all this run does. */
  | {
      type: 'run.started';
      runId: string;
      startedAt: string;
      again?: { messageId: string; index: number }[];
      byHand?: LiveManualCall;
      approvalMode?: ApprovalMode;
    }
  | { type: 'run.phase'; phase: RunPhase; starting?: string[] }
  | { type: 'run.retry'; retry: RetryNotice }
  | { type: 'run.ended'; end: RunEnd; error?: ErrorInfo }
  | { type: 'reply.started'; messageId: string }
  | { type: 'reply.delta'; text?: string; reasoning?: string }
  /** The model started thinking, or stopped. */
  | { type: 'reply.thinking'; thinking: NonNullable<StreamingReply['thinking']> }
  | { type: 'reply.call'; index: number; name: string; argumentsLength: number }
  | { type: 'call.waiting'; approval: ApprovalRequest }
  | { type: 'call.asking'; question: UserQuestion }
  /**
   * The question was answered or withdrawn; the call continues. `waited`: how long a sub-agent's call waited for it.
   */
  | { type: 'call.answered'; messageId: string; index: number; waited?: WaitedTime }
  | { type: 'call.progress'; messageId: string; index: number; progress: CallProgress }
  | { type: 'call.agent'; messageId: string; index: number; conversationId: string }
  | { type: 'call.started'; messageId: string; index: number; startedAt: string }
  | { type: 'call.output'; messageId: string; index: number; text: string }
  /** A process left over from calls of an earlier run has ended. */
  | { type: 'calls.left'; openCalls: OpenCallInfo[] }
  /** Another process started or stopped writing the conversation; `openCalls`: the calls open now. */
  | { type: 'elsewhere.changed'; elsewhere: boolean; openCalls: OpenCallInfo[]; reply: StreamingReply | null }
  | { type: 'queue.changed'; queue: QueuedMessage[] }
  /** A window saved the draft. `writer`: the name that it gave itself, by which it recognizes its own. */
  | { type: 'draft.changed'; draft: string; attachments: AttachmentRef[]; writer?: string }
  | { type: 'meta.changed'; meta: ConversationInfo }
  /** Only the marks that changed; null: removed. */
  | { type: 'marks.changed'; marks: Readonly<Record<string, Mark | null>> }
  /** File changes of these calls (`callKey`) were undone (true) or redone (false). */
  | { type: 'changes.changed'; undone: Readonly<Record<string, boolean>> }
  /** The branch has a different last record, as after a rewind: take a new snapshot. */
  | { type: 'branch.changed' }
  | { type: 'conversation.removed' };

/** A conversation's metadata, as views show it. */
export interface ConversationInfo {
  projectId: string;
  title: string;
  model: ModelRef | null;
  /** The conversation's own mode, or the settings' default. */
  approvalMode: ApprovalMode;
  /** How the model should answer; null: the settings for that model. */
  modelOptions: ModelOptions | null;
  /** The MCP server that each turn must use a tool of; null: none. */
  requiredServer: string | null;
  /** The chosen preset; its file may no longer exist. */
  preset: PresetRef | null;
  /** The user rewound and has not sent anything since, so the rewind can be undone. */
  rewound: boolean;
  pinned: boolean;
  archived: boolean;
  /** Its own worktree; null: it works in the project's folder. */
  worktree: WorktreeInfo | null;
  /** Its compares, oldest first; absent: none. */
  compares?: readonly Compare[];
}

/** An interrupted call, named by its message and index, with what the execution log knows about it. */
export interface OpenCallInfo {
  messageId: string;
  index: number;
  state: 'not_started' | 'unknown';
  /** A process that the call started and that was alive when the conversation was opened. */
  process?: { pid: number; startedAt: string };
  /** The conversation of the agent that it started. */
  agent?: { conversationId: string };
  /** Its server continues it as a task, whose result can be fetched. */
  isTask?: true;
  /** Its output as it will be sent, shortened from the end; absent if none was stored. */
  printed?: string;
}

export interface ConversationState extends ConversationInfo {
  conversationId: string;
  /** Hidden and pinned records. */
  marks: Marks;
  /** The sequence number of the last event included. */
  seq: number;
  /** The last records of the active branch, oldest first. */
  messages: Message[];
  /** True when the branch has records before `messages`. */
  hasEarlier: boolean;
  run: RunState | null;
  reply: StreamingReply | null;
  calls: LiveCall[];
  queue: QueuedMessage[];
  draft: string;
  /** Attachments of the draft. */
  draftAttachments: AttachmentRef[];
  /** Calls of an earlier run without a result: shown and sent as interrupted until the user decides. */
  openCalls: OpenCallInfo[];
  /** Another process is writing the conversation: its run continues there, and open calls are not interrupted. */
  elsewhere: boolean;
  /** Calls (`callKey`) whose file changes are currently undone. */
  undone: string[];
  /** Parts that could not be read, and how that was handled, as sentences. */
  notices: UserTextData[];
  removed: boolean;
}

/** Returns a string key for a call. */
export function callKey(call: { messageId: string; index: number }): string {
  return `${call.messageId}:${call.index}`;
}
