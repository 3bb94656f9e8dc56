// Plants hooks, and settings that name programs, in a repository. Each notes that it ran.

import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { type GitProject, gitIn } from '../../support/gitProject.ts';
import { tempFolder } from '../../support/tempFolder.ts';
import { stubProgram } from './gitApp.ts';

export const hooks = [
  ...[
    'post-checkout',
    'post-index-change',
    'pre-commit',
    'prepare-commit-msg',
    'commit-msg',
    'post-commit',
    'pre-push',
  ],
  ...['pre-merge-commit', 'post-merge', 'reference-transaction', 'post-rewrite', 'pre-auto-gc', 'fsmonitor-watchman'],
  ...['pre-receive', 'update', 'post-receive', 'post-update', 'push-to-checkout', 'proc-receive'],
];

export function plantHooks(gitFolder: string, ran: string): void {
  mkdirSync(path.join(gitFolder, 'hooks'), { recursive: true });
  for (const name of hooks) {
    writeFileSync(path.join(gitFolder, 'hooks', name), `#!/bin/sh\necho ${name} >> ${ran}\n`);
    chmodSync(path.join(gitFolder, 'hooks', name), 0o755);
  }
}

/** Everything in the configuration that names a program, and hooks. */
export function plant({ folder, git }: GitProject): { ran: string; program: string } {
  const ran = path.join(tempFolder(), 'ran');
  const program = path.join(tempFolder(), 'canary');
  writeFileSync(program, `#!/bin/sh\necho "$0 $*" >> ${ran}\ncat 2>/dev/null\n`);
  chmodSync(program, 0o755);
  plantHooks(path.join(folder, '.git'), ran);
  const keys = [
    ...['core.fsmonitor', 'core.pager', 'core.editor', 'core.sshCommand', 'core.alternateRefsCommand', 'core.askPass'],
    ...['core.gitProxy', 'diff.external', 'diff.evil.command', 'diff.evil.textconv', 'merge.evil.driver'],
    ...['filter.evil.clean', 'filter.evil.smudge', 'filter.evil.process', 'gpg.program', 'gpg.ssh.program'],
    ...['sequence.editor', 'credential.helper', 'credential.https://127.0.0.1.helper', 'interactive.diffFilter'],
    ...['remote.origin.receivepack', 'remote.origin.uploadpack', 'remote.origin.vcs', 'alias.push', 'pager.status'],
    ...['hook.evil.command', 'hook.e.v.il.command'],
  ];
  for (const key of keys) git('config', key, key === 'remote.origin.vcs' ? 'evil' : program);
  git('config', 'hook.evil.event', 'post-checkout');
  git('config', 'hook.e.v.il.event', 'pre-commit');
  // A strategy is a git command of that name, also an alias; comments of messages begin as configured.
  git('config', 'pull.twohead', 'evil');
  git('config', 'alias.merge-evil', `!${program}`);
  git('config', 'branch.main.mergeOptions', '--strategy=evil');
  git('config', 'core.commentChar', 'M');
  git('config', 'commit.cleanup', 'strip');
  for (const key of ['commit.gpgSign', 'push.gpgSign', 'log.showSignature', 'merge.verifySignatures'])
    git('config', key, 'true');
  git('config', 'core.hooksPath', path.join(folder, '.git', 'hooks'));
  git('config', `url.ext::${program} %S .insteadOf`, 'ssh://');
  git('config', `url.ext::${program} /.insteadOf`, '/');
  return { ran, program };
}

/** A repository in the folder of `name`, with a changed file that Git reads by a program, which notes that it ran. */
export function plantNested(folder: string, name: string, ran: string): string {
  const inner = path.join(folder, name);
  const program = path.join(tempFolder(), 'canary');
  writeFileSync(program, `#!/bin/sh\necho "$*" >> ${ran}\ncat 2>/dev/null\n`);
  chmodSync(program, 0o755);
  mkdirSync(inner);
  const git = gitIn(inner);
  git('init', '--quiet', '--initial-branch=main');
  writeFileSync(path.join(inner, 'f.txt'), 'one\n');
  git('add', 'f.txt');
  git('commit', '--quiet', '-m', 'inner');
  const commit = git('rev-parse', 'HEAD').trim();
  git('config', 'core.fsmonitor', program);
  git('config', 'filter.nested.clean', program);
  writeFileSync(path.join(inner, '.git', 'info', 'attributes'), '* filter=nested\n');
  writeFileSync(path.join(inner, 'f.txt'), 'two\n');
  return commit;
}

/**
 * Runs what a git of version 2.54 or later would run for the hooks that its configuration names, before the real git:
 * whatever the event, unless the hook is disabled. Returns a PATH.
 */
export function gitWithConfiguredHooks(): string {
  const real = execFileSync('which', ['git'], { encoding: 'utf8' }).trim();
  return stubProgram(
    'git',
    `
if [ "$1" != config ] && [ "$1" != --version ]; then
  ${real} config --name-only --get-regexp '^hook[.].*[.]command$' | while read -r key; do
    name="\${key%.command}"
    [ "$(${real} config --type=bool --get "$name.enabled")" = false ] || sh -c "$(${real} config --get "$key")" </dev/null
  done >/dev/null
fi
exec ${real} "$@"`,
  );
}

export const never = (ran: string): void => expect(existsSync(ran) ? readFileSync(ran, 'utf8') : '').toBe('');
