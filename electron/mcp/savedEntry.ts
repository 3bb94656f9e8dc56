// Prepares an entry for saving: restores hidden values, and replaces plain-text secrets with references. Pure.

import { fail, ok, type Result } from '../../shared/core/errors.ts';
import { isJsonObject } from '../../shared/core/json.ts';
import { type Sentence, say } from '../../shared/core/sentence.ts';
import { addressFields, hiddenValue, isSecretLiteral, passwordOf, withPassword } from './config/fingerprint.ts';
import { parseServerConfig } from './config/serverConfig.ts';

type Entry = Record<string, unknown>;

/** `before`: the saved entry. Fails if the entry is invalid, or a hidden value no longer exists. */
export function entryToSave(raw: Entry, before: unknown): Result<Entry> {
  const old = isJsonObject(before) ? before : {};
  const fields: [string, unknown][] = [];
  for (const [name, value] of Object.entries(raw)) {
    const field = fieldToSave(name, value, old);
    if (!field.ok) return field;
    fields.push([name, field.value]);
  }
  const entry = Object.fromEntries(fields);
  const config = parseServerConfig(entry);
  return config.ok ? ok(entry) : fail('SETTINGS_INVALID', say`${config.error} Nothing was saved.`);
}

function fieldToSave(name: string, value: unknown, old: Entry): Result<unknown> {
  if (addressFields.some((field) => field === name) && typeof value === 'string')
    return addressToSave(name, value, old);
  if ((name !== 'env' && name !== 'headers') || !isJsonObject(value)) return ok(value);
  const values = isJsonObject(old[name]) ? old[name] : {};
  const fields: [string, unknown][] = [];
  for (const [key, text] of Object.entries(value)) {
    if (text === hiddenValue && !Object.hasOwn(values, key)) {
      return refuse(say`${name}.${key}: the hidden value is not saved under this name. Enter it again.`);
    }
    fields.push([key, text === hiddenValue ? values[key] : text]);
  }
  return ok(Object.fromEntries(fields));
}

/** Keeps the password only for the same host: another one must not get it without asking. */
function addressToSave(name: string, address: string, old: Entry): Result<string> {
  if (passwordOf(address) !== hiddenValue) return ok(address);
  const before = addressFields.map((field) => old[field]).find((text) => typeof text === 'string');
  const password = before === undefined ? null : passwordOf(before);
  if (before === undefined || password === null || hostOf(before) !== hostOf(address)) {
    return refuse(
      say`${name}: the hidden password is saved only for the previous address. Enter it again for this one.`,
    );
  }
  return ok(withPassword(address, password));
}

function hostOf(address: string): string {
  const [, scheme = '', host = ''] = /^([a-z]+:)\/\/[^/?#]*@([^/?#]*)/i.exec(address) ?? [];
  return `${scheme}//${host}`.toLowerCase();
}

function refuse(message: Sentence): Result<never> {
  return fail('SETTINGS_INVALID', say`${message} Nothing was saved.`);
}

interface Secret {
  /** Keychain name. */
  name: string;
  /** The value in the entry. */
  value: string;
  /** For `Bearer abc`: `abc`. */
  secret: string;
}

/** Plain-text secrets in the entry. */
export function secretsIn(entry: Entry): Secret[] {
  return (['env', 'headers'] as const).flatMap((kind) => {
    const values = entry[kind];
    if (!isJsonObject(values)) return [];
    return Object.entries(values).flatMap(([name, value]) => {
      if (typeof value !== 'string' || !isSecretLiteral(kind, name, value)) return [];
      return [secretOf(name, value)];
    });
  });
}

function secretOf(name: string, value: string): Secret {
  const secret = /^(?:bearer|basic|token) (.+)$/is.exec(value)?.[1] ?? value;
  return { name: name.replaceAll(/[^\w.-]/g, '_').slice(0, 100), value, secret };
}

/** Replaces stored secrets with references; `Bearer abc` keeps its prefix. */
export function withSecretReferences(entry: Entry, storedNames: ReadonlyMap<string, string>): Entry {
  const copy = { ...entry };
  for (const kind of ['env', 'headers'] as const) {
    const values = entry[kind];
    if (!isJsonObject(values)) continue;
    copy[kind] = Object.fromEntries(
      Object.entries(values).map(([key, value]): [string, unknown] => {
        if (typeof value !== 'string' || !isSecretLiteral(kind, key, value)) return [key, value];
        const { name, secret } = secretOf(key, value);
        if (storedNames.get(name) !== secret) return [key, value];
        return [key, `${value.slice(0, value.length - secret.length)}\${keychain:${name}}`];
      }),
    );
  }
  return copy;
}

/** Whether the entry contains the value in plain text, in any field. */
export function containsValue(entry: unknown, value: string): boolean {
  if (!isJsonObject(entry)) return false;
  return [entry.env, entry.headers].some((values) => isJsonObject(values) && Object.values(values).includes(value));
}
