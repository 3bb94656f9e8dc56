// Mentions of a repository: `@diff`, `@staged` and `@commit:HASH`. Git runs with everything switched off that the
// repository could make it run, and only the conversation's folder is read.

import { realpath } from 'node:fs/promises';
import { relative, sep } from 'node:path';
import { maxMentionBytes } from '../../../shared/conversation/mentions.ts';
import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import type { SourceCompletion } from '../../../shared/features/files/mentionMethods.ts';
import type { MentionSource, ReadSource } from '../../ports/mentionSources.ts';
import type { Git } from '../git/repository/git.ts';
import { openRepository, type Repository } from '../git/repository/repository.ts';
import { cutText } from './cutText.ts';

/** Safe for any repository: no helper, no conversion, no recursion into submodules. */
const plain = ['--no-ext-diff', '--no-textconv', '--no-color', '--find-renames', '--submodule=short'] as const;
const changed = [...plain, '--ignore-submodules=dirty'];
const maxUntracked = 200;
const recentCommits = 30;
const commitName = /^commit:(?<name>[A-Za-z0-9][\w./-]{0,199})$/;

export function createGitSource(git: Git): MentionSource {
  async function inFolder(folder: string): Promise<Result<{ repository: Repository; paths: string[] }>> {
    const opened = await openRepository(git, folder);
    if (!opened.ok) return opened;
    const prefix = relative(opened.value.root, await realpath(folder))
      .split(sep)
      .join('/');
    return ok({ repository: opened.value, paths: prefix === '' ? [] : ['--', `:(literal)${prefix}`] });
  }

  async function diff(folder: string, path: 'diff' | 'staged'): Promise<Result<ReadSource> | null> {
    const place = await inFolder(folder);
    // Without a repository it is a word like any other.
    if (!place.ok) return place.error.code === 'NOT_SUPPORTED' ? null : place;
    const { repository, paths } = place.value;
    const { run, text } = repository;
    const head = await run(['rev-parse', '--verify', '--quiet', 'HEAD']);
    if (!head.ok) return head;
    const against = path === 'staged' ? ['--cached'] : head.value.code === 0 ? ['HEAD'] : [];
    const patch = await run(['diff', ...changed, ...against, ...paths], { maxBytes: maxMentionBytes + 1 });
    if (!patch.ok) return patch;
    if (patch.value.code !== 0 && !patch.value.isCut) return gitProblem(patch.value.err);
    const patchText = cutText(patch.value.out, null, 'start');
    const others = path === 'staged' ? '' : await untracked(text, paths);
    if (patchText === '' && others === '') {
      return fail(
        'TOOL_EXEC_FAILED',
        path === 'staged' ? say`Nothing is staged.` : say`There are no changes since the last commit.`,
      );
    }
    return ok({ kind: 'diff', title: '', text: `${patchText}${others}` });
  }

  async function commit(folder: string, name: string): Promise<Result<ReadSource>> {
    const place = await inFolder(folder);
    if (!place.ok) return place;
    const { run, text } = place.value.repository;
    const id = await text(['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`]);
    if (!id.ok) return fail('TOOL_EXEC_FAILED', say`There is no commit, branch or tag called "${name}".`);
    const args = ['show', ...plain, '--no-show-signature', '--encoding=UTF-8', '--format=medium', '--stat', '--patch'];
    const read = await run([...args, '--end-of-options', id.value.trim()], { maxBytes: maxMentionBytes + 1 });
    if (!read.ok) return read;
    if (read.value.code !== 0 && !read.value.isCut) return gitProblem(read.value.err);
    const subject = await text([...logOptions, '--max-count=1', '--format=%h %s', '--end-of-options', id.value.trim()]);
    const title = subject.ok ? subject.value.trim().slice(0, 200) : '';
    return ok({ kind: 'commit', title, text: cutText(read.value.out, null, 'start') });
  }

  return {
    async read({ folder }, path) {
      if (folder === null) return null;
      if (path === 'diff' || path === 'staged') return diff(folder, path);
      const name = commitName.exec(path)?.groups?.name;
      return name === undefined ? null : commit(folder, name);
    },

    async complete({ folder }, typed, limit, signal) {
      const words = (['diff', 'staged'] as const).filter((word) => word.startsWith(typed));
      const wantsCommits = typed.startsWith('commit:') || (typed.length >= 2 && 'commit:'.startsWith(typed));
      if (folder === null || (words.length === 0 && !wantsCommits)) return [];
      const place = await inFolder(folder);
      if (!place.ok || signal.aborted) return [];
      const named: SourceCompletion[] = words.map((word) => ({ path: word, kind: 'diff', title: '', detail: '' }));
      if (!wantsCommits) return named;
      const { text } = place.value.repository;
      const args = [...logOptions, `--max-count=${recentCommits}`, '--format=%h%x09%cs%x09%s'];
      const log = await text([...args, ...place.value.paths], { signal });
      const query = typed.slice('commit:'.length).toLowerCase();
      const rows = log.ok ? log.value.split('\n').filter(Boolean) : [];
      const commits = rows.flatMap((row): SourceCompletion[] => {
        const [hash = '', when = '', ...subject] = row.split('\t');
        const title = subject.join('\t').slice(0, 200);
        if (!`${hash} ${title}`.toLowerCase().includes(query)) return [];
        return [{ path: `commit:${hash}`, kind: 'commit', title, detail: `${hash} · ${when}` }];
      });
      return [...named, ...commits].slice(0, limit);
    },
  };
}

const logOptions = ['log', '--no-show-signature', '--no-color', '--encoding=UTF-8'];

function gitProblem(err: string): Result<never> {
  const line = err.trim().split('\n', 1)[0] ?? '';
  return fail('GIT_FAILED', say`Git could not read this: ${line.slice(0, 300)}.`);
}

/** Names only: their contents are no change to anything. */
async function untracked(text: Repository['text'], paths: readonly string[]): Promise<string> {
  const names = await text(['ls-files', '--others', '--exclude-standard', '-z', ...paths]);
  const list = names.ok ? names.value.split('\0').filter(Boolean) : [];
  if (list.length === 0) return '';
  const more = list.length > maxUntracked ? `\n[and ${list.length - maxUntracked} more]` : '';
  return `\nNew files that are not in Git yet:\n${list.slice(0, maxUntracked).join('\n')}${more}\n`;
}
