// Servers of an MCP registry are searched and added as the window does it, and from the terminal.

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { type RegistryServer, registryEntry } from '../../../shared/features/mcp/registryServer.ts';
import { cite } from '../../support/cite.ts';
import { commandHere } from '../../support/commandHere.ts';
import { globalServer, startMcpApp } from '../../support/mcp/mcpApp.ts';
import { startRegistry, weather } from '../../support/mcp/registryServer.ts';
import { variable } from '../../support/mcp/variable.ts';
import { hasTerminal, openTerminal } from '../../support/pseudoTerminal.ts';
import { tempFolder } from '../../support/tempFolder.ts';

const official = 'io.modelcontextprotocol.registry/official';
const npm = { registryType: 'npm', identifier: 'tides', version: '2.0.1', transport: { type: 'stdio' } };
const tides = {
  server: {
    name: 'com.example/tides',
    title: 'Tides',
    description: 'High and low water.',
    version: '2.0.1',
    packages: [
      {
        ...npm,
        runtimeArguments: [{ type: 'positional', value: '-y' }],
        packageArguments: [
          { type: 'named', name: '--port', format: 'number', default: '8080' },
          { type: 'named', name: '--quiet' },
          { type: 'positional', valueHint: 'harbour', isRequired: true },
          { type: 'named', name: '--log', description: 'A file', format: 'filepath' },
        ],
        environmentVariables: [
          { name: 'TIDE_KEY', isSecret: true, isRequired: true },
          { name: 'AUTH', value: 'Bearer {token}', variables: { token: { isSecret: true, default: '--eval=1' } } },
          { name: 'UNITS', choices: ['m', 'ft'], default: 'm' },
        ],
      },
    ],
    remotes: [
      {
        type: 'streamable-http',
        url: 'https://{region}.tides.example.com/mcp',
        variables: { region: { default: 'eu', choices: ['eu', 'us'] } },
        headers: [{ name: 'X-Key', isSecret: true, isRequired: true }],
      },
    ],
  },
};

/** These servers as a search reads them, from as many pages as they need. */
async function waysOf(...servers: object[]): Promise<RegistryServer[]> {
  const left = [...servers];
  const registry = await startRegistry((_url, response) =>
    response.end(JSON.stringify({ servers: left.splice(0, 30) })),
  );
  const app = await startMcpApp({ settings: { mcpRegistry: registry.address } });
  const all: RegistryServer[] = [];
  while (left.length > 0) all.push(...(await app.call('mcp.searchRegistry', { query: 'x' })).servers);
  return all;
}

test(
  cite('PLUG-21', 'nothing is requested before a search; each page continues the one before, and a cursor ends'),
  async () => {
    const pages = [
      { servers: [weather, weather, { server: { name: ' ' } }], metadata: { nextCursor: 'a b&c' } },
      {
        servers: [{ ...tides, _meta: { [official]: { status: 'deprecated', statusMessage: 'Use\n waves.' } } }],
        metadata: { nextCursor: 'a b&c' },
      },
    ];
    const registry = await startRegistry((_url, response) => response.end(JSON.stringify(pages.shift())));
    // Its path is a path, even if it looks like another host.
    const app = await startMcpApp({ settings: { mcpRegistry: `${registry.address}//registry.example.com/` } });
    await app.call('mcp.list', { projectId: null });
    expect(registry.requests).toEqual([]);
    const first = await app.call('mcp.searchRegistry', { query: ' the tides ' });
    expect(first).toMatchObject({ registry: new URL(registry.address).host, cursor: 'a b&c' });
    expect(first.servers.map(({ name }) => name)).toEqual(['io.github.ada/weather']);
    const second = await app.call('mcp.searchRegistry', { query: 'the tides', cursor: first.cursor });
    // The same cursor again leads nowhere.
    expect(second).toMatchObject({
      cursor: null,
      servers: [{ title: 'Tides', status: 'deprecated', statusMessage: 'Use waves.' }],
    });
    const query = '//registry.example.com/v0.1/servers?search=the+tides&version=latest&limit=30';
    expect(registry.requests).toEqual([query, `${query}&cursor=a+b%26c`]);
  },
);

test(cite('PLUG-21', 'a registry that limits, fails, answers with something else or is gone is named'), async () => {
  const answers: [number, Record<string, string>, string, string][] = [
    [429, { 'retry-after': '12' }, '', 'allows no more requests for now. Try again in 12 seconds.'],
    [429, { 'retry-after': 'Tue' }, '', 'allows no more requests for now. Try again later.'],
    [200, {}, '<html>', 'sent something else than servers.'],
    [503, {}, '', 'answered with status 503.'],
  ];
  const left = [...answers];
  const registry = await startRegistry((_url, response) => {
    const [status = 500, headers = {}, body = ''] = left.shift() ?? [];
    response.writeHead(status, headers).end(body);
  });
  const app = await startMcpApp({ settings: { mcpRegistry: registry.address } });
  for (const [, , , message] of answers) {
    expect(await app.client.call('mcp.searchRegistry', { query: 'x' })).toMatchObject({
      ok: false,
      error: { message: `The registry ${new URL(registry.address).host} ${message}` },
    });
  }
  registry.close();
  expect(await app.client.call('mcp.searchRegistry', { query: 'x' })).toMatchObject({
    error: { message: expect.stringContaining('cannot be reached (ECONNREFUSED). Check your network.') },
  });
});

test(cite('PLUG-21', 'the address is https, or http on this machine, without a password or query'), async () => {
  const app = await startMcpApp();
  const update = (mcpRegistry: string) => app.client.call('settings.update', { patch: { mcpRegistry } });
  for (const good of [
    '',
    'https://mcp.example.com',
    'https://mcp.example.com:8443/a/b/',
    'http://localhost:3000',
    'http://[::1]/r',
  ])
    expect(await update(good), good).toMatchObject({ ok: true });
  for (const bad of [
    'http://mcp.example.com',
    'http://127.0.0.1.example.com',
    'http://localhost@example.com',
    'https://a:b@example.com',
    'https://example.com?a',
    'https://example.com\\@a',
    'file:///etc',
    'x',
  ])
    expect(await update(bad), bad).toMatchObject({ ok: false, error: { code: 'SETTINGS_INVALID' } });
});

test(cite('PLUG-20', 'a way that would run, reach or read something else than it shows is not offered'), async () => {
  const packages: object[] = [
    { packageArguments: [{ type: 'positional', value: variable('OPENAI_API_KEY') }] },
    { packageArguments: [{ type: 'positional', valueHint: 'x', default: `a${variable('keychain:KEY')}` }] },
    { packageArguments: [{ type: 'named', name: '--x', choices: [variable('HOME')] }] },
    { packageArguments: [{ type: 'positional', value: 'a\u202eb' }] },
    { packageArguments: [{ type: 'named', name: 'rm -rf', value: 'x' }] },
    { environmentVariables: [{ name: 'A', value: variable('OPENAI_API_KEY') }] },
    { environmentVariables: [{ name: 'A', value: '{b}', variables: { b: { value: variable('HOME') } } }] },
    { environmentVariables: [{ name: 'A=B' }] },
    { runtimeArguments: [{ type: 'named', name: '--privileged' }] },
    { runtimeArguments: [{ type: 'named', name: '-y', value: '--registry=https://evil.example.com' }] },
    { registryBaseUrl: 'https://npmjs.org.evil.example.com' },
    { transport: { type: 'streamable-http', url: 'http://localhost:1/mcp' } },
    // A line separator ends what a dot matches.
    { packageArguments: [{ type: 'positional', value: `a\u2028${variable('OPENAI_API_KEY')}` }] },
    // Parts that are a reference only together.
    ...[
      '{a}{OPENAI_API_KEY}',
      '{a}{b}',
      '--x={c}{a}{OPENAI_API_KEY}',
      '{c}{OPENAI_API_KEY}',
      '{d}{OPENAI_API_KEY}',
    ].map((value) => ({
      packageArguments: [
        {
          ...{ type: 'positional', value },
          variables: { a: { value: '$' }, b: { value: '{OPENAI_API_KEY}' }, c: { default: 'x$' }, d: {} },
        },
      ],
    })),
    // Variables that decide what runs, or where it is fetched from.
    ...['NODE_OPTIONS', 'LD_PRELOAD', 'DYLD_INSERT_LIBRARIES', 'Path', 'npm_config_registry', 'UV_INDEX_URL'].map(
      (name) => ({ environmentVariables: [{ name, value: 'x' }] }),
    ),
    { environmentVariables: [{ name: 'DOCKER_HOST', isRequired: true }] },
    { environmentVariables: [{ name: '__proto__' }] },
    // Ranges, tags and files.
    ...['1', '1.2', '1.x', '1.0.0.tgz', '1.0.0-a.tgz', '1.0.0 || 2'].map((version) => ({ version })),
    { identifier: 'tides.tgz' },
    { registryType: 'pypi', version: '1.x' },
    { registryType: 'pypi', version: '1.0-py3.whl' },
    { registryType: 'oci', identifier: 'ada/tides:1.0', registryBaseUrl: 'https://images.example.com' },
    { registryType: 'oci', identifier: 'ada/tides:latest' },
  ];
  const remotes: object[] = [
    { url: 'https://user@example.com/mcp' },
    { url: 'http://example.com/mcp' },
    { url: `https://example.com/${variable('OPENAI_API_KEY')}` },
    { url: 'https://{host}/mcp', variables: { host: {} } },
    { url: 'https://{a}.example.com/mcp', variables: { a: { default: 'evil.com/x?' } } },
    { url: 'https://{a}.example.com/mcp', variables: {} },
    { url: 'https://example.com/mcp', headers: [{ name: 'X-A', value: variable('OPENAI_API_KEY') }] },
    { url: 'https://exаmple.com/mcp' },
  ];
  const servers = await waysOf(
    ...packages.map((fields, index) => ({ server: { name: `p${index}`, packages: [{ ...npm, ...fields }] } })),
    ...remotes.map((fields, index) => ({
      server: { name: `r${index}`, remotes: [{ type: 'streamable-http', ...fields }] },
    })),
  );
  expect(servers).toHaveLength(packages.length + remotes.length);
  for (const { name, ways, otherWays } of servers)
    expect({ ways, otherWays }, name).toEqual({ ways: [], otherWays: 1 });
  const usual = await waysOf(
    ...[
      { ...npm, version: '1.2.3-beta.1+build', environmentVariables: [{ name: 'NODE_ENV', value: 'x' }] },
      {
        ...npm,
        registryType: 'pypi',
        version: '1.0rc1.post2',
        packageArguments: [{ type: 'positional', value: '{"a":1}' }],
      },
      { registryType: 'oci', identifier: 'ghcr.io/ada/tides:1.0', registryBaseUrl: 'https://ghcr.io' },
    ].map((way, index) => ({ server: { name: `u${index}`, packages: [way] } })),
  );
  for (const { name, ways } of usual) expect(ways, name).toHaveLength(1);
  const [removed] = await waysOf({ ...weather, _meta: { [official]: { status: 'deleted' } } });
  expect(removed).toMatchObject({ status: 'deleted', ways: [] });
});

test(
  cite('PLUG-20', 'a server is added as shown, with secrets only in the keychain, and runs only once it is approved'),
  async () => {
    const registry = await startRegistry((_url, response) => response.end(JSON.stringify({ servers: [tides] })));
    const app = await startMcpApp({ settings: { mcpRegistry: registry.address } });
    const { servers } = await app.call('mcp.searchRegistry', { query: 'tides' });
    const [local, remote] = servers[0]?.ways ?? [];
    if (!local || !remote) throw new Error('two ways are offered');
    expect(local.inputs.map(({ key, isRequired, isSecret }) => [key, isRequired, isSecret])).toEqual([
      ['port', false, false],
      ['harbour', true, false],
      ['log', false, false],
      ['TIDE_KEY', true, true],
      ['token', false, true],
      ['UNITS', false, false],
    ]);
    const secret = 'key-of-the-tides-4711';
    const { entry, secrets } = registryEntry(local, { harbour: 'Bremen', TIDE_KEY: secret });
    expect(entry).toEqual({
      command: 'npx',
      args: ['-y', 'tides@2.0.1', '--port', '8080', '--quiet', 'Bremen'],
      env: { TIDE_KEY: variable('keychain:TIDE_KEY'), UNITS: 'm' },
    });
    const added = { server: globalServer('tides'), configuration: JSON.stringify(entry), secrets };
    const info = await app.call('mcp.addUnapproved', added);
    expect(info).toMatchObject({ state: 'unapproved', changed: false });
    expect(JSON.stringify(info)).not.toContain(secret);
    expect(await app.client.call('mcp.addUnapproved', added)).toMatchObject({ ok: false });
    const files = readdirSync(app.dataDir, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
    for (const file of files)
      expect(readFileSync(path.join(file.parentPath, file.name), 'latin1'), file.name).not.toContain(secret);
    expect(await app.client.call('mcp.restart', { server: globalServer('tides') })).toMatchObject({ ok: false });
    expect(await app.call('mcp.approve', { server: globalServer('tides'), hash: info.hash })).toMatchObject({
      state: 'idle',
    });
    expect(registryEntry(remote, { 'X-Key': variable('TIDE_KEY') })).toEqual({
      entry: { type: 'http', url: 'https://eu.tides.example.com/mcp', headers: { 'X-Key': variable('TIDE_KEY') } },
      secrets: {},
    });
  },
);

test(
  cite('PLUG-20', 'the terminal adds a server that needs no value, unapproved, and names what it needs'),
  async () => {
    const harmless = { server: { name: 'com.example/plain', packages: [npm] } };
    const registry = await startRegistry((url, response) => {
      if (url.includes('plain')) response.end(JSON.stringify(harmless));
      else if (url.includes('tides')) response.end(JSON.stringify({ server: { ...tides.server, remotes: [] } }));
      else response.writeHead(404).end();
    });
    const data = path.join(tempFolder(), 'data');
    const add = (name: string, ...more: string[]) =>
      commandHere(['mcp', 'add', '--from-registry', name, '--registry', registry.address, '--data', data, ...more]);
    expect(await add('com.example/plain')).toMatchObject({ code: 1, stderr: expect.stringContaining('Use --yes') });
    expect(await add('com.example/plain', '--yes')).toMatchObject({
      code: 0,
      stdout: 'Added plain for all projects. Before it runs: throughline mcp approve plain\n',
      stderr: expect.stringContaining('"tides@2.0.1"'),
    });
    expect(registry.requests[0]).toBe('/v0.1/servers/com.example%2Fplain/versions/latest');
    expect((await commandHere(['mcp', '--data', data])).stdout).toContain('plain  not approved');
    expect(await add('com.example/tides', '--yes')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('This server needs harbour.'),
    });
    expect(await add('com.example/none', '--yes')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('has no server with this name'),
    });
  },
);

test.skipIf(!hasTerminal)(
  cite('PLUG-20', 'in a terminal each value is asked for, and asked again until it can be used'),
  { tags: ['all'] },
  async () => {
    const plain = {
      ...npm,
      packageArguments: [
        { type: 'named', name: '--port', format: 'number', description: 'Where it listens', isRequired: true },
        { type: 'named', name: '--mode', choices: ['a', 'b'] },
        { type: 'positional', valueHint: '__proto__', isRequired: true },
      ],
      environmentVariables: [{ name: 'KEY', isSecret: true }],
    };
    const body = JSON.stringify({
      server: { name: 'com.example/asks', packages: [plain, { ...npm, version: '3.0.0' }] },
    });
    const registry = await startRegistry((_url, response) => response.end(body));
    const data = path.join(tempFolder(), 'data');
    const terminal = openTerminal(
      ['mcp', 'add', 'mine', '--from-registry', 'com.example/asks', '--registry', registry.address, '--data', data],
      {},
    );
    await terminal.shows('Which one (1 to 2)?');
    terminal.type('1\r');
    await terminal.shows('--port:');
    terminal.type('many\r');
    await terminal.shows('Enter a number.');
    await terminal.shows('--port:');
    terminal.type('99\r');
    await terminal.shows('--mode (optional; one of a, b):');
    terminal.type('\r');
    await terminal.shows('__proto__:');
    terminal.type('p\r');
    // At once, not after all values.
    await terminal.shows('KEY (optional; secret):');
    terminal.type('sealed\r');
    await terminal.shows('This system has no permanent keychain.');
    await terminal.shows('KEY (optional; secret):');
    terminal.type('$' + '{TIDE_KEY}\r');
    await terminal.shows('Add this server?');
    terminal.type('y\r');
    await terminal.shows('Added mine for all projects.');
    expect(await terminal.ended).toBe(0);
    expect(JSON.parse(readFileSync(path.join(data, 'mcp.json'), 'utf8'))).toEqual({
      mcpServers: {
        mine: {
          ...{ command: 'npx', args: ['-y', 'tides@2.0.1', '--port', '99', 'p'] },
          env: { KEY: variable('TIDE_KEY') },
        },
      },
    });
  },
);
