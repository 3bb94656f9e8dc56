// HTTP headers for the trace store. Their values are secrets, in one keychain entry with the origin they were entered
// for, so that another address does not get them.

import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { isJsonObject } from '../../../shared/core/json.ts';
import { say } from '../../../shared/core/sentence.ts';
import { checkHeaders } from '../../lib/headers.ts';
import type { Keychain } from '../../ports/keychain.ts';

const account = 'traces:headers';

export type HeaderValues = Readonly<Record<string, string>>;
type TypedHeader = { name: string; value: string };

export interface TraceHeaders {
  /** By lower-case name; empty if none are saved for this origin. */
  read(origin: string): Promise<Result<HeaderValues>>;
  /** Returns the names. An empty value keeps the one saved for this origin. */
  save(origin: string, typed: readonly TypedHeader[]): Promise<Result<string[]>>;
}

export function createTraceHeaders(keychain: Keychain & { remember(secret: string): void }): TraceHeaders {
  function remember(values: HeaderValues): void {
    for (const value of Object.values(values)) {
      keychain.remember(value);
      // For `Bearer …`, the secret is the part after it.
      const bare = /^\S+ +(\S+)$/.exec(value)?.[1];
      if (bare !== undefined) keychain.remember(bare);
    }
  }

  async function read(origin: string): Promise<Result<HeaderValues>> {
    const savedValue = await keychain.get(account);
    if (!savedValue.ok) return savedValue;
    const { origin: savedFor, values } = parsed(savedValue.value);
    remember(values);
    return ok(savedFor === origin ? values : {});
  }

  return {
    read,
    async save(origin, typed) {
      const checked = checkHeaders([...typed]);
      if (!checked.ok) return checked;
      const before = await read(origin);
      if (!before.ok) return before;
      const values: Record<string, string> = {};
      for (const [at, { name, value }] of checked.value.entries()) {
        const next = value || before.value[name.toLowerCase()];
        if (next === undefined) {
          return fail('SETTINGS_INVALID', say`Enter a value for the header “${name}”.`, { field: `headers.${at}` });
        }
        values[name.toLowerCase()] = next;
      }
      remember(values);
      const names = checked.value.map(({ name }) => name);
      const done =
        names.length === 0
          ? await keychain.remove(account)
          : await keychain.set(account, JSON.stringify({ origin, values }));
      return done.ok ? ok(names) : done;
    },
  };
}

/** Ignore an entry that another app wrote. */
function parsed(text: string | null): { origin: string; values: HeaderValues } {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    if (!isJsonObject(value) || typeof value.origin !== 'string' || !isJsonObject(value.values))
      return { origin: '', values: {} };
    const values = Object.entries(value.values).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    );
    return { origin: value.origin, values: Object.fromEntries(values) };
  } catch {
    return { origin: '', values: {} };
  }
}
