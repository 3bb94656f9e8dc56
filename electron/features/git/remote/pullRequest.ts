// Opens a pull request for the pushed branch: with `gh` or `glab` if installed, otherwise on the site's own form. The
// programs run git themselves, so they work in a clean repository, too.

import { fail, ok, type Result } from '../../../../shared/core/errors.ts';
import { say } from '../../../../shared/core/sentence.ts';
import type { GitPullRequestDone, GitPullRequestOffer } from '../../../../shared/features/git/git.ts';
import type { Environment } from '../../../lib/environment.ts';
import { commandEnvironment } from '../../../tools/process/commandEnvironment.ts';
import { findProgram, type Git, runProgram } from '../repository/git.ts';
import type { Repository } from '../repository/repository.ts';
import { withCleanRepository } from './cleanRepository.ts';
import { type Forge, forgeOf, pullRequestPage } from './forge.ts';
import type { PushPlan } from './push.ts';
import { withoutPasswords } from './remotes.ts';

export interface PullRequestWish {
  base: string;
  title: string;
  body: string;
  draft: boolean;
}

const programs: Partial<Record<Forge['kind'], 'gh' | 'glab'>> = { github: 'gh', gitlab: 'glab' };
const githubTokens = ['GH_TOKEN', 'GITHUB_TOKEN'];
const enterpriseTokens = ['GH_ENTERPRISE_TOKEN', 'GITHUB_ENTERPRISE_TOKEN'];
const gitlabTokens = ['GITLAB_TOKEN', 'OAUTH_TOKEN'];
const programMs = 120_000;
const maxBases = 200;
const maxSubjects = 50;

export async function offerPullRequest(
  repository: Repository,
  environment: Environment,
  { remote, branch, commit }: PushPlan,
): Promise<Result<GitPullRequestOffer>> {
  const forge = forgeOf(remote.address);
  const program = forge ? await programFor(forge, environment) : null;
  if (forge === null)
    return fail(
      'NOT_SUPPORTED',
      say`Throughline does not know how to open a pull request at ${remote.shown}. Push the branch, and open it there.`,
    );
  const bases = await basesOf(repository, remote.name, branch);
  const base = bases[0];
  const range = base === undefined ? [commit] : [commit, `^refs/remotes/${remote.name}/${base}`];
  const log = await repository.text([
    'log',
    '--no-show-signature',
    '--no-color',
    '--encoding=UTF-8',
    `--max-count=${maxSubjects}`,
    '--format=%s%x1f%b%x00',
    ...range,
    '--',
  ]);
  const commits = log.ok
    ? log.value
        .split('\0')
        .map((text) => text.trim().split('\x1f'))
        .filter(([subject]) => subject)
    : [];
  const [subject = branch, text = ''] = commits[0] ?? [];
  const only = commits.length === 1;
  return ok({
    program: program?.name ?? null,
    branch,
    bases,
    title: (only ? subject : titleOf(branch)).slice(0, 300),
    body: only
      ? text.trim()
      : commits
          .map(([line]) => `- ${line}`)
          .reverse()
          .join('\n'),
    commitCount: commits.length,
    address: remote.shown,
  });
}

/** `feature/long-lists` → `Long lists`. */
function titleOf(branch: string): string {
  const title = (branch.split('/').at(-1) ?? branch).replace(/[-_]+/g, ' ').trim();
  return title === '' ? branch : `${title[0]?.toUpperCase()}${title.slice(1)}`;
}

/** The remote's default branch first. */
async function basesOf({ text }: Repository, remote: string, branch: string): Promise<string[]> {
  const prefix = `refs/remotes/${remote}/`;
  const listed = await text([
    'for-each-ref',
    '--sort=-committerdate',
    `--count=${maxBases}`,
    '--format=%(refname)',
    prefix,
  ]);
  const names = listed.ok
    ? listed.value
        .split('\n')
        .filter((ref) => ref.startsWith(prefix))
        .map((ref) => ref.slice(prefix.length))
    : [];
  const head = await text(['symbolic-ref', '--quiet', `${prefix}HEAD`]);
  const first = head.ok ? head.value.trim().slice(prefix.length) : null;
  const preferred = [first ?? '', 'main', 'master', 'develop'].find((name) => names.includes(name));
  const others = names.filter((name) => name !== 'HEAD' && name !== branch && name !== preferred);
  return preferred === undefined || preferred === branch ? others : [preferred, ...others];
}

interface Program {
  name: 'gh' | 'glab';
  path: string;
}

async function programFor(forge: Forge, environment: Environment): Promise<Program | null> {
  const name = programs[forge.kind];
  const path = name ? await findProgram(name, environment) : null;
  return name && path !== null ? { name, path } : null;
}

export async function openPullRequest(
  deps: { git: Git; environment: Environment },
  repository: Repository,
  { remote, branch, commit }: PushPlan,
  wish: PullRequestWish,
  signal?: AbortSignal,
): Promise<Result<GitPullRequestDone>> {
  const forge = forgeOf(remote.address);
  if (forge === null)
    return fail(
      'NOT_SUPPORTED',
      say`Throughline does not know how to open a pull request at ${remote.shown}. Push the branch, and open it there.`,
    );
  const program = await programFor(forge, deps.environment);
  if (program === null) return ok({ url: pullRequestPage(forge, { ...wish, branch }), opened: false });
  const { name, path } = program;
  return withCleanRepository(deps, repository, async (clean) => {
    // Both look for a remote and the branch.
    for (const step of [
      ['update-ref', `refs/heads/${branch}`, commit],
      ['symbolic-ref', 'HEAD', `refs/heads/${branch}`],
      ['config', 'remote.origin.url', `https://${forge.host}/${forge.repository}.git`],
      ['config', 'remote.origin.fetch', '+refs/heads/*:refs/remotes/origin/*'],
    ]) {
      const done = await clean.run(step);
      if (!done.ok) return done;
    }
    const answer = await runProgram(
      path,
      name === 'gh' ? ghArguments(forge, branch, wish) : glabArguments(forge, branch, wish),
      {
        cwd: clean.folder,
        env: programEnvironment(deps.environment, clean.folder, forge),
        input: wish.body,
        signal,
        timeoutMs: programMs,
        detached: true,
      },
    );
    if (!answer.ok) return answer;
    const { code, out, err } = answer.value;
    if (code !== 0) return programFailure(name, err || out.toString(), branch);
    const url = /https?:\/\/[^\s"'<>]+/.exec(out.toString())?.[0] ?? null;
    return ok({ url, opened: true });
  });
}

/** The repository names the host, so a token goes only to the host that the user keeps it for. */
export function tokensFor({ kind, host }: Pick<Forge, 'kind' | 'host'>, environment: Environment): readonly string[] {
  const chosen = (name: string): string =>
    (environment[name] ?? '')
      .trim()
      .toLowerCase()
      .replace(/^https?:\/\//, '')
      .replace(/\/.*$/s, '');
  if (kind === 'gitlab') return host === (chosen('GITLAB_HOST') || 'gitlab.com') ? gitlabTokens : [];
  if (kind !== 'github') return [];
  if (host === 'github.com') return githubTokens;
  return host === chosen('GH_HOST') ? enterpriseTokens : [];
}

/** The user's settings of the program and of git; no prompt, no pager, no editor. */
function programEnvironment(environment: Environment, folder: string, forge: Forge): Record<string, string> {
  const allowed = tokensFor(forge, environment);
  const variables = commandEnvironment(environment, allowed, folder);
  return {
    ...Object.fromEntries(Object.entries(variables).filter(([name]) => !name.startsWith('GIT_'))),
    GIT_TERMINAL_PROMPT: '0',
    GIT_CEILING_DIRECTORIES: folder,
    GIT_CONFIG_COUNT: '2',
    GIT_CONFIG_KEY_0: 'core.hooksPath',
    GIT_CONFIG_VALUE_0: '/dev/null',
    GIT_CONFIG_KEY_1: 'core.fsmonitor',
    GIT_CONFIG_VALUE_1: 'false',
    GH_PROMPT_DISABLED: '1',
    GH_NO_UPDATE_NOTIFIER: '1',
    NO_PROMPT: '1',
    GLAB_CHECK_UPDATE: 'false',
    EDITOR: 'false',
    VISUAL: 'false',
    BROWSER: 'false',
  };
}

function ghArguments({ host, repository }: Forge, branch: string, { base, title, draft }: PullRequestWish): string[] {
  const options = [`--repo=${host}/${repository}`, `--head=${branch}`, `--base=${base}`, `--title=${title}`];
  return ['pr', 'create', ...options, '--body-file=-', ...(draft ? ['--draft'] : [])];
}

function glabArguments(
  { host, repository }: Forge,
  branch: string,
  { base, title, body, draft }: PullRequestWish,
): string[] {
  const options = [`--repo=https://${host}/${repository}`, `--source-branch=${branch}`, `--target-branch=${base}`];
  const text = [`--title=${title}`, `--description=${body === '' ? ' ' : body}`];
  return ['mr', 'create', ...options, ...text, '--yes', '--no-editor', ...(draft ? ['--draft'] : [])];
}

function programFailure(name: string, text: string, branch: string): Result<never> {
  if (/already exists/i.test(text)) {
    const url = /https?:\/\/[^\s"'<>]+/.exec(text)?.[0];
    return fail(
      'GIT_FAILED',
      url
        ? say`There already is a pull request for ${branch}: ${url}`
        : say`There already is a pull request for ${branch}.`,
    );
  }
  if (/auth login|authentication|401|not logged/i.test(text)) {
    return fail(
      'GIT_FAILED',
      say`${name} is not signed in. The branch was pushed. Run ${`${name} auth login`} in a terminal, then try again.`,
    );
  }
  const lines = text.trim().split('\n').slice(-3).join(' ');
  return fail(
    'GIT_FAILED',
    say`The branch was pushed, but ${name} could not open the pull request: ${withoutPasswords(lines).slice(0, 500)}`,
  );
}
