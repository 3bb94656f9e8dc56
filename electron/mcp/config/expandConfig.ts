// A configuration with its variables replaced: made when a server is started, kept nowhere.

import { ok, type Result } from '../../../shared/errors.ts';
import type { Keychain } from '../../ports/keychain.ts';
import { looksSecret } from '../../tools/commandEnvironment.ts';
import { refuse } from '../../tools/toolOutput.ts';
import type { ConfiguredServer } from './configuredServers.ts';
import type { ServerConfig } from './serverConfig.ts';
import { expandVariables, type Reference } from './variables.ts';

export interface ExpandDeps {
  env: Readonly<Record<string, string | undefined>>;
  keychain: Keychain;
  /** Of the project that it is started for. */
  folder: string | null;
}

/** Under which a server's secret is kept: no other server can name it. */
export function secretAccount(key: string, name: string): string {
  return `mcp ${key} ${name}`;
}

/**
 * A folder's configuration gets no key of the app, whatever it is called, and no secret of the environment as a part of an
 * address, where it would end in other people's logs.
 */
export async function expandConfig(
  server: ConfiguredServer & { config: ServerConfig },
  deps: ExpandDeps,
): Promise<Result<ServerConfig>> {
  const fromFolder = server.ref.origin.type === 'folder';
  const own = new Set(fromFolder ? deps.keychain.known() : []);

  async function lookUp({ kind, name }: Reference, isAddress: boolean): Promise<Result<string | null>> {
    if (kind === 'unknown') return ok(null);
    if (kind === 'folder') return ok(deps.folder);
    if (kind === 'keychain') return deps.keychain.get(secretAccount(server.key, name));
    if (fromFolder && isAddress && looksSecret(name)) {
      return refuse(`The folder's configuration puts ${name} into an address. Secrets are not sent that way.`);
    }
    const value = deps.env[name] ?? null;
    if (value !== null && own.has(value)) {
      return refuse(`The folder's configuration asks for ${name}, which is a key of this app. It is not given away.`);
    }
    return ok(value);
  }
  const expand = (text: string, isAddress = false): Promise<Result<string>> =>
    expandVariables(text, (reference) => lookUp(reference, isAddress));

  async function all(entries: ReadonlyMap<string, string>): Promise<Result<Map<string, string>>> {
    const result = new Map<string, string>();
    for (const [name, text] of entries) {
      const value = await expand(text);
      if (!value.ok) return value;
      result.set(name, value.value);
    }
    return ok(result);
  }

  const { config } = server;
  if (config.transport === 'http') {
    const url = await expand(config.url, true);
    if (!url.ok) return url;
    if (!['http:', 'https:'].includes(URL.parse(url.value)?.protocol ?? '')) {
      return refuse('Its address is not one of http or https.');
    }
    const headers = await all(config.headers);
    return headers.ok ? ok({ ...config, url: url.value, headers: headers.value }) : headers;
  }
  const command = await expand(config.command);
  if (!command.ok) return command;
  const args: string[] = [];
  for (const arg of config.args) {
    const value = await expand(arg);
    if (!value.ok) return value;
    args.push(value.value);
  }
  const env = await all(config.env);
  if (!env.ok) return env;
  const cwd = config.cwd === null ? ok(null) : await expand(config.cwd);
  return cwd.ok ? ok({ ...config, command: command.value, args, env: env.value, cwd: cwd.value }) : cwd;
}
