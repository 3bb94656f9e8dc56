// Plugins of several parts: Agent Plugins 1.0 and Claude Code's layout, with real MCP servers.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../support/appHarness.ts';
import { cite } from '../../support/cite.ts';
import { writeTree } from '../../support/fileTree.ts';
import { oddScript } from '../../support/mcp/mcpApp.ts';
import { variable } from '../../support/mcp/variable.ts';
import { tempFolder } from '../../support/tempFolder.ts';
import { skillText } from './packages.ts';

const schema = (name: string): string => `https://agent-plugins.org/schemas/1.0.0/${name}.schema.json`;
const fields = { ref: '', path: '' };

function portable(folder: string, servers: Record<string, unknown>, manifest: Record<string, unknown> = {}): void {
  writeTree(folder, {
    'plugin.json': JSON.stringify({
      $schema: schema('plugin'),
      name: 'weather',
      version: '1.0.0',
      unknown: 1,
      ...manifest,
    }),
    'skills/forecast/SKILL.md': skillText('forecast'),
    'hooks/hooks.json': '{}',
    'server/run.mjs': readFileSync(oddScript, 'utf8'),
    'mcp.json': JSON.stringify({ $schema: schema('mcp'), mcpServers: servers }),
  });
}

const server = {
  type: 'stdio',
  command: process.execPath,
  args: [`${variable('PLUGIN_ROOT')}/server/run.mjs`, variable('HOME')],
};

async function add(app: TestApp, folder: string): Promise<string> {
  const proposal = await app.call('plugins.look', { source: folder, ...fields });
  return (await app.call('plugins.install', { id: proposal.id })).id;
}

async function serversOf(app: TestApp) {
  return (await app.call('mcp.list', { projectId: null })).servers;
}

test(
  cite('PLUG-4', 'a server of a plugin is shown with its command, runs only once approved, and is asked about again'),
  async () => {
    const app = await startTestApp();
    const folder = path.join(tempFolder(), 'weather');
    portable(folder, {
      forecast: server,
      broken: { type: 'stdio' },
      old: { command: 'x' },
      out: { ...server, cwd: '../..' },
      up: { ...server, command: './../run.mjs' },
    });
    const proposal = await app.call('plugins.look', { source: folder, ...fields });
    expect(proposal).toMatchObject({ kind: 'plugin', name: 'weather', version: '1.0.0' });
    const effects = proposal.effects.map((effect) => (typeof effect === 'string' ? effect : JSON.stringify(effect)));
    expect(effects.join('\n')).toContain('$PLUGIN_ROOT/server/run.mjs');
    expect(effects.join('\n')).toContain('It has hooks. They are not run.');
    await app.call('plugins.install', { id: proposal.id });
    const listed = await app.call('customization.list', { projectId: null });
    expect(listed.entries).toMatchObject([{ kind: 'skill', name: 'forecast', origin: { scope: 'plugin' } }]);
    // Only the valid entry, and nothing but the two variables of plugins is replaced.
    const [first, ...others] = await serversOf(app);
    expect(others).toEqual([]);
    expect(first).toMatchObject({ name: 'weather:forecast', origin: { type: 'plugin' }, state: 'unapproved' });
    const root = path.join(app.dataDir, 'plugins/weather', proposal.hash.slice(0, 32));
    expect(first?.runs).toContain(`${root}/server/run.mjs \${HOME}`);
    const ref = { name: 'weather:forecast', origin: { type: 'plugin' as const } };
    await app.call('mcp.approve', { server: ref, hash: first?.hash ?? '' });
    await app.call('mcp.restart', { server: ref, projectId: null });
    expect(await serversOf(app)).toMatchObject([{ state: 'ready' }]);

    // A file that was changed by hand ends the approval, and so does an update.
    const script = path.join(root, 'server/run.mjs');
    const before = readFileSync(script, 'utf8');
    writeFileSync(script, `${before}\n// changed\n`);
    expect(await serversOf(app)).toMatchObject([{ state: 'unapproved', changed: true }]);
    writeFileSync(script, before);
    expect(await serversOf(app)).toMatchObject([{ hash: first?.hash }]);
    writeTree(folder, { 'server/run.mjs': `${before}\n// newer\n` });
    await add(app, folder);
    expect(await serversOf(app)).toMatchObject([{ state: 'unapproved', changed: true }]);
    await app.call('plugins.back', { id: 'weather' });
    expect((await serversOf(app))[0]?.hash).toBe(first?.hash);

    // Off and removed as a whole.
    await app.call('plugins.enable', { id: 'weather', enabled: false });
    expect(await serversOf(app)).toEqual([]);
    expect((await app.call('customization.list', { projectId: null })).entries).toEqual([]);
    await app.call('plugins.enable', { id: 'weather', enabled: true });
    expect(await app.client.call('mcp.remove', { server: ref })).toMatchObject({ ok: false });
    await app.call('plugins.remove', { id: 'weather' });
    expect(await serversOf(app)).toEqual([]);
    expect(readdirSync(path.join(app.dataDir, 'plugins'))).not.toContain('weather');
  },
);

test(
  cite('PLUG-4', 'an mcp.json that is not valid turns off the servers, not the skills; a manifest refuses the plugin'),
  async () => {
    const app = await startTestApp();
    const folder = path.join(tempFolder(), 'weather');
    for (const text of [
      '{',
      JSON.stringify({ mcpServers: { a: server } }),
      JSON.stringify({ $schema: schema('mcp'), mcpServers: [] }),
    ]) {
      portable(folder, {});
      writeTree(folder, { 'mcp.json': text });
      await add(app, folder);
      expect(await serversOf(app)).toEqual([]);
      expect((await app.call('customization.list', { projectId: null })).entries).toHaveLength(1);
    }
    for (const manifest of [{ $schema: 'x' }, { name: '../x' }, { name: undefined }, { version: 1 }]) {
      const other = path.join(tempFolder(), 'other');
      portable(other, {}, manifest);
      expect(await app.client.call('plugins.look', { source: other, ...fields })).toMatchObject({ ok: false });
    }
  },
);

test(cite('PLUG-4', 'an mcp.json that is too large to be used hides no servers of another file'), async () => {
  const app = await startTestApp();
  const folder = path.join(tempFolder(), 'weather');
  portable(folder, {});
  writeTree(folder, {
    'mcp.json': JSON.stringify({ $schema: schema('mcp'), mcpServers: {}, filler: ' '.repeat(300 * 1024) }),
    '.mcp.json': JSON.stringify({ mcpServers: { hidden: { command: process.execPath } } }),
  });
  const proposal = await app.call('plugins.look', { source: folder, ...fields });
  expect(JSON.stringify(proposal.effects)).toContain('is larger than');
  await app.call('plugins.install', { id: proposal.id });
  expect(await serversOf(app)).toEqual([]);
});

test(cite('PLUG-4', 'a plugin in the layout of Claude Code brings its commands, agents and servers'), async () => {
  const app = await startTestApp();
  const folder = path.join(tempFolder(), 'tools');
  writeTree(folder, {
    '.claude-plugin/plugin.json': JSON.stringify({ name: 'tools', author: { name: 'Ada' }, hooks: './hooks.json' }),
    'commands/tidy.md': 'Tidy up.',
    'agents/reader.md': '---\nname: reader\ndescription: Reads.\n---\nRead.',
    'run.mjs': readFileSync(oddScript, 'utf8'),
    '.mcp.json': JSON.stringify({
      mcpServers: { odd: { command: process.execPath, args: [`${variable('CLAUDE_PLUGIN_ROOT')}/run.mjs`] } },
    }),
  });
  await add(app, folder);
  const { entries } = await app.call('customization.list', { projectId: null });
  expect(entries.map(({ kind, name }) => `${kind} ${name}`).sort()).toEqual(['agent reader', 'command tidy']);
  expect(await serversOf(app)).toMatchObject([{ name: 'tools:odd', state: 'unapproved' }]);
  expect((await app.call('plugins.list', {})).plugins).toMatchObject([{ kind: 'plugin', servers: ['tools:odd'] }]);
});
