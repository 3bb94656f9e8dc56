// INTEROP-4: whatever a file contains, a reader neither throws nor creates invalid records; what it knows is imported.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chatGptFormat } from '../../../electron/interop/chatGpt/format.ts';
import { claudeAiFormat } from '../../../electron/interop/claudeAi/format.ts';
import type { HistoryFormat } from '../../../electron/interop/history.ts';
import { libreChatFormat } from '../../../electron/interop/libreChat/format.ts';
import { messagesFormat } from '../../../electron/interop/messages/format.ts';
import { openWebUiFormat } from '../../../electron/interop/openWebUi/format.ts';
import { throughlineFormat } from '../../../electron/interop/throughline/format.ts';
import { vsCodeFormat } from '../../../electron/interop/vsCode/format.ts';
import { volume } from '../../support/volume.ts';
import { fixtures } from '../fixtures/web.ts';
import { memoryFile, readAll, unsound, violations } from './files.ts';

const formats: Record<string, HistoryFormat> = {
  chatgpt: chatGptFormat,
  'claude-ai': claudeAiFormat,
  'open-webui': openWebUiFormat,
  librechat: libreChatFormat,
  vscode: vsCodeFormat,
  messages: messagesFormat,
  throughline: throughlineFormat,
};
const names = Object.keys(formats);
const of = (name: string): HistoryFormat => formats[name] as HistoryFormat;
const sourceOf = (name: string): string => fixtures[name as keyof typeof fixtures];

test.each(names)('a file of %s is recognized only by its own reader', (name) => {
  const head = sourceOf(name).slice(0, 65_536);
  expect(names.filter((other) => of(other).recognises(head, 'export'))).toEqual([name]);
});

test.each(names)('the head of a file of %s may be cut anywhere', (name) => {
  const source = sourceOf(name);
  for (let length = 0; length < Math.min(source.length, 2000); length += 7) {
    for (const other of names) of(other).recognises(source.slice(0, length), 'export');
  }
});

test.each(names)(
  'the same file of %s produces the same records at every read, and the next request is valid',
  async (name) => {
    const [once, again] = [
      await readAll(of(name), memoryFile(sourceOf(name))),
      await readAll(of(name), memoryFile(sourceOf(name), { chunk: 11 })),
    ];
    expect(again).toEqual(once);
    expect(once.problems).toEqual([]);
    for (const history of once.histories) {
      expect(unsound(history.messages)).toEqual([]);
      expect(violations(history)).toEqual([]);
      expect(history.messages.some(({ id }) => id === history.headId)).toBe(true);
    }
  },
);

/** Replacement values: wrong types, names of the prototype, texts that are hard to handle. */
const odd = fc.constantFrom<unknown>(
  null,
  0,
  -1,
  1e300,
  '',
  'x',
  '\ud800',
  '\u0000',
  true,
  [],
  {},
  [[]],
  [null],
  { __proto__: null, constructor: 1 },
  { type: 'text', text: 7 },
  { parts: [null, 7, {}] },
  'u',
  'root',
  '__proto__',
  'constructor',
  [1, 'a', { role: 'user' }],
);

function changed(value: unknown, at: number, into: unknown): unknown {
  let left = at;
  const walk = (part: unknown): unknown => {
    if (left-- === 0) return into;
    if (Array.isArray(part)) return part.map(walk);
    if (typeof part !== 'object' || part === null) return part;
    return Object.fromEntries(Object.entries(part).map(([key, field]) => [key, walk(field)]));
  };
  return walk(value);
}

test.each(names)('damage anywhere in a file of %s neither throws nor creates an invalid record', async (name) => {
  const lines = name === 'vscode' ? sourceOf(name).trim().split('\n') : [sourceOf(name)];
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(lines.length - 1), fc.nat(160), odd), { minLength: 1, maxLength: 4 }),
      async (changes) => {
        const values = lines.map((line): unknown => JSON.parse(line));
        for (const [line, at, into] of changes) values[line] = changed(values[line], at, into);
        const text = values.map((value) => JSON.stringify(value)).join('\n');
        const { histories, problems } = await readAll(of(name), memoryFile(text));
        for (const { messages, headId } of histories) {
          expect(unsound(messages)).toEqual([]);
          expect(headId === null ? messages.length : messages.filter(({ id }) => id === headId).length).toBe(
            headId === null ? 0 : 1,
          );
          expect(violations({ messages, headId })).toEqual([]);
        }
        expect(problems.every(({ message }) => message.text !== '')).toBe(true);
      },
    ),
    { numRuns: volume({ short: 30, all: 150 }) },
  );
});

test.each(names)('a file of %s may end anywhere', async (name) => {
  const source = sourceOf(name);
  for (let length = 0; length < source.length; length += 37) {
    const { histories } = await readAll(of(name), memoryFile(source.slice(0, length)));
    for (const { messages } of histories) expect(unsound(messages)).toEqual([]);
  }
});
