// In the row of a call that started a command in the background: that it runs no longer.

import { useStore } from 'zustand/react';
import type { CallRef } from '../../core/calls/items.ts';
import { useConversationView, useSession } from '../../core/state/context.tsx';
import { strings } from '../../core/strings.ts';

export function EndedMark({ call }: { call: CallRef }) {
  const { processes } = useSession();
  const conversationId = useConversationView((view) => view.id);
  const id = startedCommand(call);
  // None outlives the app: what the host does not name has ended.
  const ended = useStore(
    processes.store,
    ({ known, commands }) =>
      known &&
      !commands.some(
        (command) => command.conversationId === conversationId && command.id === id && command.state === 'running',
      ),
  );
  if (id === null || !ended) return null;
  return <span className="text-ink-3 text-small">{strings.calls.commandEnded}</span>;
}

/** The name of the command that a call has started; null: it has started none. */
export function startedCommand({ name, result }: Pick<CallRef, 'name' | 'result'>): string | null {
  const started = name === 'run_command' && result?.outcome === 'ok' ? result.details?.background : undefined;
  const id = typeof started === 'object' && started !== null ? (started as { id?: unknown }).id : undefined;
  return typeof id === 'string' ? id : null;
}
