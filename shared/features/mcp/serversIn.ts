// Servers in a text that somebody copies from a page: a whole configuration, what stands under its key, or one entry; with
// comments, commas too many, or the marks of a block of code around it. For the window and for the terminal. Pure.

import { isJsonObject } from '../../core/json.ts';
import { withoutComments } from './jsonComments.ts';

export interface PastedServer {
  /** Null where the text has none. */
  name: string | null;
  entry: Record<string, unknown>;
}

/** Why it has none: it is no sound JSON, there is no server in it, or more than anybody reads. */
type NoServers = { ok: false; kind: 'json'; reason: string } | { ok: false; kind: 'none' | 'many' };

/** Under which keys clients keep their servers. */
const keys = ['mcpServers', 'servers', 'mcp', 'context_servers'];
const most = 256 * 1024;
export const maxServers = 100;

/** Whether it is meant as JSON, so that it is no command line. */
export function looksLikeJson(text: string): boolean {
  return /^(?:\s|```\w*|\/\/[^\n]*\n|\/\*[\s\S]{0,2000}?\*\/)*[{"]/.test(text.slice(0, 4000));
}

export function mcpServersIn(text: string): { ok: true; servers: PastedServer[] } | NoServers {
  const clean = withoutComments(pastedText(text)).trim().replace(/,$/, '');
  // A part that was copied without the braces around it.
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

/** Without the marks of a block of code around it, and no more than is looked at. */
export function pastedText(text: string): string {
  const cut = text.slice(0, most);
  return (/^\s*```[^\n]*\n([\s\S]*?)\n?\s*```\s*$/.exec(cut)?.[1] ?? cut).trim();
}

/** `isKeyed`: it stands under a key of servers, where one that is wrong is said to be. Any other object is somebody's data. */
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
