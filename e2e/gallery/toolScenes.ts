// Questions while a call waits, and tool results: approvals with rule offers, forms with every type of field, images, and tools
// that the user ran.

import type { ConversationState, LiveCall } from '../../shared/conversation/event.ts';
import type { QuestionAnswer, UserQuestion } from '../../shared/conversation/question.ts';
import { ok } from '../../shared/core/errors.ts';
import { snapshotFixture } from './appFixture.ts';
import { approval, conversationFixture, type Script, script } from './conversationFixture.ts';
import { healthTalk } from './healthTalk.ts';
import type { Scene } from './scene.ts';
import * as texts from './texts.ts';
import { everyField, longCommand, questionFixture, toolArguments } from './toolFixture.ts';

const now = (secondsAgo = 0): string => new Date(Date.now() - secondsAgo * 1000).toISOString();
const run = { runId: 'r', startedAt: now(20), phase: 'tools' as const };
const npmTest = {
  match: { tool: 'run_command', command: ['npm', 'test'] },
  label: 'commands that start with `npm test`',
};
const anyNpm = { match: { tool: 'run_command', command: ['npm'] }, label: 'commands that start with `npm`' };

function scene(talked: Script, calls: (messageId: string) => LiveCall[], more: Partial<ConversationState> = {}): Scene {
  const { messages } = talked;
  const last = messages.at(-1)?.id ?? '';
  return {
    snapshot: snapshotFixture(),
    conversation: conversationFixture({ messages, calls: calls(last), run, ...more }),
  };
}

function asking(name: string, args: unknown, change: Partial<UserQuestion>): Scene {
  const talked = script().user('Make the check quick, please.').asks('One thing first.', [name, args]);
  return scene(talked, (messageId) => [
    {
      messageId,
      index: 0,
      state: 'running',
      startedAt: now(4),
      output: '',
      question: questionFixture({ messageId, ...change }),
    },
  ]);
}

const hash = 'b'.repeat(64);
const png = { mediaType: 'image/png' };

export const toolScenes: Record<string, () => Scene> = {
  offers: () =>
    scene(healthTalk().asks('I run the tests.', ['run_command', { command: 'npm test -- --watch=false' }]), (id) => [
      approval(id, 0, {
        preview: { type: 'command', command: 'npm test -- --watch=false', cwd: '/home/mei/src/harbour-api' },
        offers: [npmTest, anyNpm],
      }),
    ]),

  longCommand: () =>
    scene(
      script()
        .user('Build it')
        .asks(null, ['run_command', { command: longCommand }]),
      (id) => [
        approval(id, 0, {
          preview: { type: 'command', command: longCommand, cwd: '/home/mei/文档/记账本' },
          reason:
            'What this command does cannot be checked in advance: it writes a script and runs it. No rule allows it.',
        }),
      ],
    ),

  serverApproval: () =>
    scene(
      script()
        .user('报一个问题')
        .asks('我来新建一个问题。', ['github__create_issue', JSON.parse(toolArguments)]),
      (id) => [
        approval(id, 0, {
          toolName: 'github__create_issue',
          kind: 'mcp',
          server: 'github',
          preview: { type: 'text', text: toolArguments },
          reason: 'What it does depends on its server.',
          offers: [
            { match: { tool: 'github__create_issue', server: 'github' }, label: 'create_issue of the server github' },
            { match: { tool: '*', server: 'github' }, label: 'every tool from the server github' },
          ],
        }),
      ],
    ),

  several: () =>
    scene(
      script()
        .user('Look around')
        .asks(
          'Three things at once.',
          ['read_file', { path: 'src/health.ts' }],
          [
            'fetch_url',
            { url: 'https://example.com/docs/a/very/long/address?with=a&lot=of&words=in&it=so&that=it&must=wrap' },
          ],
          ['run_agent', { task: 'Measure the query on a copy of the database' }],
        ),
      (id) => [
        approval(id, 0, {
          toolName: 'read_file',
          kind: 'read',
          preview: { type: 'text', text: 'src/health.ts' },
          reason: 'Your approval mode asks before every read.',
          offers: [{ match: { tool: 'read_file' }, label: 'reading files of this project' }],
        }),
        approval(id, 1, {
          toolName: 'fetch_url',
          kind: 'network',
          preview: {
            type: 'text',
            text: 'https://example.com/docs/a/very/long/address?with=a&lot=of&words=in&it=so&that=it&must=wrap',
          },
          reason: 'It sends a request over the network.',
          reasonType: 'generic',
          offers: [
            { match: { tool: 'fetch_url', origin: 'https://example.com' }, label: 'pages of https://example.com' },
          ],
        }),
        approval(id, 2, {
          preview: { type: 'command', command: "psql -c 'EXPLAIN SELECT count(*) FROM events'", cwd: '/home/mei/src' },
          agent: { conversationId: 'agent', title: 'Measure the query on a copy of the database' },
        }),
      ],
    ),

  question: () => asking('ask_user', { question: '…' }, {}),
  questionShort: () =>
    asking(
      'ask_user',
      {},
      { message: '哪一种颜色？', fields: [{ name: 'c', label: '颜色', type: 'text', required: true }] },
    ),
  questionServer: () =>
    asking(
      'github__create_issue',
      {},
      {
        from: { type: 'server', name: 'github' },
        message: 'Which repository is it for?',
        fields: everyField.slice(6, 8),
      },
    ),
  questionAddress: () =>
    asking(
      'github__create_issue',
      {},
      {
        from: { type: 'server', name: 'github' },
        message: 'Sign in to continue. This window never sees your password.',
        fields: [],
        url: 'https://github.example.com/login/device?code=ABCD-1234&return=https%3A%2F%2Fexample.org%2Fa%2Fvery%2Flong%2Fway%2Fback',
      },
    ),
  questionBadAddress: () =>
    asking(
      'github__create_issue',
      {},
      {
        from: { type: 'server', name: 'github' },
        message: 'Open this.',
        fields: [],
        url: 'file:///etc/passwd',
      },
    ),

  answered: () => {
    const values = {
      name: 'harbour-api',
      why: '检查太慢',
      limit: 2.5,
      query: 'ping',
      tell: ['team', 'customers'],
      now: true,
    };
    const question = (answer: QuestionAnswer) => ({
      question: { message: 'What should I do?', fields: everyField, answer },
    });
    const talked = script()
      .user('Go')
      .asks('I ask.', ['ask_user', {}], ['ask_user', {}], ['github__create_issue', {}])
      .result('…', { details: question({ action: 'accept', values }) })
      .result('The user declined.', { details: question({ action: 'decline' }) })
      .result('{"number": 12}', {
        details: {
          question: { message: 'Sign in', fields: [], answer: { action: 'accept', values: {} } },
        },
      });
    return {
      ...scene(talked.says('Good.'), () => [], { run: null }),
      open: ['m1:0', 'm1:1', 'm1:2'],
    };
  },

  images: () => {
    const talked = script()
      .user('Look at the pictures')
      .asks(null, ['read_file', { path: 'docs/拓扑图.png' }], ['plot', {}], ['plot', {}])
      .result('An image of 640 × 400 pixels.', { attachments: [{ hash, ...png }] })
      .result('Three plots.', {
        attachments: [
          { hash, ...png },
          { hash: 'c'.repeat(64), ...png },
          { hash: 'd'.repeat(64), mediaType: 'image/svg+xml' },
        ],
      })
      .result('A broken one.', { attachments: [{ hash: 'e'.repeat(64), ...png }] });
    return { ...scene(talked.says(texts.reply.slice(0, 80)), () => [], { run: null }), open: ['m1:0', 'm1:1', 'm1:2'] };
  },

  toolRun: () => {
    const talked = script().user('Wait').says('I wait.');
    for (const [index, includeInContext] of [true, false].entries()) {
      talked.add({
        v: 1,
        id: `run${index}`,
        parentId: null,
        role: 'tool',
        createdAt: now(60),
        partType: 'tool_run',
        tool_call_id: '',
        toolName: 'run_command',
        content: 'On branch main\nnothing to commit\n[exit code 0]',
        outcome: 'ok',
        duration: 31,
        includeInContext,
        arguments: '{"command":"git status"}',
        details: { exitCode: 0, bytes: 32 },
      });
    }
    return { ...scene(talked, () => [], { run: null }), open: ['run0:0'] };
  },

  noRules: () => ({
    ...scene(healthTalk(), () => [], { run: null }),
    handlers: { 'permission.list': async () => ok({ rules: [] }), 'tool.list': async () => ok({ tools: [] }) },
  }),

  required: () => scene(healthTalk(), () => [], { run: null, requiredServer: 'github' }),
  requiredChoice: () => ({
    ...scene(healthTalk(), () => [], { run: null, requiredServer: 'github' }),
    press: ['[data-control="model"]', '[data-page="server"]'],
  }),
};
