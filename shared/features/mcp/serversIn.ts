// Finds MCP servers in pasted text: a whole configuration, part of one, or a single entry; tolerates comments, extra
// commas and a surrounding code fence. For the window and the terminal.

import { isJsonObject } from '../../core/json.ts';
import { withoutComments } from './jsonComments.ts';

export interface PastedServer {
  /** Null if the text has none. */
  name: string | null;
  entry: Record<string, unknown>;
}

/** Why there are none: invalid JSON, no server, or too long. */
type NoServers = { ok: false; kind: 'json'; reason: string } | { ok: false; kind: 'none' | 'many' };

/** Keys under which clients list their servers. */
const keys = ['mcpServers', 'servers', 'mcp', 'context_servers'];
const max = 256 * 1024;
export const maxServers = 100;

/** Returns whether it is meant as JSON rather than a command line. */
export function looksLikeJson(text: string): boolean {
  return /^(?:\s|```\w*|\/\/[^\n]*\n|\/\*[\s\S]{0,2000}?\*\/)*[{"]/.test(text.slice(0, 4000));
}

export function parseMcpServers(text: string): { ok: true; servers: PastedServer[] } | NoServers {
  const clean = withoutComments(cleanPastedText(text)).trim().replace(/,$/, '');
  // A part copied without its outer braces.
  const whole = clean.startsWith('"') ? `{${clean}}` : clean;
  let value: unknown;
  try {
    value = JSON.parse(whole);
  } catch (thrown) {
    return { ok: false, kind: 'json', reason: thrown instanceof Error ? thrown.message : '' };
  }
  const servers = isJsonObject(value) ? serversIn(value) : [];
  if (servers.length > maxServers) return { ok: false, kind: 'many' };
  return servers.length === 0 ? { ok: false, kind: 'none' } : { ok: true, servers };
}

/** Strips a surrounding code fence and cuts to the maximum length. */
export function cleanPastedText(text: string): string {
  const cut = text.slice(0, max);
  return (/^\s*```[^\n]*\n([\s\S]*?)\n?\s*```\s*$/.exec(cut)?.[1] ?? cut).trim();
}

/** `isKeyed`: under a key for servers, where an invalid entry is reported. Any other object is unrelated data. */
function serversIn(value: Record<string, unknown>, isKeyed = false): PastedServer[] {
  if (isEntry(value)) return [{ name: null, entry: value }];
  for (const key of keys) {
    const inner = value[key];
    if (Object.hasOwn(value, key) && isJsonObject(inner) && !isEntry(inner)) return serversIn(inner, true);
  }
  const named = Object.entries(value).map(([name, entry]) =>
    isJsonObject(entry) && (isKeyed || isEntry(entry)) ? { name, entry } : null,
  );
  return named.every((server) => server !== null) ? named : [];
}

function isEntry({ command, url, serverUrl }: Record<string, unknown>): boolean {
  return [command, url, serverUrl].some((text) => typeof text === 'string');
}
