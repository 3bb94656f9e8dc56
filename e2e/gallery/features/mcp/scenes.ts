// MCP servers in the settings, changed files and undo, background commands, sub-agents and progress.

import type { Handlers } from '../../../../electron/lib/protocolServer.ts';
import type { McpPage } from '../../../../renderer/features/mcp/mcpStore.ts';
import { callKey } from '../../../../shared/conversation/event.ts';
import { fail, ok } from '../../../../shared/core/errors.ts';
import type { McpServerInfo } from '../../../../shared/features/mcp/methods.ts';
import { snapshotFixture } from '../../appFixture.ts';
import { approval, conversationFixture, script } from '../../conversationFixture.ts';
import { healthTalk } from '../../healthTalk.ts';
import type { Scene } from '../../scene.ts';
import * as texts from '../../texts.ts';
import { agentConversation, agentTalk, commands, nestedConversation } from '../processes/fixture.ts';
import { changesTalk, notCovered, reviewed, undoPreview } from '../undo/fixture.ts';
import { candidates, logs, problems, server, servers, tools } from './fixture.ts';

const now = (secondsAgo = 0): string => new Date(Date.now() - secondsAgo * 1000).toISOString();
const talk = () => conversationFixture({ messages: healthTalk().says(texts.reply).messages });

function mcp(list: McpServerInfo[], page?: McpPage, more: Partial<Handlers> = {}): Scene {
  const answer = async () => ok(list[0] ?? server('none'));
  return {
    snapshot: snapshotFixture(),
    conversation: talk(),
    dialog: { type: 'settings', section: 'mcp', ...(page ? { mcp: page } : {}) },
    handlers: {
      'mcp.list': async () => ok({ servers: list, problems: list.length > 3 ? problems : [] }),
      'mcp.logs': async () => ok({ lines: logs }),
      'mcp.candidates': async () => ok({ candidates }),
      'mcp.enableTool': answer,
      'mcp.save': async () => fail('PARAMS_INVALID', 'env.API_TOKEN: contains a NUL character.'),
      'mcp.signIn': async () => ok({ url: 'javascript:alert(1)', opened: false }),
      'mcp.restart': async () => fail('NOT_SUPPORTED', 'The gallery starts nothing.'),
      ...more,
    },
  };
}

function page(name: string, type: 'server' | 'edit' = 'server'): McpPage {
  const { origin } = servers.findLast((known) => known.name === name) ?? server(name);
  return { type, server: { origin: name === 'everything' ? { type: 'global' } : origin, name } };
}

const changeHandlers: Partial<Handlers> = {
  'changes.preview': async ({ target }) =>
    ok(
      target.type === 'since' ? { ...undoPreview, files: undoPreview.files.slice(0, 2), notCovered: [] } : undoPreview,
    ),
  'changes.review': async () => ok({ files: reviewed, notCovered: [notCovered] }),
  'changes.apply': async ({ direction }) =>
    ok({
      done: 2,
      skipped: direction === 'undo' ? [{ path: '文档/流程图 第二版.png', reason: 'it was changed since' }] : [],
    }),
  'conversation.rewind': async () => ok({ text: 'The health check has become slow.', attachments: [], files: null }),
};

function changes(more: Partial<Scene> = {}, undone: string[] = []): Scene {
  return {
    snapshot: snapshotFixture(),
    conversation: conversationFixture({ messages: changesTalk().messages, undone }),
    handlers: changeHandlers,
    ...more,
  };
}

function agent(running: boolean): Scene {
  const talked = agentTalk();
  const messageId = talked.messages[1]?.id ?? '';
  const live = { messageId, index: 0, state: 'running' as const, startedAt: now(54), output: '' };
  if (!running) {
    talked.result('The count takes 1.79 s on the copy; SELECT 1 takes 3 ms.', {
      duration: 61_000,
      details: { bytes: 58, agent: { conversationId: 'agent' } },
    });
    talked.says('It is the count, as I thought.');
  }
  return {
    snapshot: snapshotFixture(),
    conversation: conversationFixture({
      messages: talked.messages,
      run: running ? { runId: 'r', startedAt: now(60), phase: 'tools' } : null,
      calls: running ? [{ ...live, agent: { conversationId: 'agent' } }] : [],
    }),
    others: [agentConversation(running), nestedConversation()],
    open: [callKey({ messageId, index: 0 })],
  };
}

/** The sub-agent's own conversation; its questions are answered in the parent. */
function agentPage(asks: boolean, title: string): Scene {
  const own = agentConversation(true);
  const [first, ...rest] = own.calls;
  const request =
    first && approval(first.messageId, first.index, { agent: { conversationId: 'agent', title: own.title } });
  return {
    snapshot: snapshotFixture(),
    conversation: asks && request ? { ...own, calls: [request, ...rest] } : own,
    others: [nestedConversation()],
    handlers: {
      'conversation.startedBy': async () => ok({ calls: [{ conversationId: 'c1', messageId: 'm1', index: 0, title }] }),
    },
  };
}

export const serverScenes: Record<string, () => Scene> = {
  agentPage: () => agentPage(false, 'Find why the health check is slow'),
  agentPageAsks: () =>
    agentPage(true, '查明健康检查为什么这么慢，并且在确认原因之后再决定是否修改查询语句以及如何通知团队'),
  mcp: () => mcp(servers),
  mcpEmpty: () => mcp([]),
  mcpReady: () => mcp(servers, page('everything')),
  mcpApprove: () => mcp(servers, page('deploy')),
  mcpSignIn: () => mcp(servers, page('issues')),
  mcpFailed: () => mcp(servers, page('weather')),
  mcpUntrusted: () => mcp(servers, page('templates')),
  mcpShadowed: () =>
    mcp(servers, { type: 'server', server: { origin: { type: 'project', projectId: 'p2' }, name: 'everything' } }),
  mcpMany: () => {
    const many = Array.from({ length: 150 }, (_, index) => ({
      ...(tools[index % 5] ?? tools[0]),
      name: `tool-${index}`,
    }));
    return mcp([server('many', { state: 'ready', deferred: true, tools: many as McpServerInfo['tools'] })], {
      type: 'server',
      server: { origin: { type: 'global' }, name: 'many' },
    });
  },
  mcpAdd: () => mcp(servers, { type: 'add', example: false }),
  mcpExample: () => mcp([], { type: 'add', example: true }),
  mcpEdit: () => mcp(servers, page('everything', 'edit')),
  mcpImport: () => mcp(servers, { type: 'import' }),
  mcpNoImport: () => mcp(servers, { type: 'import' }, { 'mcp.candidates': async () => ok({ candidates: [] }) }),

  mcpCalls: () => {
    const talked = script()
      .user('What will the weather be?')
      .asks('I ask.', ['mcp__weather__forecast', { city: 'Bremen' }])
      .result('{"days":[{"low":3,"high":9}]}', { duration: 812, details: { mcp: { server: 'weather' } } })
      .asks(null, ['mcp__weather__forecast', { city: '不来梅' }], ['mcp__issues__list', {}])
      .result('Error: the server weather has ended.', {
        outcome: 'error',
        duration: 30,
        details: { mcp: { server: 'weather' } },
      })
      .result('Error: issues wants you to sign in.', {
        outcome: 'error',
        duration: 120,
        details: { mcp: { server: 'issues' } },
      });
    const scene = mcp(servers);
    return {
      snapshot: scene.snapshot,
      conversation: conversationFixture({ messages: talked.messages }),
      handlers: {
        ...scene.handlers,
        'mcp.signIn': async () => ok({ url: 'https://login.example.com/a', opened: false }),
      },
      open: ['m3:0'],
    };
  },

  changes: () => changes({ open: ['m1:0', 'm3:1'] }),
  changesUndone: () => changes({ open: ['m3:0'] }, ['m3:0']),
  undoPreview: () =>
    changes({ dialog: { type: 'changes', target: { type: 'turn', messageId: 'm0' }, direction: 'undo' } }),
  undoNothing: () =>
    changes({
      dialog: { type: 'changes', target: { type: 'turn', messageId: 'm0' }, direction: 'redo' },
      handlers: { 'changes.preview': async () => ok({ direction: 'redo', files: [], notCovered: [] }) },
    }),
  review: () => changes({ dialog: { type: 'review', target: { type: 'turn', messageId: 'm0' } } }),
  regenerate: () => changes({ dialog: { type: 'regenerate', messageId: 'm0' } }),
  rewind: () => changes({ dialog: { type: 'rewind', messageId: 'm0' } }),

  processes: () => ({
    snapshot: snapshotFixture(),
    conversation: talk(),
    panel: 'processes',
    handlers: { 'process.list': async () => ok({ commands }) },
  }),
  processOutput: () => ({
    snapshot: snapshotFixture(),
    conversation: talk(),
    dialog: { type: 'processes', command: { conversationId: 'current', id: 'bg_1' } },
    handlers: {
      'process.list': async () => ok({ commands }),
      'process.output': async () => {
        const text = Array.from({ length: 60 }, (_, line) => `[09:12:${line % 60}] 页面已重新加载 src/health.ts`).join(
          '\n',
        );
        return ok({ text, offset: 0, nextOffset: null, totalBytes: 18_400 });
      },
    },
  }),
  noProcesses: () => ({ snapshot: snapshotFixture(), conversation: talk(), panel: 'processes' }),

  agentRunning: () => agent(true),
  agentDone: () => agent(false),

  progress: () => {
    const talked = script()
      .user('Fetch everything')
      .asks(
        'Four things at once.',
        ['mcp__everything__trigger-long-running-operation', { duration: 10 }],
        ['mcp__账单__导出', {}],
        ['mcp__search__index', {}],
        ['run_command', { command: 'npm ci' }],
      );
    const messageId = talked.messages.at(-1)?.id ?? '';
    const running = { messageId, state: 'running' as const, startedAt: now(23), output: '' };
    return {
      snapshot: snapshotFixture(),
      conversation: conversationFixture({
        messages: talked.messages,
        run: { runId: 'r', startedAt: now(30), phase: 'tools' },
        calls: [
          { ...running, index: 0, progress: { progress: 3, total: 10 } },
          {
            ...running,
            index: 1,
            progress: { progress: 812, total: 1000, message: '正在导出三月的账单，第 812 条，共 1000 条' },
          },
          { ...running, index: 2, progress: { progress: 48_112 } },
          { ...running, index: 3, output: 'added 412 packages\n' },
        ],
      }),
      open: [`${messageId}:1`],
    };
  },
};
