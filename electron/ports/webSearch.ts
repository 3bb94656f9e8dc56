// The port to web search: the backend that the user chose, or none. Never throws. Keys are used in requests only.

import type { Result } from '../../shared/core/errors.ts';
import type { WebSearchInfo } from '../../shared/features/webSearch/methods.ts';
import type { KeyedBackend, WebSearchBackend, WebSource } from '../../shared/features/webSearch/webSearch.ts';

export interface WebSearch {
  /** Returns the current backend; null: none chosen, or its address is missing. */
  target(): Promise<WebSearchTarget | null>;
  /**
   * Returns at most `count` sources, without secrets. Errors are sentences for the user: NOT_SUPPORTED if no backend
   * was chosen, TOOL_EXEC_FAILED, TOOL_TIMEOUT, ADDRESS_REFUSED, LLM_AUTH_FAILED, LLM_RATE_LIMITED, LLM_QUOTA_EXCEEDED,
   * and ENGINE_ABORTED when `signal` aborted.
   */
  search(query: string, count: number, signal: AbortSignal): Promise<Result<WebSearchAnswer>>;
  info(): Promise<WebSearchInfo>;
  /** An empty key removes the saved one. */
  setKey(backend: KeyedBackend, key: string): Promise<Result<WebSearchInfo>>;
  /** Loads every key from the keychain, for masking. */
  learnKeys(): Promise<void>;
}

interface WebSearchTarget {
  backend: WebSearchBackend;
  /** As `https://api.search.brave.com`, for use in rules. */
  origin: string;
}

interface WebSearchAnswer extends WebSearchTarget {
  sources: WebSource[];
}
