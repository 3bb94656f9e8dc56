import { describe, expect, test } from 'vitest';
import { type BoxState, callStatus } from '../../renderer/core/calls/callState.ts';
import { type CallRef, reuseItems, transcriptItems } from '../../renderer/core/calls/items.ts';
import { foldedCount } from '../../renderer/features/calls/folds.ts';
import { applyEvent } from '../../shared/conversation/applyEvent.ts';
import type { ConversationEvent } from '../../shared/conversation/event.ts';
import { cite } from '../support/cite.ts';
import { conversationFixture, script } from '../support/scriptedHost.ts';

function shape(messages: Parameters<typeof transcriptItems>[0]): string[] {
  return transcriptItems(messages).map((item) =>
    item.type === 'calls' ? `calls ${item.calls.map((call) => call.name).join('+')}` : item.type,
  );
}

describe('the rows of the transcript', () => {
  const talk = script()
    .user('go')
    .asks('I look.', ['list_files', {}], ['read_file', { path: 'a' }])
    .result('a')
    .result('b')
    .asks(null, ['read_file', { path: 'b' }])
    .result('c')
    .asks('And now', ['run_command', { command: 'x' }])
    .result('d')
    .says('Done.');

  test(cite('UI-1', 'calls are grouped if no text separates them, and a result is never a separate row'), () => {
    expect(shape(talk.messages)).toEqual([
      'user',
      'assistant',
      'calls list_files+read_file+read_file',
      'assistant',
      'calls run_command',
      'assistant',
    ]);
  });

  test(cite('STREAM-11', 'calls that were left out of a reply are reported below those that were used'), () => {
    const [user, asked, ...rest] = talk.messages;
    const more = { ...asked, callsLeftOut: true } as (typeof talk.messages)[number];
    expect(shape([user as never, more, ...rest]).slice(0, 5)).toEqual([
      'user',
      'assistant',
      'calls list_files+read_file',
      'note',
      'calls read_file',
    ]);
  });

  test(cite('RESUME-1', 'a reopened conversation has the same rows, calls and results as while it happened'), () => {
    let live = conversationFixture({ seq: 0 });
    const apply = (event: ConversationEvent): void => {
      live = applyEvent(live, live.seq + 1, event);
    };
    apply({ type: 'run.started', runId: 'r', startedAt: '2026-03-03T09:00:00Z' });
    for (const message of talk.messages) {
      if (message.role === 'tool') {
        const call = live.calls[0];
        if (call)
          apply({ type: 'call.started', messageId: call.messageId, index: call.index, startedAt: message.createdAt });
        if (call) apply({ type: 'call.output', messageId: call.messageId, index: call.index, text: 'live' });
      }
      apply({ type: 'message.appended', message });
    }
    apply({ type: 'run.ended', end: 'done' });
    const reopened = conversationFixture({ messages: JSON.parse(JSON.stringify(talk.messages)) });
    expect(transcriptItems(live.messages)).toEqual(transcriptItems(reopened.messages));
    const calls = transcriptItems(reopened.messages).flatMap((item) => (item.type === 'calls' ? item.calls : []));
    expect(calls.map((call) => [call.name, call.arguments, call.result?.content, call.result?.duration])).toEqual([
      ['list_files', '{}', 'a', 40],
      ['read_file', '{"path":"a"}', 'b', 40],
      ['read_file', '{"path":"b"}', 'c', 40],
      ['run_command', '{"command":"x"}', 'd', 40],
    ]);
    for (const call of calls) expect(callStatus(call, live)).toEqual(callStatus(call, reopened));
  });

  test(cite('UI-4', 'equal rows stay the same objects, so that only changes re-render'), () => {
    const before = transcriptItems(talk.messages.slice(0, 5));
    const after = reuseItems(before, transcriptItems(talk.messages));
    expect(after).toEqual(transcriptItems(talk.messages));
    expect(after.map((item) => before.includes(item))).toEqual([true, true, false, false, false, false]);
    expect(reuseItems(after, transcriptItems(talk.messages)).every((item, index) => item === after[index])).toBe(true);
  });

  test("errors, notes, records and the user's own calls have separate rows", () => {
    const other = script()
      .user('go')
      .says('half', { partType: 'error', error: { code: 'LLM_ERROR', message: 'cut' } })
      .says('limit', { partType: 'note', error: { code: 'ENGINE_MAX_TURNS_EXCEEDED', message: 'limit' } })
      .says('', { content: null, reasoning: 'only thought' })
      .says('  ', {});
    other.add({ v: 1, id: 's', parentId: null, createdAt: '', role: 'system', partType: 'summary', content: 'so far' });
    other.result('out', { partType: 'tool_run' });
    expect(shape(other.messages)).toEqual(['user', 'error', 'note', 'assistant', 'record', 'toolRun']);
  });

  test('a result whose call is on an earlier page is not a row', () => {
    expect(shape(talk.messages.slice(2))).toEqual(['calls read_file', 'assistant', 'calls run_command', 'assistant']);
  });
});

describe("a call's state", () => {
  const asked = script().user('go').asks(null, ['a', {}], ['b', {}], ['c', {}]);
  const calls = transcriptItems(asked.messages).flatMap((item) => (item.type === 'calls' ? item.calls : [])) as [
    CallRef,
    CallRef,
    CallRef,
  ];
  const id = asked.messages[1]?.id ?? '';

  test(cite('UI-1', 'is that of its result, else of what runs now'), () => {
    const state = conversationFixture({
      calls: [
        { messageId: id, index: 0, state: 'running', output: '' },
        { messageId: id, index: 1, state: 'queued', output: '' },
      ],
    });
    expect(callStatus(calls[0], state).state).toBe('running');
    expect(callStatus(calls[1], state).state).toBe('queued');
    for (const outcome of ['ok', 'error', 'denied', 'cancelled', 'interrupted'] as const) {
      const answered = script().user('go').asks(null, ['a', {}]).result('x', { outcome });
      const [call] = transcriptItems(answered.messages).flatMap((item) => (item.type === 'calls' ? item.calls : []));
      expect(callStatus(call as CallRef, state).state).toBe(outcome);
    }
  });

  test(
    cite('RESUME-4', 'of a call that a crash left open: never started if the log says so, else outcome unknown'),
    () => {
      const state = conversationFixture({ openCalls: [{ messageId: id, index: 2, state: 'not_started' }] });
      expect(callStatus(calls[0], state)).toMatchObject({ state: 'interrupted', neverStarted: false, isOpen: false });
      expect(callStatus(calls[2], state)).toMatchObject({ state: 'interrupted', neverStarted: true, isOpen: true });
      const answered = script()
        .user('go')
        .asks(null, ['a', {}])
        .result('x', {
          outcome: 'interrupted',
          details: { interrupted: 'not_started' },
        });
      const [call] = transcriptItems(answered.messages).flatMap((item) => (item.type === 'calls' ? item.calls : []));
      expect(callStatus(call as CallRef, conversationFixture()).neverStarted).toBe(true);
    },
  );
});

describe('collapsing adjacent calls', () => {
  const of = (...states: BoxState[]) => states.map((state) => ({ state, staysVisible: false }));

  test(cite('UI-1', 'three or more finished ones are one line'), () => {
    expect(foldedCount(of('ok', 'ok'), false)).toBe(0);
    expect(foldedCount(of('ok', 'error', 'ok'), false)).toBe(3);
  });

  test(cite('UI-1', 'during a run the last two stay, and nothing collapses over a running call'), () => {
    expect(foldedCount(of('ok', 'ok', 'ok', 'ok'), true)).toBe(0);
    expect(foldedCount(of('ok', 'ok', 'ok', 'ok', 'ok'), true)).toBe(3);
    expect(foldedCount(of('ok', 'ok', 'ok', 'waiting', 'ok', 'ok'), false)).toBe(3);
    expect(foldedCount(of('running', 'ok', 'ok', 'ok', 'ok'), false)).toBe(0);
  });

  test('a call that needs attention ends the group before it', () => {
    const calls = of('ok', 'ok', 'ok', 'interrupted', 'ok');
    const kept = calls.map((call, index) => ({ ...call, staysVisible: index === 3 }));
    expect(foldedCount(kept, false)).toBe(3);
    expect(foldedCount(kept.slice(1), false)).toBe(0);
  });
});
