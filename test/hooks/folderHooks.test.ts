// The hooks of a project's folder: nothing of them runs before the folder is trusted and their exact command approved.

import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { startTestApp } from '../support/appHarness.ts';
import { cite } from '../support/cite.ts';
import { calling, hooksText, writeHooks } from '../support/hooksFile.ts';
import { projectFolder } from '../support/projectFolder.ts';
import { tempFolder } from '../support/tempFolder.ts';

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

test(
  cite(
    'HOOK-2',
    "a folder's hook runs when the folder is trusted and it was approved; another command, or another file behind it, is asked about again",
  ),
  async () => {
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
  },
);

test(
  cite('HOOK-2', 'the hooks of .claude/settings.json are read with their names for tools, and never through a link'),
  async () => {
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
  },
);

test(
  cite('HOOK-2', 'an approval is bound to the file behind the command, whichever way the command names it'),
  async () => {
    const { app, folder, projectId, file, hooks } = await openFolder();
    mkdirSync(path.join(folder, 'tools'));
    writeFileSync(path.join(folder, 'tools', 'a b.sh'), 'true\n');
    writeFileSync(path.join(folder, 'tools', 'check.sh'), 'true\n');
    writeFileSync(path.join(folder, 'tools', 'package.json'), '{}');
    writeFileSync(path.join(folder, 'tools', 'Makefile'), 'all:\n');
    await app.call('project.trust', { projectId, trusted: true });
    for (const [command, named] of [
      ['cd tools && ./check.sh', ['check.sh', 'tools/check.sh']],
      ['npm --prefix tools run lint', ['tools/package.json']],
      ['npm --prefix=tools run lint', ['tools/package.json']],
      ['make -C tools', ['tools/Makefile']],
      ["sh 'tools/a b.sh'", ['tools/a b.sh']],
      ['cd "$CLAUDE_PROJECT_DIR/tools" && sh "a b.sh"', ['tools/a b.sh']],
    ] as const) {
      writeHooks(file, { event: 'PostToolUse', matcher: 'Read', command });
      const [hook] = await hooks();
      expect(hook, command).toMatchObject({ command, state: 'unapproved', files: named });
    }
  },
);
