// The app is killed while creating or removing a worktree, at each step of git: the remains are reported, and
// completed.

import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { startTestApp } from '../../support/appHarness.ts';
import { cite } from '../../support/cite.ts';
import { throughline } from '../../support/commandLine.ts';
import { gitEnvironment, gitProject } from '../../support/gitProject.ts';
import { tempFolder } from '../../support/tempFolder.ts';
import { sample } from '../../support/volume.ts';

/** A PATH with a git that kills the app before or after being called with these arguments. */
function killingPath(words: string, when: 'before' | 'after'): string {
  const folder = tempFolder();
  const real = (process.env.PATH ?? '').replaceAll('"', '');
  const kill = `case " $* " in *" ${words} "*) kill -9 $PPID; exit 1;; esac`;
  const [before, after] = when === 'before' ? [kill, ''] : ['', kill];
  writeFileSync(
    path.join(folder, 'git'),
    `#!/bin/sh\n${before}\nPATH="${real}" git "$@"\ncode=$?\n${after}\nexit $code\n`,
  );
  chmodSync(path.join(folder, 'git'), 0o755);
  return `${folder}${path.delimiter}${real}`;
}

async function conversationIn(folder: string, dataDir: string): Promise<string> {
  const app = await startTestApp({ folder, dataDir, env: gitEnvironment(), otherwise: { text: 'Hello.' } });
  const { startProjectId } = await app.call('app.open', {});
  await app.call('project.trust', { projectId: startProjectId ?? '', trusted: true });
  const id = await app.start();
  await app.turn(id, 'Fix it');
  await app.close();
  return id;
}

const steps = [
  ['branch --no-track', 'before'],
  ['branch --no-track', 'after'],
  ['worktree add', 'after'],
  ['checkout --force', 'before'],
  ['checkout --force', 'after'],
] as const;

test.each(sample(1, steps))(
  cite(
    'WORK-7',
    'killed while creating it (%s, %s): reported, and created again with the changes to copy, or given up',
  ),
  async (words, when) => {
    const { folder, git } = gitProject();
    const dataDir = path.join(tempFolder(), 'data');
    const id = await conversationIn(folder, dataDir);
    const env = { ...gitEnvironment(), PATH: killingPath(words, when) };
    const at = ['--project', folder, '--data', dataDir];
    writeFileSync(path.join(folder, 'a.txt'), 'one\ntwo\nTHREE\n');
    writeFileSync(path.join(folder, 'new.txt'), 'new\n');
    const killed = await throughline(['worktree', 'new', id, '--bring', ...at], env);
    expect(killed.signal).toBe('SIGKILL');

    const app = await startTestApp({ folder, dataDir, env: gitEnvironment() });
    const { trouble } = await app.call('worktree.check', { conversationId: id });
    expect(trouble).toMatchObject({ going: 'making', canMakeAgain: true });
    // Meanwhile nothing works in the folder, and never in the project's without asking.
    const sent = await app.client.call('run.send', { conversationId: id, text: 'go on' });
    expect(sent).toMatchObject({ ok: false, error: { code: 'WORKTREE_GONE' } });
    if (when === 'before') {
      await app.call('worktree.leave', { conversationId: id });
      expect(git('branch', '--list', 'throughline/*')).toBe('');
      expect(git('worktree', 'list', '--porcelain').match(/^worktree /gm)).toHaveLength(1);
      expect(existsSync(path.join(`${folder}.worktrees`, 'fix-it'))).toBe(false);
    } else {
      // By then they may be changes against another commit than the worktree's base.
      const fits = words !== 'branch --no-track';
      if (!fits) git('commit', '--quiet', '--all', '-m', 'later');
      if (!fits) writeFileSync(path.join(folder, 'a.txt'), 'one\ntwo\nthree and more\n');
      const { notes } = await app.call('worktree.makeAgain', { conversationId: id });
      const made = path.join(`${folder}.worktrees`, 'fix-it');
      expect(readFileSync(path.join(made, 'a.txt'), 'utf8')).toBe(`one\ntwo\n${fits ? 'THREE' : 'three'}\n`);
      expect(existsSync(path.join(made, 'new.txt'))).toBe(fits);
      expect(JSON.stringify(notes).includes('not copied')).toBe(!fits);
      expect(await app.call('worktree.look', { conversationId: id })).toMatchObject({ kind: 'ready' });
    }
    expect(git('fsck')).not.toContain('missing');
  },
);

test.each(sample(1, ['before', 'after'] as const))(
  cite('WORK-7', 'killed %s git removed it: it is complete, or its removal is finished'),
  async (when) => {
    const { folder, git } = gitProject();
    const dataDir = path.join(tempFolder(), 'data');
    const id = await conversationIn(folder, dataDir);
    const at = ['--project', folder, '--data', dataDir];
    expect(await throughline(['worktree', 'new', id, ...at], gitEnvironment())).toMatchObject({ code: 0 });
    const env = { ...gitEnvironment(), PATH: killingPath('worktree remove', when) };
    expect((await throughline(['worktree', 'remove', id, '--yes', ...at], env)).signal).toBe('SIGKILL');
    const app = await startTestApp({ folder, dataDir, env: gitEnvironment() });
    const { trouble } = await app.call('worktree.check', { conversationId: id });
    expect(trouble).toMatchObject({ going: 'removing' });
    expect(existsSync(path.join(`${folder}.worktrees`, 'fix-it'))).toBe(when === 'before');
    await app.call('worktree.remove', { conversationId: id, keepBranch: true, seen: null });
    expect(existsSync(path.join(`${folder}.worktrees`, 'fix-it'))).toBe(false);
    expect(git('branch', '--list', 'throughline/*')).toContain('throughline/fix-it');
    expect(await app.call('worktree.look', { conversationId: id })).toEqual({ kind: 'none' });
  },
);
