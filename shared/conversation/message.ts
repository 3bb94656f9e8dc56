// A stored message of messages.json, field by field as in docs/formats/message-fields.md. `readMessage.ts` reads and validates it.

import type { SentenceData } from '../core/sentence.ts';
import type { HookRun } from '../features/hooks/hook.ts';
import type { Cost } from '../features/models/cost.ts';
import type { SlashEntry } from '../features/slash/slash.ts';
import type { WebSource } from '../features/webSearch/webSearch.ts';
import { mentionText } from './mentions.ts';
import type { QuestionAnswer, QuestionField, SpendLimitRef } from './question.ts';
import type { SandboxDetails } from './sandbox.ts';

/** The schema version written. A record of a larger one opens its conversation read-only. */
export const messageVersion = 1;

export const outcomes = ['ok', 'error', 'denied', 'cancelled', 'interrupted'] as const;
export type Outcome = (typeof outcomes)[number];

const partTypes = ['error', 'summary', 'environment', 'tool_run', 'note'] as const;
type PartType = (typeof partTypes)[number];

/**
 * Calls of one reply that are taken. OpenAI refuses a stored reply with more (“array too long. Expected an array with maximum
 * length 128”), so that the conversation could not go on there.
 */
export const maxCalls = 128;

export interface ToolCall {
  id: string;
  type: 'function';
  /** `arguments` is the exact string that the model sent, valid JSON or not. */
  function: { name: string; arguments: string };
}

export type ContentPart =
  | { type: 'text'; text: string }
  | { type: 'image'; hash: string; mediaType: string; name?: string; bytes?: number }
  | { type: 'file'; hash: string; mediaType: string; name: string; bytes?: number }
  | MentionPart
  | CommandPart;

/** A file, a folder or a resource of an MCP server that the person named with `@`. */
export interface MentionPart {
  type: 'mention';
  /** As it was named: relative to the project's folder, with `/`; of a resource: `server:uri`. */
  path: string;
  /** SHA-256 of the bytes that were sent, kept as an attachment; absent when there was nothing to send. */
  hash?: string;
  /** Lines, 1-based and inclusive; `end` null: to the end of the file. */
  range?: { start: number; end: number | null };
  kind?: 'file' | 'folder' | 'resource';
  /** Of a resource: the server's name, the address, and what the server calls it. */
  server?: string;
  uri?: string;
  title?: string;
  /** Bytes that were sent. */
  bytes?: number;
  /** Why it could not be read: a sentence that stands in its place. */
  problem?: string;
  /** Named by the text of the command before it, not by the person: it is no word of the message. */
  of?: 'command';
}

/** What the person called with `/`. What was sent in its place is kept as an attachment. */
export interface CommandPart {
  type: 'command';
  /** Without the `/`. */
  name: string;
  /** All that stood behind the name, as it was typed, the white space before it included. */
  words: string;
  kind: SlashEntry['kind'];
  /** The file or server that it is from, as people name it. */
  from: string;
  /** SHA-256 of the text that was sent. */
  hash: string;
  /** Bytes that were sent. */
  bytes: number;
}

/** What a reply took, in one meaning for all providers (docs/features/costs.md): parts of a sum are never added to it again. */
export interface Usage {
  /** All that was read, what came from a cache and what was written to one among it. */
  inputTokens?: number;
  /** All that was written, thinking among it. */
  outputTokens?: number;
  /** Of the input: read from the provider's cache. */
  cachedInputTokens?: number;
  /** Of the input: written to the provider's cache, for minutes and for an hour. */
  cacheWriteTokens?: number;
  cacheWriteHourTokens?: number;
  /** Of the output. */
  reasoningTokens?: number;
  /** Searches that the provider made by itself. */
  webSearches?: number;
  /** US dollars, where the provider itself says what the reply cost. */
  reportedCost?: number;
  /** What it cost at the prices of its time; not set: not known. */
  cost?: Cost;
  /** A part was more than its whole, and was taken as the whole. */
  clamped?: true;
  /** The provider's own object, as it came. */
  raw?: Record<string, unknown>;
  /** This program's own count of the same request, so that its counts can be held against the provider's. */
  counted?: number;
  /** What replies cost that were not accepted and asked for again: they are stored nowhere else. */
  discarded?: DiscardedUsage;
}

interface DiscardedUsage {
  replies: number;
  inputTokens: number;
  outputTokens: number;
  /** US dollars, of those whose cost is known. */
  usd?: number;
  /** How many of them are of unknown cost. */
  unknown?: number;
}

/** What the provider calls the exchange that a record came from. Kept for people and their support; never sent. */
export interface ResponseIds {
  /** The `id` of the reply's chunks. */
  id?: string;
  /** From the answer's headers, also of a refusal. */
  requestId?: string;
}

/** What the run worked with: the app's version, and what git said of the project's folder as it began. Never sent. */
export interface RunFacts {
  version: string;
  branch?: string;
  commit?: string;
}

export interface ErrorInfo {
  /** `LLM_ERROR` for a failed model call, else a code of `shared/core/errors.ts`. */
  code: string;
  cause?: string;
  status?: number;
  message: string;
  /** The key of the message and what is filled in (shared/core/sentence.ts). Old records have none; it may be anything. */
  said?: SentenceData;
  /** The record that the provider refused, where its answer tells which. */
  item?: { messageId: string; toolCallId?: string; field?: string };
  /** The model that refused images: it is sent none from here on. */
  refusedImages?: string;
  /** The tool that the provider refused, by the name under which the model calls it. */
  tool?: string;
  /** Of SPEND_LIMIT_REACHED: which limit, and how high the settings have it, in US dollars. */
  limit?: SpendLimitRef;
}

interface MessageBase {
  v: number;
  id: string;
  /** The record this one follows; null for the first of the conversation. */
  parentId: string | null;
  /** ISO 8601, UTC. A label only: order comes from the log. */
  createdAt: string;
  partType?: PartType;
  includeInContext?: boolean;
  origin?: Record<string, unknown>;
  /** Set in the tombstone of a message that a person removed for good (`removed.ts`). */
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
  /** Set when the reply had more calls than are taken. The model is told with the result of the last one. */
  callsLeftOut?: boolean;
  reasoning?: string;
  /** Milliseconds that it thought; where nothing of that was shown, those before its first word (`unseenThinking.ts`). */
  reasoningMs?: number;
  /** Earlier replies whose thinking was not sent back, or was left out by the provider: what stood before it had changed. */
  droppedThinking?: number;
  providerData?: Record<string, unknown>;
  /** The pages that the provider's own search found for it. */
  sources?: WebSource[];
  model?: string;
  usage?: Usage;
  finishReason?: string;
  /**
   * Set when the reply was asked for again because a tool of this server had to be called: how often, and what came of it.
   * `searched`: it looks for one; `given_up`: it called none, and the turn owes none any more.
   */
  required?: { server: string; asked: number; ended: 'called' | 'searched' | 'given_up' };
  error?: ErrorInfo;
  /** Of a note: the key of its text and what is filled in. */
  said?: SentenceData;
  response?: ResponseIds;
  run?: RunFacts;
}

export interface ToolMessage extends MessageBase {
  role: 'tool';
  tool_call_id: string;
  toolName: string;
  /** Of a `tool_run`: the exact arguments that the person gave, as JSON text. */
  arguments?: string;
  content: string;
  outcome: Outcome;
  startedAt?: string;
  /** Milliseconds. */
  duration?: number;
  /** Milliseconds that the call waited for a person. */
  waitedMs?: number;
  details?: ToolDetails;
  attachments?: { hash: string; mediaType: string; name?: string }[];
  fullOutputPath?: string;
  /** What a person chose for a call that a crash left open. */
  resolution?: 'run_again' | 'skip' | 'mark_done';
}

/**
 * `instructions`: the AGENTS.md of the folder. `changes`: files that the person put back. `plan`: that plan mode began or ended.
 * `personal`, `project`, `conversation`: the person's own instructions, for all, for a project, for this conversation.
 * `memory`, `projectMemory`: the memory files. `skills`, `agents`: which there are to load and to start. `agent`: who the agent is that works here. `resource`: a resource of an MCP
 * server that the person named and that has changed. `hook`: what a hook of the person's said.
 */
export type EnvironmentTopic =
  | 'moment'
  | 'instructions'
  | 'changes'
  | 'plan'
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
  /** What a record of the environment speaks of; without it: of the moment. */
  environment?: { about: EnvironmentTopic; resource?: ResourceSaid };
  /** Of `hook`: those that ran when the turn ended, and what they changed in files. */
  details?: ToolDetails;
  /** Of `hook`: the reply that they followed; what they changed is undone by its name. */
  replyId?: string;
}

/** What was last said of a resource: `hash` is the SHA-256 of its text, kept as an attachment. */
export interface ResourceSaid {
  server: string;
  uri: string;
  hash: string;
}

/** One that the person named: what was last said of it, and the messages that named it. */
export interface FollowedResource extends ResourceSaid {
  by: string[];
}

/** What a `summary` record stands for. With blank content nothing was summarised: only results were cleared. */
export interface Compaction {
  /** The first record that is still sent as it is; without meaning when nothing was summarised. */
  firstKeptId: string;
  /** Results that are sent as a reference from here on. */
  clearedIds: string[];
  /** Earlier records that a person had pinned: they go on being sent beside the summary. */
  pinnedIds?: string[];
  /** Earlier records sent with the summary though nobody pinned them: the environment and the question in progress. */
  besideIds?: string[];
  /** Resources that earlier records named: they are followed still. */
  followed?: FollowedResource[];
  /** How many records the summary stands for: those sent beside it are not among them. */
  records?: number;
  tokensBefore: number;
  tokensAfter: number;
  /** The last request before it that both sides counted: its tokens by the provider, for the model, and by us (`Usage.counted`). */
  reported?: { model: string; tokens: number; counted: number };
}

export type ReportedCount = NonNullable<Compaction['reported']>;

export type Message = UserMessage | AssistantMessage | ToolMessage | SystemMessage;

/** Both ISO 8601, UTC. */
export interface WaitedTime {
  from: string;
  to: string;
}

/** What the box of a tool call shows beyond the text of its result. Every field is optional. */
export interface ToolDetails {
  /** Size of the whole result in bytes of UTF-8, spilled or not. */
  bytes?: number;
  /** The result exactly as it was printed, where `content` is what a terminal would show of it. Not for a spilled one: that is its file. */
  printed?: string;
  exitCode?: number | null;
  signal?: string;
  timedOut?: boolean;
  /** Unified diff of what changed. */
  diff?: string;
  path?: string;
  /** Lines shown, 1-based and inclusive. */
  lines?: { start: number; end: number; total: number };
  matches?: number;
  entries?: number;
  truncated?: boolean;
  /** Of what ran in a sandbox. */
  sandbox?: SandboxDetails;
  todos?: { before: Todo[]; after: Todo[] };
  /** The conversation of the agent that the call started; the rest when it has ended. */
  agent?: {
    conversationId: string;
    title?: string;
    /** Of the definition that it worked by. */
    name?: string;
    calls?: number;
    turns?: number;
    /** `usd`: US dollars, of the replies whose cost is known; `unknown`: how many are of unknown cost. */
    usage?: { inputTokens: number; outputTokens: number; usd?: number; unknown?: number };
    /** When its calls waited for the person; they may overlap. */
    waits?: WaitedTime[];
  };
  /** What the person was asked while the call ran, and what came of it. */
  question?: { message: string; fields: QuestionField[]; answer: QuestionAnswer };
  /** Of `present_plan`: the plan as it was answered, and what was answered. `mode`: an `ApprovalMode`. */
  plan?: {
    title: string;
    text: string;
    edited: boolean;
    answer: 'accepted' | 'sent_back' | 'unanswered';
    mode?: string;
    words?: string;
  };
  /** Of a result that was stored after a crash: the call that it answers. */
  call?: { messageId: string; index: number };
  /** Why a result could not be kept whole. */
  spillError?: string;
  errorCode?: string;
  /** Of what the tool said of its failure: the key and what is filled in. */
  said?: SentenceData;
  /** Why a call was refused before it was looked at. */
  notRun?: 'switched_off' | 'unknown' | 'arguments';
  /** Who said no to a call. `stopped`: and ended the run with it. */
  refused?: { by: 'person' | 'rule' | 'nobody' | 'hook'; reason?: string; stopped?: true };
  /** Hooks that ran before and after the call, in their order. */
  hooks?: HookRun[];
  /** Paths of files that hooks changed, the first 20; `changes` has them among the others. */
  hookChanges?: string[];
  [key: string]: unknown;
}

export interface Todo {
  content: string;
  status: 'pending' | 'in_progress' | 'completed';
}

/** A message before the store has given it its place: the store sets `v`, `parentId` and, when absent, `id` and time. */
export type NewMessage = Draft<UserMessage> | Draft<AssistantMessage> | Draft<ToolMessage> | Draft<SystemMessage>;
type Draft<M extends MessageBase> = Omit<M, 'v' | 'id' | 'parentId' | 'createdAt'> & {
  id?: string;
  createdAt?: string;
};

/** The plain text of a message as it was typed, for titles, search and copying. */
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

/** As it was typed. */
export function commandText({ name, words }: CommandPart): string {
  return typeof name === 'string' ? `/${name}${typeof words === 'string' ? words : ''}` : '';
}

export function callsOf(message: Message): ToolCall[] {
  return message.role === 'assistant' ? (message.tool_calls ?? []) : [];
}
