// Reads a package from a Git repository: one commit is fetched into an empty repository, and its files are read as objects.
// Nothing is checked out, so no hook, filter, submodule or attribute applies.

import { mkdir } from 'node:fs/promises';
import { fail, ok, type Result } from '../../../../shared/core/errors.ts';
import { say } from '../../../../shared/core/sentence.ts';
import type { PluginSource } from '../../../../shared/features/plugins/plugin.ts';
import type { Environment } from '../../../lib/environment.ts';
import { isLocalAddress } from '../../git/remote/remotes.ts';
import { createGit, type Git, type GitOptions } from '../../git/repository/git.ts';
import { gitFailure } from '../../git/repository/repository.ts';
import { isLeftOut, type PackageLimits } from '../package/entryPath.ts';
import { onceChunk, type PackageWriter, packedTooLarge, refused, tooLarge } from '../package/packageWriter.ts';
import { notAFile } from '../package/unpackZip.ts';
import { type DownloadGuards, notFetched, notPublic } from './download.ts';
import { watchSize } from './watchSize.ts';

type GitSource = Extract<PluginSource, { type: 'git' }>;

const fetchMs = 180_000;
/** The line before an object in a batch: its name, type and size. */
const maxHeader = 120;
const nothing = process.platform === 'win32' ? 'NUL' : '/dev/null';
const settings: readonly (readonly [string, string])[] = [
  ['core.hooksPath', nothing],
  ['core.fsmonitor', 'false'],
  ['core.alternateRefsCommand', ''],
  ['core.quotePath', 'false'],
  ['credential.helper', ''],
  ['credential.interactive', 'false'],
  ['fetch.recurseSubmodules', 'false'],
  ['fetch.fsckObjects', 'true'],
  // As one pack, however small: its size is that of what was fetched.
  ['fetch.unpackLimit', '1'],
  ['gc.auto', '0'],
  ['maintenance.auto', 'false'],
  ['color.ui', 'false'],
  ['http.followRedirects', 'false'],
  ['http.proxy', ''],
  ['protocol.ext.allow', 'never'],
];

/** Returns the commit. `folder` must not exist yet. */
export async function readGitPackage(
  source: GitSource,
  folder: string,
  writer: PackageWriter,
  { environment, limits, guards, signal }: GitPackageOptions,
): Promise<Result<string>> {
  const git = createGit(environment);
  await mkdir(folder, { mode: 0o700 });
  const pinned = await pinnedAddress(source.address, guards);
  if (!pinned.ok) return pinned;
  const options: GitOptions = {
    cwd: folder,
    config: [...settings, ...pinned.value.settings],
    detached: true,
    signal,
    timeoutMs: fetchMs,
    env: networkEnvironment(environment, source.address),
  };
  const steps = [
    ['init', '--quiet', '--bare', '--template=', '.'],
    [
      'fetch',
      '--quiet',
      '--depth=1',
      '--no-tags',
      '--no-recurse-submodules',
      '--',
      pinned.value.address,
      source.ref || 'HEAD',
    ],
  ];
  const size = watchSize(folder, limits.packedBytes);
  const fetchOptions = { ...options, signal: AbortSignal.any([signal, size.exceeded]) };
  try {
    for (const step of steps) {
      const answer = await git(step, fetchOptions);
      if (await size.isExceeded()) return refused(packedTooLarge(limits));
      if (!answer.ok) return answer;
      if (answer.value.code !== 0) return gitFailure(answer.value.err);
    }
  } finally {
    size.stop();
  }
  const commit = await git(['rev-parse', '--verify', 'FETCH_HEAD^{commit}'], options);
  if (!commit.ok) return commit;
  if (commit.value.code !== 0) return gitFailure(commit.value.err);
  const id = commit.value.out.toString().trim();
  const written = await writeTree(
    git,
    { ...options, env: { GIT_ALLOW_PROTOCOL: 'none' } },
    id,
    source.path,
    writer,
    limits,
  );
  return written.ok ? ok(id) : written;
}

interface GitPackageOptions {
  environment: Environment;
  limits: PackageLimits;
  guards: DownloadGuards;
  signal: AbortSignal;
}

interface PinnedAddress {
  address: string;
  settings: [string, string][];
}

/** Git looks names up itself, so it gets the addresses that were checked, and the name as it was checked. */
async function pinnedAddress(address: string, guards: DownloadGuards): Promise<Result<PinnedAddress>> {
  const url = /^https:/i.test(address) ? URL.parse(address) : null;
  if (url === null) return ok({ address, settings: [] });
  // It would be stored.
  if (url.username !== '' || url.password !== '') return notFetched;
  // curl drops the last dot before it compares names.
  url.hostname = url.hostname.replace(/\.$/, '');
  const refusedHost = fail('ADDRESS_REFUSED', notPublic(url.hostname));
  if (guards.whyNotName(url.hostname) !== null) return refusedHost;
  try {
    const addresses = await guards.lookup(url.hostname.replace(/^\[|\]$/g, ''));
    if (addresses.some((each) => guards.whyNotAddress(each.address) !== null)) return refusedHost;
    const list = addresses.map(({ address, family }) => (family === 6 ? `[${address}]` : address)).join(',');
    const resolve = `${url.hostname}:${url.port || 443}:${list}`;
    return ok({ address: url.href, settings: [['http.curloptResolve', resolve]] });
  } catch {
    return fail('PLUGIN_FAILED', say`${url.hostname} could not be found.`);
  }
}

/** A repository over https is public: no sign-in of the user's is sent. With ssh, it is theirs. */
function networkEnvironment(environment: Environment, address: string): Record<string, string> {
  const isHttps = /^https:/i.test(address);
  const isLocal = isLocalAddress(address);
  const passedOn = isHttps || isLocal ? [] : ['GIT_SSH', 'GIT_SSH_COMMAND', 'GIT_SSH_VARIANT', 'SSH_AUTH_SOCK'];
  const variables = passedOn.flatMap((name) => (environment[name] === undefined ? [] : [[name, environment[name]]]));
  return {
    ...Object.fromEntries(variables),
    GIT_CONFIG_GLOBAL: nothing,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_ALLOW_PROTOCOL: isHttps ? 'https' : isLocal ? 'file' : 'ssh',
    SSH_ASKPASS: 'false',
    SSH_ASKPASS_REQUIRE: 'force',
  };
}

interface TreeFile {
  mode: string;
  object: string;
  size: number;
  path: string;
}

async function writeTree(
  git: Git,
  options: GitOptions,
  commit: string,
  inside: string,
  writer: PackageWriter,
  limits: PackageLimits,
): Promise<Result<void>> {
  const listed = await git(
    ['ls-tree', '-r', '-z', '--long', '--full-tree', commit, ...(inside === '' ? [] : ['--', `${inside}/`])],
    options,
  );
  if (!listed.ok) return listed;
  if (listed.value.code !== 0) return gitFailure(listed.value.err);
  if (listed.value.isCut) return refused(say`It has more than ${limits.files} files.`);
  const files = readTree(listed.value.out).filter(({ path }) => !isLeftOut(path));
  let total = 0;
  for (const { mode, size, path } of files) {
    if (mode !== '100644' && mode !== '100755') return refused(notAFile(path));
    total += size;
    if (size > limits.fileBytes || total > limits.totalBytes) return refused(tooLarge(limits));
  }
  const content = await git(['cat-file', '--batch'], {
    ...options,
    input: files.map(({ object }) => `${object}\n`).join(''),
    maxBytes: total + files.length * maxHeader,
  });
  if (!content.ok) return content;
  if (content.value.code !== 0) return gitFailure(content.value.err);
  let at = 0;
  for (const { object, mode, path, size } of files) {
    const end = content.value.out.indexOf(0x0a, at);
    if (content.value.out.subarray(at, end).toString() !== `${object} blob ${size}`)
      return refused(say`The repository is damaged.`);
    const bytes = content.value.out.subarray(end + 1, end + 1 + size);
    const written = await writer.write(path, onceChunk(bytes), mode === '100755');
    if (!written.ok) return written;
    at = end + 1 + size + 1;
  }
  return ok(undefined);
}

function readTree(out: Buffer): TreeFile[] {
  return out
    .toString()
    .split('\0')
    .flatMap((line) => {
      const match = /^(\d+) \w+ ([0-9a-f]+) +(\d+|-)\t(.+)$/s.exec(line);
      return match
        ? [{ mode: match[1] ?? '', object: match[2] ?? '', size: Number(match[3]) || 0, path: match[4] ?? '' }]
        : [];
    });
}
