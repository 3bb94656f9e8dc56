// Runs a query, with its progress; a new one, a stop and closing the dialog end it.

import { useCallback, useEffect, useRef, useState } from 'react';
import type { QueryAnswer } from '../../../shared/features/query/methods.ts';
import { useSession } from '../../core/state/context.tsx';

interface QueryFailure {
  message: string;
  position: { line: number; column: number } | null;
}

export interface QueryRun {
  answer: QueryAnswer | null;
  failure: QueryFailure | null;
  /** Null: nothing runs. */
  progress: { done: number; total: number; isReading: boolean } | null;
  run(sql: string): void;
  stop(): void;
}

const started = { done: 0, total: 0, isReading: false };

export function useQuery(): QueryRun {
  const { connection, actions } = useSession();
  const [answer, setAnswer] = useState<QueryAnswer | null>(null);
  const [failure, setFailure] = useState<QueryFailure | null>(null);
  const [progress, setProgress] = useState<QueryRun['progress']>(null);
  const running = useRef<AbortController | null>(null);

  const stop = useCallback(() => {
    running.current?.abort();
    running.current = null;
    setProgress(null);
  }, []);
  useEffect(() => stop, [stop]);
  useEffect(
    () =>
      connection.onEvent(({ event }) => {
        if (event.type !== 'query.progress') return;
        const { done, total } = event;
        setProgress((before) => before && { done, total, isReading: true });
      }),
    [connection],
  );

  const run = useCallback(
    (sql: string) => {
      stop();
      const controller = new AbortController();
      running.current = controller;
      setFailure(null);
      setProgress(started);
      void actions.call('query.run', { sql }, controller.signal).then((result) => {
        if (running.current !== controller) return;
        stop();
        if (result.ok) return setAnswer(result.value);
        const position = (result.error.details?.position ?? null) as QueryFailure['position'];
        setFailure({ message: result.error.message, position });
      });
    },
    [actions, stop],
  );
  return { answer, failure, progress, run, stop };
}
