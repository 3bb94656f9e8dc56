import { describe, expect, test } from 'vitest';
import type { Marks } from '../../../shared/conversation/marks.ts';
import type { Message } from '../../../shared/conversation/message.ts';
import { interruption, resumePoint } from '../../../shared/conversation/resume.ts';
import { cite } from '../../support/cite.ts';
import { assistantMessage, call, conversationOf, toolMessage, userMessage } from '../../support/messageBuilder.ts';

const failure = (text = '') =>
  assistantMessage(text, [], { partType: 'error', content: text || null, error: { code: 'LLM_ERROR', message: 'no' } });
const note = assistantMessage('Stopped.', [], { partType: 'note' });
const environment: Message = { ...userMessage('x'), role: 'system', partType: 'environment', content: 'Date: x' };
const asks = assistantMessage('', [call('a', 'run'), call('b', 'write')]);

function at(messages: Message[], hidden: number[] = [], cut = false) {
  const placed = conversationOf(messages);
  const marks: Marks = Object.fromEntries(hidden.map((place) => [placed[place]?.id ?? '', { hidden: true, at: '' }]));
  return {
    point: resumePoint(placed, marks, cut),
    interrupted: interruption(placed, marks, cut),
    ids: placed.map((message) => message.id),
  };
}

describe('where a conversation continues without a new message', () => {
  const requests: [string, Message[], number[]][] = [
    ["the person's message", [userMessage('hi')], []],
    ['results', [userMessage('hi'), asks, toolMessage('a', 'x'), toolMessage('b', 'y')], []],
    ['results and a note', [userMessage('hi'), asks, toolMessage('a', 'x'), toolMessage('b', 'y'), note], []],
    ['a message and a changed date', [userMessage('hi'), environment], []],
    ['a hidden result', [userMessage('hi'), asks, toolMessage('a', 'x'), toolMessage('b', 'y')], [3]],
    ['a failure that was hidden', [userMessage('hi'), failure()], [1]],
    [
      'a second result of one call',
      [userMessage('hi'), asks, toolMessage('a', 'x'), toolMessage('b', 'y'), toolMessage('a', 'z')],
      [],
    ],
  ];
  for (const [what, messages, hidden] of requests) {
    test(cite('RESUME-4', what), () => expect(at(messages, hidden).point).toEqual({ kind: 'request', failed: [] }));
  }

  test('failures without text are named, so that the request equals the failed one', () => {
    const { point, ids } = at([userMessage('hi'), failure(), failure()]);
    expect(point).toEqual({ kind: 'request', failed: [ids[2], ids[1]] });
  });

  test(cite('RESUME-8', 'a reply that was cut needs a message'), () => {
    for (const finishReason of ['stopped', 'interrupted', 'length']) {
      expect(at([userMessage('hi'), assistantMessage('half', [], { finishReason })]).point.kind).toBe('message');
    }
    expect(at([userMessage('hi'), failure('half')]).point.kind).toBe('message');
    expect(at([userMessage('hi')], [], true).point.kind).toBe('message');
  });

  test(cite('RESUME-4', 'undecided calls come first'), () => {
    const { point, ids } = at([userMessage('hi'), asks, toolMessage('b', 'y')], [], true);
    expect(point).toEqual({ kind: 'open_calls', calls: [{ messageId: ids[1], index: 0, name: 'run' }] });
    expect(at([userMessage('hi'), asks, userMessage('well?')]).point.kind).toBe('request');
  });

  test('an answered, empty or hidden conversation is nothing to continue', () => {
    const answered = [userMessage('hi'), assistantMessage('hello', [], { finishReason: 'stop' })];
    expect(at(answered).point).toEqual({ kind: 'nothing', why: 'answered' });
    expect(at([...answered, environment, note]).point).toEqual({ kind: 'nothing', why: 'answered' });
    expect(at([]).point).toEqual({ kind: 'nothing', why: 'empty' });
    expect(at([...answered, userMessage('bad'), failure()], [2]).point).toEqual({ kind: 'nothing', why: 'left_out' });
  });

  test(cite('RESUME-4', 'a finished turn stays finished when its reply is hidden'), () => {
    const finished = assistantMessage('hello', [], { finishReason: 'stop' });
    expect(at([userMessage('hi'), finished], [1]).interrupted).toBeNull();
    const called = [userMessage('hi'), asks, toolMessage('a', 'x'), toolMessage('b', 'y')];
    expect(at([...called, finished], [4]).interrupted).toBeNull();
    expect(at(called, [3]).interrupted).toBe('request');
    expect(at([userMessage('hi'), assistantMessage('half', [], { finishReason: 'stopped' })], [1]).interrupted).toBe(
      'request',
    );
  });
});
