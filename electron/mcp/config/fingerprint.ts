// What an approval is bound to: everything that decides what is run or spoken to. And how that is shown: whole, with the
// values of secrets hidden.

import { createHash } from 'node:crypto';
import { looksSecret } from '../../tools/commandEnvironment.ts';
import type { ServerConfig } from './serverConfig.ts';
import { isSecretReference, referencesIn } from './variables.ts';

/** Stands where a secret is not shown. In what is saved it means: as it was. */
export const hiddenValue = '[hidden]';

/** `place`: for what a folder says, the folder; a copy elsewhere is another thing. */
export function configurationHash(config: ServerConfig, place: string | null): string {
  const content =
    config.transport === 'stdio'
      ? { command: config.command, args: config.args, env: sorted(config.env), cwd: config.cwd }
      : { url: config.url, headers: sorted(config.headers), sse: config.sse };
  const text = JSON.stringify({ v: 1, transport: config.transport, ...content, place });
  return createHash('sha256').update(text).digest('hex');
}

function sorted(entries: ReadonlyMap<string, string>): [string, string][] {
  return [...entries].toSorted(([a], [b]) => (a < b ? -1 : 1));
}

const secretHeader = /auth|cookie|token|secret|key|password|credential|session/i;

/** Whether a value is hidden where it is shown: by the name it has, or by what it refers to. */
export function isSecretEntry(kind: 'env' | 'headers', name: string, value: string): boolean {
  if (referencesIn(value).some(isSecretReference)) return true;
  return kind === 'env' ? looksSecret(name) : secretHeader.test(name);
}

/** Names that it gets, and which of them hold a secret: its own, and those of the environment that its texts name. */
export function shownVariables(config: ServerConfig): { name: string; secret: boolean }[] {
  const kind = config.transport === 'stdio' ? 'env' : 'headers';
  const own = config.transport === 'stdio' ? config.env : config.headers;
  const shown = new Map<string, boolean>();
  for (const [name, value] of own) shown.set(name, isSecretEntry(kind, name, value));
  for (const reference of referencesIn([...own.values(), ...textsOf(config)].join('\n'))) {
    if (reference.kind === 'folder' || reference.kind === 'unknown') continue;
    shown.set(reference.name, isSecretReference(reference) || shown.get(reference.name) === true);
  }
  return [...shown].map(([name, secret]) => ({ name, secret }));
}

function textsOf(config: ServerConfig): string[] {
  return config.transport === 'stdio' ? [config.command, ...config.args, config.cwd ?? ''] : [config.url];
}

/** The command line or the address, whole and as it is written. Secrets stand in it as their names. */
export function shownCommand(config: ServerConfig): string {
  return config.transport === 'http'
    ? hidePassword(config.url)
    : [config.command, ...config.args].map(quoted).join(' ');
}

function hidePassword(url: string): string {
  return url.replace(/^([a-z]+:\/\/[^/?#@:]*:)[^/?#@]*@/i, `$1${hiddenValue}@`);
}

/** So that the words can be told apart, and no character hides. */
function quoted(word: string): string {
  if (/^[\w@%+=:,./\\${}-]+$/.test(word)) return word;
  return JSON.stringify(word).replaceAll(
    /[\p{Cf}\p{Co}\p{Zl}\p{Zp}\u00a0\u115f\u1160\u3164]/gu,
    (sign) => `\\u{${sign.codePointAt(0)?.toString(16)}}`,
  );
}

/** The entry as JSON. A secret that stands in the file in clear is hidden. */
export function shownConfiguration(raw: unknown): string {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return JSON.stringify(raw, null, 2) ?? '';
  const entries = Object.entries(raw).map(([name, value]): [string, unknown] => {
    if (name === 'env' || name === 'headers') return [name, hiddenIn(name, value)];
    return name === 'url' && typeof value === 'string' ? [name, hidePassword(value)] : [name, value];
  });
  return JSON.stringify(Object.fromEntries(entries), null, 2);
}

function hiddenIn(kind: 'env' | 'headers', values: unknown): unknown {
  if (typeof values !== 'object' || values === null || Array.isArray(values)) return values;
  return Object.fromEntries(
    Object.entries(values).map(([name, value]): [string, unknown] => {
      const hide = typeof value === 'string' && isSecretEntry(kind, name, value) && !isReferenceAlone(value);
      return [name, hide ? hiddenValue : value];
    }),
  );
}

/** `Bearer ${keychain:token}` shows no secret. */
function isReferenceAlone(value: string): boolean {
  const rest = value.replaceAll(/\$\{[^{}]*\}/g, '').trim();
  return rest !== value.trim() && /^(?:|bearer|basic|token)$/i.test(rest);
}
