// Stores sign-in credentials in the keychain, bound to one server at one address. Never in a file.

import { createHash } from 'node:crypto';
import type { StoredOAuthClientInformation, StoredOAuthTokens } from '@modelcontextprotocol/client';
import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import type { McpServerRef } from '../../../shared/features/mcp/methods.ts';
import { projectOfOrigin } from '../../../shared/features/mcp/serverOrigin.ts';
import type { Keychain } from '../../ports/keychain.ts';

/** Tokens and their client registration, each bound to its authorization server by `issuer`. */
interface Credentials {
  client: StoredOAuthClientInformation;
  tokens: StoredOAuthTokens;
}

export interface CredentialStore {
  /** Null if nobody has signed in, or the stored data is unreadable. */
  read(): Promise<Credentials | null>;
  write(credentials: Credentials): Promise<Result<'keychain' | 'memory'>>;
  remove(): Promise<Result<void>>;
}

/** `remember`: registers secrets for masking. */
export function createCredentialStore(
  keychain: Keychain,
  remember: (secret: string) => void,
  server: McpServerRef,
  address: string,
): CredentialStore {
  const account = accountOf(server, address);

  function learn({ client, tokens }: Credentials): void {
    const secrets = [tokens.access_token, tokens.refresh_token, tokens.id_token, secretOf(client)];
    for (const secret of secrets) if (typeof secret === 'string') remember(secret);
  }

  return {
    async read() {
      const stored = await keychain.get(account);
      const credentials = stored.ok && stored.value !== null ? parse(stored.value) : null;
      if (credentials) learn(credentials);
      return credentials;
    },
    write(credentials) {
      learn(credentials);
      return keychain.set(account, JSON.stringify(credentials));
    },
    async remove() {
      const removal = await keychain.remove(account);
      return removal.ok ? ok(undefined) : removal;
    },
  };
}

/** Wraps the store until `endedSignal` aborts; nothing is written or removed afterwards. `serialize`: queues access. */
export function untilAborted(
  store: CredentialStore,
  endedSignal: AbortSignal,
  serialize: <T>(work: () => Promise<T>) => Promise<T>,
): CredentialStore {
  const cancelled = () => fail('CANCELLED', say`the sign-in was canceled in the meantime`);
  return {
    read: () => store.read(),
    write: (credentials) => serialize(async () => (endedSignal.aborted ? cancelled() : store.write(credentials))),
    remove: () => serialize(async () => (endedSignal.aborted ? cancelled() : store.remove())),
  };
}

function accountOf({ origin, name }: McpServerRef, address: string): string {
  const projectId = projectOfOrigin(origin);
  const scope = projectId === null ? origin.type : `${origin.type} ${projectId}`;
  const hash = createHash('sha256').update(`${scope}\0${name}\0${address}`).digest('hex').slice(0, 32);
  return `mcp sign-in ${hash}`;
}

function secretOf(client: StoredOAuthClientInformation): unknown {
  return 'client_secret' in client ? client.client_secret : undefined;
}

function parse(text: string): Credentials | null {
  try {
    const value = JSON.parse(text) as Partial<Credentials> | null;
    const usable = typeof value?.tokens?.access_token === 'string' && typeof value.client?.client_id === 'string';
    return usable ? (value as Credentials) : null;
  } catch {
    return null;
  }
}
