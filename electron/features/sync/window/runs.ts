// Runs of this process as sync reports them to other machines, and those of other machines as this one's views show them.

import type { RunElsewhere } from '../../../../shared/features/sync/sync.ts';
import type { ChatHandler } from '../../../chat/chatPort.ts';
import type { ConversationHub } from '../../../chat/conversationHub.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { LocalRuns, RemoteRun } from '../engine/handover.ts';

interface RunsDeps {
  hub: Pick<ConversationHub, 'subscribe' | 'refresh'>;
  chat: Pick<ChatHandler, 'stop'>;
}

export type SyncRuns = ReturnType<typeof createSyncRuns>;

export function createSyncRuns({ hub, chat }: RunsDeps) {
  const going = new Map<string, string>();
  const starters = new Set<() => void>();
  const listeners = new Set<(changed: readonly string[]) => void>();
  let elsewhere = new Map<string, RemoteRun>();
  let isConnected = false;

  hub.subscribe(null, (conversationId, _seq, event) => {
    if (event.type === 'run.started') going.set(conversationId, event.runId);
    else if (event.type !== 'run.ended' || !going.delete(conversationId)) return;
    for (const listener of [...starters]) listener();
  });

  const local: LocalRuns = {
    list: () => going,
    async end(conversationId, run) {
      if (going.get(conversationId) === run) await chat.stop(conversationId);
    },
    onChange(listener) {
      starters.add(listener);
      return () => void starters.delete(listener);
    },
  };

  /** `runs`: null without a store. */
  function update(runs: readonly RemoteRun[] | null): void {
    const before = elsewhere;
    const wasConnected = isConnected;
    isConnected = runs !== null;
    elsewhere = new Map((runs ?? []).map((run) => [run.conversationId, run]));
    const ids = new Set([...before.keys(), ...elsewhere.keys()]);
    const changed = [...ids].filter((id) => JSON.stringify(before.get(id)) !== JSON.stringify(elsewhere.get(id)));
    if (changed.length === 0 && isConnected === wasConnected) return;
    for (const id of changed) void hub.refresh(id);
    for (const listener of [...listeners]) listener(changed);
  }

  return {
    local,
    /** Resolves when this process runs nothing any more, or after so many milliseconds. */
    async ended(clock: Pick<Clock, 'wait'>, ms: number): Promise<void> {
      if (going.size === 0) return;
      const over = new AbortController();
      const stop = local.onChange(() => going.size === 0 && over.abort());
      await clock.wait(ms, over.signal);
      stop();
    },
    update,
    /** Its calls are running there, not interrupted. */
    isElsewhere(conversationId: string): boolean {
      const state = elsewhere.get(conversationId)?.state;
      return state === 'running' || state === 'asked' || state === 'silent';
    },
    /** Null without a store. */
    list(): RunElsewhere[] | null {
      if (!isConnected) return null;
      return [...elsewhere.values()].map(({ conversationId, device, name, heardAt, state, fromHere }) => ({
        ...{ conversationId, heardAt, state, fromHere },
        machine: name ?? device.slice(0, 8),
      }));
    },
    onChange(listener: (changed: readonly string[]) => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
