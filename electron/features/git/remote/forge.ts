// Pages of the sites that host repositories, computed from a remote's address.

import { placeOf } from './remotes.ts';

type ForgeKind = 'github' | 'gitlab' | 'bitbucket' | 'gitea';

export interface Forge {
  kind: ForgeKind;
  /** With port. */
  host: string;
  /** `owner/name`, with groups. */
  repository: string;
}

/** Null: not a site that is known. */
export function forgeOf(address: string): Forge | null {
  const [, shortHost = '', shortPath = ''] = /^(?:[\w.+~-]+@)?([\w.-]+):(?!\/\/)(.+)$/.exec(address) ?? [];
  const { host, path } = placeOf(address) ?? { host: shortHost, path: shortPath };
  const isSsh = !/^https?:/i.test(address);
  const name = (isSsh ? host.replace(/:\d+$/, '') : host).toLowerCase();
  const repository = path.replace(/^\/+|\/+$/g, '').replace(/\.git$/i, '');
  if (!/^[a-z\d][a-z\d.-]*(?::\d+)?$/.test(name) || !/^[\w.~-]+(?:\/[\w.~-]+)+$/.test(repository)) return null;
  const kind = kindOf(name === 'ssh.github.com' ? 'github.com' : name);
  return kind === null ? null : { kind, host: name.replace(/^ssh\.github\.com$/, 'github.com'), repository };
}

function kindOf(host: string): ForgeKind | null {
  if (/(?:^|\.)github\./.test(host)) return 'github';
  if (/(?:^|\.)gitlab\./.test(host)) return 'gitlab';
  if (host === 'bitbucket.org') return 'bitbucket';
  return /(?:^|\.)(?:gitea|forgejo)\.|^codeberg\.org$/.test(host) ? 'gitea' : null;
}

/** The form that opens a pull request. */
export function pullRequestPage(
  { kind, host, repository }: Forge,
  how: { base: string; branch: string; title: string; body: string },
): string {
  const site = `https://${host}/${repository}`;
  const ref = (name: string): string => name.split('/').map(encodeURIComponent).join('/');
  const query = (fields: Record<string, string>): string => new URLSearchParams(fields).toString();
  // Longer addresses are refused by servers.
  const body = how.body.slice(0, 4000).toWellFormed();
  if (kind === 'gitlab') {
    return `${site}/-/merge_requests/new?${query({
      'merge_request[source_branch]': how.branch,
      'merge_request[target_branch]': how.base,
      'merge_request[title]': how.title,
      'merge_request[description]': body,
    })}`;
  }
  if (kind === 'bitbucket')
    return `${site}/pull-requests/new?${query({ source: how.branch, dest: how.base, title: how.title })}`;
  const compare = `${site}/compare/${ref(how.base)}...${ref(how.branch)}`;
  return kind === 'gitea' ? compare : `${compare}?${query({ expand: '1', title: how.title, body })}`;
}
