// Servers of other clients on this machine: found in their files, on every platform, and nothing of them runs.

import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createMcpFiles } from '../../electron/features/mcp/mcpFiles.ts';
import { systemClock } from '../../electron/lib/clock.ts';
import { findCandidates } from '../../electron/mcp/otherClients/candidates.ts';
import { clientFiles } from '../../electron/mcp/otherClients/clientFiles.ts';
import { nodeDisk } from '../../electron/stores/files/disk.ts';
import { withoutComments } from '../../shared/features/mcp/jsonComments.ts';
import { cite } from '../support/cite.ts';
import { globalServer, oddScript, startMcpApp } from '../support/mcp/mcpApp.ts';
import { tempFolder } from '../support/tempFolder.ts';

function put(file: string, content: unknown): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
}

test(
  cite('MCP-1', 'each client is found by its own file and format, and a server is imported by saving it'),
  async () => {
    const home = tempFolder();
    const app = await startMcpApp({ env: { HOME: home } });
    const server = (name: string) => ({ [name]: { command: 'npx', args: ['-y', `${name}-server`] } });
    put(path.join(home, '.config/Claude/claude_desktop_config.json'), { mcpServers: server('desktop') });
    put(path.join(home, '.claude.json'), {
      mcpServers: server('code'),
      projects: {
        [app.folder]: { mcpServers: server('of this folder') },
        '/another': { mcpServers: server('of another') },
      },
    });
    put(path.join(home, '.cursor/mcp.json'), { mcpServers: { remote: { url: 'https://example.com/mcp' } } });
    put(
      path.join(home, '.config/Code/User/mcp.json'),
      '{ // mine\n "servers": { "vs": { "type": "http", "url": "https://vs.example/mcp", }, }, }',
    );
    put(path.join(home, '.codeium/windsurf/mcp_config.json'), {
      mcpServers: { surf: { serverUrl: 'https://surf.example/sse' } },
    });
    put(path.join(app.folder, '.mcp.json'), { mcpServers: { ...server('repo'), wrong: { command: 7 } } });
    await app.saveOdd('desktop', []);
    const { projects } = await app.call('app.open', {});
    const projectId = projects.find(({ folder }) => folder === app.folder)?.id as string;
    const { candidates } = await app.call('mcp.candidates', { projectId });
    expect(candidates.map(({ client, name, runs, known }) => [client, name, runs, known])).toEqual([
      ['Claude Desktop', 'desktop', 'npx -y desktop-server', true],
      ['Claude Code', 'code', 'npx -y code-server', false],
      ['Claude Code', 'of this folder', 'npx -y "of this folder-server"', false],
      ['Cursor', 'remote', 'https://example.com/mcp', false],
      ['VS Code', 'vs', 'https://vs.example/mcp', false],
      ['Windsurf', 'surf', 'https://surf.example/sse', false],
      ['This folder', 'repo', 'npx -y repo-server', true],
      ['This folder', 'wrong', '', true],
    ]);
    const vs = candidates.find(({ name }) => name === 'vs');
    const { failed } = await app.call('mcp.take', {
      servers: [{ server: globalServer('vs'), candidateId: vs?.id ?? '' }],
    });
    expect(failed).toEqual([]);
    expect(await app.info('vs')).toMatchObject({ state: 'idle', transport: 'http', runs: 'https://vs.example/mcp' });
  },
);

test(
  cite(['MCP-1', 'MCP-5'], "other clients' secrets are not shown, but are imported; a changed server is not"),
  async () => {
    const home = tempFolder();
    const app = await startMcpApp({ env: { HOME: home } });
    const file = path.join(home, '.cursor/mcp.json');
    const token = `ghp_${'a1'.repeat(18)}`;
    const entry = {
      command: process.execPath,
      args: [oddScript, `--key=${token}`],
      env: { MY_API_KEY: 'kept-in-clear-0123456789', MODE: 'x' },
    };
    const site = {
      url: 'https://me:pass-in-clear-0123@example.com/mcp',
      headers: { Authorization: 'Bearer abc-0123456789' },
    };
    put(file, { mcpServers: { odd: entry, site } });
    const { candidates } = await app.call('mcp.candidates', { projectId: null });
    const shown = JSON.stringify(candidates);
    for (const secret of [token, 'kept-in-clear', 'pass-in-clear', 'abc-0123456789'])
      expect(shown).not.toContain(secret);
    expect(shown).toContain('[hidden]');
    const candidateId = candidates.find(({ name }) => name === 'odd')?.id ?? '';
    await app.call('mcp.take', { servers: [{ server: globalServer('odd'), candidateId }] });
    // Its name is taken now.
    const again = { servers: [{ server: globalServer('odd'), candidateId }] };
    expect((await app.call('mcp.take', again)).failed).toMatchObject([{ message: expect.stringContaining('already') }]);
    const id = await app.start();
    const [result] = await app.calls(id, [['mcp__odd__environment', { name: 'MY_API_KEY' }]]);
    expect(result?.content).toMatch(/^MY_API_KEY=\[key removed\] in /);

    const before = candidates.find(({ name }) => name === 'site')?.id ?? '';
    put(file, { mcpServers: { site: { ...site, url: 'https://evil.example/mcp' } } });
    const refused = await app.client.call('mcp.take', {
      servers: [{ server: globalServer('site'), candidateId: before }],
      projectId: null,
    });
    expect(refused).toEqual({
      ok: true,
      value: { failed: [{ index: 0, message: expect.stringContaining('check it again') }] },
    });
  },
);

test(cite('MCP-1', 'locations on other systems are as their makers document them'), () => {
  const windows = clientFiles({
    home: 'C:\\Users\\me',
    platform: 'win32',
    env: { APPDATA: 'C:\\Users\\me\\AppData\\Roaming' },
    folder: null,
  });
  expect(windows[0]?.path).toBe('C:\\Users\\me\\AppData\\Roaming\\Claude\\claude_desktop_config.json');
  const mac = clientFiles({ home: '/Users/me', platform: 'darwin', env: {}, folder: null });
  expect(mac.map(({ path }) => path)).toContain('/Users/me/Library/Application Support/Code/User/mcp.json');
});

test(
  cite(
    'MCP-1',
    'hostile files are bounded: too large, a loop of links, not JSON, thousands of servers, a folder in their place',
  ),
  async () => {
    const home = tempFolder();
    const files = createMcpFiles(path.join(home, 'data'), { disk: nodeDisk, clock: systemClock });
    const at = (name: string): string => path.join(home, name);
    put(at('.claude.json'), '{}');
    truncateSync(at('.claude.json'), 3 * 1024 * 1024 * 1024);
    mkdirSync(at('.cursor'));
    symlinkSync(at('.cursor/mcp.json'), at('.cursor/mcp.json'));
    mkdirSync(at('.codeium/windsurf/mcp_config.json'), { recursive: true });
    put(at('.config/Claude/claude_desktop_config.json'), '{"mcpServers": {"a": {"command": "sk-secret');
    put(at('.config/Code/User/mcp.json'), {
      servers: Object.fromEntries(Array.from({ length: 9000 }, (_, n) => [`s${n}`, { command: 'x' }])),
    });
    const places = { home, platform: 'linux', env: {}, folder: null } as const;
    const found = (await findCandidates({ ...places, files, existingNames: new Set() })).map(
      ({ candidate }) => candidate,
    );
    expect(found.filter(({ client }) => client === 'VS Code').length).toBeLessThanOrEqual(101);
    const problems = found.flatMap(({ client, problem }) => (problem === null ? [] : [`${client}: ${problem}`]));
    expect(problems).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^Claude Code: .*larger than/),
        expect.stringMatching(/^Cursor: .*symbolic link/),
        expect.stringMatching(/^Windsurf: .*(not a file|folder stands)/),
        expect.stringMatching(/^Claude Desktop: .*line 1/),
      ]),
    );
    expect(problems.join()).not.toContain('sk-secret');
  },
);

test(cite('MCP-1', 'comments and trailing commas are read as editors write them, in one pass'), {
  tags: ['all'],
}, () => {
  const read = (text: string): unknown => JSON.parse(withoutComments(text));
  expect(read('{"a": 1, // one\n "b": [1, 2, /* three */ ], }')).toEqual({ a: 1, b: [1, 2] });
  expect(read('{"a": "// no, /* no */ ,}", "b": "\\",]"}')).toEqual({ a: '// no, /* no */ ,}', b: '",]' });
  const aside = '{"a": {"b": {"c": "x"},\n// "d": {\n//  "c": "y"\n// }\n}}';
  expect(read(aside)).toEqual({ a: { b: { c: 'x' } } });
  expect(withoutComments(aside)).toHaveLength(aside.length);
  expect(read(`[1, /* two */ /* three */ // four${'\n'.repeat(300)}/**/ ]`)).toEqual([1]);
  expect(read('[1, // one\n/* two */ 2, "," /* ] */, // ]\n]')).toEqual([1, 2, ',']);
  withoutComments('/*'.repeat(2_000_000));
  withoutComments('"'.repeat(2_000_001));
  withoutComments(',/**/'.repeat(400_000));
  withoutComments(`,${'/**/ '.repeat(400_000)}]`);
  withoutComments(',/*'.repeat(600_000));
  withoutComments(`${', '.repeat(500_000)}${' '.repeat(1_000_000)}`);
});

test(cite('MCP-3', 'a large file in a folder is not scanned'), async () => {
  const [home, folder] = [tempFolder(), tempFolder()];
  const files = createMcpFiles(tempFolder(), { disk: nodeDisk, clock: systemClock });
  put(path.join(folder, '.vscode/mcp.json'), `{"servers": [${'[],'.repeat(2_000_000)}1]}`);
  put(path.join(folder, '.mcp.json'), `{"mcpServers": {}, "x": "${'x'.repeat(300_000)}"}`);
  const found = await findCandidates({ home, platform: 'linux', env: {}, folder, files, existingNames: new Set() });
  expect(found.map(({ candidate: { problem } }) => `${problem}`)).toEqual([
    expect.stringContaining('longer than 262144'),
    expect.stringContaining('longer than 262144'),
  ]);
  const read = await files.read({ type: 'folder', projectId: 'p' }, folder);
  expect(read.kind === 'unreadable' ? `${read.reason}` : read.kind).toContain('larger than 262144 bytes');
});
