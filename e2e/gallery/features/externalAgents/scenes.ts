// External agents: choosing and allowing them, their settings, and a conversation with one.

import type { Handlers } from '../../../../electron/lib/protocolServer.ts';
import type { AgentPage } from '../../../../renderer/features/externalAgents/agentStore.ts';
import type { ConversationState } from '../../../../shared/conversation/event.ts';
import type { Message } from '../../../../shared/conversation/message.ts';
import { fail, ok } from '../../../../shared/core/errors.ts';
import type { CostReport } from '../../../../shared/features/costs/methods.ts';
import {
  type AgentCallKind,
  type AgentInfo,
  type AgentPermissionOption,
  agentModelRef,
  type ExternalCallDetails,
} from '../../../../shared/features/externalAgents/externalAgent.ts';
import { demoProvider, snapshotFixture } from '../../appFixture.ts';
import { approval, conversationFixture, script } from '../../conversationFixture.ts';
import { healthTalk } from '../../healthTalk.ts';
import type { Scene } from '../../scene.ts';
import * as texts from '../../texts.ts';
import { agent, agents, session } from './fixture.ts';

const handlers = (list: AgentInfo[] = agents): Partial<Handlers> => ({
  'agent.list': async () => ok({ agents: list }),
  'agent.session': async () => ok({ session }),
  'agent.check': () => new Promise(() => {}),
  'agent.approve': async () => fail('AGENT_CHANGED', 'The command has changed. Check it again.'),
  'agent.readRegistry': async () =>
    ok({
      agents: [
        { id: 'auggie', name: 'Auggie', description: 'Augment Code’s agent', command: ['npx', '@augmentcode/auggie'] },
        { id: 'opencode', name: 'OpenCode', description: 'The open source agent', command: ['opencode', 'acp'] },
        { id: 'kimi', name: 'Kimi', description: 'Only an archive', command: [] },
      ],
    }),
});

function settings(page?: AgentPage, list: AgentInfo[] = agents): Scene {
  return {
    snapshot: snapshotFixture(),
    conversation: conversationFixture({ messages: healthTalk().says(texts.reply).messages }),
    dialog: { type: 'settings', section: 'agents', ...(page ? { agents: page } : {}) },
    handlers: handlers(list),
  };
}

/** The model menu, with what is pressed in it. `own`: the conversation is with an agent. */
function menu(press: string[], own = false): Scene {
  return {
    snapshot: snapshotFixture(),
    conversation: conversationFixture({
      messages: healthTalk().says(texts.reply).messages,
      ...(own ? { model: agentModelRef('opencode') } : {}),
    }),
    handlers: handlers(),
    press: ['[data-control="model"]', ...press],
  };
}

const external = { agentId: 'opencode', sessionId: 'ses_1' };

/** A turn of an agent: calls of every kind, and what it said about them. */
function turn() {
  const details = (title: string, kind: AgentCallKind, more: Partial<ExternalCallDetails> = {}) => ({
    external: { agentId: 'opencode', title, kind, locations: [], ...more },
  });
  return script()
    .user('Why is the health check slow? Fix it.')
    .add({
      v: 1,
      id: 'note',
      parentId: null,
      createdAt: new Date(0).toISOString(),
      role: 'assistant',
      partType: 'note',
      content:
        'OpenCode no longer has its earlier session. It started a new one with the history of this conversation.',
    })
    .asks(
      'I’ll look at the handler first.',
      ['read', { filePath: 'src/health.ts' }],
      ['search', { pattern: 'count\\(', path: 'src' }],
      ['think', { title: 'Compare both queries' }],
      ['delete', { title: 'Delete src/old-health.ts', path: 'src/old-health.ts' }],
      ['bash', { command: 'npm test' }],
    )
    .result('export const health = 1;', { details: details('src/health.ts', 'read') })
    .result('src/health.ts:12: count(*)', { details: details('count\\(', 'search') })
    .result('The first one counts every row.', { details: details('Compare both queries', 'think') })
    .result('Error: the file is open elsewhere', {
      outcome: 'error',
      details: details('Delete src/old-health.ts', 'delete', { locations: [{ path: 'src/old-health.ts', line: 3 }] }),
    })
    .result(texts.testOutput, { duration: 3400, details: details('npm test', 'execute') });
}

function withAgent(messages: Message[], change: Partial<ConversationState> = {}): Scene {
  const withIds = messages.map((message) =>
    message.role === 'assistant' && message.partType === undefined
      ? { external, ...message, model: 'opencode/big-pickle' }
      : message,
  );
  return {
    snapshot: snapshotFixture(),
    conversation: conversationFixture({ messages: withIds, model: agentModelRef('opencode'), ...change }),
    handlers: handlers(),
  };
}

/** A turn whose calls name whole paths, with a sub-agent and a to-do list. */
function nestedTurn(): Message[] {
  const folder = '/home/mei/src/harbour-api';
  const details = (title: string, kind: AgentCallKind, more: Partial<ExternalCallDetails> = {}) => ({
    external: { agentId: 'opencode', title, kind, locations: [], ...more },
  });
  const todos = [
    { content: 'Find the slow query', status: 'completed' as const },
    { content: 'Add an index', status: 'in_progress' as const },
  ];
  const locations = [{ path: `${folder}/src/health.ts`, line: 12 }, { path: `${folder}/src/server.ts` }];
  return script()
    .user('Have someone look for the slow query.')
    .asks('I ask an explorer.', ['task', { description: 'Find the slow query', prompt: 'Look in src.' }])
    .asks('', ['read', { filePath: `${folder}/src/health.ts` }], ['bash', { command: 'grep -rn count src' }])
    .result('It counts every row.', { details: details('Find the slow query', 'other') })
    .result('export const health = 1;', { details: details('src/health.ts', 'read') })
    .result('src/health.ts:12: count(*)', { details: details('grep -rn count src', 'execute') })
    .asks('', ['think', { title: `Compare ${folder}/src/health.ts with its test` }], ['todowrite', { todos }])
    .result('It is slower.', {
      details: details(`Compare ${folder}/src/health.ts with its test`, 'think', { locations }),
    })
    .result('1 todo', { details: { ...details('1 todos', 'other'), todos: { before: [], after: todos } } })
    .says('It counts every row on each request.')
    .messages.map((message) =>
      message.role === 'assistant' && message.tool_calls
        ? { ...message, external: { ...external, folder, parents: { m2_0: 'm1_0', m2_1: 'm1_0' } } }
        : message,
    );
}

function askingScene(options: AgentPermissionOption[]): Scene {
  const talked = turn().asks('Now I change the query.', ['edit', { filePath: 'src/health.ts' }]);
  const messageId = talked.messages.at(-1)?.id ?? '';
  const request = approval(messageId, 0, {
    toolName: 'edit',
    kind: 'write',
    preview: { type: 'diff', path: 'src/health.ts', isNew: false, diff: texts.editDiff },
    external: { agent: 'OpenCode', options },
  });
  return withAgent(talked.messages, {
    run: { runId: 'r', startedAt: new Date().toISOString(), phase: 'tools' },
    calls: [request],
  });
}

const noCosts = {
  usd: 0,
  replies: 0,
  unknown: 0,
  titles: 0,
  titlesUsd: 0,
  atLeast: false,
  input: 0,
  output: 0,
  cached: 0,
};
const ofAgent = { ...noCosts, usd: 0.42, replies: 3, unknown: 1, input: 41_000, output: 2_000 };
const ofModel = { ...noCosts, usd: 0.05, replies: 1, input: 9_000, output: 300 };

/** An agent's turns next to one of a model. */
const costs: CostReport = {
  conversation: { ...ofAgent, usd: 0.47, replies: 4 },
  lastTurn: { ...noCosts, replies: 1, unknown: 1 },
  today: { ...ofAgent, usd: 0.47, replies: 4 },
  models: [
    { ...agentModelRef('opencode'), ...ofAgent },
    { provider: 'environment', model: 'atlas-large', ...ofModel },
  ],
  days: [],
  conversations: [],
  projects: [],
  limits: { day: null, conversation: null },
  price: null,
};

const option = (id: string): string => `[role="option"][id$="agent:${id}"]`;

export const externalAgentScenes: Record<string, () => Scene> = {
  agentStart: () => ({
    snapshot: snapshotFixture({ conversations: [], providers: [demoProvider], projects: [], startProjectId: null }),
    conversation: null,
    handlers: handlers(agents.slice(0, 3)),
  }),
  agents: () => menu([]),
  agentAllow: () => menu([option('codex')]),
  agentAllowLong: () => menu([option('added-1')]),
  agentSignIn: () => menu([option('claude-code')]),
  agentFailed: () => menu([option('gemini-cli')]),
  agentStarting: () => menu([option('gemini-cli'), '[data-agent-check]']),
  agentsMore: () => menu(['[data-page="moreAgents"]']),
  agentMissing: () => menu(['[data-page="moreAgents"]', '[data-item]']),
  agentChosen: () => menu([], true),
  agentModels: () => menu(['[data-page="agentOption:model"]'], true),
  agentSwitch: () => menu(['[data-page="agentOption:web"]'], true),
  agentTurn: () => ({ ...withAgent(turn().says(texts.reply).messages), open: ['m2:3'] }),
  agentNested: () => ({ ...withAgent(nestedTurn()), open: ['m1:0', 'm6:0', 'm6:1'] }),
  agentAsks: () =>
    askingScene([
      { id: 'once', name: 'Allow once', kind: 'allow_once' },
      { id: 'always', name: 'Always allow', kind: 'allow_always' },
      { id: 'reject', name: 'Reject', kind: 'reject_once' },
    ]),
  agentAsksOddly: () =>
    askingScene([
      {
        id: 'a',
        name: 'Yes, and allow all edits in this session without asking me about any of them',
        kind: 'allow_always',
      },
      { id: 'b', name: '不，以后也不要', kind: 'reject_always' },
    ]),
  agentContext: () => {
    const scene = withAgent(turn().says(texts.reply).messages);
    return { ...scene, handlers: { ...scene.handlers, 'cost.read': async () => ok(costs) }, panel: 'context' };
  },
  agentFailedTurn: () =>
    withAgent([
      ...script().user('Fix it.').messages,
      {
        v: 1,
        id: 'e',
        parentId: 'm0',
        createdAt: new Date(0).toISOString(),
        role: 'assistant',
        partType: 'error',
        content: null,
        error: { code: 'AGENT_SIGNED_OUT', message: 'OpenCode needs you to sign in.' },
      },
    ]),
  agentBegins: () =>
    withAgent(script().user('Fix it.').messages, {
      run: { runId: 'r', startedAt: new Date().toISOString(), phase: 'model', starting: ['OpenCode'] },
    }),
  agentSlash: () => ({ ...withAgent(turn().says(texts.reply).messages), typed: '/' }),
  agentsPage: () => settings(),
  agentsEmpty: () => settings(undefined, [agent('qwen', 'Qwen Code', { status: 'missing', install: 'npm i -g qwen' })]),
  agentDetail: () => settings({ type: 'agent', agent: 'opencode' }),
  agentUnapproved: () => settings({ type: 'agent', agent: 'added-1' }),
  agentEdit: () => settings({ type: 'edit', agent: 'added-1' }),
  /** Another view has begun to start it. */
  agentStartingElsewhere: () => {
    const list = agents.map((one) => (one.id === 'gemini-cli' ? agent(one.id, one.name, { status: 'starting' }) : one));
    const scene = settings({ type: 'agent', agent: 'gemini-cli' }, list);
    let current = list;
    return {
      ...scene,
      handlers: {
        ...scene.handlers,
        'agent.list': async () => ok({ agents: current }),
        'agent.cancelStart': async () => {
          current = agents.map((one) => (one.id === 'gemini-cli' ? agent(one.id, one.name) : one));
          return ok(agent('gemini-cli', 'Gemini CLI'));
        },
      },
    };
  },
  agentAdd: () => settings({ type: 'add' }),
  agentRegistry: () => settings({ type: 'registry' }),
};
