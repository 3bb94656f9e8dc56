// The port to full-text search. Its index is derived from the conversations and may be behind; it then says so. Never
// throws.

import type { Outcome } from '../../shared/conversation/message.ts';
import type { Result } from '../../shared/core/errors.ts';
import type { ChainAnswer, ChainFacets } from '../../shared/features/chains/methods.ts';
import type { SearchAnswer, SearchKind, SearchStatus } from '../../shared/features/search/methods.ts';

export interface SearchRequest {
  /** Words separated by white space must all occur in the same part of a message; quotes search for a phrase. */
  text: string;
  /** Only conversations of this project; null: all. */
  projectId: string | null;
  /** In place of `projectId`: all projects that are shown as one. */
  projectIds?: readonly string[] | null;
  /** Only this conversation; null or absent: all. */
  conversationId?: string | null;
  /** Only these and the agents that they started; null or absent: all. */
  conversationIds?: readonly string[] | null;
  /** Only these kinds; empty or absent: all. */
  kinds?: readonly SearchKind[];
  /** Only calls of these tools and their results; empty or absent: everything. */
  tools?: readonly string[];
  /** ISO 8601: earliest and latest time; for a title, the time of the last message. */
  from?: string | null;
  to?: string | null;
  /** Maximum number of hits. */
  limit: number;
  /** Where the previous page ended; null: start with the newest. */
  cursor: string | null;
}

/** Filters tool calls of all conversations; empty or null fields match all. */
export interface CallRequest {
  /** As in a search; matches arguments and results. */
  text: string;
  tools: readonly string[];
  outcomes: readonly Outcome[];
  /** Only calls that changed files. */
  changed: boolean;
  projectId: string | null;
  /** In place of `projectId`: all projects that are shown as one. */
  projectIds?: readonly string[] | null;
  conversationId: string | null;
  /** Request time: ISO 8601. */
  from: string | null;
  until: string | null;
  limit: number;
  /** Where the previous page ended; null: start with the newest. */
  cursor: string | null;
}

/** Options for waiting until the index has caught up. */
export interface SearchWait {
  /** Called at intervals. */
  onProgress?: (status: SearchStatus) => void;
  signal?: AbortSignal;
}

export interface ConversationSearch {
  /** Newest first. PARAMS_INVALID: too short to search; says what to do. */
  query(request: SearchRequest): Promise<Result<SearchAnswer>>;
  /** Newest first. May return fewer calls than exist and set `more`. PARAMS_INVALID as for `query`. */
  calls(request: CallRequest): Promise<Result<ChainAnswer>>;
  /** Returns the tools that were ever called. */
  callFacets(): Promise<ChainFacets>;

  /** Call when a conversation was changed, created or deleted: the index catches up later, at no cost to the caller. */
  changed(conversationId: string): void;
  /** Starts indexing all conversations in the background, after a delay: for long-running processes. */
  start(): void;
  /** Resolves when the index has caught up, or cannot. Calls `onProgress` at intervals. */
  bringUpToDate(wait?: SearchWait): Promise<SearchStatus>;
  /** Rebuilds the index from scratch. */
  rebuild(wait?: SearchWait): Promise<Result<SearchStatus>>;

  /** Erases a message or a whole conversation from the index, so that no byte of its text remains. */
  forgetMessage(conversationId: string, messageId: string): Promise<Result<void>>;
  forgetConversation(conversationId: string): Promise<Result<void>>;

  /**
   * Returns the byte offset of a message's record in messages.json (the value itself, without a comma). Null if the
   * index is not certain; the caller must still check the id there.
   */
  offsetOf(conversationId: string, messageId: string): number | null;
  /** Returns the number of messages of a conversation whose messages.json has this size and inode; null if unknown. */
  countOf(conversationId: string, size: number, inode: number | bigint): number | null;

  close(): Promise<void>;
}
