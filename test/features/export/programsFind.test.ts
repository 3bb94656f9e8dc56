// The real apps find the copy made by "Open in". They are not part of the project: see each app's tests.

import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { claudeProgram, startServer } from '../../interop/claudeCode/realProgram.ts';
import {
  codexHome,
  codexProgram,
  findProgram,
  runProgram,
  startResponsesServer,
} from '../../interop/codex/codexProgram.ts';
import { commandHere } from '../../support/commandHere.ts';
import { diskFolder } from '../../support/tempFolder.ts';

const openCode = findProgram('OPENCODE_PROGRAM', 'opencode');

/** A conversation with demo calls, saved for the app. */
async function opened(program: string) {
  const root = diskFolder();
  const folder = path.join(root, 'a harbour');
  mkdirSync(folder);
  const at = ['--data', path.join(root, 'data'), '--project', folder];
  const env = { HOME: root };
  const said = await commandHere(['run', '-p', 'List the files', '--approve', 'all', '--output', 'json', ...at], env);
  const { conversationId, toolCalls } = JSON.parse(said.stdout) as { conversationId: string; toolCalls: unknown[] };
  expect(toolCalls.length).toBeGreaterThan(0);
  const done = await commandHere(['export', conversationId, '--to', program, '--open', '--yes', ...at], env);
  expect(done.code, done.stderr).toBe(0);
  return { root, folder, command: done.stdout.trim(), calls: toolCalls.length };
}

const seconds = 120_000;

test.skipIf(claudeProgram === null)(
  'Claude Code resumes it in the folder, with every call (skipped if not installed)',
  async () => {
    const { root, folder, command, calls } = await opened('claude-code');
    const id = /^cd '.*' && claude --resume (\S+)$/.exec(command)?.[1] ?? '';
    const server = await startServer();
    const env = {
      PATH: process.env.PATH ?? '',
      HOME: root,
      ANTHROPIC_BASE_URL: server.url,
      ANTHROPIC_API_KEY: 'sk-ant-test-1234567890',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_AUTOUPDATER: '1',
    };
    const args = ['-p', 'Go on.', '--resume', id, '--model', 'claude-opus-5-5'];
    const child = spawn(claudeProgram ?? '', args, { cwd: folder, env, stdio: ['ignore', 'ignore', 'pipe'] });
    let err = '';
    child.stderr.on('data', (text) => (err += String(text)));
    const code = await new Promise((resolve) => child.on('close', resolve));
    server.close();
    expect(code, err).toBe(0);
    const sent = JSON.stringify(server.requests.at(-1)?.messages);
    expect(sent).toContain('List the files');
    expect(sent.match(/"type":"tool_use"/g)).toHaveLength(calls);
    expect(sent.match(/"type":"tool_result"/g)).toHaveLength(calls);
  },
  seconds,
);

test.skipIf(codexProgram === null)(
  'Codex resumes it by its ID (skipped if not installed)',
  async () => {
    const { root, folder, command, calls } = await opened('codex');
    const server = await startResponsesServer();
    await codexHome(root, server.url);
    const id = command.replace('codex resume ', '');
    const args = ['exec', '--skip-git-repo-check', 'resume', id, 'Go on.'];
    const { code, err } = await runProgram(codexProgram ?? '', args, { home: root, cwd: folder });
    await server.close();
    expect(code, err).toBe(0);
    const items = server.inputs.at(-1) ?? [];
    expect(JSON.stringify(items)).toContain('List the files');
    expect(items.filter(({ type }) => String(type).endsWith('_output'))).toHaveLength(calls);
  },
  seconds,
);

test.skipIf(openCode === null)(
  'OpenCode imports it with the command and then has it (skipped if not installed)',
  async () => {
    const { root, folder, command, calls } = await opened('opencode');
    const [, file = '', id = ''] = /opencode import (\S+) && opencode -s (\S+)$/.exec(command) ?? [];
    const place = { home: root, cwd: folder };
    const imported = await runProgram(openCode ?? '', ['import', file], place);
    expect(imported.code, imported.err).toBe(0);
    const listed = await runProgram(openCode ?? '', ['session', 'list'], place);
    expect(listed.out).toContain(id);
    const exported = JSON.parse((await runProgram(openCode ?? '', ['export', id], place)).out) as {
      messages: { parts: { type: string }[] }[];
    };
    const parts = exported.messages.flatMap((message) => message.parts);
    expect(parts.filter(({ type }) => type === 'tool')).toHaveLength(calls);
  },
  seconds,
);
