import { describe, expect, test } from 'vitest';
import { toApiMessages } from '../../../electron/conversation/apiMessages.ts';
import { checkSequence } from '../../../electron/conversation/sequence.ts';
import type { ApiMessage } from '../../../shared/conversation/apiMessage.ts';
import type { Message } from '../../../shared/conversation/message.ts';
import { continueText, noReplyText, openCallText, repairHistory } from '../../../shared/conversation/repair.ts';
import { cite } from '../../support/cite.ts';

let count = 0;
const base = () => ({ v: 1, id: `m${++count}`, parentId: null, createdAt: '2026-01-01T00:00:00.000Z' });
const user = (content: string): Message => ({ ...base(), role: 'user', content });
const says = (content: string | null, ...ids: string[]): Message => ({
  ...base(),
  role: 'assistant',
  content,
  ...(ids.length > 0
    ? {
        tool_calls: ids.map((id) => ({
          id,
          type: 'function' as const,
          function: { name: 'read_file', arguments: '{}' },
        })),
      }
    : {}),
});
const result = (id: string, content = `result of ${id}`): Message => ({
  ...base(),
  role: 'tool',
  tool_call_id: id,
  toolName: 'read_file',
  outcome: 'ok',
  content,
});
const failed = (message: string): Message => ({
  ...base(),
  role: 'assistant',
  content: null,
  partType: 'error',
  error: { code: 'LLM_ERROR', message },
});

/** Role and text (or IDs) of each message, short enough to compare in full. */
function outline(messages: ApiMessage[]): string[] {
  return messages.map((message) => {
    if (message.role === 'tool') return `tool ${message.tool_call_id}: ${message.content}`;
    const calls = message.role === 'assistant' ? (message.tool_calls ?? []).map((call) => call.id).join(',') : '';
    return `${message.role}${calls && ` [${calls}]`}: ${String(message.content)}`;
  });
}

function send(history: Message[]): string[] {
  const { messages } = toApiMessages(history);
  expect(checkSequence(messages)).toEqual([]);
  return outline(messages);
}

const unknown = openCallText('unknown');
const silence = `assistant: ${noReplyText}`;

describe('a broken history from elsewhere is sent complete and valid', () => {
  test(cite('SEQ-2', 'results follow their call in call order, whatever the order they were stored in'), () => {
    expect(send([user('go'), says('both', 'a', 'b'), result('b'), result('a')])).toEqual([
      'user: go',
      'assistant [a,b]: both',
      'tool a: result of a',
      'tool b: result of b',
    ]);
  });

  test(cite('SEQ-2', 'a call without a result is answered with an error'), () => {
    expect(send([user('go'), says(null, 'a', 'b'), result('b'), user('and?')])).toEqual([
      'user: go',
      'assistant [a,b]: null',
      `tool a: ${unknown}`,
      'tool b: result of b',
      silence,
      'user: and?',
    ]);
  });

  test(cite('SEQ-2', 'the first of two results for one call is kept; one without a call is left out'), () => {
    const { messages, notes } = toApiMessages([
      user('go'),
      says(null, 'a'),
      result('a', 'first'),
      result('a', 'second'),
      result('stray'),
      user('next'),
    ]);
    expect(outline(messages)).toEqual(['user: go', 'assistant [a]: null', 'tool a: first', silence, 'user: next']);
    expect(notes.map((note) => note.kind)).toEqual(['duplicate', 'orphan', 'bridged']);
  });

  test(cite('SEQ-3', 'records between a call and its result are sent after it, and a late result is found'), () => {
    expect(send([user('go'), says(null, 'a'), user('hurry'), failed('503'), result('a'), user('x')])).toEqual([
      'user: go',
      'assistant [a]: null',
      'tool a: result of a',
      silence,
      'user: hurry',
      'assistant: [No reply: the model call failed.]',
      'user: x',
    ]);
  });

  test(cite('SEQ-3', 'a result before its call is moved after it'), () => {
    expect(send([user('go'), result('a'), says(null, 'a'), user('x')])).toEqual([
      'user: go',
      'assistant [a]: null',
      'tool a: result of a',
      silence,
      'user: x',
    ]);
  });

  test(cite('SEQ-3', 'an ID reused in a later turn does not hide that the earlier turn lacks a result'), () => {
    expect(send([user('1'), says('one', 'a'), user('2'), says('two', 'a'), result('a'), user('3')])).toEqual([
      'user: 1',
      'assistant [a]: one',
      `tool a: ${unknown}`,
      silence,
      'user: 2',
      'assistant [a_2]: two',
      'tool a_2: result of a',
      silence,
      'user: 3',
    ]);
  });

  test(cite('SEQ-3', 'two calls of one reply with the same ID keep their own results'), () => {
    expect(send([user('go'), says(null, 'x', 'x'), result('x', 'one'), result('x', 'two'), user('n')])).toEqual([
      'user: go',
      'assistant [x,x_2]: null',
      'tool x: one',
      'tool x_2: two',
      silence,
      'user: n',
    ]);
  });

  test(cite('SEQ-4', 'nothing empty is sent, roles alternate, and the end is a question'), () => {
    expect(send([says('hello'), says(''), user('  '), user('a'), user('b'), says('c')])).toEqual([
      'user: (The conversation begins here.)',
      'assistant: hello',
      'user: a',
      `assistant: ${noReplyText}`,
      'user: b',
      'assistant: c',
      `user: ${continueText}`,
    ]);
  });
});

test(cite('SEQ-6', 'repair changes nothing that it has already repaired, and never its input'), () => {
  const history = [says('x', 'a'), user('1'), user('2'), says(null, 'a', 'b'), result('b'), result('q'), says('')];
  const before = structuredClone(history);
  const once = repairHistory(history);
  expect(history).toEqual(before);
  expect(repairHistory(once.messages).messages).toEqual(once.messages);
});

test(cite('SEQ-8', 'lone surrogates become sendable, escapes that the model wrote stay unchanged'), () => {
  const { messages } = toApiMessages([user('bad \ud83d end'), says('{"a":"\\ud83d"}'), user('x')]);
  expect(checkSequence(messages)).toEqual([]);
  expect(outline(messages)).toEqual(['user: bad \ufffd end', 'assistant: {"a":"\\ud83d"}', 'user: x']);
});

test(cite('COMPACT-8', 'a hidden result is sent as a placeholder, never as missing'), () => {
  const hidden = result('a', 'secret');
  const { messages } = toApiMessages([user('go'), says(null, 'a'), hidden, user('x')], {
    marks: { [hidden.id]: { hidden: true, at: '2026-01-01T00:00:00Z' } },
  });
  expect(checkSequence(messages)).toEqual([]);
  expect(JSON.stringify(messages)).not.toContain('secret');
});
