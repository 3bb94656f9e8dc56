// The state of updates, while their page is open.

import { useCallback, useEffect, useState } from 'react';
import type { UpdateState } from '../../../shared/features/updates/updates.ts';
import { useActions, useSession } from '../../core/state/context.tsx';

interface Updates {
  /** Null until it is loaded. */
  state: UpdateState | null;
  /** The release notes of the offer. */
  notes: string;
  error: string | null;
}

export function useUpdates(): Updates {
  const { connection } = useSession();
  const { call } = useActions();
  const [state, setState] = useState<UpdateState | null>(null);
  const [notes, setNotes] = useState('');
  const [error, setError] = useState<string | null>(null);
  const open = useCallback(async () => {
    const answer = await call('updates.open', {});
    setError(answer.ok ? null : answer.error.message);
    if (!answer.ok) return;
    setState(answer.value.state);
    setNotes(answer.value.notes);
  }, [call]);
  const version = state?.offer?.version;
  // Notes are long, so events do not carry them.
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again for another version
  useEffect(() => void open(), [open, version]);
  useEffect(
    () =>
      connection.onEvent(({ event }) => {
        if (event.type === 'updates.changed') setState(event.state);
      }),
    [connection],
  );
  return { state, notes, error };
}
