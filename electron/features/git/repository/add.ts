// `git add` would run git inside nested repositories, whose settings are not overridden: only their commits are recorded,
// from outside.

import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { fail, ok, type Result } from '../../../../shared/core/errors.ts';
import { say } from '../../../../shared/core/sentence.ts';
import { gitFailure, type Repository } from './repository.ts';

const longMs = 10 * 60_000;
const fromInput = ['--pathspec-from-file=-', '--pathspec-file-nul'];

export async function addAll({ run, text }: Repository, signal?: AbortSignal): Promise<Result<void>> {
  const inner = await nestedRepositories({ text });
  if (!inner.ok) return inner;
  const files = [':/', ...inner.value.map((path) => `:(exclude,literal,top)${path}`)].join('\0');
  const added = done(await run(['add', '--all', ...fromInput], { input: files, signal, timeoutMs: longMs }));
  return added.ok ? recordCommits({ run }, inner.value) : added;
}

/** `names` as bytes, never as patterns. */
export async function addFiles(
  { run, text }: Repository,
  names: readonly Buffer[],
  signal?: AbortSignal,
): Promise<Result<void>> {
  const inner = await nestedRepositories({ text });
  if (!inner.ok) return inner;
  const nested = new Set(inner.value);
  const plain = names.filter((name) => !nested.has(name.toString()));
  if (plain.length > 0) {
    const literally = { input: endedByNul(plain), signal, timeoutMs: longMs, env: { GIT_LITERAL_PATHSPECS: '1' } };
    const added = done(await run(['add', '--all', ...fromInput], literally));
    if (!added.ok) return added;
  }
  return recordCommits(
    { run },
    names.map(String).filter((name) => nested.has(name)),
  );
}

export function endedByNul(names: readonly Buffer[]): Buffer {
  return Buffer.concat(names.flatMap((name) => [name, Buffer.from([0])]));
}

export function done(answer: Awaited<ReturnType<Repository['run']>>): Result<void> {
  if (!answer.ok) return answer;
  return answer.value.code === 0 ? ok(undefined) : gitFailure(answer.value.err || answer.value.out.toString());
}

/** The paths of those that the index records. */
export async function nestedRepositories({ text }: Pick<Repository, 'text'>): Promise<Result<string[]>> {
  const tracked = await text(['ls-files', '--stage', '-z', '--', ':/']);
  if (!tracked.ok) return tracked;
  return ok(
    tracked.value
      .split('\0')
      .flatMap((line) => (line.startsWith('160000 ') ? [line.slice(line.indexOf('\t') + 1)] : [])),
  );
}

/**
 * Merges, rebases and stashes run `git status` inside nested repositories, despite all settings, and its filters are
 * not disabled. So they are refused where one is checked out. `changes` are git commands that list more changes, raw.
 */
export async function requireNoNested(
  { root, run, text }: Repository,
  changes: readonly (readonly string[])[] = [],
): Promise<Result<void>> {
  const inner = await nestedRepositories({ text });
  if (!inner.ok) return inner;
  const paths = new Set(inner.value);
  for (const change of changes) {
    const listed = await run([...change, '--raw', '--no-renames', '-z'], { timeoutMs: longMs });
    if (!listed.ok) return listed;
    if (listed.value.isCut) return hasNested;
    if (listed.value.code !== 0) return gitFailure(listed.value.err);
    const fields = listed.value.out.toString().split('\0');
    for (const [at, field] of fields.entries())
      if (/^\n*:(?:160000 \d+|\d+ 160000) /.test(field)) paths.add(fields[at + 1] ?? '');
  }
  for (const path of paths) {
    const isThere = await lstat(join(root, path, '.git')).catch(() => null);
    if (isThere) return hasNested;
  }
  return ok(undefined);
}

const hasNested = fail(
  'NOT_SUPPORTED',
  say`This repository contains another one (a submodule), whose programs Git would run. Do this in a terminal.`,
);

async function recordCommits({ run }: Pick<Repository, 'run'>, inner: readonly string[]): Promise<Result<void>> {
  if (inner.length === 0) return ok(undefined);
  return done(await run(['update-index', '--add', '--remove', '-z', '--stdin'], { input: `${inner.join('\0')}\0` }));
}
