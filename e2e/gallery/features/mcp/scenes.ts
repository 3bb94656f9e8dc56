// MCP servers in the settings, their calls, and the progress of calls.

import type { Handlers } from '../../../../electron/lib/protocolServer.ts';
import type { McpPage } from '../../../../renderer/features/mcp/mcpStore.ts';
import { fail, ok } from '../../../../shared/core/errors.ts';
import type { McpAppPage } from '../../../../shared/features/mcp/appMethods.ts';
import type { McpServerInfo } from '../../../../shared/features/mcp/methods.ts';
import type { RegistryPage } from '../../../../shared/features/mcp/registryServer.ts';
import { snapshotFixture } from '../../appFixture.ts';
import { conversationFixture, script } from '../../conversationFixture.ts';
import { healthTalk } from '../../healthTalk.ts';
import type { Scene } from '../../scene.ts';
import * as texts from '../../texts.ts';
import { candidates, logs, problems, server, servers, tools } from './fixture.ts';
import { registryServers } from './registryFixture.ts';

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

/** Undefined: before a search; null: it fails. */
function find(page?: Pick<RegistryPage, 'servers' | 'cursor'> | null, press: string[] = []): Scene {
  const scene = mcp(
    servers,
    { type: 'find', query: page === undefined ? '' : 'tides' },
    {
      'mcp.searchRegistry': async () =>
        page
          ? ok({ registry: 'registry.modelcontextprotocol.io', ...page })
          : fail(
              'PLUGIN_FAILED',
              'The registry registry.modelcontextprotocol.io cannot be reached (ENOTFOUND). Check your network.',
            ),
    },
  );
  return { ...scene, press: page === undefined ? [] : ['[data-find] [type="submit"]', ...press] };
}

function page(name: string, type: 'server' | 'edit' = 'server'): McpPage {
  const { origin } = servers.findLast((known) => known.name === name) ?? server(name);
  return { type, server: { origin: name === 'everything' ? { type: 'global' } : origin, name } };
}

/** A page that connects like any app and, if `asks` is set, asks the user something. */
function appPage(asks: '' | 'link' | 'text'): string {
  return `<!doctype html><style>
:root { color-scheme: light dark; font: 14px system-ui; }
body { margin: 0; padding: 12px; }
td, th { padding: 4px 16px 4px 0; text-align: left; }
</style><title>Forecast</title><h1 style="font-size: 16px; margin: 0 0 8px">Bremen</h1>
<table><tr><th>Day<th>Low<th>High<tr><td>Tuesday<td>3°<td>9°<tr><td>Wednesday<td>1°<td>7°</table><script>
const post = (message) => parent.postMessage({ jsonrpc: '2.0', ...message }, '*');
const requests = {
  link: ['ui/open-link', { url: 'https://weather.example.com/bremen?station=10224&units=metric&days=14' }],
  text: ['ui/message', { content: [{ type: 'text', text: 'What should I wear on Wednesday?\\n周三要带伞吗？' }] }],
};
addEventListener('message', ({ data }) => {
  if (data?.id !== 1) return;
  const { theme } = data.result.hostContext;
  document.documentElement.style.colorScheme = theme;
  post({ method: 'ui/notifications/initialized' });
  const [method, params] = requests['${asks}'] ?? [];
  if (method) post({ id: 2, method, params });
});
post({ id: 1, method: 'ui/initialize', params: {} });
</script>`;
}

/** null: the app cannot be shown. */
function appScene(page: McpAppPage | null): Scene {
  const talked = script()
    .user('What will the weather be?')
    .asks('I ask.', ['mcp__weather__forecast', { city: 'Bremen' }])
    .result('{"days":[{"low":3,"high":9}]}', {
      duration: 812,
      details: { mcp: { server: 'weather', tool: 'forecast', app: 'ui://weather/forecast' } },
    });
  return {
    snapshot: snapshotFixture(),
    conversation: conversationFixture({ messages: talked.says('It stays dry.').messages }),
    handlers: {
      'mcp.app': async () => (page ? ok(page) : fail('TOOL_EXEC_FAILED', 'The MCP server weather has no app.')),
    },
    open: ['m1:0'],
  };
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

  mcpFind: () => find(),
  mcpFindResults: () => find({ servers: registryServers, cursor: 'next' }),
  mcpFindNone: () => find({ servers: [], cursor: null }),
  mcpFindFailed: () => find(null),
  mcpFindAdd: () => find({ servers: registryServers, cursor: null }, ['[data-opens="com.example/tides"]']),
  mcpFindErrors: () =>
    find({ servers: registryServers, cursor: null }, ['[data-opens="com.example/tides"]', 'form [type="submit"]']),
  mcpFindRemoved: () => find({ servers: registryServers, cursor: null }, ['[data-opens="io.github.ada/old"]']),

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

  mcpAppOffered: () => appScene({ state: 'off' }),
  mcpAppOpen: () => appScene({ state: 'shown', html: appPage('') }),
  mcpAppLink: () => appScene({ state: 'shown', html: appPage('link') }),
  mcpAppText: () => appScene({ state: 'shown', html: appPage('text') }),
  mcpAppFailed: () => appScene(null),

  taskRunning: () => {
    const talked = script()
      .user('导出三月的账单')
      .asks(null, ['mcp__账单__导出', { month: 3 }], ['mcp__jobs__index', {}]);
    const messageId = talked.messages.at(-1)?.id ?? '';
    const running = { messageId, state: 'running' as const, startedAt: now(143), output: '' };
    return {
      snapshot: snapshotFixture(),
      conversation: conversationFixture({
        messages: talked.messages,
        run: { runId: 'r', startedAt: now(150), phase: 'tools' },
        calls: [
          {
            ...running,
            index: 0,
            progress: { progress: 4, task: 'working', message: '正在导出第 812 条，共 1000 条' },
          },
          { ...running, index: 1, progress: { progress: 2, task: 'input_required' } },
        ],
      }),
      open: [`${messageId}:0`],
    };
  },

  taskOpen: () => {
    const talked = script()
      .user('Build the index')
      .asks('It takes a while.', ['mcp__jobs__index', { depth: 3 }]);
    const messageId = talked.messages.at(-1)?.id ?? '';
    return {
      snapshot: snapshotFixture(),
      conversation: conversationFixture({
        messages: talked.messages,
        openCalls: [{ messageId, index: 0, state: 'unknown', isTask: true }],
      }),
      open: [`${messageId}:0`],
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
