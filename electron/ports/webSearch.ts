// The port to searching the web: one backend, which the person chose, or none. Never throws. Keys go into requests only.

import type { Result } from '../../shared/core/errors.ts';
import type { WebSearchInfo } from '../../shared/features/webSearch/methods.ts';
import type { KeyedBackend, WebSearchBackend, WebSource } from '../../shared/features/webSearch/webSearch.ts';

export interface WebSearch {
  /** Who would be asked now; null: nobody was chosen, or their address is missing. */
  target(): Promise<WebSearchTarget | null>;
  /**
   * At most `count` sources, without secrets. Errors are sentences for people: NOT_SUPPORTED when nobody was chosen,
   * TOOL_EXEC_FAILED, TOOL_TIMEOUT, ADDRESS_REFUSED, LLM_AUTH_FAILED, LLM_RATE_LIMITED, LLM_QUOTA_EXCEEDED, and
   * ENGINE_ABORTED when `signal` aborted.
   */
  search(query: string, count: number, signal: AbortSignal): Promise<Result<WebSearchAnswer>>;
  info(): Promise<WebSearchInfo>;
  /** An empty key is removed. */
  setKey(backend: KeyedBackend, key: string): Promise<Result<WebSearchInfo>>;
  /** Asks the keychain for every key, so that they are masked. */
  learnKeys(): Promise<void>;
}

interface WebSearchTarget {
  backend: WebSearchBackend;
  /** As `https://api.search.brave.com`: what a rule can name. */
  origin: string;
}

interface WebSearchAnswer extends WebSearchTarget {
  sources: WebSource[];
}
