// MCP servers in the settings, their calls, and the progress of calls.

import type { Handlers } from '../../../../electron/lib/protocolServer.ts';
import type { McpPage } from '../../../../renderer/features/mcp/mcpStore.ts';
import { fail, ok } from '../../../../shared/core/errors.ts';
import type { McpServerInfo } from '../../../../shared/features/mcp/methods.ts';
import { snapshotFixture } from '../../appFixture.ts';
import { conversationFixture, script } from '../../conversationFixture.ts';
import { healthTalk } from '../../healthTalk.ts';
import type { Scene } from '../../scene.ts';
import * as texts from '../../texts.ts';
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

export const serverScenes: Record<string, () => Scene> = {
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
