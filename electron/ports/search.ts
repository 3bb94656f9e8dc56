// The port to full-text search. Its index is derived from the conversations and may lag behind them; it then says so. Nothing
// here throws.

import type { Outcome } from '../../shared/conversation/message.ts';
import type { Result } from '../../shared/core/errors.ts';
import type { ChainAnswer, ChainFacets } from '../../shared/features/chains/methods.ts';
import type { SearchAnswer, SearchKind, SearchStatus } from '../../shared/features/search/methods.ts';

export interface SearchRequest {
  /** Words separated by white space must all occur in the same part of a message; "quotes" hold a phrase. */
  text: string;
  /** Only conversations of this project; null: of all. */
  projectId: string | null;
  /** Only this conversation; null or nothing: all. */
  conversationId?: string | null;
  /** Only these; empty or nothing: all. */
  kinds?: readonly SearchKind[];
  /** Only calls of these tools, and what they returned; empty or nothing: everything. */
  tools?: readonly string[];
  /** ISO 8601: not before, and not after; of a title the time of the last message. */
  from?: string | null;
  to?: string | null;
  /** At most this many hits. */
  limit: number;
  /** Where an earlier answer ended; null: from the newest on. */
  cursor: string | null;
}

/** Tool calls of all conversations; what is empty or null allows all. */
export interface CallRequest {
  /** As of a search; looked for in arguments and results. */
  text: string;
  tools: readonly string[];
  outcomes: readonly Outcome[];
  /** Only those that changed files. */
  changed: boolean;
  projectId: string | null;
  conversationId: string | null;
  /** Asked for in this time: ISO 8601. */
  from: string | null;
  until: string | null;
  limit: number;
  /** Where an earlier answer ended; null: from the newest on. */
  cursor: string | null;
}

/** For whoever waits until the index has followed. */
export interface SearchWait {
  /** Told now and then. */
  onProgress?: (status: SearchStatus) => void;
  signal?: AbortSignal;
}

export interface ConversationSearch {
  /** Newest first. PARAMS_INVALID: too short to be looked for, with what to do. */
  query(request: SearchRequest): Promise<Result<SearchAnswer>>;
  /** Newest first. An answer may have fewer than there are: then it says `more`. PARAMS_INVALID as of `query`. */
  calls(request: CallRequest): Promise<Result<ChainAnswer>>;
  /** The tools that were ever called. */
  callFacets(): Promise<ChainFacets>;

  /** A conversation was changed, made or removed: the index follows, later. Costs the caller nothing. */
  changed(conversationId: string): void;
  /** Looks at all conversations after a while, in the background: for a process that goes on for long. */
  begin(): void;
  /** Resolves when the index has followed everything, or cannot. `onProgress` is told now and then. */
  bringUpToDate(wait?: SearchWait): Promise<SearchStatus>;
  /** Throws the index away and makes it again. */
  rebuild(wait?: SearchWait): Promise<Result<SearchStatus>>;

  /** Removes what the index holds of a message, or a whole conversation, so that no byte of its words is left. */
  forgetMessage(conversationId: string, messageId: string): Promise<Result<void>>;
  forgetConversation(conversationId: string): Promise<Result<void>>;

  /**
   * Where the record of a message begins in messages.json, in bytes (the value itself, without a comma). Null when the index
   * does not know for certain; the caller checks the id of what it finds there for all that.
   */
  offsetOf(conversationId: string, messageId: string): number | null;
  /** How many messages a conversation has whose messages.json has this size and inode; null when it is not known. */
  countOf(conversationId: string, size: number, inode: number | bigint): number | null;

  close(): Promise<void>;
}
