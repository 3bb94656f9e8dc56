// Every gap that a stored history may have, by name: what is sent for it, word for word, and that every provider
// accepts it.

import { describe, expect, test } from 'vitest';
import type { Message } from '../../../shared/conversation/message.ts';
import { openCallText, startText } from '../../../shared/conversation/repair.ts';
import { cite } from '../../support/cite.ts';
import { assistantMessage, call, toolMessage, userMessage } from '../../support/messageBuilder.ts';
import { asks, goOn, sentLines, silence } from '../../support/sentLines.ts';

const unplaced = { v: 1, id: '', parentId: null, createdAt: '' };
const environment = (content: string): Message => ({ ...unplaced, role: 'system', partType: 'environment', content });
const failed = (message: string, content: string | null = null): Message =>
  ({ ...assistantMessage('', [], { partType: 'error', error: { code: 'LLM_ERROR', message } }), content }) as Message;
const unknown = openCallText('unknown');

const holes: [string, Message[], string[]][] = [
  [
    'a user row between a call and its result',
    [userMessage('go'), asks('', 'a'), userMessage('hurry'), toolMessage('a', 'found')],
    ['user: go', 'assistant [a]: ', 'result a: found', silence, 'user: hurry'],
  ],
  [
    'a row of the environment between a call and its result',
    [userMessage('go'), asks('', 'a'), environment('a new day'), toolMessage('a', 'found'), userMessage('x')],
    ['user: go', 'assistant [a]: ', 'result a: found', silence, 'user: a new day\n\nx'],
  ],
  [
    'an error row between a call and its result',
    [userMessage('go'), asks('', 'a'), failed('503'), toolMessage('a', 'found'), userMessage('x')],
    ['user: go', 'assistant [a]: ', 'result a: found', 'assistant: [No reply: the model call failed.]', 'user: x'],
  ],
  [
    'an assistant row between a call and its result',
    [userMessage('go'), asks('', 'a'), assistantMessage('meanwhile'), toolMessage('a', 'found'), userMessage('x')],
    ['user: go', 'assistant [a]: ', 'result a: found', 'assistant: meanwhile', 'user: x'],
  ],
  [
    'an assistant row with calls of its own between a call and its result',
    [userMessage('go'), asks('', 'a'), asks('', 'b'), toolMessage('b', 'second'), toolMessage('a', 'first')],
    ['user: go', 'assistant [a]: ', 'result a: first', 'assistant [b]: ', 'result b: second'],
  ],
  [
    'a result before its call',
    [userMessage('go'), toolMessage('a', 'found'), asks('', 'a'), userMessage('x')],
    ['user: go', 'assistant [a]: ', 'result a: found', silence, 'user: x'],
  ],
  [
    'two results before their calls',
    [userMessage('go'), toolMessage('a', 'first'), toolMessage('a', 'second'), asks('', 'a', 'a')],
    ['user: go', 'assistant [a,a_2]: ', 'result a: first', 'result a_2: second'],
  ],
  [
    'a call id reused in a later turn',
    [
      userMessage('1'),
      asks('', 'a'),
      toolMessage('a', 'one'),
      userMessage('2'),
      asks('', 'a'),
      toolMessage('a', 'two'),
    ],
    ['user: 1', 'assistant [a]: ', 'result a: one', silence, 'user: 2', 'assistant [a_2]: ', 'result a_2: two'],
  ],
  [
    'a missing result hidden by that reuse',
    [userMessage('1'), asks('', 'a'), userMessage('2'), asks('', 'a'), toolMessage('a', 'two')],
    ['user: 1', 'assistant [a]: ', `result a: ${unknown}`, silence, 'user: 2', 'assistant [a_2]: ', 'result a_2: two'],
  ],
  [
    'a result without an id',
    [userMessage('go'), asks('', 'a'), toolMessage('', 'whose?'), userMessage('x')],
    ['user: go', 'assistant [a]: ', `result a: ${unknown}`, silence, 'user: x'],
  ],
  [
    'a call and a result without an id',
    [userMessage('go'), asks('', ''), toolMessage('', 'found')],
    ['user: go', 'assistant [call]: ', 'result call: found'],
  ],
  [
    'two results for one call',
    [userMessage('go'), asks('', 'a'), toolMessage('a', 'first'), toolMessage('a', 'second'), userMessage('x')],
    ['user: go', 'assistant [a]: ', 'result a: first', silence, 'user: x'],
  ],
  [
    'a result of nobody',
    [userMessage('go'), toolMessage('z', 'stray'), assistantMessage('well'), userMessage('x')],
    ['user: go', 'assistant: well', 'user: x'],
  ],
  [
    'an assistant with neither text nor calls',
    [userMessage('1'), assistantMessage(''), userMessage('2'), assistantMessage(' \n'), userMessage('3')],
    ['user: 1', silence, 'user: 2', silence, 'user: 3'],
  ],
  [
    'an assistant with an empty list of calls',
    [userMessage('1'), { ...assistantMessage(''), tool_calls: [] }, userMessage('2')],
    ['user: 1', silence, 'user: 2'],
  ],
  ['a list that ends with an assistant', [userMessage('1'), assistantMessage('2')], ['user: 1', 'assistant: 2', goOn]],
  [
    'a list that begins with an assistant',
    [assistantMessage('hello'), userMessage('1')],
    [`user: ${startText}`, 'assistant: hello', 'user: 1'],
  ],
  [
    'two assistants in a row',
    [userMessage('1'), assistantMessage('2'), assistantMessage('3'), userMessage('4')],
    ['user: 1', 'assistant: 2', goOn, 'assistant: 3', 'user: 4'],
  ],
  [
    'an interrupted call deep in the history',
    [
      userMessage('1'),
      asks('', 'a', 'b'),
      toolMessage('b', 'found'),
      userMessage('2'),
      assistantMessage('3'),
      userMessage('4'),
    ],
    [
      'user: 1',
      'assistant [a,b]: ',
      `result a: ${unknown}`,
      'result b: found',
      silence,
      'user: 2',
      'assistant: 3',
      'user: 4',
    ],
  ],
  [
    'a failed reply with calls that were never run, and one that was',
    [
      userMessage('1'),
      { ...failed('x'), tool_calls: [call('a', 't'), call('b', 't')] } as Message,
      toolMessage('b', 'ran'),
    ],
    ['user: 1', 'assistant [b]: [No reply: the model call failed.]', 'result b: ran'],
  ],
  [
    'a failed reply that had said something, and one that says nothing of why',
    [
      userMessage('1'),
      failed('x', 'half an ans'),
      userMessage('2'),
      { ...failed('x'), error: 7 } as unknown as Message,
      userMessage('3'),
    ],
    ['user: 1', 'assistant: half an ans', 'user: 2', 'assistant: [No reply: the model call failed.]', 'user: 3'],
  ],
  [
    'a user row of white space',
    [userMessage('1'), userMessage(' \n\t'), userMessage('2')],
    ['user: 1', silence, 'user: 2'],
  ],
  [
    'white space around text stays as it is',
    [userMessage('  1 '), assistantMessage('2 \n'), userMessage('3\n')],
    ['user:   1 ', 'assistant: 2 \n', 'user: 3\n'],
  ],
  [
    'blank text before calls',
    [userMessage('1'), assistantMessage(' \n', [call('a', 't')]), toolMessage('a', '2')],
    ['user: 1', 'assistant [a]: ', 'result a: 2'],
  ],
  [
    'a blank result',
    [userMessage('1'), asks('', 'a'), toolMessage('a', '\n')],
    ['user: 1', 'assistant [a]: ', 'result a: (no output)'],
  ],
  [
    'ids that collide once they are cleaned',
    [
      userMessage('1'),
      asks('', 'a.b', 'a:b', 'a_b'),
      ...['a_b', 'a.b', 'a:b'].map((id) => toolMessage(id, `of ${id}`)),
    ],
    ['user: 1', 'assistant [a_b,a_b_2,a_b_3]: ', 'result a_b: of a.b', 'result a_b_2: of a:b', 'result a_b_3: of a_b'],
  ],
  [
    'a call that the person ran, alone and between a call and its result',
    [
      userMessage('1'),
      asks('', 'a'),
      toolMessage('a', 'mine', { partType: 'tool_run', toolName: 'ls' }),
      toolMessage('a', '2'),
      userMessage('x'),
    ],
    ['user: 1', 'assistant [a]: ', 'result a: 2', silence, 'user: [The user ran ls]\nmine\n\nx'],
  ],
];

describe('a gap is closed in the request, and no text is lost', () => {
  test.each(holes)(cite(['SEQ-2', 'SEQ-3', 'SEQ-4'], '%s'), (_name, history, expected) => {
    expect(sentLines(history)).toEqual(expected);
  });
});
