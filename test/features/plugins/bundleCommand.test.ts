// MCP bundles on the command line: settings, secrets and the list.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { cite } from '../../support/cite.ts';
import { commandHere } from '../../support/commandHere.ts';
import { tempFolder } from '../../support/tempFolder.ts';
import { bundleFolder, dirname, manifestOf, packed, setting } from './bundles.ts';

const user_config = {
  folder: { type: 'directory', title: 'Folder', description: 'To read.', required: true },
  level: { type: 'number', title: 'Level', description: 'How deep.', default: 2, min: 1, max: 5 },
  token: { type: 'string', title: 'Token', description: 'Of the service.', sensitive: true },
};
const config = {
  args: [`${dirname}/server/index.mjs`, setting('folder'), setting('level')],
  env: { TOKEN: setting('token') },
};

function place() {
  const root = tempFolder();
  const [dataDir, folder] = [path.join(root, 'data'), path.join(root, 'project')];
  mkdirSync(folder);
  const run = (...args: string[]) =>
    commandHere([...args, '--data', dataDir, '--project', folder], { HOME: root }, '', folder);
  return { root, dataDir, folder, run };
}

test(
  cite('PLUG-8', 'plugin add takes the settings of a bundle, checks them, and plugin set changes them'),
  async () => {
    const { dataDir, folder, run } = place();
    const file = packed(bundleFolder(manifestOf({ user_config }, config)));
    expect(await run('plugin', 'add', file, '--yes', '--set', 'level=9')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('“Level” is at most 5.'),
    });
    expect((await run('plugin', 'add', file, '--yes', '--set', 'none=1')).stderr).toContain('no setting “none”');
    expect((await run('plugin', 'add', file, '--yes', '--set', 'level')).stderr).toContain('--set takes KEY=VALUE');
    const added = await run('plugin', 'add', file, '--yes');
    expect(added).toMatchObject({ code: 0, stdout: 'Installed report.\n' });
    expect(added.stderr).toContain('MCP bundle of the type node, by Ada');
    expect(added.stderr).toContain('setting folder (directory, required): Folder');
    expect(added.stderr).toContain('It needs these settings: Folder.');
    expect((await run('plugin', 'list')).stdout).toContain('report: node bundle 1.0.0, from ');
    expect((await run('mcp', 'list')).stdout).toContain('It needs these settings: Folder.');
    // Relative paths start in the folder of the command.
    const set = await run('plugin', 'set', 'report', '--set', 'folder=src', '--set', 'level=3');
    expect(set).toMatchObject({ code: 0, stderr: expect.stringContaining('throughline mcp approve report') });
    const server = (await run('mcp', 'list')).stdout;
    expect(server).toContain(`report  not approved, from a plugin`);
    expect(server).toContain(`/server/index.mjs ${folder}/src 3`);
    expect((await run('mcp', 'approve', 'report', '--yes')).code).toBe(0);
    expect((await run('mcp', 'tools', 'report')).stdout).toContain('mcp__report__report\n');
    expect((await run('plugin', 'set', 'report')).stdout).toContain('setting level (number, now 3): Level');
    // An empty value removes it.
    await run('plugin', 'set', 'report', '--set', 'level=');
    expect((await run('plugin', 'set', 'report')).stdout).toContain('setting level (number, now 2): Level');
    expect(JSON.parse(readFileSync(path.join(dataDir, 'plugins/plugins.json'), 'utf8'))).toMatchObject({
      plugins: [{ id: 'report', kind: 'bundle', settings: { folder: `${folder}/src` } }],
    });
  },
);

test(
  cite('PLUG-8', 'a secret is not taken from the command line, and not kept where there is no keychain'),
  async () => {
    const { root, dataDir, run } = place();
    const bundle = bundleFolder(manifestOf({ user_config }, config));
    await run('plugin', 'add', bundle, '--yes', '--set', `folder=${root}`);
    const typed = await run('plugin', 'set', 'report', '--set', 'token=very-secret-value');
    expect(typed).toMatchObject({ code: 1, stderr: expect.stringContaining('is a secret') });
    expect(typed.stderr + typed.stdout).not.toContain('very-secret-value');
    const file = path.join(root, 'token');
    writeFileSync(file, 'very-secret-value\n');
    const read = await run('plugin', 'set', 'report', '--set-file', `token=${file}`);
    expect(read.stderr + read.stdout).not.toContain('very-secret-value');
    expect(readFileSync(path.join(dataDir, 'plugins/plugins.json'), 'utf8')).not.toContain('very-secret-value');
    if (read.code !== 0) expect(read.stderr).toContain('This system has no keychain');
  },
);
