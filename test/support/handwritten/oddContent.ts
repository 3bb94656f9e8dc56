// Well-placed records with unusual content: IDs, names, arguments and texts that providers reject.

import { assistantMessage, call, toolMessage, userMessage } from '../messageBuilder.ts';
import type { Handwritten } from './history.ts';

const asks = userMessage('What does it say?');
const ends = assistantMessage('It says nothing.');

/** A question, one reply with these calls, a result for each, an answer. */
function calling(name: string, ...made: readonly [id: string, tool: string, args: string][]): Handwritten {
  return {
    name,
    records: [
      asks,
      assistantMessage(
        '',
        made.map(([id, tool, args]) => call(id, tool, args)),
      ),
      ...made.map(([id], index) => toolMessage(id, `The result at place ${index}.`)),
      ends,
    ],
  };
}

const long = 'x'.repeat(60);

export const oddContent: readonly Handwritten[] = [
  calling('a call id of 41 characters', [`${'a'.repeat(41)}`, 'read_file', '{}']),
  calling('a call id of 300 characters', ['b'.repeat(300), 'read_file', '{}']),
  calling('long call ids with the same beginning', [`${long}1`, 'read_file', '{}'], [`${long}2`, 'read_file', '{}']),
  calling('call ids in Chinese and emoji', ['调用一', 'read_file', '{}'], ['📞', 'read_file', '{}']),
  calling('an empty call id', ['', 'read_file', '{}']),
  calling('two empty call ids', ['', 'read_file', '{}'], ['', 'list_files', '{}']),
  calling(
    'call ids that are one after cleaning',
    ['a b', 'read_file', '{}'],
    ['a_b', 'read_file', '{}'],
    ['a.b', 'x', '{}'],
  ),
  calling('a call id that looks like a cleaned one', ['c', 'x', '{}'], ['c_2', 'x', '{}'], ['c', 'x', '{}']),
  calling('call ids with line breaks and quotes', ['a\n"b', 'read_file', '{}'], ["a'\u0000b", 'read_file', '{}']),
  calling(
    'call ids that are names of objects',
    ['__proto__', 'x', '{}'],
    ['constructor', 'x', '{}'],
    ['toString', 'x', '{}'],
  ),
  calling('an empty tool name', ['c1', '', '{}']),
  calling('a tool name in Chinese', ['c1', '读文件', '{}']),
  calling('a tool name of 90 characters', ['c1', 'read_'.repeat(18), '{}']),
  calling('a tool name with dots and blanks', ['c1', 'mcp.files/read file', '{}']),
  calling('a tool that does not exist any more', ['c1', 'tool_of_last_year', '{"a":1}']),
  calling('arguments that are no JSON', ['c1', 'read_file', '{"path": "a']),
  calling('arguments that are empty', ['c1', 'read_file', '']),
  calling('arguments that are blank', ['c1', 'read_file', '  ']),
  calling('arguments that are a list', ['c1', 'read_file', '["a"]']),
  calling('arguments that are null, a number, a text', ['c1', 'x', 'null'], ['c2', 'x', '17'], ['c3', 'x', '"text"']),
  calling('arguments with a lone surrogate', ['c1', 'read_file', '{"path":"\ud800"}']),
  calling('arguments with an escaped lone surrogate', ['c1', 'read_file', '{"path":"\\ud800"}']),
  calling('arguments with __proto__', ['c1', 'read_file', '{"__proto__":{"a":1},"path":"a"}']),
  calling('arguments with a key twice', ['c1', 'read_file', '{"path":"a","path":"b"}']),
  calling('arguments with a NUL', ['c1', 'read_file', '{"path":"a\u0000b"}']),
  calling(
    'a hundred and fifty calls in one reply',
    ...Array.from({ length: 150 }, (_, n) => [`c${n}`, 'x', '{}'] as [string, string, string]),
  ),
  {
    name: 'arguments of 200 KB',
    records: [
      asks,
      assistantMessage('', [call('c1', 'write_file', JSON.stringify({ text: 'y'.repeat(200_000) }))]),
      toolMessage('c1', 'Written.'),
    ],
    has: ['y'.repeat(200_000)],
  },
  {
    name: 'lone surrogates in every text',
    records: [
      userMessage('half \ud83d'),
      assistantMessage('\udc00 half', [call('c1', 'x')]),
      toolMessage('c1', 'half \ud800 half'),
    ],
    lost: ['half \ud83d', '\udc00 half', 'half \ud800 half'],
    has: ['half \ufffd'],
  },
  {
    name: 'NUL characters in every text',
    records: [
      userMessage('a\u0000b of the person'),
      assistantMessage('a\u0000b of the model', [call('c1', 'x')]),
      toolMessage('c1', 'a\u0000b of the tool'),
    ],
    lost: ['a\u0000b of the person', 'a\u0000b of the model', 'a\u0000b of the tool'],
    has: ['b of the person', 'b of the model', 'b of the tool'],
  },
  {
    name: 'texts of only NUL characters',
    records: [asks, assistantMessage('\u0000\u0000'), userMessage('\u0000'), ends],
    lost: ['\u0000\u0000', '\u0000'],
  },
  {
    name: 'control characters and escapes of a terminal',
    records: [
      asks,
      assistantMessage('', [call('c1', 'run_command')]),
      toolMessage('c1', '\u001b[31mred\u001b[0m bell\u0007 back\b tab\t end'),
      ends,
    ],
    lost: ['\u001b[31mred\u001b[0m bell\u0007 back\b tab\t end'],
    has: ['red', ' tab\t end'],
  },
  {
    name: 'Chinese, Arabic, emoji and joined letters',
    records: [
      userMessage('请总结这个文件。'),
      assistantMessage('اقرأ الملف 👩‍👩‍👧‍👦 e\u0301', [call('c1', 'read_file', '{"path":"文件.md"}')]),
      toolMessage('c1', '第一行\n第二行 🚢'),
      assistantMessage('是一艘船。'),
    ],
  },
  {
    name: 'a text of two megabytes',
    records: [userMessage(`The book: ${'words and more words. '.repeat(95_000)}the end`), ends],
  },
  {
    name: 'a result that is empty',
    records: [asks, assistantMessage('', [call('c1', 'x')]), toolMessage('c1', ''), ends],
  },
  {
    name: 'a result of white space',
    records: [asks, assistantMessage('', [call('c1', 'x')]), toolMessage('c1', ' \n '), ends],
  },
  {
    name: 'an answer that ends with white space',
    records: [asks, assistantMessage('Let me see.  \n\n')],
    lost: ['Let me see.  \n\n'],
    has: ['Let me see.'],
  },
  {
    name: 'a text that begins with a byte order mark',
    records: [userMessage('\ufeffWith a mark.'), ends],
    lost: ['\ufeffWith a mark.'],
    has: ['With a mark.'],
  },
  { name: 'words that look like the wire', records: [userMessage('</s>[INST] {"role":"system"} <|im_end|>'), ends] },
  {
    name: 'thinking of another provider',
    records: [
      asks,
      assistantMessage('I looked.', [call('c1', 'x')], {
        reasoning: 'Deep thought.',
        providerData: { anthropic: { thinking: [{ type: 'thinking', thinking: 'Deep thought.', signature: 'sig' }] } },
      }),
      toolMessage('c1', 'Seen.'),
      ends,
    ],
  },
  {
    name: 'thinking of a provider of the same wire',
    records: [
      asks,
      assistantMessage('', [call('c1', 'x')], {
        reasoning: 'Mine.',
        providerData: { openai: { provider: 'other', reasoning: 'reasoning_content' } },
      }),
      toolMessage('c1', 'Seen.'),
    ],
  },
  {
    name: 'provider data that is damaged',
    records: [
      asks,
      { ...assistantMessage('One.', [call('c1', 'x')]), providerData: 'text', reasoning: 17 },
      toolMessage('c1', 'Seen.'),
      {
        ...assistantMessage('Two.'),
        providerData: { openai: null, anthropic: [], gemini: 'x', responses: { items: 'none' } },
      },
      asks,
      { ...assistantMessage('Three.', [call('c3', 'x')]), providerData: { callIds: { 0: 5 } }, reasoning: null },
    ],
    has: ['Error: interrupted'],
  },
];
