import { expect, test } from 'vitest';
import { applyEvent } from '../../../shared/conversation/applyEvent.ts';
import type { ConversationEvent, ConversationState } from '../../../shared/conversation/event.ts';
import type { Message } from '../../../shared/conversation/message.ts';
import { cite } from '../../support/cite.ts';
import { conversationState } from '../../support/conversationState.ts';

const empty = conversationState('c');

const asked: Message = {
  v: 1,
  id: 'a1',
  parentId: null,
  createdAt: '',
  role: 'assistant',
  content: 'look',
  tool_calls: [
    { id: 'x', type: 'function', function: { name: 'read_file', arguments: '{}' } },
    { id: 'y', type: 'function', function: { name: 'run_command', arguments: '{}' } },
  ],
};
const answered: Message = {
  v: 1,
  id: 't1',
  parentId: 'a1',
  createdAt: '',
  role: 'tool',
  tool_call_id: 'y',
  toolName: 'run_command',
  outcome: 'ok',
  content: 'done',
};

const story: ConversationEvent[] = [
  { type: 'run.started', runId: 'r', startedAt: 't' },
  { type: 'reply.started', messageId: 'a1' },
  { type: 'reply.delta', text: 'lo' },
  { type: 'reply.delta', text: 'ok', reasoning: 'hm' },
  { type: 'reply.call', index: 1, name: 'run_command', argumentsLength: 2 },
  { type: 'reply.call', index: 0, name: 'read_file', argumentsLength: 1 },
  { type: 'message.appended', message: asked },
  { type: 'call.started', messageId: 'a1', index: 1, startedAt: 't2' },
  { type: 'call.output', messageId: 'a1', index: 1, text: 'par' },
  { type: 'call.output', messageId: 'a1', index: 1, text: 'tial' },
  { type: 'message.appended', message: answered },
];

function play(state: ConversationState, events: ConversationEvent[], from: number): ConversationState {
  return events.reduce((current, event, at) => applyEvent(current, from + at + 1, event), state);
}

test('a reply streams, becomes a record with its calls, and each call ends with its result', () => {
  const streaming = play(empty, story.slice(0, 6), 0);
  expect(streaming.reply).toEqual({
    messageId: 'a1',
    text: 'look',
    reasoning: 'hm',
    calls: [
      { index: 0, name: 'read_file', argumentsLength: 1 },
      { index: 1, name: 'run_command', argumentsLength: 2 },
    ],
  });
  const running = play(streaming, story.slice(6, 10), 6);
  expect(running.reply).toBeNull();
  expect(running.calls).toEqual([
    { messageId: 'a1', index: 0, state: 'queued', output: '' },
    { messageId: 'a1', index: 1, state: 'running', output: 'partial', startedAt: 't2' },
  ]);
  const one = play(running, story.slice(10), 10);
  expect(one.calls.map((call) => call.index)).toEqual([0]);
  expect(play(one, [{ type: 'run.ended', end: 'done' }], 11).calls).toEqual([]);
});

test(cite('RESUME-5', 'a snapshot at any moment and the events after it lead to the same state as all events'), () => {
  const whole = play(empty, story, 0);
  for (let at = 0; at <= story.length; at++) {
    const snapshot = structuredClone(play(empty, story.slice(0, at), 0));
    // Events that the snapshot already contains may be repeated: they change nothing.
    const repeated = play(snapshot, story.slice(0, at), 0);
    expect(play(repeated, story.slice(at), at)).toEqual(whole);
  }
});
