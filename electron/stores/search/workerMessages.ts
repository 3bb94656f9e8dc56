// Messages between the process and its two search threads.

import type { Result } from '../../../shared/core/errors.ts';
import type { ChainFacets } from '../../../shared/features/chains/methods.ts';
import type { SearchStatus } from '../../../shared/features/search/methods.ts';
import type { LogFields, LogLevel } from '../../lib/log.ts';
import type { LogCode } from '../../lib/logCodes.ts';
import type { CallRequest, SearchRequest } from '../../ports/search.ts';
import type { ThreadKey } from '../encryption/encryptedDisk.ts';
import type { CallOutcome } from './callSearcher.ts';
import type { SearchOutcome } from './searcher.ts';

export interface WorkerSetup {
  role: 'index' | 'search';
  dataDir: string;
  path: string;
  dataKey: ThreadKey;
  /** The data was encrypted or decrypted before the thread starts. */
  isStale: boolean;
  skip: string[];
  /** The conversation being indexed; shared memory, so it is readable after a crash and needs no messages. */
  current: SharedArrayBuffer;
}

/** IDs have at most 128 ASCII characters. */
export const currentBytes = 128;

export function setCurrentConversation(current: SharedArrayBuffer, conversationId: string): void {
  Buffer.from(current).fill(0).write(conversationId, 'latin1');
}

/** Empty for none. */
export function currentConversationOf(current: SharedArrayBuffer): string {
  const bytes = Buffer.from(current);
  const end = bytes.indexOf(0);
  return bytes.toString('latin1', 0, end < 0 ? bytes.length : end);
}

/** To the thread. A message with a `call` gets a reply with the same number. */
export type ToIndexer =
  | { type: 'changed'; conversationIds: string[] }
  | { type: 'lookAround' }
  | { type: 'damaged' }
  | { type: 'settled'; call: number }
  | { type: 'discard'; call: number }
  | { type: 'forget'; call: number; conversationId: string; messageId: string | null }
  | { type: 'close' };
export type ToSearcher =
  | { type: 'query'; call: number; request: SearchRequest }
  | { type: 'calls'; call: number; request: CallRequest }
  | { type: 'facets'; call: number }
  | { type: 'close' };

export type FromIndexer =
  | { type: 'status'; status: SearchStatus }
  | { type: 'log'; level: LogLevel; message: string; code: LogCode; fields: LogFields }
  | { type: 'answer'; call: number; answer: Result<void> | SearchStatus };
export type FromSearcher = { type: 'answer'; call: number; answer: SearchOutcome | CallsAnswer | FacetsAnswer };

type Nothing = { kind: 'absent' } | { kind: 'damaged' };
export type CallsAnswer = CallOutcome | Nothing;
export type FacetsAnswer = ({ kind: 'facets' } & ChainFacets) | Nothing;
