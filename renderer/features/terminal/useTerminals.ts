// The terminals of the current conversation and its project.

import { useCallback, useEffect, useState } from 'react';
import type { TerminalInfo } from '../../../shared/features/terminal/methods.ts';
import { useChatProject, useConversationView, useSession } from '../../core/state/context.tsx';
import { terminalWords as words } from './words.ts';

/** Null: not loaded. */
export function useTerminals(): readonly TerminalInfo[] | null {
  const { connection } = useSession();
  const conversationId = useConversationView((view) => view.id);
  const projectId = useChatProject()?.id ?? null;
  const [all, setAll] = useState<readonly TerminalInfo[] | null>(null);
  const load = useCallback(async (): Promise<void> => {
    const answer = await connection.call('terminal.list', {});
    if (answer.ok) setAll(answer.value.terminals);
  }, [connection]);
  useEffect(() => {
    void load();
    const stops = [
      connection.onOpen(() => void load()),
      connection.onEvent(({ event }) => {
        if (event.type === 'terminals.changed') setAll(event.terminals);
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [connection, load]);
  const isHere = (one: TerminalInfo): boolean =>
    one.conversationId === null ? one.projectId === projectId : one.conversationId === conversationId;
  return all?.filter(isHere) ?? null;
}

/** Its own name, else the shell's with a number if there are several. */
export function nameOf(terminal: TerminalInfo, all: readonly TerminalInfo[]): string {
  if (terminal.name !== '') return terminal.name;
  const same = all.filter(({ name, shell }) => name === '' && shell === terminal.shell);
  const number = same.findIndex(({ id }) => id === terminal.id) + 1;
  return same.length > 1 ? words.numbered(terminal.shell, number) : terminal.shell;
}
