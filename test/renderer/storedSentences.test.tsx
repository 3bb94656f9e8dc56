// What a record holds beside its English may be old, or anything: the English is shown then.

import { expect, test } from 'vitest';
import { hostWords } from '../../renderer/core/strings/zh/host.ts';
import { host } from '../../renderer/core/strings/zh/sentences.ts';
import { zh } from '../../renderer/core/strings/zh.ts';
import { toolSaid } from '../../renderer/features/results/resultForm.ts';
import { say } from '../../shared/core/sentence.ts';

host.learn(hostWords);
const failure = say`The message could not be saved: ${say`the disk is full`}. Everything saved earlier is intact. Free up space or allow access, then try again.`;

test('an error of a record is said in the language of the window by its key, and an old one in English', () => {
  const stored = JSON.parse(JSON.stringify({ message: failure.text, said: failure }));
  expect(zh.sentences.error('STORE_WRITE_FAILED', stored.message, stored.said)).toMatch(/^无法保存消息：磁盘已满。/);
  const old = zh.sentences.error('STORE_WRITE_FAILED', stored.message, undefined);
  expect(old).toContain(failure.text);
  for (const rubbish of [3, 'x', null, {}, { key: 'a {0}', params: 'b' }, { key: 5, params: [] }])
    expect(zh.sentences.error('STORE_WRITE_FAILED', stored.message, rubbish as never)).toBe(old);
});

test('the failure of a tool is said so too, and what a server said stays as it is', () => {
  const text = `Error: ${failure.text}`;
  expect(toolSaid('read_file', text, { key: 3 })).toBe(text);
  expect(toolSaid('mcp__a__b', text, failure)).toBe(text);
});
