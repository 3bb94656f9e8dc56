// A server file: `{"mcpServers": {name: entry}}`. Reads entries individually, so that an invalid one affects no other,
// and changes one at a time, keeping everything else. Reports invalid JSON by line, and never overwrites it.

import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { isJsonObject } from '../../../shared/core/json.ts';
import { type Sentence, say, type UserText } from '../../../shared/core/sentence.ts';
import { findJsonFault } from './jsonFaults.ts';
import { isValidServerName } from './serverConfig.ts';

export interface FileEntries {
  entries: { name: string; raw: unknown }[];
  /** Problems with the file. */
  problems: UserText[];
}

const maxServers = 500;

/** `keys`: where the servers are; other clients use other names. */
export function readEntries(text: string, path: string, keys: readonly string[] = ['mcpServers']): FileEntries {
  const parsed = parseFile(text, path);
  if (!parsed.ok) return { entries: [], problems: [parsed.error.message] };
  const key = keys.find((name) => Object.hasOwn(parsed.value, name));
  const servers = key === undefined ? {} : parsed.value[key];
  if (!isJsonObject(servers)) return { entries: [], problems: [say`${path}: ${key} must be an object of servers.`] };
  const problems: Sentence[] = [];
  const entries = Object.entries(servers)
    .slice(0, maxServers)
    .flatMap(([name, raw]) => {
      if (isValidServerName(name)) return [{ name, raw }];
      problems.push(say`${path}: ${JSON.stringify(name.slice(0, 60))} is not a valid server name.`);
      return [];
    });
  if (Object.keys(servers).length > maxServers)
    problems.push(say`${path}: only the first ${maxServers} servers are used.`);
  return { entries, problems };
}

/** The entry of this name; undefined if missing, or if the file is invalid. */
export function findEntry(text: string, path: string, name: string): unknown {
  return readEntries(text, path).entries.find((entry) => entry.name === name)?.raw;
}

/** Inserts one entry or, for null, removes it. `text` null: no file yet. */
export function withEntry(
  text: string | null,
  path: string,
  name: string,
  change: (before: unknown) => Result<Record<string, unknown> | null>,
): Result<string> {
  const parsed = text === null || text.trim() === '' ? ok<Record<string, unknown>>({}) : parseFile(text, path);
  if (!parsed.ok) return fail('STORE_READ_FAILED', say`${parsed.error} Nothing was changed. Fix the file first.`);
  const { mcpServers = {} } = parsed.value;
  if (!isJsonObject(mcpServers)) {
    return fail('STORE_READ_FAILED', say`${path}: mcpServers must be an object of servers. Nothing was changed.`);
  }
  const servers = new Map(Object.entries(mcpServers));
  const newEntry = change(servers.get(name));
  if (!newEntry.ok) return newEntry;
  if (newEntry.value === null) servers.delete(name);
  else servers.set(name, newEntry.value);
  return ok(`${JSON.stringify({ ...parsed.value, mcpServers: Object.fromEntries(servers) }, null, 2)}\n`);
}

function parseFile(text: string, path: string): Result<Record<string, unknown>> {
  const wrong = (reason: Sentence) => fail('STORE_READ_FAILED', say`${path} is not used: ${reason}.`);
  const fault = findJsonFault(text);
  if (fault) return wrong(say`${fault.reason}, at line ${fault.line}, column ${fault.column}`);
  const value: unknown = JSON.parse(text);
  return isJsonObject(value) ? ok(value) : wrong(say`it is not an object`);
}
