// Changes that a person makes: a server added, replaced, removed, switched, approved. What they save in the window is
// approved by that; the values of its secrets go to the keychain, and the file names them.

import type { McpServerRef } from '../../shared/contract/toolResources.ts';
import { fail, ok, type Result } from '../../shared/errors.ts';
import type { Clock } from '../ports/clock.ts';
import type { Keychain } from '../ports/keychain.ts';
import type { McpFiles } from '../ports/mcpFiles.ts';
import { type ConfiguredServer, serverKey } from './config/configuredServers.ts';
import { secretAccount } from './config/expandConfig.ts';
import { configurationHash, hiddenValue, isSecretEntry } from './config/fingerprint.ts';
import { jsonFault } from './config/jsonFaults.ts';
import { isServerName, parseServerConfig } from './config/serverConfig.ts';
import { isObject, withEntry } from './config/serverFile.ts';
import { referencesIn } from './config/variables.ts';

export interface EditDeps {
  files: McpFiles;
  keychain: Keychain;
  clock: Clock;
}

export async function saveServer(
  ref: McpServerRef,
  configuration: string,
  secrets: Readonly<Record<string, string>>,
  { files, keychain, clock }: EditDeps,
): Promise<Result<void>> {
  if (!isServerName(ref.name)) {
    return fail('SETTINGS_INVALID', 'The name of a server is one line of at most 100 visible characters.');
  }
  const fault = jsonFault(configuration);
  const raw: unknown = fault ? null : JSON.parse(configuration);
  if (fault || !isObject(raw)) {
    const where = fault ? `${fault.reason}, at line ${fault.line}, column ${fault.column}` : 'it is not an object';
    return fail('SETTINGS_INVALID', `The configuration is not used: ${where}. Nothing was saved.`);
  }
  const wrongSecret = Object.keys(secrets).find((name) => !/^[\w.-]{1,100}$/.test(name));
  if (wrongSecret !== undefined) {
    return fail('SETTINGS_INVALID', 'The name of a secret has letters, digits, dots, hyphens and underscores only.');
  }
  const key = serverKey(ref);
  let hash = '';
  const found = new Map<string, string>();
  const changed = await files.change(ref.origin, (text) =>
    withEntry(text, files.path(ref.origin, null), ref.name, (before) => {
      const entry = withKeptSecrets(withHidden(raw, before), found);
      const config = parseServerConfig(entry);
      if (!config.ok) return fail('SETTINGS_INVALID', `${config.error.message} Nothing was saved.`);
      hash = configurationHash(config.value, null);
      return ok(entry);
    }),
  );
  if (!changed.ok) return changed;
  for (const [name, secret] of [...found, ...Object.entries(secrets)]) {
    if (secret === '') continue;
    const kept = await keychain.set(secretAccount(key, name), secret);
    if (!kept.ok) return kept;
  }
  return files.changeConsent(key, (before) => ({ ...before, approved: hash, at: clock.now().toISOString() }));
}

/** What was shown as hidden stays as it was. */
function withHidden(raw: Record<string, unknown>, before: unknown): Record<string, unknown> {
  if (!isObject(before)) return raw;
  const kept = Object.entries(raw).map(([name, value]): [string, unknown] => {
    const old = before[name];
    if (typeof value === 'string' && typeof old === 'string' && value.includes(hiddenValue)) return [name, old];
    if (!isObject(value) || !isObject(old)) return [name, value];
    const inner = Object.entries(value).map(([key, text]) => [key, text === hiddenValue ? (old[key] ?? text) : text]);
    return [name, Object.fromEntries(inner)];
  });
  return Object.fromEntries(kept);
}

/** A secret that stands there in clear goes to `found`, and its name takes its place: `Bearer abc` keeps its first word. */
function withKeptSecrets(raw: Record<string, unknown>, found: Map<string, string>): Record<string, unknown> {
  const moved = { ...raw };
  for (const kind of ['env', 'headers'] as const) {
    const values = raw[kind];
    if (!isObject(values)) continue;
    const entries = Object.entries(values).map(([name, value]): [string, unknown] => {
      if (typeof value !== 'string' || value === '' || value === hiddenValue || referencesIn(value).length > 0)
        return [name, value];
      if (!isSecretEntry(kind, name, value)) return [name, value];
      const [, scheme = '', secret = value] = /^(bearer |basic |token )(.+)$/is.exec(value) ?? [];
      const kept = name.replaceAll(/[^\w.-]/g, '_').slice(0, 100);
      found.set(kept, secret);
      return [name, `${scheme}\${keychain:${kept}}`];
    });
    moved[kind] = Object.fromEntries(entries);
  }
  return moved;
}

/** What was approved and kept for it goes with it. */
export async function removeServer(server: ConfiguredServer, { files, keychain }: EditDeps): Promise<Result<void>> {
  const { ref, key } = server;
  const changed = await files.change(ref.origin, (text) =>
    withEntry(text, files.path(ref.origin, null), ref.name, () => ok(null)),
  );
  if (!changed.ok) return changed;
  for (const { kind, name } of referencesIn(JSON.stringify(server.raw))) {
    if (kind === 'keychain') await keychain.remove(secretAccount(key, name));
  }
  return files.changeConsent(key, () => null);
}

/** In the file where that is the person's own, else on this machine alone. It changes nothing about what is approved. */
export function switchServer(
  { ref, key }: ConfiguredServer,
  enabled: boolean,
  { files }: EditDeps,
): Promise<Result<void>> {
  if (ref.origin.type === 'folder') {
    return files.changeConsent(key, ({ disabled: _before, ...rest }) => (enabled ? rest : { ...rest, disabled: true }));
  }
  return files.change(ref.origin, (text) =>
    withEntry(text, files.path(ref.origin, null), ref.name, (before) => {
      if (!isObject(before)) return fail('NOT_SUPPORTED', `${ref.name} is no longer in the file.`);
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
    return Promise.resolve(fail('SETTINGS_INVALID', server.problem ?? `${ref.name} is wrong.`));
  if (!server.trusted) {
    return Promise.resolve(
      fail('NOT_SUPPORTED', `${ref.name} comes with a folder that is not trusted. Trust the folder first.`),
    );
  }
  if (hash !== server.hash) {
    return Promise.resolve(
      fail('SETTINGS_INVALID', `${ref.name} has changed since it was shown. Look at it again; nothing was approved.`),
    );
  }
  return files.changeConsent(key, (before) => ({ ...before, approved: hash, at: clock.now().toISOString() }));
}
