// Which calls of a conversation hold a text in their whole arguments or results, as the search of the host knows it.

import { useEffect, useRef, useState } from 'react';
import type { ChainAnswer } from '../../shared/contract/browseResources.ts';
import type { Result } from '../../shared/errors.ts';
import { useRenewal } from '../search/useRenewal.ts';
import { useSession } from '../state/context.tsx';
import { chainKey } from './chainFilter.ts';

export interface FoundKeys {
  keys: ReadonlySet<string>;
  phase: 'idle' | 'searching' | 'done' | 'tooShort';
  /** False: the index does not know everything yet. */
  complete: boolean;
}

const nothing: FoundKeys = { keys: new Set(), phase: 'idle', complete: true };
const typingMs = 150;
/** Pages of an answer that are asked for. */
const mostPages = 60;

export function useFoundCalls(conversationId: string | null, text: string): FoundKeys {
  const { connection } = useSession();
  const [found, setFound] = useState<FoundKeys>(nothing);
  const askAgain = useRef<() => Promise<void>>(async () => {});
  useRenewal(found.phase === 'done' && !found.complete, () => askAgain.current());
  useEffect(() => {
    if (conversationId === null || text.trim() === '') return setFound(nothing);
    setFound((before) => ({ ...before, keys: new Set(), phase: 'searching' }));
    const over = new AbortController();
    const timer = setTimeout(() => void ask(conversationId), typingMs);
    askAgain.current = () => ask(conversationId);
    async function ask(id: string): Promise<void> {
      const keys = new Set<string>();
      let cursor: string | null = null;
      let complete = true;
      for (let page = 0; page < mostPages; page++) {
        const params: { text: string; conversationId: string; limit: number; cursor: string | null } = {
          text,
          conversationId: id,
          limit: 500,
          cursor,
        };
        const answer: Result<ChainAnswer> = await connection.call('chain.query', params, over.signal);
        if (over.signal.aborted) return;
        if (!answer.ok) {
          const tooShort = answer.error.code === 'PARAMS_INVALID' && cursor === null;
          return setFound({ keys, phase: tooShort ? 'tooShort' : 'done', complete: tooShort });
        }
        for (const call of answer.value.calls) keys.add(chainKey(call));
        ({ cursor } = answer.value);
        complete &&= answer.value.complete;
        if (cursor === null) break;
      }
      setFound({ keys, phase: 'done', complete });
    }
    return () => {
      over.abort();
      clearTimeout(timer);
    };
  }, [connection, conversationId, text]);
  return found;
}
