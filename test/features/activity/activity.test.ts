import { expect, test } from 'vitest';
import { createCompareRegistry } from '../../../electron/chat/compareRegistry.ts';
import type { ConversationListener } from '../../../electron/chat/conversationHub.ts';
import { createFeed } from '../../../electron/chat/feed.ts';
import { createActivityFeed } from '../../../electron/features/activity/activityFeed.ts';
import type { AppEvent } from '../../../shared/contract.ts';
import { applyEvent } from '../../../shared/conversation/applyEvent.ts';
import type { ConversationEvent, ConversationState } from '../../../shared/conversation/event.ts';
import { cite } from '../../support/cite.ts';
import { conversationState } from '../../support/conversationState.ts';

test(cite('UI-11', 'a hundred runs that talk and work produce few events, each only for a change'), {
  tags: ['all'],
}, async () => {
  const live = new Map<string, ConversationState>();
  const listeners = new Set<ConversationListener>();
  const publish = (id: string, event: ConversationEvent): void => {
    const state = live.get(id) as ConversationState;
    live.set(id, applyEvent(state, state.seq + 1, event));
    for (const listener of listeners) listener(id, state.seq + 1, event);
  };
  const feed = createFeed<AppEvent>();
  const told: Extract<AppEvent, { type: 'activity.changed' }>[] = [];
  let came: () => void = () => {};
  feed.subscribe((_seq, event) => {
    if (event.type !== 'activity.changed') return;
    told.push(event);
    came();
  });
  const ids = Array.from({ length: 100 }, (_, at) => `c${at}`);
  for (const id of ids) live.set(id, conversationState(id));
  const activity = createActivityFeed(
    {
      liveIds: () => [...live.keys()],
      peek: (id) => live.get(id) ?? null,
      compared: createCompareRegistry(),
      subscribe(_id, listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    feed,
  );
  expect(activity.list()).toEqual([]);
  const next = (): Promise<void> => new Promise((resolve) => (came = resolve));
  const stop = activity.watch();
  const first = next();
  for (const id of ids) {
    publish(id, { type: 'run.started', runId: 'r', startedAt: '2026-01-01T00:00:00.000Z' });
    for (let piece = 0; piece < 50; piece++) publish(id, { type: 'reply.delta', text: 'word ' });
  }
  await first;
  expect(told.map(({ changed, gone }) => [changed.length, gone.length])).toEqual([[100, 0]]);
  const second = next();
  for (const id of ids) publish(id, { type: 'reply.delta', text: 'word ' });
  publish('c7', { type: 'run.ended', end: 'done' });
  await second;
  expect(told.slice(1)).toEqual([{ type: 'activity.changed', changed: [], gone: ['c7'] }]);
  stop();
  expect(listeners.size).toBe(0);
});
