// Brings the addresses of one remote, whether for SSH, HTTPS or scp, to one notation. Pure.

import { domainToASCII } from 'node:url';

/** Hosts that ignore the case of a path. */
const caseless = ['github.com', 'gitlab.com', 'bitbucket.org', 'codeberg.org', 'dev.azure.com'];
const defaultPorts: Readonly<Record<string, string>> = { ssh: '22', http: '80', https: '443', git: '9418' };
/** Other names of a host, such as those for SSH through port 443. */
const aliases: Readonly<Record<string, string>> = {
  'ssh.github.com:443': 'github.com',
  'altssh.gitlab.com:443': 'gitlab.com',
  'altssh.bitbucket.org:443': 'bitbucket.org',
  'ssh.dev.azure.com': 'dev.azure.com',
};

/** Null for a folder on this machine, and for transports that name no host. */
export function normalizeRemote(address: string): string | null {
  const parts = urlParts(address.trim()) ?? scpParts(address.trim());
  if (!parts) return null;
  const host = aliases[parts.host] ?? parts.host;
  const path = decoded(parts.path)
    .replace(/^\/+|\/+$/g, '')
    .replace(/\.git$/i, '')
    .replace(/\/+$/, '');
  if (host === '' || path === '') return null;
  const named = host === 'dev.azure.com' ? path.replace(/^v3\//, '').replace('/_git/', '/') : path;
  return `${host}/${caseless.includes(host) ? named.toLowerCase() : named}`;
}

interface RemoteParts {
  /** Lower case, with a port that is not the default. */
  host: string;
  path: string;
}

function urlParts(address: string): RemoteParts | null {
  const match =
    /^(?:git\+)?(ssh|https?|git)(?:\+git)?:\/\/(?:[^/@]*@)?(\[[^\]]+\]|[^/:?#]+)(?::(\d*))?(\/[^?#]*)/i.exec(address);
  if (!match) return null;
  const [, scheme = '', host = '', port = '', path = ''] = match;
  const isDefault = port === '' || port === defaultPorts[scheme.toLowerCase()];
  return { host: `${asciiHost(host)}${isDefault ? '' : `:${port}`}`, path };
}

/** `user@host:path`, which has no port. A single letter is a drive of Windows. */
function scpParts(address: string): RemoteParts | null {
  if (/^[a-z][\w+.-]*:(?::|\/\/)/i.test(address)) return null;
  const match = /^(?:[^@/:]*@)?(\[[^\]]+\]|[^@/:]{2,}):(?!\/\/)(.+)$/.exec(address);
  return match ? { host: asciiHost(match[1] ?? ''), path: match[2] ?? '' } : null;
}

/** A host with other letters has an ASCII name, too. */
function asciiHost(host: string): string {
  const name = host.startsWith('[') ? host : domainToASCII(host);
  return name.toLowerCase().replace(/\.$/, '');
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
