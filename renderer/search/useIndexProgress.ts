// While the index is behind, asks now and then how far it is; when it knows everything, the search is made again, unless the
// person has gone on in what was found.

import { useEffect } from 'react';
import { useStore } from 'zustand/react';
import { useSession } from '../state/context.tsx';

const everyMs = 1_500;

export function useIndexProgress(): void {
  const { search, connection } = useSession();
  const behind = useStore(search.hits.store, ({ status }) => status !== null && !status.complete);
  useEffect(() => {
    if (!behind) return;
    const controller = new AbortController();
    const ask = async (): Promise<void> => {
      const answer = await connection.call('search.status', {}, controller.signal);
      if (!answer.ok || controller.signal.aborted) return;
      search.hits.store.setState({ status: answer.value });
      const { chosen, scroll } = search.store.getState();
      if (answer.value.complete && chosen === null && scroll === 0) search.hits.again();
    };
    const timer = setInterval(() => void ask(), everyMs);
    return () => {
      clearInterval(timer);
      controller.abort();
    };
  }, [behind, search, connection]);
}
