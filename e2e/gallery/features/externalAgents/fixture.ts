// External agents in every state, and a session with one.

import type { AgentInfo, AgentSessionInfo } from '../../../../shared/features/externalAgents/externalAgent.ts';

export function agent(id: string, name: string, change: Partial<AgentInfo> = {}): AgentInfo {
  return {
    id,
    name,
    command: [id, 'acp'],
    variables: [],
    origin: 'known',
    status: 'idle',
    fingerprint: `fingerprint-${id}`,
    sandboxed: false,
    receivesServers: false,
    signIns: [],
    ...change,
  };
}

const longPath = `/home/mei/tools/${'a-rather-long-folder-name/'.repeat(5)}agent.mjs`;

export const agents: AgentInfo[] = [
  agent('opencode', 'OpenCode', { status: 'ready', version: '1.18.33' }),
  agent('claude-code', 'Claude Code', {
    command: ['claude-agent-acp'],
    status: 'signed_out',
    problem: 'Claude Code needs you to sign in.',
    version: '0.101.0',
    signIns: [
      {
        id: 'claude-login',
        name: 'Log in with Claude Code',
        description: 'Opens a page in your browser.',
        type: 'terminal',
        command: ['claude', '/login'],
      },
      { id: 'gateway', name: 'Use a gateway', type: 'agent' },
    ],
  }),
  agent('codex', 'Codex', { command: ['codex-acp'], status: 'unapproved' }),
  agent('gemini-cli', 'Gemini CLI', {
    command: ['gemini', '--acp'],
    status: 'failed',
    problem: 'It ended with code 1 before it answered.',
    printed:
      'Error: Cannot find module "@google/gemini-cli-core"\n    at Module._resolveFilename (node:internal/modules)',
  }),
  agent('qwen', 'Qwen Code', {
    command: ['qwen', '--acp'],
    status: 'missing',
    install: 'npm install -g @qwen-code/qwen-code',
  }),
  agent('goose', 'Goose', {
    status: 'missing',
    install: 'curl -fsSL https://example.com/goose/download_cli.sh | bash',
  }),
  agent('added-1', '代码审查员 Donaudampfschifffahrtsagent', {
    command: ['node', longPath, '--region', 'north sea'],
    variables: ['API_TOKEN', 'LOG_LEVEL'],
    origin: 'added',
    status: 'unapproved',
    sandboxed: true,
    receivesServers: true,
  }),
];

export const session: AgentSessionInfo = {
  agentId: 'opencode',
  sessionId: 'ses_1',
  continuation: 'history',
  notes: ['OpenCode no longer has its earlier session.'],
  context: { used: 41_200, size: 200_000 },
  commands: [
    { name: 'init', description: 'Create or update AGENTS.md' },
    { name: 'review', description: 'Review changes', hint: '[commit | branch | pr]' },
  ],
  options: [
    {
      id: 'mode',
      name: 'Session Mode',
      category: 'mode',
      type: 'select',
      current: 'build',
      choices: [
        { value: 'build', name: 'Build', description: 'Edits files and runs commands.' },
        { value: 'plan', name: 'Plan', description: 'Reads only.' },
      ],
    },
    {
      id: 'model',
      name: 'Model',
      category: 'model',
      type: 'select',
      current: 'opencode/big-pickle',
      choices: [
        { value: 'opencode/big-pickle', name: 'Big Pickle', group: 'OpenCode Zen' },
        { value: 'opencode/grok-code', name: 'Grok Code Fast 1', group: 'OpenCode Zen' },
        { value: 'local/atlas-large', name: 'atlas-large', group: 'Workstation' },
      ],
    },
    {
      id: 'effort',
      name: 'Reasoning',
      category: 'thought_level',
      type: 'select',
      current: 'high',
      choices: [
        { value: 'low', name: 'Low' },
        { value: 'high', name: 'High' },
      ],
    },
    {
      id: 'web',
      name: 'Web access',
      description: 'Lets it read pages.',
      category: 'other',
      type: 'boolean',
      current: 'true',
      choices: [
        { value: 'true', name: 'true' },
        { value: 'false', name: 'false' },
      ],
    },
  ],
};
