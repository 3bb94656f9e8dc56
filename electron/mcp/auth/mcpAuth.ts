// Signing in to MCP servers over HTTP, by OAuth with discovery and PKCE as the SDK has it: in the person's own browser, and
// only when they ask for it. A connection by itself uses and refreshes what is kept, and otherwise says that it must sign in.

import { type AuthProvider, auth, extractWWWAuthenticateParams, UnauthorizedError } from '@modelcontextprotocol/client';
import type { McpServerRef } from '../../../shared/contract/toolResources.ts';
import { describeThrown, fail, ok, type Result } from '../../../shared/errors.ts';
import type { Log } from '../../lib/log.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Keychain } from '../../ports/keychain.ts';
import type { Native } from '../../ports/native.ts';
import { type CallbackServer, openCallbackServer } from './callbackServer.ts';
import { type CredentialStore, credentialStore } from './credentials.ts';
import { isSignInAddress, safeFetch } from './safeFetch.ts';
import { signInProvider } from './signInProvider.ts';

export type SignInState = 'signed_in' | 'signed_out' | 'waiting';

export interface McpAuth {
  /** For a connection to `address`. It never asks a person. */
  providerFor(server: McpServerRef, address: string): AuthProvider;
  /** Begins a sign-in and answers with where the person does it; an earlier one of the same server is given up. */
  signIn(server: McpServerRef, address: string): Promise<Result<{ url: string; opened: boolean }>>;
  /** Forgets what is kept. */
  signOut(server: McpServerRef, address: string): Promise<Result<void>>;
  state(server: McpServerRef, address: string): Promise<SignInState>;
  /** Where to sign in, while that is waited for. */
  signInUrl(server: McpServerRef): string | null;
  /** Why the last sign-in did not succeed. */
  problem(server: McpServerRef): string | null;
  /** A sign-in began, succeeded or failed, or somebody signed out. */
  onChange(listener: (server: McpServerRef) => void): () => void;
  close(): void;
}

export interface McpAuthDeps {
  keychain: Keychain;
  /** Told every secret, so that it is hidden wherever it turns up. */
  remember(secret: string): void;
  native: Native;
  clock: Clock;
  log: Log;
}

/** How long a person may take to sign in. */
const signInMs = 10 * 60_000;
/** How long after a refresh an answer may still be to the token before it. */
const lateAnswerMs = 5000;

interface Waiting {
  url: string;
  callback: CallbackServer;
}

export function createMcpAuth({ keychain, remember, native, clock, log }: McpAuthDeps): McpAuth {
  const waiting = new Map<string, Waiting>();
  const problems = new Map<string, string>();
  const refreshing = new Map<string, Promise<void>>();
  const refreshedAt = new Map<string, number>();
  const listeners = new Set<(server: McpServerRef) => void>();
  const closing = new AbortController();
  const storeFor = (server: McpServerRef, address: string): CredentialStore =>
    credentialStore(keychain, remember, server, address);

  function changed(server: McpServerRef): void {
    for (const listener of listeners) listener(server);
  }

  function giveUp(key: string): void {
    waiting.get(key)?.callback.close();
    waiting.delete(key);
  }

  /** One at a time for each server: a refresh token may count only once. */
  async function refresh(key: string, kept: CredentialStore, address: string, challenge: Response): Promise<void> {
    // The answer to a request that was sent with the token before.
    if (clock.elapsed() - (refreshedAt.get(key) ?? Number.NEGATIVE_INFINITY) < lateAnswerMs) return;
    const under = refreshing.get(key) ?? refreshOnce(kept, address, challenge, closing.signal);
    refreshing.set(key, under);
    try {
      await under;
      refreshedAt.set(key, clock.elapsed());
    } finally {
      refreshing.delete(key);
    }
  }

  async function finish(server: McpServerRef, key: string, address: string, made: Made): Promise<void> {
    const { callback, provider } = made;
    const late = new AbortController();
    const answer = await Promise.race([callback.answer, clock.wait(signInMs, late.signal).then(() => null)]);
    late.abort();
    callback.close();
    // Another sign-in took its place, or the person signed out.
    if (waiting.get(key)?.callback !== callback) return;
    const failed = answer === null ? lateText : await exchange(answer, address, provider, closing.signal);
    waiting.delete(key);
    if (failed === null) problems.delete(key);
    else problems.set(key, failed);
    log('info', `MCP server ${server.name}: ${failed ?? 'signed in'}`);
    if (!closing.signal.aborted) changed(server);
  }

  return {
    providerFor(server, address) {
      const kept = storeFor(server, address);
      return {
        token: async () => (await kept.read())?.tokens.access_token,
        onUnauthorized: ({ response }) => refresh(keyOf(server), kept, address, response),
      };
    },

    async signIn(server, address) {
      if (!isSignInAddress(address)) {
        return fail('MCP_SIGN_IN_FAILED', `${server.name} is not at an https address, so nothing is signed in to it.`);
      }
      const key = keyOf(server);
      giveUp(key);
      const callback = await openCallbackServer();
      try {
        const provider = signInProvider(storeFor(server, address), callback);
        await auth(provider, { serverUrl: address, fetchFn: safeFetch(fetch, closing.signal) });
        const url = provider.authorizationUrl();
        if (!url || !isSignInAddress(url)) throw new Error('the server names no https address to sign in at');
        waiting.set(key, { url: url.href, callback });
        void finish(server, key, address, { callback, provider });
        const opened = await native.openExternal(url.href);
        changed(server);
        return ok({ url: url.href, opened });
      } catch (thrown) {
        callback.close();
        const why = describeThrown(thrown);
        return fail('MCP_SIGN_IN_FAILED', `Signing in to ${server.name} could not begin: ${why}. Nothing was changed.`);
      }
    },

    async signOut(server, address) {
      giveUp(keyOf(server));
      problems.delete(keyOf(server));
      const removed = await storeFor(server, address).remove();
      changed(server);
      return removed;
    },

    async state(server, address) {
      if (waiting.has(keyOf(server))) return 'waiting';
      return (await storeFor(server, address).read()) ? 'signed_in' : 'signed_out';
    },
    signInUrl: (server) => waiting.get(keyOf(server))?.url ?? null,
    problem: (server) => problems.get(keyOf(server)) ?? null,
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    close() {
      closing.abort();
      for (const key of [...waiting.keys()]) giveUp(key);
    },
  };
}

interface Made {
  callback: CallbackServer;
  provider: ReturnType<typeof signInProvider>;
}

const lateText = 'The sign-in was not finished in time. Begin it again.';

function keyOf({ origin, name }: McpServerRef): string {
  return JSON.stringify([origin.type, origin.type === 'global' ? null : origin.projectId, name]);
}

/** Throws UnauthorizedError when a person has to sign in. */
async function refreshOnce(
  kept: CredentialStore,
  address: string,
  challenge: Response,
  closing: AbortSignal,
): Promise<void> {
  const before = await kept.read();
  if (!before?.tokens.refresh_token) throw new UnauthorizedError();
  const { resourceMetadataUrl } = extractWWWAuthenticateParams(challenge);
  try {
    const result = await auth(signInProvider(kept, null), {
      serverUrl: address,
      fetchFn: safeFetch(fetch, closing),
      ...(resourceMetadataUrl ? { resourceMetadataUrl } : {}),
    });
    if (result === 'AUTHORIZED') return;
  } catch {
    // Whatever was wrong with it: a person can sign in anew.
  }
  throw new UnauthorizedError();
}

/** Null when the tokens are kept; else why not. */
async function exchange(
  answer: URLSearchParams,
  address: string,
  provider: ReturnType<typeof signInProvider>,
  closing: AbortSignal,
): Promise<string | null> {
  const code = answer.get('code');
  if (code === null) {
    const said = answer.get('error_description') ?? answer.get('error') ?? 'no reason was given';
    return `The sign-in was refused: ${said.slice(0, 300)}.`;
  }
  const iss = answer.get('iss');
  try {
    await auth(provider, {
      serverUrl: address,
      authorizationCode: code,
      fetchFn: safeFetch(fetch, closing),
      ...(iss === null ? {} : { iss }),
    });
    return null;
  } catch (thrown) {
    return `The sign-in could not be finished: ${describeThrown(thrown)}.`;
  }
}
