// Generates the name under which the model calls a server's tool: `mcp__server__tool`, in characters and length that
// every provider accepts. Depends only on the two names, so that it is stable, and is unique: modified or ambiguous
// names end with a hash of both. Providers: ^[a-zA-Z0-9_-]{1,64}$. Servers: 1 to 128 characters, including dots, by the
// protocol; in practice anything.

import { createHash } from 'node:crypto';

const maxNameLength = 64;
const hashLength = 10;
const plainServer = /^(?!.*__)[a-zA-Z0-9-](?:[a-zA-Z0-9_-]*[a-zA-Z0-9-])?$/;
const plainTool = /^[a-zA-Z0-9_-]+$/;
const looksHashed = new RegExp(`_[0-9a-f]{${hashLength}}$`);

export function callName(server: string, tool: string): string {
  const plainName = `mcp__${server}__${tool}`;
  if (plainServer.test(server) && plainTool.test(tool) && plainName.length <= maxNameLength && !looksHashed.test(tool))
    return plainName;
  const hash = createHash('sha256')
    .update(JSON.stringify([server, tool]))
    .digest('hex')
    .slice(0, hashLength);
  const maxPrefix = maxNameLength - 'mcp__'.length - '__'.length - '_'.length - hashLength;
  const shownServer = readable(server, 'server').slice(0, Math.max(16, maxPrefix - readable(tool, 'tool').length));
  const shownTool = readable(tool, 'tool').slice(0, maxPrefix - shownServer.length);
  return `mcp__${shownServer}__${shownTool}_${hash}`;
}

/** Whether the name belongs to a server's tool. */
export function isCallName(name: string): boolean {
  return name.length <= maxNameLength && /^mcp__[a-zA-Z0-9_-]+$/.test(name);
}

function readable(name: string, instead: string): string {
  const characters = name.replaceAll(/[^a-zA-Z0-9-]+/g, '_').replaceAll(/^_+|_+$/g, '');
  return characters === '' ? instead : characters;
}
