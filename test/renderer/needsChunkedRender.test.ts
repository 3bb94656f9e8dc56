import { expect, test } from 'vitest';
import { needsChunkedRender } from '../../renderer/features/chat/transcript/needsChunkedRender.ts';
import type { ConversationState } from '../../shared/conversation/event.ts';
import { cite } from '../support/cite.ts';
import { conversationFixture, script } from '../support/scriptedHost.ts';

const viewOf = (words: number, change: Partial<ConversationState> = {}) => {
  const { messages } = script().user('Hello').says('word '.repeat(words));
  const state = { ...conversationFixture({ messages }), ...change };
  return { state, messageWindow: { messages, hasEarlier: false, hasLater: false } };
};

test(cite('UI-5', 'a conversation that ends with long texts is rendered in slices, a short one at once'), () => {
  expect(needsChunkedRender(viewOf(10))).toBe(false);
  expect(needsChunkedRender(viewOf(100_000))).toBe(true);
});

test('content far above the end does not count', () => {
  const short = viewOf(10).messageWindow.messages;
  const messageWindow = {
    messages: [...viewOf(100_000).messageWindow.messages, ...Array(20).fill(short[1])],
    hasEarlier: false,
    hasLater: false,
  };
  expect(needsChunkedRender({ state: viewOf(10).state, messageWindow })).toBe(false);
});

test('one with streaming text is rendered at once, and so is a new chat', () => {
  const run = { runId: 'r', startedAt: '2026-01-01T00:00:00Z' } as NonNullable<ConversationState['run']>;
  expect(needsChunkedRender(viewOf(100_000, { run }))).toBe(false);
  expect(needsChunkedRender({ state: null, messageWindow: { messages: [], hasEarlier: false, hasLater: false } })).toBe(
    false,
  );
});
