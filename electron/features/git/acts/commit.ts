// Commits what is staged. No hook runs and nothing is signed: both are programs that the repository may name.

import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { fail, ok, type Result } from '../../../../shared/core/errors.ts';
import { type Sentence, say } from '../../../../shared/core/sentence.ts';
import { gitFailure, type Repository } from '../repository/repository.ts';
import { authorOf, gitFolders, readStatus, unfinishedIn } from '../state/readState.ts';

const maxMessageBytes = 64 * 1024;

export async function commitStaged(
  repository: Repository,
  { message, amend, seen }: { message: string; amend: boolean; seen: string },
  signal?: AbortSignal,
): Promise<Result<{ commit: string }>> {
  const status = await readStatus(repository, signal);
  if (!status.ok) return status;
  if (status.value.conflicts.count > 0)
    return fail('GIT_FAILED', say`Some files still have conflicts. Resolve them first.`);
  // Git would answer with a long status, which runs git inside nested repositories. A merge may change nothing.
  if (amend) {
    const last = await readLastCommit(repository);
    if (!last.ok) return last;
    if (last.value.commit !== seen)
      return fail('CONTENT_CHANGED', say`The last commit is another one by now. Nothing was done. Look at it first.`);
    if (last.value.refusal !== null) return fail('GIT_FAILED', last.value.refusal);
  } else if (status.value.staged.count === 0) {
    const merging = await isMerging(repository);
    if (!merging.ok) return merging;
    if (!merging.value) return nothingStaged;
  }
  if (authorOf(repository.config) === null) return noAuthor;
  // Whitespace only: with `strip`, a line such as “#12 fixed” would be a comment.
  const args = [
    '-c',
    'user.useConfigOnly=true',
    'commit',
    '--no-verify',
    '--no-gpg-sign',
    '--quiet',
    '--cleanup=whitespace',
    '--file=-',
    // Without a difference, git would refuse with a long status.
    ...(amend ? ['--amend', '--allow-empty'] : []),
  ];
  const committed = await repository.run(args, { input: `${message}\n`, signal });
  if (!committed.ok) return committed;
  const { code, out, err } = committed.value;
  if (code !== 0) {
    if (/nothing to commit|nothing added to commit|no changes added to commit/.test(out.toString()))
      return nothingStaged;
    return /tell me who you are|empty ident|user\.useConfigOnly/i.test(err)
      ? noAuthor
      : gitFailure(err || out.toString());
  }
  const head = await repository.text(['rev-parse', 'HEAD']);
  return head.ok ? ok({ commit: head.value.trim() }) : head;
}

const nothingStaged = fail('GIT_FAILED', say`Nothing is staged, so there is nothing to commit.`);
export const noAuthor = fail('GIT_FAILED', say`Git does not know your name and email yet.`, { identity: true });

/** A pushed commit stays: replacing it would need a forced push. */
export async function readLastCommit(
  repository: Repository,
): Promise<Result<{ commit: string; message: string; refusal: Sentence | null }>> {
  const message = await repository.run(['log', '-1', '--no-show-signature', '--format=%H%n%B', 'HEAD', '--'], {
    maxBytes: maxMessageBytes,
  });
  if (!message.ok) return message;
  if (message.value.code !== 0)
    return ok({ commit: '', message: '', refusal: say`There is no commit yet, so there is nothing to amend.` });
  const text = message.value.out.toString();
  const folders = await gitFolders(repository);
  if (!folders.ok) return folders;
  const unfinished = await unfinishedIn(folders.value.own);
  const remotes = await repository.text([
    'for-each-ref',
    '--count=1',
    '--format=%(refname:lstrip=2)',
    '--contains=HEAD',
    'refs/remotes/',
  ]);
  if (!remotes.ok) return remotes;
  const pushedTo = remotes.value.trim();
  return ok({
    commit: text.slice(0, text.indexOf('\n')),
    message: text.slice(text.indexOf('\n')).trim(),
    refusal:
      unfinished !== null && unfinished !== 'bisect'
        ? say`A ${unfinished} is in progress. Finish or abort it before amending.`
        : pushedTo === ''
          ? null
          : say`The last commit is already on ${pushedTo}, so it cannot be amended. Make a new commit instead.`,
  });
}

/** As git decides it: by a file, even during a rebase. */
async function isMerging(repository: Repository): Promise<Result<boolean>> {
  const folders = await gitFolders(repository);
  if (!folders.ok) return folders;
  const mark = await lstat(join(folders.value.own, 'MERGE_HEAD')).catch(() => null);
  return ok(mark !== null);
}

/** For this repository only. */
export async function setAuthor({ text }: Repository, name: string, email: string): Promise<Result<void>> {
  if (/[\p{Cc}<>]/u.test(name + email))
    return fail('PARAMS_INVALID', say`A name or email cannot contain line breaks or angle brackets.`);
  for (const [key, value] of [
    ['user.name', name],
    ['user.email', email],
  ] as const) {
    const set = await text(['config', '--local', '--replace-all', key, value]);
    if (!set.ok) return set;
  }
  return ok(undefined);
}
