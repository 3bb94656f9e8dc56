// The remotes that a repository names. An address is data of the repository: only forms that start no helper are used.

import { homedir } from 'node:os';
import { isAbsolute, resolve } from 'node:path';
import { fail, ok, type Result } from '../../../../shared/core/errors.ts';
import { say } from '../../../../shared/core/sentence.ts';
import type { ConfigEntry } from '../repository/repository.ts';

export interface Remote {
  name: string;
  /** As configured; may contain a password. */
  address: string;
  /** For display: without it. */
  shown: string;
  /** Where a fetch goes; may contain a password. */
  fetchAddress: string;
  /** The branches that a fetch updates in the default place; `all`, or those of a clone of single branches. */
  branches: 'all' | readonly string[];
  /** The tags that a fetch brings; null: those of the fetched commits. */
  tags: 'all' | 'none' | null;
}

interface RemoteSettings extends Pick<Remote, 'tags'> {
  url?: string;
  pushUrl?: string;
  all?: boolean;
  branches: string[];
}

const tagOptions: Record<string, Remote['tags']> = { '--no-tags': 'none', '--tags': 'all' };

/** By name, in the order of the configuration. */
export function remotesOf(config: readonly ConfigEntry[]): Remote[] {
  const remotes = new Map<string, RemoteSettings>();
  for (const { key, value } of config) {
    const [, name, field] = /^remote\.(.+)\.(url|pushurl|fetch|tagopt)$/s.exec(key) ?? [];
    if (name === undefined || !isPlainName(name)) continue;
    const remote = remotes.get(name) ?? { branches: [], tags: null };
    remotes.set(name, remote);
    // The first address counts; a push to several is not offered.
    if (field === 'url') remote.url ??= value;
    if (field === 'pushurl') remote.pushUrl ??= value;
    if (field === 'tagopt') remote.tags = tagOptions[value] ?? null;
    if (field !== 'fetch') continue;
    if (value === `+refs/heads/*:refs/remotes/${name}/*`) remote.all = true;
    const [, branch = '', target] = /^\+refs\/heads\/([^*:]+):(.+)$/.exec(value) ?? [];
    if (branch !== '' && target === `refs/remotes/${name}/${branch}`) remote.branches.push(branch);
  }
  return [...remotes].flatMap(([name, { url, pushUrl, all, branches, tags }]) => {
    const [address, fetchAddress] = [pushUrl ?? url, url ?? pushUrl];
    return address === undefined || fetchAddress === undefined
      ? []
      : [{ name, address, fetchAddress, shown: withoutPassword(address), branches: all ? 'all' : branches, tags }];
  });
}

function isPlainName(name: string): boolean {
  return /^[\w][\w./-]*$/.test(name) && !name.includes('..') && name.length <= 250;
}

/** The remote that `git push` would choose; null: there is none. */
export function pushTarget(config: readonly ConfigEntry[], branch: string | null): string | null {
  const remotes = remotesOf(config);
  const named = [
    config.findLast(({ key }) => branch !== null && key === `branch.${branch}.pushremote`)?.value,
    config.findLast(({ key }) => key === 'remote.pushdefault')?.value,
    config.findLast(({ key }) => branch !== null && key === `branch.${branch}.remote`)?.value,
    'origin',
  ];
  const fitting = named.find((name) => remotes.some((remote) => remote.name === name));
  return fitting ?? remotes[0]?.name ?? null;
}

/** The host stays: what follows `?`, `#` or a backslash is not part of the sign-in, whatever `@` it has. */
export function withoutPassword(address: string): string {
  return address.replace(/^([\w+.-]+:\/\/)[^/?#\\\s]*@/, (all, scheme: string) =>
    /^ssh/i.test(scheme) ? all.replace(/(:\/\/[^:]*):.*@$/, '$1@') : scheme,
  );
}

/** Masks addresses with passwords wherever git repeats them. */
export function withoutPasswords(text: string): string {
  return text.replace(/(https?:\/\/)[^/?#\\\s]+@|([\w+.-]+:\/\/)[^/?#\\\s@]+:[^/?#\\\s]+@/gi, '$1$2');
}

/**
 * The host, with its port, and the path of an http or ssh address. Null: programs may disagree about its host. curl ends
 * it at `?` or `#`, browsers at a backslash, and git decodes ssh addresses and looks for brackets before it does.
 */
export function placeOf(address: string): { host: string; path: string } | null {
  const [, host, path = ''] =
    /^(?:https?:\/\/(?:[^/?#\\\s@]*@)?|ssh:\/\/(?:[^/?#\\\s%[\]]*@)?)((?:\[[\w.:-]+\]|[^/?#\\\s@%:[\]]+)(?::\d*)?)(?:\/([^?#\\\s]*))?$/i.exec(
      address,
    ) ?? [];
  return host === undefined ? null : { host, path };
}

/**
 * The address as git may receive it. `helper::address` and unknown schemes would run a program of that name; what
 * begins with a dash would be an option.
 */
export function safeAddress(address: string, root: string): Result<string> {
  const refused = fail(
    'NOT_SUPPORTED',
    say`Throughline does not contact this address: ${withoutPassword(address).slice(0, 300)}. It uses https, ssh and local folders.`,
  );
  if (address === '' || address.startsWith('-') || /\p{Cc}/u.test(address)) return refused;
  if (/^\w[\w+.-]*::/.test(address)) return refused;
  if (/^(?:https?|ssh|file):\/\/(?:[^/]*@)?-/i.test(address)) return refused;
  if (/^(?:https?|ssh):\/\//i.test(address)) return placeOf(address) === null ? refused : ok(address);
  if (/^file:\/\//i.test(address)) return ok(address);
  if (/^[\w+.-]*:\/\//.test(address)) return refused;
  if (isAbsolute(address)) return ok(address);
  if (address.startsWith('~/')) return ok(resolve(homedir(), address.slice(2)));
  // As git: a colon before the first slash is a host.
  if (/^[^/]*:/.test(address)) return /^(?:[\w.+~-]+@)?[\w[][\w.:[\]-]*:/.test(address) ? ok(address) : refused;
  return ok(resolve(root, address));
}

/** The other side then is a program on this machine. */
export function isLocalAddress(address: string): boolean {
  return /^(?:\/|file:|[a-z]:[\\/])/i.test(address);
}
