// Parses pasted servers (JSON, a command line, or an address) and formats each for display before it is added. Pure.

import {
  cleanPastedText,
  looksLikeJson,
  maxServers,
  type PastedServer,
  parseMcpServers,
} from '../../../shared/features/mcp/serversIn.ts';
import { splitFields } from './commandLine.ts';
import { emptyFields } from './entryFields.ts';
import { mcpWords } from './words.ts';

const words = mcpWords.form.errors;

export type PasteResult = { ok: true; servers: PastedServer[] } | { ok: false; reason: string };

export function parsePastedServers(text: string): PasteResult {
  const plain = cleanPastedText(text);
  if (!looksLikeJson(plain)) return readLine(plain);
  const parsed = parseMcpServers(plain);
  if (parsed.ok) return parsed;
  if (parsed.kind === 'json') return { ok: false, reason: words.json(parsed.reason) };
  return { ok: false, reason: parsed.kind === 'many' ? words.tooMany(maxServers) : words.jsonObject };
}

function readLine(line: string): PasteResult {
  if (/^https?:\/\/\S+$/i.test(line))
    return { ok: true, servers: [{ name: null, entry: { type: 'http', url: line } }] };
  const { command, args } = splitFields({ ...emptyFields, command: line.replace(/^\$ /, '') });
  if (args === '') return { ok: false, reason: words.jsonObject };
  return { ok: true, servers: [{ name: null, entry: { command, args: args.split('\n') } }] };
}

/** The command it would start or the address it would contact, on one line. */
export function pastedTarget({ command, args, url, serverUrl }: Record<string, unknown>): string {
  if (typeof command !== 'string') return String(url ?? serverUrl ?? '');
  const rest = Array.isArray(args)
    ? args.map((arg) => (/^[\w@%+=:,./\\-]+$/.test(String(arg)) ? arg : JSON.stringify(arg)))
    : [];
  return [command, ...rest].join(' ');
}

/** The remaining parts that the approval covers, verbatim: environment, headers, working folder. */
export function pastedDetails({
  command: _c,
  args: _a,
  url: _u,
  serverUrl: _s,
  ...rest
}: Record<string, unknown>): string[] {
  return Object.entries(rest).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
}
