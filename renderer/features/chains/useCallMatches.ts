// Finds the calls of a conversation whose full arguments or results contain a text, via the host's search.

import { useEffect, useRef, useState } from 'react';
import type { Result } from '../../../shared/core/errors.ts';
import type { ChainAnswer } from '../../../shared/features/chains/methods.ts';
import type { Connection } from '../../core/connection/connection.ts';
import { useSession } from '../../core/state/context.tsx';
import { useRefreshWhileBehind } from '../search/useRefreshWhileBehind.ts';
import { chainKey } from './chainFilter.ts';

export interface CallMatchKeys {
  keys: ReadonlySet<string>;
  phase: 'idle' | 'searching' | 'done' | 'tooShort';
  /** False while the index is incomplete. */
  complete: boolean;
}

const noMatches: CallMatchKeys = { keys: new Set(), phase: 'idle', complete: true };
const typingMs = 150;
/** Max pages fetched. */
const maxPages = 60;

export function useCallMatches(conversationId: string | null, text: string): CallMatchKeys {
  const { connection } = useSession();
  const [matches, setMatches] = useState<CallMatchKeys>(noMatches);
  const askAgain = useRef<() => Promise<void>>(async () => {});
  useRefreshWhileBehind(matches.phase === 'done' && !matches.complete, () => askAgain.current());
  useEffect(() => {
    if (conversationId === null || text.trim() === '') return setMatches(noMatches);
    setMatches((before) => ({ ...before, keys: new Set(), phase: 'searching' }));
    const over = new AbortController();
    const ask = async (isRenewal: boolean): Promise<void> => {
      const answer = await findCalls(connection.call, { text, conversationId }, { isRenewal, signal: over.signal });
      if (answer) setMatches(answer);
    };
    const timer = setTimeout(() => void ask(false), typingMs);
    askAgain.current = () => ask(true);
    return () => {
      over.abort();
      clearTimeout(timer);
    };
  }, [connection, conversationId, text]);
  return matches;
}

/** Null: keep the previous matches, since the request failed or was aborted. @internal */
export async function findCalls(
  call: Connection['call'],
  query: { text: string; conversationId: string },
  { isRenewal, signal }: { isRenewal: boolean; signal: AbortSignal },
): Promise<CallMatchKeys | null> {
  const keys = new Set<string>();
  let cursor: string | null = null;
  let complete = true;
  for (let page = 0; page < maxPages; page++) {
    const answer: Result<ChainAnswer> = await call('chain.query', { ...query, limit: 500, cursor }, signal);
    if (signal.aborted) return null;
    if (!answer.ok) {
      if (isRenewal) return null;
      const tooShort = answer.error.code === 'PARAMS_INVALID' && cursor === null;
      return { keys, phase: tooShort ? 'tooShort' : 'done', complete: tooShort };
    }
    for (const match of answer.value.calls) keys.add(chainKey(match));
    ({ cursor } = answer.value);
    complete &&= answer.value.complete;
    if (cursor === null) break;
  }
  return { keys, phase: 'done', complete };
}
