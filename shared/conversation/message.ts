// Types of the stored messages in messages.json; the fields are documented in docs/formats/message-fields.md.
// `readMessage.ts` reads and validates them.

import type { SentenceData } from '../core/sentence.ts';
import type { ExternalCallDetails, ExternalReply } from '../features/externalAgents/externalAgent.ts';
import type { HookRun } from '../features/hooks/hook.ts';
import type { FileDiagnostics } from '../features/languageServers/diagnostics.ts';
import type { SlashEntry } from '../features/slash/slash.ts';
import type { WebSource } from '../features/webSearch/webSearch.ts';
import { mentionText } from './mentions.ts';
import type { QuestionAnswer, QuestionField, SpendLimitRef } from './question.ts';
import type { SandboxDetails } from './sandbox.ts';
import type { Usage } from './usage.ts';

export type { Usage };

/** The schema version that is written. A record with a later version makes its conversation read-only. */
export const messageVersion = 1;

export const outcomes = ['ok', 'error', 'denied', 'cancelled', 'interrupted'] as const;
export type Outcome = (typeof outcomes)[number];

const partTypes = ['error', 'summary', 'environment', 'tool_run', 'note'] as const;
type PartType = (typeof partTypes)[number];

/**
 * OpenAI rejects a history that contains a reply with more calls (“array too long. Expected an array with maximum
 * length 128”), so the conversation could not continue there.
 */
export const maxCalls = 128;

export interface ToolCall {
  id: string;
  type: 'function';
  /** `arguments`: exactly as the model sent them, valid JSON or not. */
  function: { name: string; arguments: string };
}

export type ContentPart =
  | { type: 'text'; text: string }
  | { type: 'image'; hash: string; mediaType: string; name?: string; bytes?: number }
  | { type: 'file'; hash: string; mediaType: string; name: string; bytes?: number }
  | MentionPart
  | CommandPart;

/** A file, folder or MCP resource that the user mentioned with `@`. */
export interface MentionPart {
  type: 'mention';
  /** As typed: relative to the project folder, with `/`; for a resource `server:uri`. */
  path: string;
  /** SHA-256 of the bytes sent, stored as an attachment; absent when nothing was sent. */
  hash?: string;
  /** 1-based and inclusive; `end` null: to the end of the file. */
  range?: { start: number; end: number | null };
  kind?: 'file' | 'folder' | 'resource' | 'diff' | 'commit' | 'conversation' | 'call';
  /** For a resource: the server's name, the URI, and the server's title for it. A commit, a conversation and a call have a title, too. */
  server?: string;
  uri?: string;
  title?: string;
  /** Number of bytes sent. */
  bytes?: number;
  /** Why it could not be read: a sentence that is sent in its place. */
  problem?: string;
  /** Mentioned by the command's expansion, not typed by the user. */
  of?: 'command';
}

/** A `/` command that the user called. Its expansion is stored as an attachment. */
export interface CommandPart {
  type: 'command';
  /** Without the `/`. */
  name: string;
  /** Everything typed after the name, leading white space included. */
  words: string;
  kind: SlashEntry['kind'];
  /** Display name of the file or server it comes from. */
  from: string;
  /** SHA-256 of the text sent. */
  hash: string;
  /** Number of bytes sent. */
  bytes: number;
}

/** The provider's ids for the exchange, for the user and provider support; never sent. */
export interface ResponseIds {
  id?: string;
  /** From the response headers, also of a refusal. */
  requestId?: string;
}

/** The run's environment: the app's version, and the state of git in the project folder at its start. Never sent. */
export interface RunFacts {
  version: string;
  branch?: string;
  commit?: string;
}

export interface ErrorInfo {
  /** `LLM_ERROR` for a failed model call, otherwise a code from `shared/core/errors.ts`. */
  code: string;
  cause?: string;
  status?: number;
  message: string;
  /** The message's key and parameters (shared/core/sentence.ts). Absent in old records; unvalidated. */
  said?: SentenceData;
  /** The record that the provider rejected, if its response identifies one. */
  item?: { messageId: string; toolCallId?: string; field?: string };
  /** A model that rejected images: no more images are sent to it. */
  refusedImages?: string;
  /** The tool that the provider rejected, by the name the model uses. */
  tool?: string;
  /** For SPEND_LIMIT_REACHED: which limit, and its value in US dollars. */
  limit?: SpendLimitRef;
  /** An external agent was not started because the folder is not trusted. */
  untrusted?: true;
}

interface MessageBase {
  v: number;
  id: string;
  /** The preceding record; null for the first of the conversation. */
  parentId: string | null;
  /** ISO 8601, UTC. For display only: order comes from the log. */
  createdAt: string;
  partType?: PartType;
  includeInContext?: boolean;
  origin?: Record<string, unknown>;
  /** Set in the tombstone of a message that the user permanently removed (`removed.ts`). */
  removed?: { at: string };
}

export interface UserMessage extends MessageBase {
  role: 'user';
  content: string | ContentPart[];
}

export interface AssistantMessage extends MessageBase {
  role: 'assistant';
  content: string | null;
  tool_calls?: ToolCall[];
  /** The reply had more calls than the maximum. The last call's result tells the model. */
  callsLeftOut?: boolean;
  reasoning?: string;
  /**
   * Time spent thinking, in milliseconds; if the thinking was not visible, the time before the first text
   * (`unseenThinking.ts`).
   */
  reasoningMs?: number;
  /**
   * Number of earlier replies whose thinking was not sent, or was dropped by the provider, because the history before
   * it had changed.
   */
  droppedThinking?: number;
  providerData?: Record<string, unknown>;
  /** Pages found by the provider's own search. */
  sources?: WebSource[];
  model?: string;
  usage?: Usage;
  finishReason?: string;
  /**
   * Set when the reply was requested again because a tool of this server had to be called: how often, and the outcome.
   * `searched`: it is searching for a tool; `given_up`: it called none, and the turn no longer requires one.
   */
  required?: { server: string; asked: number; ended: 'called' | 'searched' | 'given_up' };
  error?: ErrorInfo;
  /** For a note: the key and parameters of its text. */
  said?: SentenceData;
  response?: ResponseIds;
  run?: RunFacts;
  /** Set when an external agent wrote it. */
  external?: ExternalReply;
}

export interface ToolMessage extends MessageBase {
  role: 'tool';
  tool_call_id: string;
  toolName: string;
  /** For a `tool_run`: the exact arguments from the user, as JSON text. */
  arguments?: string;
  content: string;
  outcome: Outcome;
  startedAt?: string;
  /** Milliseconds. */
  duration?: number;
  /** How long the call waited for the user, in milliseconds. */
  waitedMs?: number;
  /** Who allowed it. Absent: nobody, or it is unknown, as in older records. */
  allowed?: AllowedBy;
  details?: ToolDetails;
  attachments?: { hash: string; mediaType: string; name?: string }[];
  fullOutputPath?: string;
  /** The user's choice for a call left open by a crash. */
  resolution?: 'run_again' | 'get_result' | 'skip' | 'mark_done';
}

/**
 * `rule`: rules allowed it, described in `rules`; `sandbox`: it was allowed because it ran sandboxed; `mode`: the conversation's
 * approval mode; `user`: the user, who was asked; `unneeded`: it only changes the conversation itself.
 */
export interface AllowedBy {
  by: 'rule' | 'sandbox' | 'mode' | 'user' | 'unneeded';
  /** The approval mode at that time. */
  mode: string;
  rules?: string[];
  /** Why the user's hook required asking the user. */
  hook?: string;
}

/**
 * `instructions`: the folder's AGENTS.md. `changes`: files that the user restored. `plan`: plan mode began or ended.
 * `personal`, `project`, `conversation`: the user's instructions at that scope. `team`: those of teams. `memory`, `projectMemory`: the memory
 * files. `skills`, `agents`: the ones available. `agent`: which agent works here. `resource`: a mentioned MCP resource
 * that changed. `hook`: output of a user's hook.
 */
export type EnvironmentTopic =
  | 'moment'
  | 'instructions'
  | 'folder'
  | 'changes'
  | 'plan'
  | 'team'
  | 'personal'
  | 'project'
  | 'conversation'
  | 'preset'
  | 'memory'
  | 'projectMemory'
  | 'skills'
  | 'agents'
  | 'agent'
  | 'resource'
  | 'hook';

export interface SystemMessage extends MessageBase {
  role: 'system';
  content: string;
  partType: 'environment' | 'summary';
  compaction?: Compaction;
  /**
   * The topic of an environment record; absent: the moment. `folder`: relative to the project folder, with `/`, for the
   * topic of that name.
   */
  environment?: { about: EnvironmentTopic; resource?: ResourceVersion; folder?: string };
  /** For `hook`: the hooks that ran, and their file changes. */
  details?: ToolDetails;
  /** For `hook`: the id under which their changes are undone; at the end of a turn, that of the reply. */
  replyId?: string;
}

/** The last sent version of a resource: `hash` is the SHA-256 of its text, stored as an attachment. */
export interface ResourceVersion {
  server: string;
  uri: string;
  hash: string;
}

/** A mentioned resource: its last sent version, and the messages that mention it. */
export interface FollowedResource extends ResourceVersion {
  by: string[];
}

/** What a `summary` record replaces. Blank content: nothing was summarized, only results were cleared. */
export interface Compaction {
  /** The first record that is still sent; meaningless when nothing was summarized. */
  firstKeptId: string;
  /** Results that are sent as references from now on. */
  clearedIds: string[];
  /** Earlier records that the user had pinned: they are still sent alongside the summary. */
  pinnedIds?: string[];
  /** Earlier records sent with the summary without being pinned: the environment and the question in progress. */
  besideIds?: string[];
  /** Resources that earlier records mentioned and whose changes are still reported. */
  followed?: FollowedResource[];
  /** Number of summarized records, without those sent alongside the summary. */
  records?: number;
  tokensBefore: number;
  tokensAfter: number;
  /**
   * The last earlier request counted by both sides: its tokens by the provider's count, and by ours (`Usage.counted`).
   */
  reported?: { model: string; tokens: number; counted: number };
}

export type ReportedCount = NonNullable<Compaction['reported']>;

export type Message = UserMessage | AssistantMessage | ToolMessage | SystemMessage;

/** Both ISO 8601, UTC. */
export interface WaitedTime {
  from: string;
  to: string;
}

/** What a tool call's box shows in addition to the result's text. Every field is optional. */
export interface ToolDetails {
  /** UTF-8 size of the whole result, spilled or not. */
  bytes?: number;
  /** The exact output when `content` is its rendering by a terminal. Absent for a spilled result, whose file has it. */
  printed?: string;
  exitCode?: number | null;
  signal?: string;
  timedOut?: boolean;
  /** Unified diff of the changes. */
  diff?: string;
  path?: string;
  diagnostics?: FileDiagnostics;
  /** Range of lines shown, 1-based and inclusive. */
  lines?: { start: number; end: number; total: number };
  matches?: number;
  entries?: number;
  truncated?: boolean;
  /** For calls that ran in a sandbox. */
  sandbox?: SandboxDetails;
  todos?: { before: Todo[]; after: Todo[] };
  /** The conversation of the agent that the call started; the remaining fields are set when it ends. */
  agent?: {
    conversationId: string;
    title?: string;
    /** Name of its agent definition. */
    name?: string;
    calls?: number;
    turns?: number;
    /** `usd`: cost of the replies whose cost is known; `unknown`: number of the others. */
    usage?: { inputTokens: number; outputTokens: number; usd?: number; unknown?: number };
    /** When its calls waited for the user; the periods may overlap. */
    waits?: WaitedTime[];
  };
  /** The question put to the user during the call, and the answer. */
  question?: { message: string; fields: QuestionField[]; answer: QuestionAnswer };
  /** For an external agent's call: what the agent said about it. */
  external?: ExternalCallDetails;
  /** For `present_plan`: the plan and the user's answer. `mode`: an `ApprovalMode`. */
  plan?: {
    title: string;
    text: string;
    edited: boolean;
    answer: 'accepted' | 'sent_back' | 'unanswered';
    mode?: string;
    words?: string;
  };
  /** For a result stored after a crash: the call that it answers. */
  call?: { messageId: string; index: number };
  /** Why the whole result could not be stored. */
  spillError?: string;
  errorCode?: string;
  /** The key and parameters of the tool's error message. */
  said?: SentenceData;
  /** Why a call was rejected before it was examined. */
  notRun?: 'switched_off' | 'unknown' | 'arguments';
  /** Who denied a call. `stopped`: the denial also ended the run. */
  refused?: CallRefusal;
  /** Hooks that ran before and after the call, in order. */
  hooks?: HookRun[];
  /** Paths that hooks changed, the first 20; `changes` contains them too. */
  hookChanges?: string[];
  [key: string]: unknown;
}

/** `mode`, `rules`: of a call denied without asking; without rules the mode denied it. */
export interface CallRefusal {
  by: 'person' | 'rule' | 'nobody' | 'hook';
  reason?: string;
  stopped?: true;
  mode?: string;
  rules?: string[];
}

export interface Todo {
  content: string;
  status: 'pending' | 'in_progress' | 'completed';
}

/** A message before it is stored: the store sets `v`, `parentId` and, if absent, `id` and time. */
export type NewMessage = Draft<UserMessage> | Draft<AssistantMessage> | Draft<ToolMessage> | Draft<SystemMessage>;
type Draft<M extends MessageBase> = Omit<M, 'v' | 'id' | 'parentId' | 'createdAt'> & {
  id?: string;
  createdAt?: string;
};

/** Returns a message's plain text as typed, for titles, search and copying. */
export function textOf(message: { content: string | ContentPart[] | null }): string {
  if (message.content === null) return '';
  if (typeof message.content === 'string') return message.content;
  return message.content
    .map((part) => {
      if (part.type === 'text') return typeof part.text === 'string' ? part.text : '';
      if (part.type === 'command') return commandText(part);
      const named = part.type === 'mention' && typeof part.path === 'string' && part.path !== '' && !part.of;
      return named ? mentionText(part.path, part.range) : '';
    })
    .join('');
}

export function commandText({ name, words }: CommandPart): string {
  return typeof name === 'string' ? `/${name}${typeof words === 'string' ? words : ''}` : '';
}

export function callsOf(message: Message): ToolCall[] {
  return message.role === 'assistant' ? (message.tool_calls ?? []) : [];
}
