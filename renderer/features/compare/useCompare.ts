// The contestants of a compare: their conversations followed live, and their state, time and cost from the host,
// whenever something changes.

import { useCallback, useEffect, useState } from 'react';
import type { Compare } from '../../../shared/features/compare/compare.ts';
import type { ContestantStatus } from '../../../shared/features/compare/methods.ts';
import { useSession } from '../../core/state/context.tsx';

/** Milliseconds: several events in a row cause one request. */
const settleMs = 120;

/** Events that change a contestant's state, time or cost; streamed text does not. */
const telling: readonly string[] = [
  'message.appended',
  'run.started',
  'run.ended',
  'call.waiting',
  'call.asking',
  'call.answered',
  'calls.left',
  'elsewhere.changed',
];

interface Statuses {
  /** Null until the first answer. */
  contestants: readonly ContestantStatus[] | null;
  error: string | null;
  load(): void;
}

export function useCompare(conversationId: string, compare: Compare | undefined): Statuses {
  const { connection, side } = useSession();
  const [answer, setAnswer] = useState<Omit<Statuses, 'load'>>({ contestants: null, error: null });
  const [count, setCount] = useState(0);
  const load = useCallback(() => setCount((now) => now + 1), []);
  const compareId = compare?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `count` triggers a reload
  useEffect(() => {
    if (compareId === undefined) return;
    const controller = new AbortController();
    void connection.call('compare.look', { conversationId, compareId }, controller.signal).then((result) => {
      if (controller.signal.aborted) return;
      setAnswer((before) =>
        result.ok
          ? { contestants: result.value.contestants, error: null }
          : { ...before, error: result.error.code === 'CONNECTION_CLOSED' ? null : result.error.message },
      );
    });
    return () => controller.abort();
  }, [connection, conversationId, compareId, count]);

  const ids = compare?.contestants.map((each) => each.conversationId).join(' ') ?? '';
  useEffect(() => {
    const all = new Set(ids.split(' '));
    let timer: ReturnType<typeof setTimeout> | undefined;
    const soon = (): void => {
      clearTimeout(timer);
      timer = setTimeout(load, settleMs);
    };
    const ends = [
      connection.onEvent(({ conversationId: of, event }) => {
        const isOwn = of === null ? event.type === 'compare.changed' : all.has(of) && telling.includes(event.type);
        if (isOwn) soon();
      }),
      connection.onOpen(load),
    ];
    return () => {
      clearTimeout(timer);
      for (const end of ends) end();
    };
  }, [connection, ids, load]);

  const existing = (answer.contestants ?? []).flatMap((each) => (each.exists ? each.conversationId : [])).join(' ');
  useEffect(() => {
    const watched = existing === '' ? [] : existing.split(' ').map((id) => side.watch(id));
    return () => {
      for (const end of watched) end();
    };
  }, [side, existing]);
  return { ...answer, load };
}
