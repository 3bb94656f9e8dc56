// The user's changes to servers: add, replace, remove, enable, disable, approve. Saving in the window approves, except for a
// server of a registry; secret values go to the keychain, and the file only names them.

import { fail, ok, type Result } from '../../shared/core/errors.ts';
import { isJsonObject } from '../../shared/core/json.ts';
import { say } from '../../shared/core/sentence.ts';
import type { McpServerRef, ServerToSave } from '../../shared/features/mcp/methods.ts';
import type { Clock } from '../ports/clock.ts';
import type { Keychain } from '../ports/keychain.ts';
import { serverKey } from './config/configuredServers.ts';
import { isOwnOrigin, secretAccount } from './config/expandConfig.ts';
import { configurationHash } from './config/fingerprint.ts';
import { findJsonFault } from './config/jsonFaults.ts';
import type { McpFiles } from './config/mcpFiles.ts';
import { type ConfiguredServer, isValidServerName, parseServerConfig } from './config/serverConfig.ts';
import { findEntry, withEntry } from './config/serverFile.ts';
import { findReferences } from './config/variables.ts';
import { containsValue, entryToSave, secretsIn, withSecretReferences } from './savedEntry.ts';

export interface EditDeps {
  files: McpFiles;
  keychain: Keychain;
  clock: Clock;
}

export async function saveServer(
  { server: ref, configuration, secrets, isNew }: ServerToSave,
  { files, keychain, clock }: EditDeps,
  isApproved = true,
): Promise<Result<void>> {
  if (!isValidServerName(ref.name)) {
    return fail('SETTINGS_INVALID', say`A server name is one line of up to 100 visible characters.`);
  }
  const fault = findJsonFault(configuration);
  const raw: unknown = fault ? null : JSON.parse(configuration);
  if (fault || !isJsonObject(raw)) {
    const where = fault
      ? say`${fault.reason}, at line ${fault.line}, column ${fault.column}`
      : say`it is not an object`;
    return fail('SETTINGS_INVALID', say`This configuration cannot be used: ${where}. Nothing was saved.`);
  }
  const wrongSecret = Object.keys(secrets).find((name) => !/^[\w.-]{1,100}$/.test(name));
  if (wrongSecret !== undefined) {
    return fail(
      'SETTINGS_INVALID',
      say`The name of a secret can only have letters, digits, dots, hyphens and underscores.`,
    );
  }
  const key = serverKey(ref);
  const path = files.path(ref.origin, null);
  const keep = async (name: string, secret: string): Promise<Result<'keychain' | 'memory'>> =>
    keychain.set(secretAccount(key, name), secret);

  // Keychain first: a secret must exist before the file refers to it.
  const file = await files.read(ref.origin, null);
  const before = file.kind === 'text' ? findEntry(file.text, path, ref.name) : undefined;
  // Prevents overwriting another entry and its secrets.
  if (isNew && before !== undefined) return nameTaken(ref);
  const planned = entryToSave(raw, before);
  if (!planned.ok) return planned;
  for (const [name, secret] of Object.entries(secrets)) {
    const storedIn = secret === '' ? ok('keychain') : await keep(name, secret);
    if (!storedIn.ok) return storedIn;
  }
  const storedNames = new Map<string, string>();
  for (const { name, value, secret } of secretsIn(planned.value)) {
    const where = await keep(name, secret);
    if (!where.ok) return where;
    // An in-memory keychain would lose a secret that may be stored nowhere else.
    if (where.value === 'keychain' || !containsValue(before, value)) storedNames.set(name, secret);
  }
  let hash = '';
  const result = await files.change(ref.origin, (text) =>
    withEntry(text, path, ref.name, (now) => {
      if (isNew && now !== undefined) return nameTaken(ref);
      const newEntry = entryToSave(raw, now);
      if (!newEntry.ok) return newEntry;
      const entry = withSecretReferences(newEntry.value, storedNames);
      const config = parseServerConfig(entry);
      if (!config.ok) return fail('SETTINGS_INVALID', say`${config.error} Nothing was saved.`);
      hash = configurationHash(config.value, null);
      return ok(entry);
    }),
  );
  if (!result.ok) return result;
  return files.changeConsent(key, ({ files: _before, approved: _approved, ...consent }) =>
    isApproved ? { ...consent, approved: hash, at: clock.now().toISOString() } : consent,
  );
}

function nameTaken({ name }: McpServerRef): Result<never> {
  return fail('SETTINGS_INVALID', say`A server named ${JSON.stringify(name)} already exists. Nothing was saved.`);
}

/** Also removes its approval and secrets. */
export async function removeServer(server: ConfiguredServer, { files, keychain }: EditDeps): Promise<Result<void>> {
  const { ref, key } = server;
  const result = await files.change(ref.origin, (text) =>
    withEntry(text, files.path(ref.origin, null), ref.name, () => ok(null)),
  );
  if (!result.ok) return result;
  for (const { kind, name } of findReferences(JSON.stringify(server.raw))) {
    if (kind === 'keychain') await keychain.remove(secretAccount(key, name));
  }
  return files.changeConsent(key, () => null);
}

/** In the user's own file, otherwise only on this machine. Does not affect approvals. */
export function setServerEnabled(
  { ref, key }: ConfiguredServer,
  enabled: boolean,
  { files }: EditDeps,
): Promise<Result<void>> {
  if (!isOwnOrigin(ref.origin)) {
    return files.changeConsent(key, ({ disabled: _before, ...rest }) => (enabled ? rest : { ...rest, disabled: true }));
  }
  return files.change(ref.origin, (text) =>
    withEntry(text, files.path(ref.origin, null), ref.name, (before) => {
      if (!isJsonObject(before)) return fail('NOT_SUPPORTED', say`${ref.name} is no longer in the file.`);
      const { disabled: _disabled, enabled: _enabled, ...rest } = before;
      return ok(enabled ? rest : { ...rest, disabled: true });
    }),
  );
}

export function approveServer(
  server: ConfiguredServer,
  hash: string,
  { files, clock }: EditDeps,
): Promise<Result<void>> {
  const { ref, key } = server;
  if (server.config === null)
    return Promise.resolve(fail('SETTINGS_INVALID', server.problem ?? say`${ref.name} is not valid.`));
  if (!server.trusted) {
    return Promise.resolve(
      fail('NOT_SUPPORTED', say`${ref.name} is defined by an untrusted folder. Trust the folder first.`),
    );
  }
  if (hash !== server.hash) {
    return Promise.resolve(
      fail('SETTINGS_INVALID', say`${ref.name} has changed since it was shown. Nothing was approved; check it again.`),
    );
  }
  return files.changeConsent(key, (before) => ({
    ...before,
    approved: hash,
    files: server.files,
    at: clock.now().toISOString(),
  }));
}
