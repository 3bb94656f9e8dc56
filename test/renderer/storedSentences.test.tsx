// A record's data next to its English text may be old, or anything: then the English is shown.

import { expect, test } from 'vitest';
import { loadLanguage } from '../../renderer/core/language.ts';
import earlierHost from '../../renderer/core/strings/zh/earlierHost.json' with { type: 'json' };
import { hostWords } from '../../renderer/core/strings/zh/host.ts';
import { host } from '../../renderer/core/strings/zh/sentences.ts';
import { zh } from '../../renderer/core/strings/zh.ts';
import { translateToolMessage } from '../../renderer/features/results/resultForm.ts';
import { say } from '../../shared/core/sentence.ts';

host.learn({ ...earlierHost, ...hostWords });
const failure = say`The message could not be saved: ${say`the disk is full`}. Everything saved earlier is intact. Free up space or allow access, then try again.`;

test("a record's error is shown in the window's language by its key, and an old one in English", () => {
  const stored = JSON.parse(JSON.stringify({ message: failure.text, said: failure }));
  expect(zh.sentences.error('STORE_WRITE_FAILED', stored.message, stored.said)).toMatch(/^无法保存消息：磁盘已满。/);
  const old = zh.sentences.error('STORE_WRITE_FAILED', stored.message, undefined);
  expect(old).toContain(failure.text);
  for (const rubbish of [3, 'x', null, {}, { key: 'a {0}', params: 'b' }, { key: 5, params: [] }])
    expect(zh.sentences.error('STORE_WRITE_FAILED', stored.message, rubbish as never)).toBe(old);
});

test("so is a tool's failure, and a server's text stays unchanged", () => {
  const text = `Error: ${failure.text}`;
  expect(translateToolMessage('read_file', text, { key: 3 })).toBe(text);
  expect(translateToolMessage('mcp__a__b', text, failure)).toBe(text);
});

test('sentences that earlier versions stored under other keys are still translated', async () => {
  const key = 'The folder has more than {0} files or {1} MB, so what this changed in it is unknown.';
  expect(host.say({ key, params: [20_000, 300] })).toBe('文件夹超过 20000 个文件或 300MB，因此不知道它更改了什么。');
  expect(await (await loadLanguage('zh')).earlierHost?.()).toHaveProperty([key]);
  // Current keys have their translation in the catalog of their feature.
  expect(Object.keys(earlierHost).filter((each) => Object.hasOwn(hostWords, each))).toEqual([]);
});
