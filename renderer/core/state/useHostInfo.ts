// Information that the host has, while something shows it: read once and after each reconnection, then kept up by events.

import { useCallback, useEffect, useRef, useState } from 'react';
import type { AppEvent } from '../../../shared/contract.ts';
import type { ConversationEvent } from '../../../shared/conversation/event.ts';
import type { Result } from '../../../shared/core/errors.ts';
import { useSession } from './context.tsx';

interface HostInfo<Info> {
  /** Null: not read yet. */
  info: Info | null;
  /** Why the last attempt to read it failed. */
  error: string | null;
  setInfo(info: Info): void;
  /** Reads it again. */
  reload(): Promise<void>;
}

/** `fromEvent`: the information in an event; null: it has none. */
export function useHostInfo<Info>(
  read: () => Promise<Result<Info>>,
  fromEvent: (event: AppEvent | ConversationEvent) => Info | null,
): HostInfo<Info> {
  const { connection } = useSession();
  const [info, setInfo] = useState<Info | null>(null);
  const [error, setError] = useState<string | null>(null);
  const latest = useRef({ read, fromEvent });
  latest.current = { read, fromEvent };
  const isOver = useRef(false);
  const reload = useCallback(async () => {
    const answer = await latest.current.read();
    if (isOver.current) return;
    if (answer.ok) setInfo(() => answer.value);
    setError(answer.ok ? null : answer.error.message);
  }, []);
  useEffect(() => {
    isOver.current = false;
    void reload();
    const ends = [
      connection.onOpen(() => void reload()),
      connection.onEvent(({ event }) => {
        const changed = latest.current.fromEvent(event);
        if (changed !== null) setInfo(() => changed);
      }),
    ];
    return () => {
      isOver.current = true;
      for (const end of ends) end();
    };
  }, [connection, reload]);
  return { info, error, setInfo: (next) => setInfo(() => next), reload };
}
