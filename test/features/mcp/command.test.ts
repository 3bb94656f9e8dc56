// MCP servers from the command line: listed without starting them, approved with the exact command shown.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { cite } from '../../support/cite.ts';
import { commandHere } from '../../support/commandHere.ts';
import { throughline } from '../../support/commandLine.ts';
import { everythingScript, oddScript, startMcpApp } from '../../support/mcp/mcpApp.ts';

test(cite(
  ['MCP-1', 'MCP-5'],
  'list starts nothing; approve shows the whole command and approves only that; tools and logs start it',
), { tags: ['all'] }, async () => {
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
  expect((await commandHere(['mcp', ...at])).stdout).toMatch(/^repo {2}untrusted, from the folder’s \.mcp\.json\n/);
  await commandHere(['trust', ...at]);
  const listed = await commandHere(['mcp', 'list', ...at]);
  expect(listed.stdout).toContain(`repo  not approved, from the folder’s .mcp.json\n  ${command}\n`);
  const asked = await commandHere(['mcp', 'approve', 'repo', ...at]);
  // Nobody is there to confirm.
  expect(asked).toMatchObject({ code: 1, stdout: '' });
  expect(asked.stderr).toContain(`  ${command}\n`);
  expect(asked.stderr).toContain('with MODE, MY_TOKEN (a secret)');
  expect((await commandHere(['mcp', 'tools', 'repo', ...at])).code).toBe(1);
  expect(existsSync(started)).toBe(false);
  expect(await commandHere(['mcp', 'approve', 'repo', '--yes', ...at])).toMatchObject({ code: 0 });
  const tools = await commandHere(['mcp', 'tools', 'repo', ...at]);
  expect(tools).toMatchObject({ code: 0, stdout: expect.stringContaining('mcp__repo__say\n  Says it.\n') });
  expect(existsSync(started)).toBe(true);
  expect((await commandHere(['mcp', 'logs', 'repo', ...at])).stdout).toContain('app info: Connected. Tools:');
  // A folder's content in it can neither hide nor imitate a line of the app.
  const sly = {
    command: process.execPath,
    args: ['a\u202eb'],
    cwd: 'x\nwith nothing\u001b[2K',
    env: { 'A\nB': '1' },
  };
  const file = path.join(app.folder, '.mcp.json');
  const entry = (JSON.parse(readFileSync(file, 'utf8')) as { mcpServers: object }).mcpServers;
  const site = { url: 'https://example.com/\n  (kept from last time)\u202e' };
  writeFileSync(file, JSON.stringify({ mcpServers: { ...entry, sly, site } }));
  const shown = (await commandHere(['mcp', 'approve', 'sly', ...at])).stderr;
  expect(shown).toContain(`in the folder ${path.join(app.folder, 'x')}⟨U+000A⟩with nothing⟨U+001B⟩[2K\n`);
  expect(shown).toContain('with A⟨U+000A⟩B\n');
  for (const sign of ['\u202e', '\u001b']) expect(shown).not.toContain(sign);
  expect((await commandHere(['mcp', ...at])).stdout).toContain('url: contains a hidden character');
  await commandHere(['mcp', 'disable', 'repo', ...at]);
  expect(JSON.parse((await commandHere(['mcp', 'list', '--json', ...at])).stdout)).toMatchObject([
    { name: 'repo', state: 'disabled' },
    { name: 'sly' },
    { name: 'site', state: 'failed' },
  ]);
  await commandHere(['mcp', 'enable', 'repo', ...at]);
  write('--more');
  expect((await commandHere(['mcp', ...at])).stdout).toContain('repo  changed since it was approved');
});

test(
  cite(
    ['MCP-1', 'MCP-5'],
    'add takes a command line, an address or JSON, shows it in full, and adds nothing if it cannot be confirmed',
  ),
  async () => {
    const app = await startMcpApp();
    const at = ['--data', app.dataDir, '--project', app.folder];
    const started = path.join(app.dataDir, 'started');
    const add = (words: string[], input?: string) => commandHere(['mcp', 'add', ...words], {}, input);
    const odd = ['--', process.execPath, oddScript, `--started=${started}`, '--resume', '--yes'];
    const asked = await add(['odd', ...at, ...odd]);
    expect(asked).toMatchObject({ code: 1, stdout: '' });
    for (const word of odd.slice(1)) expect(asked.stderr).toContain(`"${word}"`);
    expect(existsSync(path.join(app.dataDir, 'mcp.json'))).toBe(false);
    expect(await add(['odd', '--yes', ...at, ...odd])).toMatchObject({
      code: 0,
      stdout: 'Added odd for all projects.\n',
    });
    const two = { a: { command: 'node', args: ['a\u202eb'] }, b: { command: '' } };
    // An invalid one does not affect the others.
    const both = await add(['-', '--yes', ...at], `// mine\n${JSON.stringify({ mcpServers: two })}`);
    expect(both).toMatchObject({ code: 1, stdout: 'Added a for all projects.\n' });
    expect(both.stderr).toContain('Adding them allows them to run');
    expect(both.stderr).toContain('b: command: must not be empty. Nothing was saved.\n');
    expect(both.stderr).not.toContain('\u202e');
    expect(await add(['site', 'https://127.0.0.1:9/mcp', '--yes', ...at])).toMatchObject({ code: 0 });

    const many = Object.fromEntries(['x', 'y'].map((name) => [name, { command: 'node', args: ['z'.repeat(3000)] }]));
    const refused = await Promise.all([
      add(['a', 'https://127.0.0.1:9/mcp', '--yes', ...at]),
      add(['-', '--yes', ...at], '{"command":"node"}'),
      add(['-', '--yes', ...at], JSON.stringify(many)),
    ]);
    expect(refused).toMatchObject([
      { code: 1, stdout: '', stderr: 'A server named "a" already exists for all projects. Nothing was added.\n' },
      { code: 2, stdout: '', stderr: 'The JSON does not name the server. Use: mcp add NAME -\n' },
      { code: 1, stdout: '', stderr: expect.stringContaining('too many servers to show') },
    ]);
    const listed = JSON.parse((await commandHere(['mcp', 'list', '--json', ...at])).stdout) as object[];
    expect(listed).toMatchObject(
      ['odd', 'a', 'site'].map((name) => ({ name, state: 'idle', origin: { type: 'global' } })),
    );
    expect(existsSync(started)).toBe(false);
  },
);

test.runIf(process.platform === 'linux')(
  cite('MCP-1', 'without a persistent keychain, add reports that a secret is not stored, and writes it nowhere'),
  { tags: ['all'], timeout: 30_000 },
  async () => {
    const app = await startMcpApp();
    const entry = JSON.stringify({ command: 'node', env: { API_TOKEN: 'tok-0123456789abcdef' } });
    const added = await throughline(['mcp', 'add', 's', '-', '--yes', '--data', app.dataDir], {}, entry);
    expect(added).toMatchObject({ code: 1, stdout: 'Added s for all projects.\n' });
    expect(added.stderr).toContain('its secrets were not saved');
    expect(readFileSync(path.join(app.dataDir, 'mcp.json'), 'utf8')).not.toContain('tok-0123456789abcdef');
  },
);

test(cite('MCP-8', "a server's prompts and resources are listed, called and mentioned from the command line"), {
  tags: ['all'],
}, async () => {
  const app = await startMcpApp({ otherwise: { text: 'Good.' } });
  const at = ['--data', app.dataDir, '--project', app.folder];
  await app.save('everything', { command: process.execPath, args: [everythingScript, 'stdio'] });
  await app.save('off', { command: process.execPath, args: [oddScript], disabled: true });
  const run = (...words: string[]) => commandHere([...words, ...at], { OPENAI_BASE_URL: app.model.url });
  const prompts = await run('mcp', 'prompts');
  expect(prompts).toMatchObject({ code: 0, stderr: '' });
  expect(prompts.stdout).toContain(
    '/everything:args-prompt <city> [state]\n  Arguments Prompt: A prompt with two arguments, one required and one optional\n',
  );
  const resources = await run('mcp', 'resources', 'everything');
  expect(resources.stdout).toContain('@everything:demo://resource/static/document/features.md\n  features.md: ');
  expect(JSON.parse((await run('mcp', 'resources', '--json')).stdout)).toHaveLength(9);
  await run('run', '-p', '/everything:simple-prompt');
  await run('run', '-p', 'Read @everything:demo://resource/static/document/features.md');
  const sent = app.model.requests.map(({ body }) => JSON.stringify(body.messages));
  expect(sent[0]).toContain('This is a simple prompt without arguments.');
  expect(sent[1]).toContain('<resource server=\\"everything\\" uri=\\"demo://resource/static/document/features.md\\">');
});
