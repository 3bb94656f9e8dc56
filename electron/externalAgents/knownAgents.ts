// Agents that are offered when installed. Commands and packages as of November 2026, from the agents' own documentation and
// from the protocol's registry (github.com/agentclientprotocol/registry); `initialize` was seen answered by all but Goose.

import type { ServerSandbox } from '../tools/process/sandboxedServer.ts';

export interface KnownAgent {
  id: string;
  name: string;
  command: readonly string[];
  install: string;
  /**
   * Opened in the sandbox: its own files, and the hosts of its vendor. Credentials are hidden unless they are named. What it
   * may not change there is in `electron/tools/sandbox/agentControls.ts`.
   */
  sandbox: ServerSandbox;
}

export const knownAgents: readonly KnownAgent[] = [
  {
    id: 'opencode',
    name: 'OpenCode',
    command: ['opencode', 'acp'],
    install: 'npm install -g opencode-ai',
    sandbox: {
      hosts: ['opencode.ai', '*.opencode.ai', 'models.dev'],
      paths: [
        ...['~/.local/share/opencode', '~/.local/share/opencode/auth.json', '~/.local/state/opencode'],
        '~/.cache/opencode',
      ],
    },
  },
  {
    id: 'claude',
    name: 'Claude Code',
    command: ['claude-agent-acp'],
    install: 'npm install -g @agentclientprotocol/claude-agent-acp',
    sandbox: {
      hosts: ['*.anthropic.com', 'claude.ai', '*.claude.ai'],
      paths: ['~/.claude', '~/.claude/.credentials.json', '~/.claude.json'],
    },
  },
  {
    id: 'codex',
    name: 'Codex',
    command: ['codex-acp'],
    install: 'npm install -g @agentclientprotocol/codex-acp',
    sandbox: { hosts: ['*.openai.com', 'chatgpt.com', '*.chatgpt.com'], paths: ['~/.codex', '~/.codex/auth.json'] },
  },
  {
    id: 'gemini',
    name: 'Gemini CLI',
    command: ['gemini', '--acp'],
    install: 'npm install -g @google/gemini-cli',
    sandbox: { hosts: ['*.googleapis.com', 'accounts.google.com'], paths: ['~/.gemini', '~/.gemini/oauth_creds.json'] },
  },
  {
    id: 'qwen',
    name: 'Qwen Code',
    command: ['qwen', '--acp'],
    install: 'npm install -g @qwen-code/qwen-code',
    sandbox: { hosts: ['*.aliyuncs.com', 'chat.qwen.ai'], paths: ['~/.qwen', '~/.qwen/oauth_creds.json'] },
  },
  {
    id: 'copilot',
    name: 'GitHub Copilot',
    command: ['copilot', '--acp'],
    install: 'npm install -g @github/copilot',
    sandbox: { hosts: ['github.com', 'api.github.com', '*.githubcopilot.com'], paths: ['~/.copilot'] },
  },
  {
    id: 'cline',
    name: 'Cline',
    command: ['cline', '--acp'],
    install: 'npm install -g cline',
    sandbox: { hosts: ['*.cline.bot'], paths: ['~/.cline'] },
  },
  {
    id: 'auggie',
    name: 'Auggie',
    command: ['auggie', '--acp'],
    install: 'npm install -g @augmentcode/auggie',
    sandbox: { hosts: ['*.augmentcode.com'], paths: ['~/.augment'] },
  },
  {
    id: 'pi',
    name: 'Pi',
    command: ['pi-acp'],
    install: 'npm install -g pi-acp',
    sandbox: { hosts: [], paths: ['~/.pi', '~/.pi/agent/auth.json'] },
  },
  {
    id: 'goose',
    name: 'Goose',
    command: ['goose', 'acp'],
    install: 'brew install block-goose-cli',
    sandbox: { hosts: [], paths: ['~/.local/share/goose', '~/.local/state/goose'] },
  },
];
