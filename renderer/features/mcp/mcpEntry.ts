// Converts an entry under `mcpServers` to form fields and back, keeping properties without a field. Secrets are never
// in the entry: it names them, and their values are sent separately. Pure.

import type { AppError } from '../../../shared/core/errors.ts';
import { isCommandLine } from './commandLine.ts';
import { type EntryFields, emptyFields, type PairRow } from './entryFields.ts';
import { mcpWords } from './words.ts';

const words = mcpWords.form.errors;

/** The host's placeholder for a secret in a file; saving it keeps the old value. */
const hiddenValue = '[hidden]';
const maxTimeout = 3600;

/** The protocol authors' example server; needs only Node.js. */
export const exampleName = 'everything';
export const exampleFields: EntryFields = {
  ...emptyFields,
  command: 'npx',
  args: '-y\n@modelcontextprotocol/server-everything',
};

function pairs(value: unknown): PairRow[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  return Object.entries(value).map(([name, text], id): PairRow => {
    const valueText = String(text);
    const secret = valueText === hiddenValue || /\$\{keychain:[^{}]*\}/.test(valueText);
    return secret ? { id, name, value: '', secret, kept: valueText } : { id, name, value: valueText, secret };
  });
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

export function fieldsOf(entry: Record<string, unknown>): EntryFields {
  const { command, args, cwd, env, url, serverUrl, headers, timeout, sandbox, ...other } = entry;
  const address = text(url) || text(serverUrl);
  return {
    kind: address !== '' && typeof command !== 'string' ? 'address' : 'command',
    command: text(command),
    args: Array.isArray(args) ? args.map(String).join('\n') : '',
    cwd: text(cwd),
    env: pairs(env),
    ...sandboxFields(sandbox),
    url: address,
    headers: pairs(headers),
    timeout: typeof timeout === 'number' ? String(timeout) : '',
    other,
  };
}

function sandboxFields(value: unknown): Pick<EntryFields, 'sandbox' | 'hosts' | 'paths'> {
  const { hosts, paths } = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
  const lines = (list: unknown): string => (Array.isArray(list) ? list.map(String).join('\n') : '');
  return { sandbox: value === true || typeof value === 'object', hosts: lines(hosts), paths: lines(paths) };
}

function sandboxEntry({ sandbox, hosts, paths }: EntryFields): object {
  if (!sandbox) return {};
  const listed = (lines: string): string[] =>
    lines
      .split(/\r?\n/)
      .map((line) => line.trim())
      .filter(Boolean);
  const lists = { hosts: listed(hosts), paths: listed(paths) };
  return { sandbox: lists.hosts.length + lists.paths.length === 0 ? true : lists };
}

/** False if the fields cannot represent the entry, such as an argument with several lines; it is then shown as JSON. */
export function fitsForm({ args = [] }: Record<string, unknown>): boolean {
  if (!Array.isArray(args) || args.at(-1) === '') return false;
  return args.every((arg) => !/[\r\n]/.test(String(arg)));
}

export interface Entry {
  /** JSON. */
  configuration: string;
  /** By name in the keychain. */
  secrets: Record<string, string>;
}

/** The entry for the fields, even if some are still invalid. */
export function entryOf(fields: EntryFields): Entry {
  const secrets: Record<string, string> = {};
  const values = (rows: readonly PairRow[]): Record<string, string> =>
    Object.fromEntries(
      rows.filter(({ name }) => name.trim() !== '').map((row) => [row.name.trim(), rowValue(row, secrets)]),
    );
  const args = fields.args.split(/\r?\n/);
  while (args.at(-1) === '') args.pop();
  // A contradicting type would override the fields.
  const { type, ...other } = fields.other;
  const kind =
    fields.kind === 'command'
      ? {
          command: fields.command.trim(),
          ...(args.length > 0 ? { args } : {}),
          ...(fields.cwd.trim() === '' ? {} : { cwd: fields.cwd.trim() }),
          ...(fields.env.length > 0 ? { env: values(fields.env) } : {}),
          ...sandboxEntry(fields),
        }
      : {
          type: type === 'sse' ? 'sse' : 'http',
          url: fields.url.trim(),
          ...(fields.headers.length > 0 ? { headers: values(fields.headers) } : {}),
        };
  const timeout = fields.timeout.trim() === '' ? {} : { timeout: Number(fields.timeout) };
  return { configuration: JSON.stringify({ ...kind, ...timeout, ...other }, null, 2), secrets };
}

function rowValue(row: PairRow, secrets: Record<string, string>): string {
  if (!row.secret) return row.value;
  if (row.value === '' && row.kept !== undefined) return row.kept;
  const name = row.name
    .trim()
    .replaceAll(/[^\w.-]/g, '_')
    .slice(0, 100);
  secrets[name] = row.value;
  return `\${keychain:${name}}`;
}

export type FieldErrors = Partial<
  Record<
    'name' | 'command' | 'args' | 'cwd' | 'env' | 'url' | 'headers' | 'timeout' | 'sandbox' | 'json' | 'other',
    string
  >
>;

export function nameError(name: string, taken: readonly string[]): string | null {
  const plain = name.trim();
  if (plain === '' || plain.length > 100 || /[\p{C}\p{Zl}\p{Zp}]/u.test(plain)) return words.name;
  return taken.includes(plain) ? words.taken : null;
}

export function fieldErrors(fields: EntryFields): FieldErrors {
  const errors: FieldErrors = {};
  if (fields.kind === 'command') {
    if (fields.command.trim() === '') errors.command = words.command;
    else if (isCommandLine(fields.command)) errors.command = words.commandLine;
    if (!rowsAreNamed(fields.env)) errors.env = words.rowName;
  } else {
    if (!/^(?:https?:\/\/[^\s/]+|\$\{)/i.test(fields.url.trim())) errors.url = words.url;
    if (!rowsAreNamed(fields.headers)) errors.headers = words.rowName;
  }
  const timeout = fields.timeout.trim();
  if (timeout !== '' && !(Number(timeout) >= 1 && Number(timeout) <= maxTimeout)) errors.timeout = words.timeout;
  return errors;
}

function rowsAreNamed(rows: readonly PairRow[]): boolean {
  const names = rows.map(({ name }) => name.trim());
  return names.every((name) => name !== '') && new Set(names).size === names.length;
}

/** Parses an entry written as JSON, or returns why it is invalid. The host validates its contents. */
export function readEntry(json: string): { ok: true; entry: Record<string, unknown> } | { ok: false; reason: string } {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (thrown) {
    return { ok: false, reason: words.json(thrown instanceof Error ? thrown.message : '') };
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { ok: false, reason: words.jsonObject };
  if ('mcpServers' in value || 'servers' in value) return { ok: false, reason: words.jsonWrapped };
  return { ok: true, entry: value as Record<string, unknown> };
}

const hostFields = ['command', 'args', 'cwd', 'env', 'url', 'headers', 'timeout', 'sandbox'] as const;

/** Assigns a host error to its field: the sentence begins with the field's name. */
export function hostErrors({ message, details }: AppError): FieldErrors {
  const reason = typeof details?.said === 'string' ? details.said : message;
  const field = hostFields.find((name) => new RegExp(`^${name}(?:[.:]|$)`).test(reason));
  return { [field ?? 'other']: message };
}
