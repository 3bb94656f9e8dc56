// MCP bundles: real ones, packed by `mcpb pack`, installed, configured, run and removed.

import { copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { textOf } from '../../../shared/core/sentence.ts';
import type { McpServerInfo } from '../../../shared/features/mcp/methods.ts';
import { cite } from '../../support/cite.ts';
import { type McpApp, startMcpApp } from '../../support/mcp/mcpApp.ts';
import { tempFolder } from '../../support/tempFolder.ts';
import { bundleFolder, dirname, manifestOf, packed, runMcpb, setting } from './bundles.ts';

const fields = { ref: '', path: '' };
const ref = { name: 'report', origin: { type: 'plugin' as const } };

async function serverOf(app: McpApp): Promise<McpServerInfo> {
  return app.info('report');
}

async function approve(app: McpApp): Promise<void> {
  await app.call('mcp.approve', { server: ref, hash: (await serverOf(app)).hash });
}

interface Report {
  args: string[];
  env: Record<string, string>;
  cwd: string;
  /** The secret, from its end. */
  key: string;
}

async function report(app: McpApp, conversation: string): Promise<Report> {
  const [result] = await app.calls(conversation, [['mcp__report__report', {}]]);
  return JSON.parse(String(result?.content)) as Report;
}

const config = {
  args: [`${dirname}/server/index.mjs`, setting('folders'), `--level=${setting('level')}`, setting('note')],
  env: { API_KEY: setting('api_key'), VERBOSE: setting('verbose'), REGION: setting('region') },
};
const user_config = {
  folders: { type: 'directory', title: 'Folders', description: 'To read.', multiple: true, required: true },
  api_key: { type: 'string', title: 'API key', description: 'Of the service.', sensitive: true, required: true },
  level: { type: 'number', title: 'Level', description: 'How deep.', default: 2, min: 1, max: 5 },
  verbose: { type: 'boolean', title: 'Verbose', description: 'Says more.', default: true },
  region: { type: 'string', title: 'Region', description: 'Optional.' },
  note: { type: 'string', title: 'Note', description: 'Optional.' },
};

test(
  cite('PLUG-6', 'a bundle of mcpb pack is shown, configured, approved and called by the model on the app’s own Node'),
  async () => {
    const app = await startMcpApp();
    const file = packed(bundleFolder(manifestOf({ user_config, license: 'MIT' }, config)));
    const proposal = await app.call('plugins.look', { source: file, ...fields });
    expect(proposal).toMatchObject({ kind: 'bundle', name: 'report', version: '1.0.0' });
    const root = path.join(app.dataDir, 'plugins/report', proposal.hash.slice(0, 32));
    expect(proposal.bundle).toMatchObject({
      type: 'node',
      author: 'Ada',
      license: 'MIT',
      isSigned: false,
      tools: [{ name: 'report', description: 'Reports how it was started.' }],
    });
    const [effect] = proposal.effects.map(textOf);
    expect(effect).toContain(`node ${root}/server/index.mjs "‹Folders›" --level=2 ""`);
    // Not started before everything that it needs is there.
    await app.call('plugins.install', { id: proposal.id });
    expect(await serverOf(app)).toMatchObject({ state: 'failed' });
    expect(JSON.stringify((await serverOf(app)).problem)).toMatch(/Folders.*API key/);

    // A value is used as it is: variables in it stay text.
    const folders = [tempFolder(), path.join(tempFolder(), setting('api_key'))];
    await app.call('plugins.configure', {
      id: 'report',
      values: { folders, note: `a ${setting('api_key')} $& ${dirname}` },
      secrets: { api_key: `very-secret-${dirname}` },
    });
    const server = await serverOf(app);
    expect(server).toMatchObject({ state: 'unapproved', problem: expect.anything() });
    expect(JSON.stringify(server)).not.toContain('very-secret');
    await approve(app);
    const conversation = await app.start();
    expect(await report(app, conversation)).toMatchObject({
      args: [...folders, '--level=2', `a ${setting('api_key')} $& ${dirname}`],
      // Its text is masked wherever the server repeats it.
      env: { API_KEY: '[key removed]', VERBOSE: 'true' },
      key: [...`very-secret-${dirname}`].toReversed().join(''),
      cwd: root,
    });
    expect((await report(app, conversation)).env).not.toHaveProperty('REGION');
    const files = readdirSync(app.dataDir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    const texts = files.map(({ parentPath, name }) => readFileSync(path.join(parentPath, name), 'latin1'));
    expect(texts.filter((text) => text.includes('very-secret'))).toEqual([]);

    // Another value is another command.
    await app.call('plugins.configure', { id: 'report', values: { level: 3 }, secrets: {} });
    expect(await serverOf(app)).toMatchObject({ state: 'unapproved', changed: true });
    const wrong = await app.client.call('plugins.configure', { id: 'report', values: { level: 9 }, secrets: {} });
    expect(wrong).toMatchObject({ ok: false, error: { message: '“Level” is at most 5.' } });

    await app.call('plugins.remove', { id: 'report' });
    expect((await app.call('mcp.list', { projectId: null })).servers).toEqual([]);
  },
);

test(
  cite('PLUG-6', 'a bundle is recognized by its content: a .dxt, any file name, and a folder; a signed one opens, too'),
  async () => {
    const app = await startMcpApp();
    const folder = bundleFolder(manifestOf({ manifest_version: undefined, dxt_version: '0.1', tools: undefined }));
    const file = packed(folder, 'old.dxt');
    const other = path.join(tempFolder(), 'anything.bin');
    copyFileSync(file, other);
    const hashes = new Set<string>();
    for (const source of [file, other, folder]) {
      const proposal = await app.call('plugins.look', { source, ...fields });
      expect(proposal).toMatchObject({ kind: 'bundle', bundle: { isSigned: false, moreTools: true } });
      hashes.add(proposal.hash);
    }
    expect(hashes.size).toBe(1);
    runMcpb('sign', other, '--self-signed');
    const signed = await app.call('plugins.look', { source: other, ...fields });
    expect(signed).toMatchObject({ hash: [...hashes][0], bundle: { isSigned: true } });
    expect(JSON.stringify(signed.effects)).toContain('which was not checked');
  },
);

test(
  cite('PLUG-6', 'logs and caches that a server writes next to its code end no approval; new code does'),
  async () => {
    const app = await startMcpApp();
    const folder = bundleFolder(manifestOf());
    const proposal = await app.call('plugins.look', { source: folder, ...fields });
    await app.call('plugins.install', { id: proposal.id });
    await approve(app);
    const root = path.join(app.dataDir, 'plugins/report', proposal.hash.slice(0, 32));
    writeFileSync(path.join(root, 'server.log'), 'started');
    expect(await serverOf(app)).toMatchObject({ state: 'idle' });
    writeFileSync(path.join(root, 'server/index.mjs'), '// changed');
    expect(await serverOf(app)).toMatchObject({ state: 'unapproved', changed: true });
    expect(existsSync(path.join(root, 'server.log'))).toBe(true);
  },
);
