// The demo model for a Chinese user: the first screen's suggestions, and the examples in its own help.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { catalog as startStrings } from '../../../renderer/features/start/words/zh.ts';
import { cite } from '../../support/cite.ts';
import { type DemoConversation, demoConversation } from '../../support/demoConversation.ts';
import { writeTree } from '../../support/fileTree.ts';
import { tempFolder } from '../../support/tempFolder.ts';

let folder: string;
let demo: DemoConversation;

beforeEach(async () => {
  folder = tempFolder();
  writeTree(folder, { 'README.md': '# 项目\n', 'b.txt': 'bee\nTODO\n' });
  demo = await demoConversation({ folder });
});

type Said = Awaited<ReturnType<DemoConversation['say']>>;
const callsOf = (said: Said) => said.rounds.flat().map((call) => [call.name, call.arguments]);
const names = (said: Said) => said.rounds.map((round) => round.map((call) => call.name));

test(cite('START-3', 'each suggestion of the Chinese first screen does what it says, and is answered in Chinese'), {
  tags: ['all'],
}, async () => {
  const done: Record<string, string[][]> = {};
  for (const asked of Object.values(startStrings.examples).map(({ text }) => text)) {
    const said = await (await demoConversation({ folder })).say(asked);
    done[asked] = names(said);
    expect(said.texts[0]).toMatch(/我是一个脚本，不是模型/);
    for (const text of said.texts) expect(text).toMatch(/\p{Script=Han}/u);
    expect(said.last.replace(/`[^`]*`|```[\s\S]*?```/g, '')).not.toMatch(/略过|script|\b(?:the|and|with|code)\b/);
  }
  expect(Object.values(done)).toEqual([
    [['list_files'], ['read_file']],
    [['list_files'], ['write_file'], ['edit_file']],
    [['list_files'], ['present_plan'], ['write_file']],
    [['run_command'], ['list_files', 'search_files']],
    [
      ['todo_write'],
      ['list_files'],
      ['todo_write', 'read_file', 'read_file', 'read_file'],
      ['search_files', 'search_files'],
      ['todo_write'],
    ],
  ]);
  expect(readFileSync(join(folder, 'notes.md'), 'utf8')).toContain('由演示按计划写入');
});

test.each<[string, unknown[][]]>([
  ['运行一个显示日期的命令', [['run_command', { command: process.platform === 'win32' ? 'date /t' : 'date' }]]],
  ['运行 echo 你好，世界', [['run_command', { command: 'echo 你好，世界' }]]],
  ['执行命令：`echo one`', [['run_command', { command: 'echo one' }]]],
  [
    '读取b.txt和README.md',
    [
      ['read_file', { path: 'b.txt' }],
      ['read_file', { path: 'README.md' }],
    ],
  ],
  ['请帮我看看 b.txt 的内容。', [['read_file', { path: 'b.txt' }]]],
  ['写入 c.md，内容是盐和胡椒', [['write_file', { path: 'c.md', content: '盐和胡椒' }]]],
  ['把“你好”写入 c.md', [['write_file', { path: 'c.md', content: '你好' }]]],
  ['write c.md with 你好', [['write_file', { path: 'c.md', content: '你好' }]]],
  [
    '列出文件和文件夹，然后搜索 TODO',
    [
      ['list_files', { path: '.' }],
      ['search_files', { pattern: 'TODO' }],
    ],
  ],
  [
    '把 b.txt 里的 bee 改成 wasp',
    [
      ['read_file', { path: 'b.txt' }],
      ['edit_file', { path: 'b.txt', old_text: 'bee', new_text: 'wasp' }],
    ],
  ],
])('%s', async (asked, calls) => {
  expect(callsOf(await demo.say(asked))).toEqual(calls);
});

test('an unknown command is not run', async () => {
  for (const asked of ['运行一个测试命令', '运行所有的东西']) expect(callsOf(await demo.say(asked))).toEqual([]);
});

test('a file written without specified content has its whole name', async () => {
  const said = await demo.say('写 notes.md');
  expect(callsOf(said)[0]?.[1]).toMatchObject({ path: 'notes.md' });
});

test('every example in its Chinese help is understood', { tags: ['all'] }, async () => {
  const { last } = await demo.say('你会做什么？');
  const examples = [...last.matchAll(/^- (.*)$/gm)].map((match) => match[1] as string);
  expect(examples.length).toBeGreaterThan(9);
  for (const example of examples) {
    const said = await (await demoConversation({ folder })).say(example);
    expect(said.texts.join('\n')).not.toContain('可以试试');
    expect(said.last).not.toContain('略过');
  }
});

test('none of its replies has a space between two Chinese characters', async () => {
  const said = await demo.say('列出文件');
  expect(said.texts.length).toBeGreaterThan(0);
  for (const text of said.texts) expect(text).not.toMatch(/\p{Script=Han} \p{Script=Han}/u);
});
