// The things that lists show: rows small enough to send ten thousand of them.

import type { ModelRef } from '../conversation/event.ts';

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
}

export interface ProjectInfo {
  id: string;
  name: string;
  /** The folder on this machine; null for a project without one. */
  folder: string | null;
  /** False when the folder is no longer there. */
  folderExists: boolean;
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
  /** Where the first match begins in the text: bytes of UTF-8 in a result, else UTF-16 units. */
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
