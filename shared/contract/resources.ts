// The things that lists show: rows small enough to send ten thousand of them.

import type { ModelRef } from '../conversation/event.ts';
import type { Outcome } from '../conversation/message.ts';

export interface ConversationRow {
  id: string;
  projectId: string;
  title: string;
  createdAt: string;
  updatedAt: string;
  /** Null while a very long one has not been counted. */
  messageCount: number | null;
  /** Known only for conversations that this process runs. */
  activity: 'idle' | 'running' | 'waiting';
  /** What waits is a question to the person: an answer is wanted and not an approval. */
  asks?: true;
  pinned: boolean;
  archived: boolean;
  /** A reply ended while nobody was looking. */
  unread: boolean;
}

export interface ProjectInfo {
  id: string;
  name: string;
  /** The folder on this machine; null for a project without one. */
  folder: string | null;
  /** False when the folder is no longer there. */
  folderExists: boolean;
  /** Whether the person trusts what the folder's own files say (its AGENTS.md). */
  trusted: boolean;
}

/** Where a key comes from: never the key itself. */
export type KeySource = 'none' | 'keychain' | 'memory' | 'environment' | 'not_needed';

export interface ProviderInfo {
  id: string;
  name: string;
  baseUrl: string;
  key: KeySource;
  /** `demo` is the scripted model, `environment` comes from OPENAI_BASE_URL and OPENAI_API_KEY. */
  origin: 'demo' | 'environment' | 'settings';
  /** What a new conversation uses when its settings name no model. */
  defaultModel: ModelRef | null;
}

/** Which text of a record was found: `result` is what a tool returned, `title` the name of the conversation. */
export type SearchedPart = 'content' | 'arguments' | 'result' | 'error' | 'reasoning' | 'title';

/** What a search can be limited to: the person's messages, the model's replies, what calls were given, what they returned,
 * what went wrong (of replies and of calls that failed), names of conversations. */
export const searchKinds = ['prompt', 'reply', 'arguments', 'result', 'error', 'title'] as const;
export type SearchKind = (typeof searchKinds)[number];

export interface SearchHit {
  conversationId: string;
  projectId: string;
  title: string;
  /** Null for a title. */
  messageId: string | null;
  role: 'user' | 'assistant' | 'tool' | 'system' | null;
  part: SearchedPart;
  /** The place of the call in its message; null unless `part` is `arguments`. */
  callIndex: number | null;
  toolName: string | null;
  createdAt: string;
  /** Where the match that is shown begins in the text: bytes of UTF-8 in a result, else UTF-16 units. */
  place: number;
  /** What stands around it, on one line. */
  snippet: string;
  /** Where matches begin and end in the snippet, in UTF-16 units. */
  ranges: [number, number][];
}

export interface SearchStatus {
  /** False while there is something that the search does not know yet. */
  complete: boolean;
  /** Conversations that it knows, of how many there are. */
  done: number;
  total: number;
}

export interface SearchAnswer extends SearchStatus {
  hits: SearchHit[];
  /** True when there is more to look through, from `cursor` on. */
  more: boolean;
  cursor: string | null;
}

/** The room that a model has, in tokens, and who says so. */
export interface ContextWindow {
  tokens: number;
  /** `learnt`: from a refusal that named it; `family`: a table by the model's name; `default`: nothing is known of it. */
  source: 'settings' | 'learnt' | 'server' | 'family' | 'default';
}

export const contextKinds = [
  'system',
  'tools',
  'environment',
  'summary',
  'user',
  'mentions',
  'assistant',
  'calls',
  'results',
] as const;
export type ContextKind = (typeof contextKinds)[number];

/** How a call ended that did not go well: the outcome of its result, or that it never began. */
export type CallEnd = Exclude<Outcome, 'ok'> | 'not_started';

/** `ended`: of the call that a result answers. `added`: by the repair of what is sent. Arguments are shortened, and JSON that reads. */
export type ContextWords =
  | { type: 'calls'; done: boolean; ended?: CallEnd; calls: { name: string; arguments: string }[] }
  | { type: 'failed'; error: { code: string; message: string } | null }
  | { type: 'added' };

/** One record of the context, as the next request holds it. */
export interface ContextItem {
  messageId: string;
  kind: ContextKind;
  /** A line that names it for people, in English. */
  label: string;
  /** What the line says, where it is not somebody's own words: a window says it in its language. */
  words?: ContextWords;
  /** What it takes now. */
  tokens: number;
  /** What hiding it would save; of what is hidden or cleared, what that saves. */
  saves: number;
  /** What stands after it: a change of this record makes the provider read all of that anew. */
  tokensAfter: number;
  state: 'sent' | 'hidden' | 'cleared' | 'summarised';
  pinned: boolean;
}

/** What the next request holds and costs. */
export interface ContextReport {
  model: ModelRef;
  window: ContextWindow;
  /** Tokens of the next request without what is being typed. */
  used: number;
  /** Compaction begins above this. */
  compactAt: number;
  /** `usage`: calibrated by what the provider reported; `tokenizer`: counted; `estimate`: reckoned from the letters. */
  method: 'usage' | 'tokenizer' | 'estimate';
  parts: { kind: ContextKind; tokens: number; count: number }[];
  /** In the order in which they are sent; hidden ones in their places. */
  items: ContextItem[];
  compactions: ShownCompaction[];
  /** Of the last reply: what the provider counted and what of it came from its cache. */
  lastUsage: { inputTokens: number; cachedInputTokens: number } | null;
}

export interface ShownCompaction {
  messageId: string;
  createdAt: string;
  /** False: only results were cleared. */
  summarised: boolean;
  cleared: number;
  tokensBefore: number;
  tokensAfter: number;
  undone: boolean;
  /** A later summary stands for it: undoing it or doing it again changes nothing. */
  superseded: boolean;
}

/** What came of a compaction; nothing is lost by one that failed or had no effect. */
export interface CompactionOutcome {
  result: 'done' | 'no_effect' | 'failed' | 'stopped';
  /** A sentence for people. */
  message: string;
  tokensBefore: number;
  tokensAfter: number;
}

/** A path of the project that fits what was typed. */
export interface PathCompletion {
  path: string;
  kind: 'file' | 'folder';
}

/** What would go if a conversation were deleted, that of its sub-agents counted in. */
export interface DeletionPreview {
  conversationId: string;
  title: string;
  messages: number;
  /** Results in files of their own. */
  results: { count: number; bytes: number };
  /** Attachments that no other conversation of the project names. */
  attachments: { count: number; bytes: number };
  undoBytes: number;
  logBytes: number;
  /** Copies that were kept of files that could not be read whole. */
  copies: number;
  subAgents: { id: string; title: string }[];
}

/** A deleted conversation that the app can still bring back. */
export interface RestorableDeletion {
  conversationId: string;
  title: string;
  /** ISO 8601, UTC. */
  deletedAt: string;
}

/** What removing one message for good has come to. */
export interface ForgottenMessage {
  messageId: string;
  /** Its result had a file of its own, which is gone. */
  resultFile: boolean;
  /** Attachments that nothing else named, and that are gone. */
  attachments: number;
  /** Kept copies of the conversation's files that held it: it was taken out of them, or nothing was left of them. */
  copies: { changed: number; removed: number };
  /** Other messages in which a telling part of the same text stands. They were not changed. */
  alsoIn: string[];
}

/** What of a project's space nobody needs, by the action that frees it. */
export const freeable = ['results', 'attachments', 'temporary', 'deletions', 'copies'] as const;
export type Freeable = (typeof freeable)[number];

/** Bytes by what they are for. */
export interface ProjectSpace {
  projectId: string;
  name: string;
  /** On this machine; null: none. */
  folder: string | null;
  messages: number;
  results: number;
  attachments: number;
  logs: number;
  undo: number;
  /** Kept from files that could not be read whole, or set aside by a check. */
  copies: number;
  /** Deleted, and kept until the app that did it is closed. */
  deleted: number;
  other: number;
  total: number;
  /** Results that no message names, attachments that nothing names, writes that never ended, deletions of programs that have ended, and copies. */
  free: Record<Freeable, number>;
}

export interface SpaceReport {
  projects: ProjectSpace[];
  /** Lists and search: made again when they are missing. */
  derived: number;
  total: number;
  restorable: RestorableDeletion[];
}

/** How a request is shown: as the conversation's provider gets it, or in another provider's words. */
export const wireForms = ['provider', 'openai', 'responses', 'anthropic', 'gemini', 'mistral'] as const;
export type WireForm = (typeof wireForms)[number];
