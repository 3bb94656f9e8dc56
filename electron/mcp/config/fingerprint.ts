// Defines what an approval covers: everything that decides what runs, where it connects, and how it is shown, in full.
// Hides only plain-text secrets in the user's own files; a folder's file is shown as is.

import { createHash } from 'node:crypto';
import type { Environment } from '../../lib/environment.ts';
import { findTokens } from '../../lib/secretPatterns.ts';
import { looksLikeSecretName } from '../../tools/process/secretVariables.ts';
import type { BoundFiles, ServerConfig, StdioConfig } from './serverConfig.ts';
import { findReferences, isSecretReference } from './variables.ts';

/** Placeholder for a hidden secret. When saved, it means "unchanged". */
export const hiddenValue = '[hidden]';

/**
 * `sourceFolder`: the folder that the entry comes from, since a copy elsewhere needs its own approval. `files`: project files
 * that it runs.
 */
export function configurationHash(config: ServerConfig, sourceFolder: string | null, files: BoundFiles = {}): string {
  const content =
    config.transport === 'stdio'
      ? { command: config.command, args: config.args, env: sorted(config.env), cwd: config.cwd, ...inSandbox(config) }
      : { url: config.url, headers: sorted(config.headers), sse: config.sse };
  const text = JSON.stringify({
    v: 1,
    transport: config.transport,
    ...content,
    place: sourceFolder,
    ...(Object.keys(files).length === 0 ? {} : { files }),
  });
  return createHash('sha256').update(text).digest('hex');
}

/** Omits the field if unset, so that older approvals stay valid. */
function inSandbox({ sandbox }: StdioConfig): object {
  return sandbox === null ? {} : { sandbox: { hosts: sandbox.hosts, paths: sandbox.paths } };
}

function sorted(entries: ReadonlyMap<string, string>): [string, string][] {
  return [...entries].toSorted(([a], [b]) => (a < b ? -1 : 1));
}

const secretHeader = /auth|cookie|token|secret|key|password|credential|session/i;

/** Whether to hide a value, judging by its name or its references. */
function isSecretEntry(kind: 'env' | 'headers', name: string, value: string, env: Environment = {}): boolean {
  if (findReferences(value).some((reference) => isSecretReference(reference, env))) return true;
  return kind === 'env' ? looksLikeSecretName(name) : secretHeader.test(name);
}

/** The server's variables and which of them are secret: configured ones, and those its texts refer to. */
export function displayVariables(config: ServerConfig, env: Environment): { name: string; secret: boolean }[] {
  const kind = config.transport === 'stdio' ? 'env' : 'headers';
  const entries = config.transport === 'stdio' ? config.env : config.headers;
  const variables = new Map<string, boolean>();
  for (const [name, value] of entries) variables.set(name, isSecretEntry(kind, name, value, env));
  for (const reference of findReferences([...entries.values(), ...textsOf(config)].join('\n'))) {
    if (reference.kind === 'folder' || reference.kind === 'unknown') continue;
    variables.set(reference.name, isSecretReference(reference, env) || variables.get(reference.name) === true);
  }
  return [...variables].map(([name, secret]) => ({ name, secret }));
}

function textsOf(config: ServerConfig): string[] {
  return config.transport === 'stdio'
    ? [config.command, ...config.args, config.cwd ?? '', ...(config.sandbox?.paths ?? [])]
    : [config.url];
}

/** The command line or address in full, with names in place of secrets. `isOwnedByUser`: from the user's file. */
export function displayCommand(config: ServerConfig, isOwn: boolean): string {
  if (config.transport === 'http') return isOwn ? hidePassword(config.url) : config.url;
  return [config.command, ...config.args].map(quoted).join(' ');
}

const password = /^([a-z]+:\/\/[^/?#@:]*:)([^/?#@]*)@/i;

/** A reference to a password is not a secret. */
export function passwordOf(url: string): string | null {
  const passwordText = password.exec(url)?.[2] ?? '';
  return passwordText === '' || findReferences(passwordText).length > 0 ? null : passwordText;
}

/** Replaces the password, if any. */
export function withPassword(url: string, other: string): string {
  return url.replace(password, (_whole, before: string) => `${before}${other}@`);
}

function hidePassword(url: string): string {
  return passwordOf(url) === null ? url : withPassword(url, hiddenValue);
}

/** Quotes words so that they can be told apart, with no character hidden. */
function quoted(text: string): string {
  if (/^[\w@%+=:,./\\${}-]+$/.test(text)) return text;
  return JSON.stringify(text).replaceAll(
    /[\p{Cf}\p{Co}\p{Zl}\p{Zp}\u00a0\u115f\u1160\u3164]/gu,
    (sign) => `\\u{${sign.codePointAt(0)?.toString(16)}}`,
  );
}

/** Fields that may contain an address. */
export const addressFields = ['url', 'serverUrl'] as const;

/** The entry as JSON. `isOwnedByUser`: from the user's file, so plain-text secrets are hidden. */
export function displayConfiguration(raw: unknown, isOwn: boolean): string {
  if (!isOwn || typeof raw !== 'object' || raw === null || Array.isArray(raw))
    return JSON.stringify(raw, null, 2) ?? '';
  const entries = Object.entries(raw).map(([name, value]): [string, unknown] => {
    if (name === 'env' || name === 'headers') return [name, hiddenIn(name, value)];
    const isAddress = addressFields.some((field) => field === name);
    return isAddress && typeof value === 'string' ? [name, hidePassword(value)] : [name, value];
  });
  return JSON.stringify(Object.fromEntries(entries), null, 2);
}

function hiddenIn(kind: 'env' | 'headers', values: unknown): unknown {
  if (typeof values !== 'object' || values === null || Array.isArray(values)) return values;
  return Object.fromEntries(
    Object.entries(values).map(([name, value]): [string, unknown] => {
      const hide = typeof value === 'string' && isSecretLiteral(kind, name, value);
      return [name, hide ? hiddenValue : value];
    }),
  );
}

/**
 * Whether a value is a plain-text secret. A value with references decides where a secret is sent, so it is always
 * shown.
 */
export function isSecretLiteral(kind: 'env' | 'headers', name: string, value: string): boolean {
  return value !== '' && findReferences(value).length === 0 && isSecretEntry(kind, name, value);
}

/** Masks tokens of well-known formats, anywhere in a text. */
export function withoutTokens(text: string): string {
  let masked = '';
  let end = 0;
  for (const token of findTokens(text, 0).toSorted((one, other) => one.at - other.at)) {
    if (token.at >= end) masked += text.slice(end, token.at) + hiddenValue;
    end = Math.max(end, token.end);
  }
  return masked + text.slice(end);
}

/** The entry that the user is about to save, without its secrets: others may see the screen. */
export function redactEntry(configuration: string): string {
  try {
    return withoutTokens(displayConfiguration(JSON.parse(configuration), true));
  } catch {
    return withoutTokens(configuration);
  }
}
