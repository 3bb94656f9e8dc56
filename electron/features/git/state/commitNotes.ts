// The hooks that git would run in a terminal and that don't run here.

import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { lastValue, type Repository } from '../repository/repository.ts';

/** By hook, how the user runs it by hand. */
const commands: Record<string, string> = {
  'pre-commit': 'git hook run pre-commit',
  'prepare-commit-msg': 'git hook run prepare-commit-msg -- "$(git rev-parse --git-path COMMIT_EDITMSG)" message',
  'commit-msg': 'git hook run commit-msg -- "$(git rev-parse --git-path COMMIT_EDITMSG)"',
  'post-commit': 'git hook run post-commit',
  'post-merge': 'git hook run post-merge -- 0',
  'pre-push': 'git push --dry-run',
};

export async function skippedHooks({ root, config }: Repository, common: string): Promise<string[]> {
  const set = lastValue(config, 'core.hookspath');
  const folder = set === null ? join(common, 'hooks') : resolve(root, set.replace(/^~(?=\/)/, homedir()));
  const usable = await Promise.all(
    Object.keys(commands).map((name) =>
      access(join(folder, name), constants.X_OK).then(
        () => [name],
        () => [],
      ),
    ),
  );
  return usable.flat();
}

/** Null without hooks. */
export function hookCommand(root: string, hooks: readonly string[]): string | null {
  if (hooks.length === 0) return null;
  const folder = `'${root.replaceAll("'", "'\\''")}'`;
  return [`cd ${folder}`, ...hooks.flatMap((name) => commands[name] ?? [])].join(' && ');
}
