// MCP servers from the command line: listed without being started, approved with the exact command shown.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { cite } from '../support/cite.ts';
import { throughline } from '../support/commandLine.ts';
import { oddScript, startMcpApp } from '../support/mcp/mcpApp.ts';

test(cite(
  ['MCP-1', 'MCP-5'],
  'a list starts nothing; approve shows the whole command and approves that alone; tools and logs start it',
), async () => {
  const app = await startMcpApp();
  const at = ['--project', app.folder, '--data', app.dataDir];
  const started = path.join(app.dataDir, 'started');
  const write = (...more: string[]): void => {
    const repo = {
      command: process.execPath,
      args: [oddScript, `--started=${started}`, ...more],
      env: { MODE: 'x', MY_TOKEN: 't' },
    };
    writeFileSync(path.join(app.folder, '.mcp.json'), JSON.stringify({ mcpServers: { repo } }));
  };
  write();
  const command = `${process.execPath} ${oddScript} --started=${started}`;
  expect((await throughline(['mcp', ...at])).stdout).toMatch(/^repo {2}untrusted, from the folder's \.mcp\.json\n/);
  await throughline(['trust', ...at]);
  const listed = await throughline(['mcp', 'list', ...at]);
  expect(listed.stdout).toContain(`repo  not approved, from the folder's .mcp.json\n  ${command}\n`);
  const asked = await throughline(['mcp', 'approve', 'repo', ...at]);
  // Nobody is there to say yes.
  expect(asked).toMatchObject({ code: 1, stdout: '' });
  expect(asked.stderr).toContain(`  ${command}\n`);
  expect(asked.stderr).toContain('with MODE, MY_TOKEN (a secret)');
  expect((await throughline(['mcp', 'tools', 'repo', ...at])).code).toBe(1);
  expect(existsSync(started)).toBe(false);
  expect(await throughline(['mcp', 'approve', 'repo', '--yes', ...at])).toMatchObject({ code: 0 });
  const tools = await throughline(['mcp', 'tools', 'repo', ...at]);
  expect(tools).toMatchObject({ code: 0, stdout: expect.stringContaining('mcp__repo__say\n  Says it.\n') });
  expect(existsSync(started)).toBe(true);
  expect((await throughline(['mcp', 'logs', 'repo', ...at])).stdout).toContain('app info: Connected; it has');
  // What a folder writes into it can neither hide nor pretend to be a line of the app.
  const sly = { command: process.execPath, args: ['a\u202eb'], cwd: 'x\nwith nothing\u001b[2K', env: { 'A\nB': '1' } };
  const file = path.join(app.folder, '.mcp.json');
  const entry = (JSON.parse(readFileSync(file, 'utf8')) as { mcpServers: object }).mcpServers;
  const site = { url: 'https://example.com/\n  (kept from last time)\u202e' };
  writeFileSync(file, JSON.stringify({ mcpServers: { ...entry, sly, site } }));
  const shown = (await throughline(['mcp', 'approve', 'sly', ...at])).stderr;
  expect(shown).toContain(`in the folder ${path.join(app.folder, 'x')}⟨U+000A⟩with nothing⟨U+001B⟩[2K\n`);
  expect(shown).toContain('with A⟨U+000A⟩B\n');
  for (const sign of ['\u202e', '\u001b']) expect(shown).not.toContain(sign);
  expect((await throughline(['mcp', ...at])).stdout).toContain('url: has a character that cannot be seen');
  await throughline(['mcp', 'disable', 'repo', ...at]);
  expect(JSON.parse((await throughline(['mcp', 'list', '--json', ...at])).stdout)).toMatchObject([
    { name: 'repo', state: 'disabled' },
    { name: 'sly' },
    { name: 'site', state: 'failed' },
  ]);
  await throughline(['mcp', 'enable', 'repo', ...at]);
  write('--more');
  expect((await throughline(['mcp', ...at])).stdout).toContain('repo  changed since it was approved');
}, 30_000);
