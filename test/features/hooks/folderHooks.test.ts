// A project folder's hooks: nothing of them runs before the folder is trusted and their exact command approved.

import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createHookFiles } from '../../../electron/features/hooks/hookFiles.ts';
import { createHooks } from '../../../electron/features/hooks/hooks.ts';
import { systemClock } from '../../../electron/lib/clock.ts';
import { createSecretMask } from '../../../electron/lib/secretMask.ts';
import type { Sandbox } from '../../../electron/ports/sandbox.ts';
import { nodeDisk } from '../../../electron/stores/files/disk.ts';
import { createProcessJournal, noRecords } from '../../../electron/tools/process/processJournal.ts';
import { say } from '../../../shared/core/sentence.ts';
import { startTestApp } from '../../support/appHarness.ts';
import { cite } from '../../support/cite.ts';
import { writeTree } from '../../support/fileTree.ts';
import { projectFolder } from '../../support/projectFolder.ts';
import { tempFolder } from '../../support/tempFolder.ts';
import { reasonAgainstSandbox } from '../../support/withoutSandbox.ts';
import { calling, hooksText, writeHooks } from './hooksFile.ts';

const unusedSandbox: Sandbox = {
  home: '/nowhere',
  status: async () => ({ available: true, kind: 'bubblewrap' }),
  open: () => Promise.reject(new Error('not to be opened')),
  isUnchecked: async () => false,
  close: async () => {},
  closeAll: async () => {},
};

const read = calling('read_file', { path: 'a.txt' });

async function openFolder() {
  const folder = projectFolder({ 'a.txt': 'one\n', 'check.sh': 'echo ran >> "$CLAUDE_PROJECT_DIR/canary"\n' });
  const app = await startTestApp({ folder, settings: { approvalMode: 'reads' }, otherwise: { text: 'Done.' } });
  const id = await app.start();
  const { startProjectId } = await app.call('app.open', {});
  const projectId = startProjectId ?? '';
  const canary = path.join(folder, 'canary');
  return {
    app,
    folder,
    projectId,
    file: path.join(folder, '.throughline', 'hooks.json'),
    /** Whether the hook ran in a turn with a call. */
    async runs(): Promise<boolean> {
      rmSync(canary, { force: true });
      app.model.push(read);
      await app.turn(id, 'Read it.');
      return existsSync(canary);
    },
    hooks: async () => (await app.call('hooks.list', { projectId })).hooks,
  };
}

test(cite(
  'HOOK-2',
  "a folder's hook runs once the folder is trusted and it is approved; another command, or a changed file behind it, asks again",
), { tags: ['all'] }, async () => {
  const { app, folder, projectId, file, runs, hooks } = await openFolder();
  writeHooks(file, { event: 'PostToolUse', matcher: 'Read', command: 'sh ./check.sh' });
  const single = async () => {
    const [hook, ...more] = await hooks();
    if (!hook || more.length > 0) throw new Error('there is not one hook');
    return hook;
  };
  const approve = async () => {
    const { id, hash } = await single();
    return app.client.call('hooks.approve', { projectId, id, hash });
  };
  expect(await single()).toMatchObject({ state: 'untrusted', origin: 'project', command: 'sh ./check.sh' });
  expect(await approve()).toMatchObject({ ok: false });
  expect(await runs()).toBe(false);

  await app.call('project.trust', { projectId, trusted: true });
  expect(await single()).toMatchObject({ state: 'unapproved', changed: false, files: ['check.sh'] });
  expect(await runs()).toBe(false);
  expect(await approve()).toMatchObject({ ok: true });
  expect(await single()).toMatchObject({ state: 'on' });
  expect(await runs()).toBe(true);

  writeFileSync(path.join(folder, 'check.sh'), 'touch "$CLAUDE_PROJECT_DIR/canary"\n');
  expect(await single()).toMatchObject({ state: 'unapproved', changed: true });
  expect(await runs()).toBe(false);
  await approve();
  expect(await runs()).toBe(true);

  const before = await single();
  writeHooks(file, { event: 'PostToolUse', matcher: 'Read', command: 'touch canary' });
  expect(await single()).toMatchObject({ state: 'unapproved', changed: true });
  expect(await app.client.call('hooks.approve', { projectId, ...before })).toMatchObject({ ok: false });
  expect(await runs()).toBe(false);
  await approve();
  await app.call('project.trust', { projectId, trusted: false });
  expect(await runs()).toBe(false);
});

test(cite('HOOK-2', 'the hooks of .claude/settings.json are read with their tool names, and never through a link'), {
  tags: ['all'],
}, async () => {
  const { app, folder, projectId, runs, hooks } = await openFolder();
  await app.call('project.trust', { projectId, trusted: true });
  const command = `grep -q '"tool_name":"Read"' && touch canary`;
  writeHooks(path.join(folder, '.claude', 'settings.json'), { event: 'PostToolUse', matcher: '^Re.d$', command });
  const [hook] = await hooks();
  await app.call('hooks.approve', { projectId, id: hook?.id ?? '', hash: hook?.hash ?? '' });
  expect(await runs()).toBe(true);

  const elsewhere = tempFolder();
  mkdirSync(path.join(elsewhere, 'claude'));
  writeFileSync(path.join(elsewhere, 'claude', 'settings.json'), hooksText([{ event: 'Stop', command: 'true' }]));
  rmSync(path.join(folder, '.claude'), { recursive: true });
  symlinkSync(path.join(elsewhere, 'claude'), path.join(folder, '.claude'));
  const listed = await app.call('hooks.list', { projectId });
  expect(listed.hooks).toEqual([]);
  expect(JSON.stringify(listed.problems)).toContain('.claude/settings.json');
  expect(await runs()).toBe(false);
});

test(cite('HOOK-2', 'an approval is bound to the file behind the command, however the command names it'), async () => {
  const { app, folder, projectId, file, hooks } = await openFolder();
  mkdirSync(path.join(folder, 'tools'));
  writeFileSync(path.join(folder, 'tools', 'a b.sh'), 'true\n');
  writeFileSync(path.join(folder, 'tools', 'check.sh'), 'true\n');
  writeFileSync(path.join(folder, 'tools', 'package.json'), '{}');
  writeFileSync(path.join(folder, 'tools', 'Makefile'), 'all:\n');
  await app.call('project.trust', { projectId, trusted: true });
  for (const name of [
    'GNUmakefile',
    'makefile',
    '.npmrc',
    '.pnpmfile.cjs',
    'checks.py',
    'scripts/check.js',
    'my check.sh',
  ])
    writeTree(folder, { [name]: '' });
  writeTree(folder, {
    'tools/__main__.py': '',
    'tools/deep/__init__.py': '',
    'tools/index.js': '',
    'src/index.js': '',
  });
  for (const [command, named] of [
    ['make lint', ['GNUmakefile', 'makefile']],
    ['/usr/bin/gmake lint', ['GNUmakefile', 'makefile']],
    ['npm run lint', ['.npmrc', '.pnpmfile.cjs']],
    ['python3 -m checks', ['checks.py']],
    ['python3 -mchecks', ['checks.py']],
    ['python3 -m tools', ['tools/__main__.py']],
    ['python3 -m tools.deep', ['tools/deep/__init__.py']],
    ['node scripts/check', ['scripts/check.js']],
    ['node --require ./scripts/check -e 1', ['scripts/check.js']],
    ['node --require=./scripts/check -e 1', ['scripts/check.js']],
    ['node tools', ['tools/index.js', 'tools/package.json']],
    // Files it only reads, or that cannot be determined from it, are left to the sandbox.
    ['mylint src', []],
    ['sh "$PWD/check.sh"', ['check.sh']],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the shell's
    ['sh "${PWD}/check.sh"', ['check.sh']],
    ['sh $(pwd)/check.sh', ['check.sh']],
    ['sh `pwd`/check.sh', ['check.sh']],
    ['sh "$(git rev-parse --show-toplevel)/check.sh"', ['check.sh']],
    ['sh ./my\\ check.sh', ['my check.sh']],
    ['sh ./ch"eck".sh', ['check.sh']],
    ["bash -c 'sh ./check.sh'", ['check.sh']],
    ['cd tools && ./check.sh', ['check.sh', 'tools/check.sh']],
    ['npm --prefix tools run lint', ['.npmrc', '.pnpmfile.cjs', 'tools/package.json']],
    ['npm --prefix=tools run lint', ['.npmrc', '.pnpmfile.cjs', 'tools/package.json']],
    ['make -C tools', ['GNUmakefile', 'makefile', 'tools/Makefile']],
    ["sh 'tools/a b.sh'", ['tools/a b.sh']],
    ['cd "$CLAUDE_PROJECT_DIR/tools" && sh "a b.sh"', ['tools/a b.sh']],
  ] as const) {
    writeHooks(file, { event: 'PostToolUse', matcher: 'Read', command });
    const [hook] = await hooks();
    expect(hook, command).toMatchObject({ command, state: 'unapproved', files: named });
  }
});

const noSandbox = reasonAgainstSandbox();

test.skipIf(noSandbox !== null)(
  cite(
    ['HOOK-2', 'BOX-8'],
    "a folder's approved hook runs in the sandbox, so that files it loads, if changed by a tool, reach nothing outside",
  ),
  { tags: ['all'] },
  async () => {
    const { app, folder, projectId, file, runs, hooks } = await openFolder();
    await app.call('project.trust', { projectId, trusted: true });
    // The sandbox has its own /tmp.
    const elsewhere = mkdtempSync('/var/tmp/throughline-');
    onTestFinished(() => rmSync(elsewhere, { recursive: true }));
    const outside = path.join(elsewhere, 'canary');
    writeFileSync(path.join(folder, 'check.sh'), '. ./lib/rules.sh\n');
    writeTree(folder, { 'lib/rules.sh': 'touch canary\n' });
    writeHooks(file, { event: 'PostToolUse', matcher: 'Read', command: 'sh ./check.sh' });
    const single = async () => (await hooks())[0];
    const { id = '', hash = '' } = (await single()) ?? {};
    await app.call('hooks.approve', { projectId, id, hash });
    expect(await single()).toMatchObject({ state: 'on', sandboxed: true, files: ['check.sh'] });
    // Files that an approval cannot see, since no command names them.
    writeTree(folder, { 'lib/rules.sh': `touch canary\ntouch ${outside}\n` });
    expect(await runs()).toBe(true);
    expect(existsSync(outside)).toBe(false);
    const { last } = (await single()) ?? {};
    expect(last?.run).toMatchObject({ outcome: 'failed', problem: expect.stringContaining('denied it access') });
    // A named one asks again, and says which.
    writeTree(folder, { 'check.sh': 'true\n', GNUmakefile: '' });
    expect(await single()).toMatchObject({
      ...{ state: 'unapproved', changed: true, changes: { files: ['check.sh'], byTool: false } },
    });
    await app.close();
  },
);

test(
  cite('BOX-8', 'without a sandbox an approval ends when a tool changes something, even for the call that does it'),
  async () => {
    const folder = projectFolder({ 'a.txt': 'one\n' });
    writeHooks(path.join(folder, '.throughline', 'hooks.json'), { event: 'PostToolUse', command: 'touch canary' });
    const data = tempFolder();
    const contentHash = async (): Promise<null> => null;
    const reason = say`Sandboxing is not supported on this system yet.`;
    const hooks = createHooks({
      files: createHookFiles(data, { disk: nodeDisk, clock: systemClock, contentHash }),
      clock: systemClock,
      journal: createProcessJournal({ records: noRecords, clock: systemClock, environment: {} }),
      environment: { PATH: process.env.PATH },
      allowedVariables: async () => [],
      sandbox: { ...unusedSandbox, status: async () => ({ available: false, reason, install: null }) },
      mask: createSecretMask(
        () => [],
        () => false,
      ),
      home: data,
      notice: () => {},
    });
    const project = { id: 'p', folder, trusted: true };
    const scope = { conversationId: 'c', projectId: 'p', folder, trusted: true, mode: 'all' } as const;
    const single = async () => (await hooks.list(project)).hooks[0];
    const approve = async () => {
      const { id = '', hash = '' } = (await single()) ?? {};
      expect(await hooks.approve(project, { id, hash })).toMatchObject({ ok: true });
    };
    await approve();
    const before = await hooks.inForce(scope);
    expect(before.has('PostToolUse', 'edit_file')).toBe(true);
    expect(await single()).toMatchObject({ state: 'on', sandboxed: false });
    await before.noteChange();
    expect((await hooks.inForce(scope)).has('PostToolUse', 'edit_file')).toBe(false);
    expect(await single()).toMatchObject({ state: 'unapproved', changed: true, changes: { files: [], byTool: true } });
    await approve();
    expect(await single()).toMatchObject({ state: 'on', changes: { byTool: false } });
  },
);
