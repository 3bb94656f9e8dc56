// The demo model, over its real server and with the real tools: what people ask it, and what it really does.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { titleQuestion } from '../../../electron/conversation/modelTitle.ts';
import { catalog as startStrings } from '../../../renderer/features/start/words/en.ts';
import { cite } from '../../support/cite.ts';
import { type DemoConversation, demoConversation } from '../../support/demoConversation.ts';
import { writeTree } from '../../support/fileTree.ts';
import { callModel, replyOf } from '../../support/modelCall.ts';
import { tempFolder } from '../../support/tempFolder.ts';
import { sample } from '../../support/volume.ts';

let folder: string;
let demo: DemoConversation;

beforeEach(async () => {
  folder = tempFolder();
  writeTree(folder, {
    'README.md': '# The project\n\nSome ```code``` in it.\n',
    'src/a.ts': 'export const a = 1;\n// TODO more\n',
    'b.txt': 'bee\n',
  });
  demo = await demoConversation({ folder });
});

const file = (name: string): string => readFileSync(join(folder, name), 'utf8');
const callsOf = (said: Awaited<ReturnType<DemoConversation['say']>>) =>
  said.rounds.map((round) => round.map((call) => [call.name, call.arguments]));

test(cite('START-3', 'lists the files, finds and reads the README among them, and reports both results'), async () => {
  const said = await demo.say('List the files and read the README');
  expect(callsOf(said)).toEqual([[['list_files', { path: '.' }]], [['read_file', { path: 'README.md' }]]]);
  expect(said.texts[0]).toContain('I am a script, not a model');
  expect(said.last).toBe(
    [
      'The folder has 4 entries (1 folder, 3 files):',
      '- `README.md`\n- `b.txt`\n- `src/`',
      '`README.md` has 3 lines. This is all of it:',
      '````\n# The project\n\nSome ```code``` in it.\n````',
    ].join('\n\n'),
  );
});

test('reports that a folder has no README', async () => {
  const empty = await demoConversation({ folder: tempFolder() });
  expect((await empty.say('read the README')).last).toBe('There is no README in this folder.');
});

test(cite(['START-3', 'APPROVE-1'], 'a plan presented first is carried out once accepted'), async () => {
  for (const text of ['Plan how to write notes.md', '计划如何写 notes.md']) {
    const said = await demo.say(text);
    expect(said.rounds.map((round) => round.map((call) => call.name))).toEqual([
      ['list_files'],
      ['present_plan'],
      ['write_file'],
    ]);
    expect(said.rounds[1]?.[0]?.arguments).toMatchObject({ title: expect.stringContaining('notes.md') });
  }
  expect(file('notes.md')).toContain('由演示按计划写入');
  const refused = await demoConversation({ folder: tempFolder(), refuse: ['present_plan'] });
  expect((await refused.say('plan to write a.md')).rounds.flat().map(({ name }) => name)).not.toContain('write_file');
});

test(cite(['START-3', 'UI-7'], 'each example of the first screen is carried out with real calls'), {
  tags: ['all'],
}, async () => {
  const done: Record<string, string[][]> = {};
  for (const [name, { text }] of Object.entries(startStrings.examples)) {
    const said = await (await demoConversation({ folder })).say(text);
    done[name] = said.rounds.map((round) => round.map((call) => call.name));
    expect(said.last).not.toMatch(/I left out|understand requests/);
    if (name === 'edit')
      expect(file('notes.md')).toMatch(/^# What is in this folder, and what it is for\n[\s\S]*- `b\.txt`/);
    if (name === 'failure') expect(said.last).toContain('failed because there is no such file here');
  }
  expect(done).toEqual({
    look: [['list_files'], ['read_file']],
    edit: [['list_files'], ['write_file'], ['edit_file']],
    plan: [['list_files'], ['present_plan'], ['write_file']],
    failure: [['run_command'], ['list_files', 'search_files']],
    chain: [
      ['todo_write'],
      ['list_files'],
      ['todo_write', 'read_file', 'read_file', 'read_file', 'read_file'],
      ['search_files', 'search_files'],
      ['todo_write'],
    ],
  });
});

test(cite('START-3', 'makes a plan, really writes a file, and ticks off the plan'), async () => {
  const said = await demo.say('Make a plan, then write notes.md');
  expect(said.rounds.map((round) => round.map((call) => call.name))).toEqual([
    ['todo_write'],
    ['write_file'],
    ['todo_write', 'read_file'],
    ['todo_write'],
  ]);
  expect(file('notes.md')).toContain('Written by the demo');
  expect(said.last).toContain('`notes.md` and read it again. It has 6 lines:\n\n```\n# Notes');
});

describe('requests and their calls', () => {
  const read = (path: string, rest: object = {}) => ['read_file', { path, ...rest }];
  const cases: [asked: string, rounds: unknown[][]][] = [
    ['list files', [[['list_files', { path: '.' }]]]],
    ['Please list the files in src.', [[['list_files', { path: 'src' }]]]],
    ["what's in this folder?", [[['list_files', { path: '.' }]]]],
    ['Hi! Could you read b.txt?', [[read('b.txt')]]],
    ['Read src/a.ts and b.txt', [[read('src/a.ts'), read('b.txt')]]],
    [
      'List the files, read b.txt and search for bee',
      [[['list_files', { path: '.' }], read('b.txt'), ['search_files', { pattern: 'bee' }]]],
    ],
    ['show the first 5 lines of b.txt', [[read('b.txt', { limit: 5 })]]],
    ['search for "a = 1" in src', [[['search_files', { pattern: 'a = 1', path: 'src' }]]]],
    ['find a(b in this folder', [[['search_files', { pattern: 'a\\(b' }]]]],
    ['run echo one && echo two', [[['run_command', { command: 'echo one && echo two' }]]]],
    [
      'run `echo a; echo b` and list files',
      [[['run_command', { command: 'echo a; echo b' }]], [['list_files', { path: '.' }]]],
    ],
    ['write c.txt with salt and pepper', [[['write_file', { path: 'c.txt', content: 'salt and pepper' }]]]],
    [
      'write "Hello, and bye." to c.txt, then read c.txt',
      [[['write_file', { path: 'c.txt', content: 'Hello, and bye.' }]], [read('c.txt')]],
    ],
    [
      'replace bee with wasp in b.txt',
      [[read('b.txt')], [['edit_file', { path: 'b.txt', old_text: 'bee', new_text: 'wasp' }]]],
    ],
    [
      'replace all e with i in b.txt',
      [[read('b.txt')], [['edit_file', { path: 'b.txt', old_text: 'e', new_text: 'i', replace_all: true }]]],
    ],
    [
      'to-do: buy milk, call the office',
      [
        [
          [
            'todo_write',
            {
              todos: [
                { content: 'buy milk', status: 'pending' },
                { content: 'call the office', status: 'pending' },
              ],
            },
          ],
        ],
      ],
    ],
    [
      'Run a command that shows the date',
      [[['run_command', { command: process.platform === 'win32' ? 'date /t' : 'date' }]]],
    ],
    ['列出文件', [[['list_files', { path: '.' }]]]],
    ['请读取 b.txt', [[read('b.txt')]]],
    ['搜索 bee', [[['search_files', { pattern: 'bee' }]]]],
    ['写入 c.md 内容：你好', [[['write_file', { path: 'c.md', content: '你好' }]]]],
  ];
  test.each(sample(6, cases))('%s', async (asked, rounds) => {
    expect(callsOf(await demo.say(asked))).toEqual(rounds);
  });

  test('context that the app adds to the message is not taken for the request', async () => {
    const said = await demo.say('[Environment]\nDate: 2030-01-01\nProject folder: /list/files\n\nread b.txt');
    expect(callsOf(said)).toEqual([[['read_file', { path: 'b.txt' }]]]);
    expect(said.last).not.toContain('left out');
  });

  test('after a failure the next step is not taken', async () => {
    const said = await demo.say('replace a with b in none.txt');
    expect(callsOf(said)).toEqual([[['read_file', { path: 'none.txt' }]]]);
    expect(said.last).toMatch(/^`read_file` did not work: /);
  });

  test('a file is read again after it changed in the same turn', async () => {
    const said = await demo.say('read b.txt, then write b.txt with wasp, then read b.txt');
    expect(said.last).toContain('```\nbee\n```');
    expect(said.last).toContain('```\nwasp\n```');
  });

  test('parts of a request that it does not understand are reported', async () => {
    expect((await demo.say('list the files and dance with me')).last).toContain('I left out “dance with me”');
  });
});

describe('results are reported truthfully', () => {
  test('a command: exit code and output', async () => {
    expect((await demo.say('run echo hello')).last).toBe(
      '`echo hello` ended with exit code 0. It printed:\n\n```\nhello\n```',
    );
    expect((await demo.say('run exit 3')).last).toBe('`exit 3` ended with exit code 3. It printed nothing.');
  });

  test('a search: how many and where', async () => {
    expect((await demo.say('search for TODO')).last).toBe(
      'I searched for `TODO` and found 1 match in 1 file.\n\n- `src/a.ts:2` `// TODO more`',
    );
    expect((await demo.say('search for zebra')).last).toBe('I searched for `zebra` and found no matches.');
  });

  test('a failure', async () => {
    expect((await demo.say('show a failure')).last).toMatch(
      /^`read_file` did not work: "this-file-is-not-there\.txt" does not exist\./,
    );
  });

  test('a denial, after which nothing more is changed', async () => {
    const careful = await demoConversation({ folder, refuse: ['write_file'] });
    const said = await careful.say('write c.txt with x and run echo done');
    expect(callsOf(said)).toEqual([[['write_file', { path: 'c.txt', content: 'x' }]]]);
    expect(said.last).toBe(
      'You refused `write_file`, so it was not run. You said: “not now”\n\nI stopped there and left out the rest.',
    );
  });

  test('a long output is spilled, and its end is read from there', async () => {
    const said = await demo.say('a long output');
    expect(said.rounds.map((round) => round.map((call) => call.name))).toEqual([
      ['run_command'],
      ['read_tool_result'],
      ['read_tool_result'],
    ]);
    expect(said.rounds[0]?.[0]?.content).toContain('[Full output: ');
    expect(said.last).toContain('line 8000 of 8000\n[exit code 0]');
    expect(said.last).toMatch(/printed 1\d\d,\d{3} bytes/);
  });

  test('several reads at once', async () => {
    const said = await demo.say('several things at once');
    expect(said.rounds.map((round) => round.length)).toEqual([2, 3]);
    expect(said.last).toContain('found 1 match in 1 file');
    expect(said.last).toContain('`b.txt` has 1 line.');
  });
});

describe('messages about itself', () => {
  test(cite('START-3', 'that it is a script: in the first reply of a conversation, once'), async () => {
    expect((await demo.say('read b.txt')).texts[0]).toContain('I am a script, not a model');
    expect((await demo.say('read b.txt')).texts.join()).not.toContain('script');
  });

  test.each(['hello', 'help', 'what can you do?', 'Write me a poem about the sea', '42'])(
    '%s: it says what it understands',
    async (asked) => {
      const said = await demo.say(asked);
      expect(said.rounds).toEqual([]);
      expect(said.last).toMatch(/^I am a script, not a model\./);
      expect(said.last).toContain('- List the files and read the README');
    },
  );

  test('in Chinese to a Chinese message', async () => {
    expect((await demo.say('你好，你是谁？')).last).toMatch(/^我是一个脚本，不是模型/);
  });

  test('every one of its examples is understood', { tags: ['all'] }, async () => {
    const { last } = await demo.say('help');
    const examples = [...last.matchAll(/^- (.*)$/gm)].flatMap((match) =>
      match[1]?.startsWith('A long') ? match[1].split(', ') : [match[1] as string],
    );
    expect(examples.length).toBeGreaterThan(9);
    for (const example of examples) {
      const fresh = await demoConversation({ folder });
      const said = await fresh.say(example);
      expect(said.texts.join('\n')).not.toContain('I understand requests like these');
    }
  });

  test(cite('START-8', 'without a folder it says which tools are missing and where to open one'), async () => {
    const chat = await demoConversation({ folder: null });
    const said = await chat.say('list the files and read the README');
    expect(said.rounds).toEqual([]);
    expect(said.last).toContain('I would need `list_files` for that, and this chat has no folder');
    expect(said.last).toContain('**Open folder…**');
    expect((await chat.say('to-do: rest')).rounds).toHaveLength(1);
  });
});

describe('the stream', () => {
  test('the same request, the same reply', async () => {
    await demo.say('list the files');
    const request = {
      ...demo.request(),
      messages: [...demo.messages, { role: 'user' as const, content: 'read b.txt and src/a.ts' }],
    };
    const one = await callModel(demo.provider, { request });
    expect(await callModel(demo.provider, { request })).toEqual(one);
  });

  test('text arrives in many small pieces, before the calls', async () => {
    const request = { ...demo.request(), messages: [{ role: 'user' as const, content: 'list the files' }] };
    const { observed } = await callModel(demo.provider, { request });
    expect(observed.texts.length).toBeGreaterThan(5);
    expect(Math.max(...observed.texts.map((text) => text.length))).toBeLessThanOrEqual(24);
  });

  test('the slow answer is slow, and stops when the client disconnects', async () => {
    const waits: { ms: number; signal: AbortSignal | undefined }[] = [];
    const clock = {
      now: () => new Date(),
      elapsed: () => 0,
      wait: (ms: number, signal?: AbortSignal) => {
        waits.push({ ms, signal });
        if (waits.length < 3) return Promise.resolve();
        return new Promise<void>((resolve) => signal?.addEventListener('abort', () => resolve()));
      },
    };
    const slow = await demoConversation({ folder, clock });
    const stop = new AbortController();
    const request = { ...slow.request(), messages: [{ role: 'user' as const, content: 'a slow answer' }] };
    const call = callModel(slow.provider, { request, signal: stop.signal });
    await expect.poll(() => waits.length).toBe(3);
    expect(waits.map((wait) => wait.ms)).toEqual([250, 250, 250]);
    stop.abort();
    expect((await call).outcome.kind).toBe('aborted');
    await expect.poll(() => waits.at(-1)?.signal?.aborted).toBe(true);
    expect(waits).toHaveLength(3);
  });
});

test.each([
  ['List the files and read the README', 'Files and README of the folder'],
  ['Make a plan, then write notes.md', 'Plan for notes.md'],
  ['Run a command that shows the date', 'Date by a command'],
  ['Could you water the plants in my garden today?', 'water the plants in my'],
  ['列出文件并阅读 README', '文件列表与 README'],
  ['先做计划，再写 notes.md', 'notes.md 的计划'],
  ['运行一个显示日期的命令', '用命令查看日期'],
])(cite('UI-16', 'the demo titles a conversation that starts with “%s” “%s”'), async (asked, title) => {
  const content = titleQuestion({ asked, answered: '*I am a script, not a model.*' });
  const request = { ...demo.request(), messages: [{ role: 'user' as const, content }], tools: [] };
  expect((await replyOf(demo.provider, { request })).text).toBe(title);
});
