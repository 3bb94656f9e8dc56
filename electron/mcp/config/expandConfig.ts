// Replaces variables in a configuration when a server starts; never stored.

import { ok, type Result } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import type { McpOrigin } from '../../../shared/features/mcp/methods.ts';
import type { Environment } from '../../lib/environment.ts';
import type { Keychain } from '../../ports/keychain.ts';
import { toolFailure } from '../../tools/toolOutput.ts';
import { findBundleProgram } from './bundleCommand.ts';
import { isSecretLiteral, passwordOf } from './fingerprint.ts';
import type { ConfiguredServer, ServerConfig } from './serverConfig.ts';
import { checkStartAllowed, resolveFolder } from './startFolder.ts';
import { expandVariables, isSecretReference, type Reference } from './variables.ts';

export interface ExpandDeps {
  env: Environment;
  keychain: Keychain;
  /** The project's folder. */
  folder: string | null;
  trusted: boolean;
  /** Registers the server's secrets for masking. */
  remember(secret: string): void;
}

type Usable = ConfiguredServer & { config: ServerConfig };

/** Whether the user wrote the configuration. */
export function isOwnOrigin({ type }: McpOrigin): boolean {
  return type === 'global' || type === 'project';
}

/** Keychain account of a server's secret; no other server can refer to it. */
export function secretAccount(key: string, name: string): string {
  return `mcp ${key} ${name}`;
}

/** Returns a configuration with an absolute folder and no variables. */
export async function expandConfig(server: Usable, deps: ExpandDeps): Promise<Result<ServerConfig>> {
  const { config } = server;
  const expand = expander(server, deps);
  const isOwn = isOwnOrigin(server.ref.origin);

  async function all(
    kind: 'env' | 'headers',
    entries: ReadonlyMap<string, string>,
  ): Promise<Result<Map<string, string>>> {
    const result = new Map<string, string>();
    for (const [name, text] of entries) {
      // Text from a folder is not secret; masking it would let the folder hide any text.
      if (isOwn && isSecretLiteral(kind, name, text)) rememberSecret(text, deps);
      const value = await expand(text);
      if (!value.ok) return value;
      result.set(name, value.value);
    }
    return ok(result);
  }

  if (config.transport === 'http') {
    const url = await expandAddress(server, deps);
    if (!url.ok) return url;
    const headers = await all('headers', config.headers);
    return headers.ok ? ok({ ...config, url: url.value, headers: headers.value }) : headers;
  }
  const may = checkStartAllowed(server, deps.folder, deps.trusted);
  if (!may.ok) return may;
  const expanded = await expand(config.command);
  if (!expanded.ok) return expanded;
  const command = server.bundle === undefined ? null : await findBundleProgram(expanded.value, server.bundle, deps.env);
  if (command?.ok === false) return command;
  const args: string[] = [];
  for (const arg of config.args) {
    const value = await expand(arg);
    if (!value.ok) return value;
    args.push(value.value);
  }
  const env = await all('env', config.env);
  if (!env.ok) return env;
  const cwd = config.cwd === null ? ok(null) : await expand(config.cwd);
  if (!cwd.ok) return cwd;
  const paths: string[] = [];
  for (const path of config.sandbox?.paths ?? []) {
    const value = await expand(path);
    if (!value.ok) return value;
    paths.push(value.value);
  }
  return ok({
    ...config,
    command: command?.value.command ?? expanded.value,
    args,
    env: new Map([...env.value, ...Object.entries(command?.value.env ?? {})]),
    cwd: resolveFolder(cwd.value, server),
    sandbox: config.sandbox && { ...config.sandbox, paths },
  });
}

/** Only the address, which also identifies the sign-in. */
export async function expandAddress(server: Usable, deps: ExpandDeps): Promise<Result<string>> {
  if (server.config.transport !== 'http') return toolFailure(say`It has no address`);
  const url = await expander(server, deps)(server.config.url, true);
  if (!url.ok) return url;
  if (!['http:', 'https:'].includes(URL.parse(url.value)?.protocol ?? '')) {
    return toolFailure(say`Its address is not http or https`);
  }
  const password = !isOwnOrigin(server.ref.origin) ? null : passwordOf(server.config.url);
  if (password !== null) rememberSecret(password, deps);
  return url;
}

/**
 * A folder's configuration never gets the app's own keys, and no environment secrets in addresses, where they would end
 * up in logs.
 */
function expander(server: Usable, deps: ExpandDeps): (text: string, isAddress?: boolean) => Promise<Result<string>> {
  if (server.literal) return async (text) => ok(text);
  if (server.bundle !== undefined)
    return (text) => expandVariables(text, (reference) => bundleValue(server, reference, deps));
  const fromFolder = server.ref.origin.type === 'folder';
  const appKeys = new Set(fromFolder ? deps.keychain.knownSecrets() : []);

  async function lookUp(reference: Reference, isAddress: boolean): Promise<Result<string | null>> {
    const { kind, name } = reference;
    if (kind === 'unknown') return ok(null);
    if (kind === 'folder') return ok(deps.folder);
    if (kind === 'keychain') return deps.keychain.get(secretAccount(server.key, name));
    if (fromFolder && isAddress && isSecretReference(reference, deps.env)) {
      return toolFailure(say`The folder’s configuration puts ${name} in an address, but secrets are not sent that way`);
    }
    const value = deps.env[name] ?? null;
    if (value !== null && appKeys.has(value)) {
      return toolFailure(
        say`The folder’s configuration requests ${name}, one of this app’s own keys, which are never shared`,
      );
    }
    if (value !== null && isSecretReference(reference, deps.env)) rememberSecret(value, deps);
    return ok(value);
  }
  return (text, isAddress = false) => expandVariables(text, (reference) => lookUp(reference, isAddress));
}

/** `${$}` is a dollar sign: other variables in a bundle's texts stay as they are. */
async function bundleValue(
  server: Usable,
  { kind, name }: Reference,
  deps: ExpandDeps,
): Promise<Result<string | null>> {
  if (kind !== 'keychain') return ok(name === '$' ? '$' : `\${${name}}`);
  const value = await deps.keychain.get(secretAccount(server.key, name));
  if (value.ok && value.value !== null) rememberSecret(value.value, deps);
  return value;
}

/** For `Bearer abc`, also masks `abc` alone. */
function rememberSecret(text: string, { remember }: ExpandDeps): void {
  remember(text);
  const bare = /^(?:bearer|basic|token) (.+)$/is.exec(text)?.[1];
  if (bare !== undefined) remember(bare);
}
