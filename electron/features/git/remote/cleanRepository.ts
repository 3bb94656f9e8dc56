// An empty repository that borrows another's objects, for everything that contacts a remote. Git reads no configuration
// of the other repository there, so none can name a program (ssh command, credential helper, proxy, rewritten address);
// it gets the user's own instead: the system's and the user's files, including their conditional includes.

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fail, ok, type Result } from '../../../../shared/core/errors.ts';
import { say } from '../../../../shared/core/sentence.ts';
import { diskErrorReason } from '../../../lib/diskReason.ts';
import type { Environment } from '../../../lib/environment.ts';
import { readGitFile } from '../../../tools/paths/gitFile.ts';
import type { Git, GitAnswer, GitOptions } from '../repository/git.ts';
import { type ConfigEntry, gitFailure, lastValue, type Repository } from '../repository/repository.ts';

export interface CleanRepository {
  folder: string;
  /** The other repository's object folder. */
  objects: string;
  run(args: readonly string[], options?: Omit<GitOptions, 'cwd' | 'config' | 'detached'>): Promise<Result<GitAnswer>>;
}

/** The list of commits whose parents a shallow clone lacks. */
const maxShallow = 16 * 1024 * 1024;
const nothing = process.platform === 'win32' ? 'NUL' : '/dev/null';
/** The user's, but not run by the app: hooks, monitors and maintenance are for repositories that they work in. */
const overrides: readonly (readonly [string, string])[] = [
  ['core.hooksPath', nothing],
  ['core.fsmonitor', 'false'],
  ['core.alternateRefsCommand', ''],
  ['gc.auto', '0'],
  ['maintenance.auto', 'false'],
  ['color.ui', 'false'],
  ['fetch.recurseSubmodules', 'false'],
  ['fetch.writeCommitGraph', 'false'],
  ['fetch.prune', 'false'],
  ['fetch.pruneTags', 'false'],
  ['push.gpgSign', 'false'],
  ['push.followTags', 'false'],
  ['push.recurseSubmodules', 'no'],
  ['credential.interactive', 'false'],
  ['protocol.ext.allow', 'never'],
];

/** Where the user's shell would find its keys and settings; git's own variables are otherwise withheld. */
const passedOn = ['GIT_SSH', 'GIT_SSH_COMMAND', 'GIT_SSH_VARIANT', 'GIT_SSL_CAINFO', 'GIT_SSL_CAPATH', 'SSH_AUTH_SOCK'];

export async function withCleanRepository<T>(
  { git, environment }: { git: Git; environment: Environment },
  from: Repository,
  work: (clean: CleanRepository) => Promise<Result<T>>,
): Promise<Result<T>> {
  const folder = await mkdtemp(join(tmpdir(), 'throughline-git-')).catch((thrown: unknown) => thrown);
  if (typeof folder !== 'string')
    return fail('GIT_FAILED', say`The connection could not be prepared: ${diskErrorReason(folder)}.`);
  const clean: CleanRepository = {
    folder,
    objects: '',
    run: (args, options = {}) =>
      git(args, {
        ...options,
        cwd: folder,
        config: [...usersOwn(from.config), ...overrides],
        detached: true,
        env: { ...networkEnvironment(environment), ...options.env },
      }),
  };
  try {
    const prepared = await prepare(clean, from);
    return prepared.ok ? await work({ ...clean, objects: prepared.value }) : prepared;
  } finally {
    await rm(folder, { recursive: true, force: true }).catch(() => {});
  }
}

/** Scope by scope as git reported them in the other repository: conditional includes apply as they do there. */
function usersOwn(config: readonly ConfigEntry[]): [string, string][] {
  return config
    .filter(({ scope, key }) => (scope === 'system' || scope === 'global') && !/^include(?:if)?\./.test(key))
    .filter(
      ({ key }) => !/^(?:core\.(?:worktree|bare|repositoryformatversion)|extensions\.|alias\.|safe\.|hook\.)/.test(key),
    )
    .map(({ key, value }) => [key, value]);
}

function networkEnvironment(environment: Environment): Record<string, string> {
  const variables = passedOn.flatMap((name) => (environment[name] === undefined ? [] : [[name, environment[name]]]));
  return {
    ...Object.fromEntries(variables),
    GIT_CONFIG_GLOBAL: nothing,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_ALLOW_PROTOCOL: 'https:http:ssh:file',
    // Nobody could answer: every prompt must fail instead of waiting.
    SSH_ASKPASS: 'false',
    SSH_ASKPASS_REQUIRE: 'force',
    GCM_INTERACTIVE: 'never',
  };
}

/** Returns the other repository's object folder. */
async function prepare(clean: CleanRepository, from: Repository): Promise<Result<string>> {
  const format = lastValue(from.config, 'extensions.objectformat') === 'sha256' ? 'sha256' : 'sha1';
  const paths = await from.text([
    'rev-parse',
    '--path-format=absolute',
    '--git-path',
    'objects',
    '--git-path',
    'shallow',
  ]);
  if (!paths.ok) return paths;
  const [objects = '', shallow = ''] = paths.value.split('\n');
  const made = await clean.run(['init', '--quiet', '--bare', '--template=', `--object-format=${format}`, '.']);
  if (!made.ok) return made;
  if (made.value.code !== 0) return gitFailure(made.value.err);
  try {
    const info = join(clean.folder, 'objects', 'info');
    await mkdir(info, { recursive: true });
    await writeFile(join(info, 'alternates'), `${objects}\n`);
    const boundary = await readGitFile(dirname(shallow), [basename(shallow)], maxShallow).catch(() => null);
    if (boundary) await writeFile(join(clean.folder, 'shallow'), boundary);
    return ok(objects);
  } catch (thrown) {
    return fail('GIT_FAILED', say`The connection could not be prepared: ${diskErrorReason(thrown)}.`);
  }
}
