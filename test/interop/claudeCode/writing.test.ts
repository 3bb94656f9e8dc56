// Our conversations in Claude Code's files, and its own written back.

import { describe, expect, test } from 'vitest';
import type { History } from '../../../electron/interop/history.ts';
import { compareSessions } from '../../../scripts/compareSessions/compare.ts';
import { brokenRules, forks } from '../../support/sessionRules/claudeCode.ts';
import { given, linesOf, type Row, readOne, write } from './files.ts';
import { fixtures, oldSession, session, sessionId } from './fixtures.ts';
import { outline } from './outline.ts';
import { call, type OwnCall, ownCalls, ownGiven, ownRecords, records, result } from './ownConversation.ts';

const files = fixtures();

describe('its own session', () => {
  test('is written back line for line; only parallel results move to the previous line', async () => {
    const { files: back, path } = await write(given(await readOne(files, session)));
    const found = compareSessions('claude-code', files[session] ?? '', back[path] ?? '');
    expect(found).toMatchObject({ counts: [], order: null });
    expect(found.differences.map(({ type, number, path: key }) => `${type} ${number} ${key}`)).toEqual(
      [2, 3, 9, 10, 11].map((number) => `user ${number} parentUuid`),
    );
    const agent = `${sessionId}/subagents/agent-a0123456789abcdef.jsonl`;
    const agentPath = Object.keys(back).find((name) => name.endsWith('agent-a0123456789abcdef.jsonl')) ?? '';
    expect(compareSessions('claude-code', files[agent] ?? '', back[agentPath] ?? '')).toEqual({
      counts: [],
      order: null,
      differences: [],
    });
    expect(Object.keys(back).map((name) => name.split('/').slice(2).join('/'))).toEqual([
      '',
      'subagents/agent-a0123456789abcdef.jsonl',
      'subagents/agent-a0123456789abcdef.meta.json',
      'tool-results/b1.txt',
    ]);
    const [, , meta = '', spilled] = Object.values(back);
    const facts = files[`${sessionId}/subagents/agent-a0123456789abcdef.meta.json`] ?? '';
    expect(JSON.parse(meta)).toEqual(JSON.parse(facts));
    expect(spilled).toBe(files[`${sessionId}/tool-results/b1.txt`]);
  });

  test('is imported the same a second time', async () => {
    const first = await readOne(files, session);
    const { files: back, path, lines } = await write(given(first));
    expect(brokenRules(lines)).toEqual([]);
    expect(forks(lines)).toBe(0);
    const second = await readOne(back, path);
    expect(second.problems).toEqual([]);
    expect(outline(second)).toEqual(outline(first));
  });

  test('of an old version is written in the current format, with the same text', async () => {
    const first = await readOne(files, oldSession);
    const { files: back, path, lines } = await write(given(first));
    // Old versions lack `toolUseResult` in some lines.
    expect(brokenRules(lines).filter((rule) => !rule.endsWith('no toolUseResult'))).toEqual([]);
    const second = await readOne(back, path);
    const words = ({ messages, agents }: History): unknown => [
      messages.map((message) => ({
        ...message,
        id: '',
        parentId: '',
        origin: null,
        details: null,
        response: null,
        providerData: null,
        usage: null,
      })),
      agents.map(({ history, call: at }) => [words(history), at?.index]),
    ];
    expect(words(second)).toEqual(words(first));
    const again = await write(given(second));
    expect(compareSessions('claude-code', back[path] ?? '', again.files[again.path] ?? '')).toMatchObject({
      counts: [],
      order: null,
    });
    expect(outline(await readOne(again.files, again.path))).toEqual(outline(second));
  });
});

describe('our conversation', () => {
  test('follows every rule of the file', async () => {
    const { lines, path } = await write(ownGiven());
    expect(brokenRules(lines)).toEqual([]);
    expect(forks(lines)).toBe(0);
    expect(path).toMatch(/^-tmp-harbour\/[0-9a-f-]{36}\.jsonl$/);
    expect(lines.every((line) => line.sessionId === path.split('/')[1]?.slice(0, 36))).toBe(true);
  });

  test('gives each reply its own ID where a server used one ID for all', async () => {
    const { lines } = await write(
      ownGiven(
        records([
          { role: 'user', content: 'Go' },
          {
            role: 'assistant',
            content: 'One.',
            tool_calls: [call('a', ownCalls[0] as OwnCall)],
            response: { id: 'chatcmpl-1' },
          },
          result('a', ownCalls[0] as OwnCall),
          {
            role: 'assistant',
            content: 'Two.',
            response: { id: 'chatcmpl-1', requestId: 'req_2' },
            run: { version: '1', branch: 'harbour' },
          },
        ]),
      ),
    );
    const replies = lines.filter(({ type }) => type === 'assistant');
    const ids = replies.map(({ message }) => (message as Row).id);
    expect(ids).toEqual(['chatcmpl-1', 'chatcmpl-1', expect.stringMatching(/^msg_[0-9a-f]{24}$/)]);
    expect(replies.at(-1)).toMatchObject({ requestId: 'req_2', gitBranch: 'harbour' });
    const answered = lines.find(({ toolUseResult }) => toolUseResult !== undefined);
    expect(answered?.sourceToolAssistantUUID).toBe(replies[1]?.uuid);
  });

  test('has its tools under the names that the app shows, with results in its format', async () => {
    const { lines } = await write(ownGiven());
    const blocks = lines.flatMap(({ message }) => {
      const content = (message as Row | undefined)?.content;
      return Array.isArray(content) ? (content as Row[]) : [];
    });
    const used = blocks.filter(({ type }) => type === 'tool_use').slice(0, ownCalls.length);
    expect(used.map(({ name, input }) => [name, Object.keys(input as Row).join(' ')])).toMatchInlineSnapshot(`
      [
        [
          "Bash",
          "command timeout",
        ],
        [
          "Bash",
          "command",
        ],
        [
          "Read",
          "file_path offset limit",
        ],
        [
          "Edit",
          "replace_all file_path old_string new_string",
        ],
        [
          "Write",
          "file_path content",
        ],
        [
          "Grep",
          "pattern -i output_mode",
        ],
        [
          "Glob",
          "pattern",
        ],
        [
          "WebSearch",
          "query",
        ],
        [
          "WebFetch",
          "url prompt",
        ],
        [
          "Agent",
          "description prompt subagent_type",
        ],
        [
          "TodoWrite",
          "todos",
        ],
        [
          "mcp__tides__height",
          "at",
        ],
        [
          "Bash",
          "command",
        ],
        [
          "Read",
          "file_path",
        ],
      ]
    `);
    const results = lines.flatMap(({ toolUseResult }) => (toolUseResult === undefined ? [] : [toolUseResult]));
    expect(results.slice(0, ownCalls.length)).toMatchInlineSnapshot(`
      [
        {
          "interrupted": false,
          "isImage": false,
          "noOutputExpected": false,
          "stderr": "",
          "stdout": "one",
        },
        "Error: the command exited with code 1.",
        {
          "file": {
            "content": "1	alpha
      2	beta",
            "filePath": "/tmp/harbour/a.txt",
            "numLines": 2,
            "startLine": 1,
            "totalLines": 2,
          },
          "type": "text",
        },
        {
          "filePath": "/tmp/harbour/a.txt",
          "newString": "gamma",
          "oldString": "beta",
          "originalFile": null,
          "replaceAll": false,
          "structuredPatch": [
            {
              "lines": [
                " alpha",
                "-beta",
                "+gamma",
              ],
              "newLines": 2,
              "newStart": 1,
              "oldLines": 2,
              "oldStart": 1,
            },
          ],
          "userModified": false,
        },
        {
          "content": "new
      ",
          "filePath": "/tmp/harbour/b.txt",
          "originalFile": null,
          "structuredPatch": [],
          "type": "create",
          "userModified": false,
        },
        {
          "content": "a.txt:2:gamma",
          "filenames": [],
          "mode": "content",
          "numFiles": 0,
          "numLines": 1,
        },
        {
          "durationMs": 0,
          "filenames": [
            "a.txt",
            "b.txt",
          ],
          "numFiles": 2,
          "truncated": false,
        },
        {
          "durationSeconds": 0,
          "query": "tides",
          "results": [
            {
              "content": [],
              "tool_use_id": "call_7",
            },
            "Tides · https://example.com",
          ],
        },
        {
          "bytes": 7,
          "code": 200,
          "codeText": "",
          "durationMs": 0,
          "result": "A page.",
          "url": "https://example.com",
        },
        {
          "content": [
            {
              "text": "One file.",
              "type": "text",
            },
          ],
          "prompt": "Look around",
          "status": "completed",
          "totalDurationMs": 0,
          "totalTokens": 0,
          "totalToolUseCount": 0,
        },
        {
          "newTodos": [
            {
              "activeForm": "First",
              "content": "First",
              "status": "pending",
            },
          ],
          "oldTodos": [],
        },
        "3 m",
        "Error: refused.",
        {
          "file": {
            "base64": "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
            "type": "image/png",
          },
          "type": "image",
        },
      ]
    `);
  });

  test('is imported with all text, calls and results, and exported the same', async () => {
    const first = await write(ownGiven());
    const history = await readOne(first.files, first.path);
    expect(history.problems).toEqual([]);
    const own = ownRecords();
    const names = (of: typeof own) =>
      of.flatMap((message) => (message.role === 'assistant' ? (message.tool_calls ?? []) : [])).length;
    expect(names(history.messages)).toBe(names(own));
    const results = history.messages.flatMap((message) => (message.role === 'tool' ? [message.content] : []));
    expect(results.slice(0, ownCalls.length)).toEqual(ownCalls.map(({ content }) => content));
    const second = await write(given(history));
    expect(compareSessions('claude-code', first.files[first.path] ?? '', second.files[second.path] ?? '')).toEqual({
      counts: [],
      order: null,
      differences: [],
    });
    expect(outline(await readOne(second.files, second.path))).toEqual(outline(history));
  });

  test("excludes another provider's thinking: its signature would be rejected, and the whole request with it", async () => {
    const thought = { type: 'thinking', thinking: 'Hm.', signature: 'x' };
    const reply = (model: string, block: Row): object => ({
      role: 'assistant',
      content: 'Yes.',
      reasoning: 'Hm.',
      providerData: { anthropic: { provider: 'p', model, content: [block, { type: 'text', text: 'Yes.' }] } },
    });
    const messages = records([
      { role: 'user', content: 'So?' },
      reply('other-model', thought),
      reply('claude-x', { ...thought, signature: '' }),
    ]);
    const { lines } = await write(ownGiven(messages));
    expect(lines.filter(({ type }) => type === 'assistant')).toHaveLength(2);
  });

  test('a sub-agent is in its own file, named by its call', async () => {
    const own = { name: 'run_agent', args: { task: 'Look' }, content: 'One file.' };
    const messages = records([
      { role: 'user', content: 'Go' },
      { role: 'assistant', content: null, tool_calls: [call('c', own)] },
      result('c', own),
    ]);
    const inner = ownGiven(
      records([
        { role: 'user', content: 'Look' },
        { role: 'assistant', content: 'One file.' },
      ]),
      { id: 'inner', title: 'Look' },
    );
    const agents = [{ source: inner, call: { messageId: 'm1', index: 0 } }];
    const written = await write(ownGiven(messages, { agents }));
    const history = await readOne(written.files, written.path);
    expect(history.agents.map(({ history: agent, call: at }) => [agent.messages.length, agent.title, at])).toEqual([
      [2, 'Look', { messageId: history.messages[1]?.id, index: 0 }],
    ]);
    const [, agentFile = ''] = Object.keys(written.files);
    expect(brokenRules(linesOf(written.files[agentFile] ?? ''), false)).toEqual([]);
  });

  test('an open call is answered, unless the session is its own', async () => {
    const open = await write(ownGiven());
    const results = open.lines.filter(({ toolUseResult }) => toolUseResult !== undefined);
    expect(JSON.stringify(results.at(-1))).toContain('its outcome is unknown');
    const history = await readOne(open.files, open.path);
    const messages = history.messages.slice(0, -1);
    const again = await write(given({ ...history, messages, headId: messages.at(-1)?.id ?? null }));
    expect(again.lines.filter(({ toolUseResult }) => toolUseResult !== undefined)).toHaveLength(results.length - 1);
  });

  test('a title is its custom title, and comes back', async () => {
    const { files: titled, path } = await write(ownGiven(undefined, { title: 'Harbour' }));
    expect((await readOne(titled, path)).title).toBe('Harbour');
  });
});
