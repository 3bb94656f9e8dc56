// Limits of what a repository sends, and archives that hosts make of one.

import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { packageLimits } from '../../../electron/features/plugins/package/entryPath.ts';
import { publicGuards } from '../../../electron/features/plugins/source/download.ts';
import { fetchPackage } from '../../../electron/features/plugins/source/fetchPackage.ts';
import { cite } from '../../support/cite.ts';
import { commandHere } from '../../support/commandHere.ts';
import { writeTree } from '../../support/fileTree.ts';
import { tempFolder } from '../../support/tempFolder.ts';
import { commitAll, skillText } from './packages.ts';

const mega = 1024 * 1024;

/** In place of ssh: serves the repository, and after 3 MB sends nothing more and stays. */
const stalling = `
const { spawn } = require('node:child_process');
const git = spawn('sh', ['-c', process.argv.at(-1)], { stdio: ['pipe', 'pipe', 'inherit'] });
process.stdin.pipe(git.stdin);
let sent = 0;
git.stdout.on('data', (piece) => {
  if (sent > ${3 * mega}) return;
  sent += piece.length;
  process.stdout.write(piece);
});
setInterval(() => {}, 1e6);
`;

test(
  cite('PLUG-3', 'a repository that sends more than the limit is stopped meanwhile, and leaves nothing'),
  async () => {
    const root = tempFolder();
    const repository = path.join(root, 'repository');
    writeTree(repository, { 'SKILL.md': skillText('large') });
    writeFileSync(path.join(repository, 'large.bin'), randomBytes(6 * mega));
    commitAll(repository);
    const ssh = path.join(root, 'ssh');
    writeFileSync(path.join(root, 'stalling.cjs'), stalling);
    writeFileSync(ssh, `#!/bin/sh\nexec '${process.execPath}' '${root}/stalling.cjs' "$@"\n`);
    chmodSync(ssh, 0o755);
    const incoming = path.join(root, 'plugins/incoming');
    const deps = {
      incoming,
      environment: { ...process.env, GIT_SSH: ssh, GIT_SSH_VARIANT: 'simple' },
      limits: { ...packageLimits, packedBytes: mega },
      guards: publicGuards,
    };
    const fields = { type: 'git', ref: '', path: '', commit: '' } as const;
    for (const address of [repository, `ssh://git.example.com${repository}`]) {
      const fetched = await fetchPackage({ ...fields, address }, deps, new AbortController().signal);
      expect(fetched).toMatchObject({ ok: false, error: { code: 'NOT_SUPPORTED' } });
      expect(JSON.stringify(fetched)).toContain('It is larger than');
      expect(existsSync(path.join(root, 'plugins'))).toBe(false);
    }
  },
);

test(cite('PLUG-1', 'an archive with one folder around everything is read as if it had none'), async () => {
  const root = tempFolder();
  const repository = path.join(root, 'repository');
  writeTree(repository, {
    'README.md': 'Skills.',
    'skills/pdf/SKILL.md': skillText('pdf'),
    'skills/web/SKILL.md': skillText('web'),
  });
  commitAll(repository);
  const archive = (name: string, ...of: string[]) => {
    const file = path.join(root, name);
    execFileSync('git', ['archive', '--prefix=skills-main/', '-o', file, 'HEAD', ...of], { cwd: repository });
    return file;
  };
  const dataDir = path.join(root, 'data');
  const plugin = (...args: string[]) => commandHere(['plugin', ...args, '--data', dataDir], { HOME: root }, '', root);
  for (const name of ['all.zip', 'all.tar.gz']) {
    const file = archive(name);
    expect(await plugin('look', file)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('skills/pdf, skills/web'),
    });
    for (const inner of ['skills/pdf', 'skills-main/skills/pdf'])
      expect(await plugin('look', file, '--path', inner), inner).toMatchObject({ code: 0 });
  }
  expect(await plugin('add', archive('one.zip', 'skills/web'), '--yes')).toMatchObject({ code: 0 });
  expect(await plugin('list')).toMatchObject({ stdout: expect.stringMatching(/^web\b/) });
});
