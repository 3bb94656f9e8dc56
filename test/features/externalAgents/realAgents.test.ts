// The agents of other vendors, as installed, without an account: each starts, reports its version, and a message ends with an
// answer or with an error that names the remedy. Found on PATH, or in the folders of THROUGHLINE_TEST_AGENTS; a missing
// one is skipped by its name.

import { accessSync, constants, mkdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { cite } from '../../support/cite.ts';
import { startAgentApp } from '../../support/externalAgents/agentApp.ts';
import { tempFolder } from '../../support/tempFolder.ts';

interface RealAgent {
  name: string;
  command: [string, ...string[]];
  /** Without an account: `done` only where a model without one is offered. */
  code: RegExp;
}

const agents: readonly RealAgent[] = [
  { name: 'Claude Code', command: ['claude-agent-acp'], code: /^AGENT_(?:SIGNED_OUT|FAILED)$/ },
  { name: 'Codex', command: ['codex-acp'], code: /^AGENT_SIGNED_OUT$/ },
  { name: 'Gemini CLI', command: ['gemini', '--acp'], code: /^AGENT_SIGNED_OUT$/ },
  { name: 'Qwen Code', command: ['qwen', '--acp'], code: /^AGENT_SIGNED_OUT$/ },
  { name: 'GitHub Copilot', command: ['copilot', '--acp'], code: /^AGENT_SIGNED_OUT$/ },
  { name: 'Cline', command: ['cline', '--acp'], code: /^AGENT_SIGNED_OUT$/ },
  { name: 'Auggie', command: ['auggie', '--acp'], code: /^AGENT_SIGNED_OUT$/ },
  { name: 'Pi', command: ['pi-acp'], code: /^AGENT_FAILED$/ },
];

const folders = [process.env.THROUGHLINE_TEST_AGENTS ?? '', process.env.PATH ?? '']
  .flatMap((list) => list.split(path.delimiter))
  .filter((folder) => folder !== '');

function find(program: string): string | null {
  const isProgram = (file: string): boolean => {
    try {
      accessSync(file, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  };
  return folders.map((folder) => path.join(folder, program)).find(isProgram) ?? null;
}

describe('agents as installed', () => {
  for (const { name, command, code } of agents) {
    const [program, ...args] = command;
    const found = find(program);
    test.skipIf(found === null)(
      cite('ACP-1', `${name} starts, and without an account a message ends with an error that says so`),
      { tags: ['all'], timeout: 300_000 },
      async () => {
        const home = path.join(tempFolder(), 'home');
        mkdirSync(home);
        // Their scripts need a Node of today.
        const PATH = [path.dirname(process.execPath), ...folders].join(path.delimiter);
        const app = await startAgentApp({ command: [found as string, ...args], env: { HOME: home, PATH } });
        const checked = await app.call('agent.check', { agent: app.agentId });
        expect(checked.version).toMatch(/\d/);

        const id = await app.startWithAgent();
        const ended = app.event('run.ended', undefined);
        await app.call('run.send', { conversationId: id, text: 'Hello' });
        const { end, error } = await ended;
        expect(end).toBe('error');
        expect(error?.code).toMatch(code);
        expect(error?.message).toContain('Odd');
      },
    );
  }
});
