// Signs in to MCP servers over HTTP with the SDK's OAuth (discovery and PKCE): in the user's own browser, and only on
// request. A connection on its own uses and refreshes stored tokens, and otherwise reports that sign-in is needed.

import {
  type AuthProvider,
  auth,
  extractWWWAuthenticateParams,
  type FetchLike,
  UnauthorizedError,
} from '@modelcontextprotocol/client';
import {
  describeThrown,
  fail,
  ok,
  type Result,
  SentenceError,
  sentenceFromThrown,
} from '../../../shared/core/errors.ts';
import { type Sentence, say, type UserText } from '../../../shared/core/sentence.ts';
import type { McpServerRef } from '../../../shared/features/mcp/methods.ts';
import { projectOfOrigin } from '../../../shared/features/mcp/serverOrigin.ts';
import { createKeyedQueue } from '../../lib/keyedQueue.ts';
import type { Log } from '../../lib/log.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Keychain } from '../../ports/keychain.ts';
import type { Native } from '../../ports/native.ts';
import { type CallbackServer, openCallbackServer } from './callbackServer.ts';
import { type CredentialStore, createCredentialStore, untilAborted } from './credentials.ts';
import { createSafeFetch, isSignInAddress, type SafeFetch } from './safeFetch.ts';
import { createSignInProvider } from './signInProvider.ts';
import { type SignInNetwork, systemNetwork } from './signInReach.ts';

export type SignInState = 'signed_in' | 'signed_out' | 'waiting';

export interface McpAuth {
  /** For a connection to `address`. Never prompts the user. */
  providerFor(server: McpServerRef, address: string): AuthProvider;
  /** Starts a sign-in and returns the URL for the user; cancels an earlier one for the same server. */
  signIn(server: McpServerRef, address: string): Promise<Result<{ url: string; opened: boolean }>>;
  /** Deletes the stored credentials. */
  signOut(server: McpServerRef, address: string): Promise<Result<void>>;
  state(server: McpServerRef, address: string): Promise<SignInState>;
  /** The sign-in URL while a sign-in is pending. */
  signInUrl(server: McpServerRef): string | null;
  /** Why the last sign-in failed. */
  problem(server: McpServerRef): Sentence | null;
  /** A sign-in started, succeeded or failed, or the user signed out. */
  onChange(listener: (server: McpServerRef) => void): () => void;
  close(): void;
}

export interface McpAuthDeps {
  keychain: Keychain;
  /** Registers a secret for masking. */
  remember(secret: string): void;
  native: Native;
  clock: Clock;
  log: Log;
  /** Default: the machine's own network. */
  network?: SignInNetwork;
}

/** How long a user may take to sign in. */
const signInMs = 10 * 60_000;
/** How long after a refresh a response may still concern the previous token. */
const lateAnswerMs = 5000;

/** One sign-in of one server. A later one, or a sign-out, aborts it. */
interface SignIn {
  ended: AbortController;
  /** Null until the user can be sent there. */
  url: string | null;
}

export function createMcpAuth(deps: McpAuthDeps): McpAuth {
  const { keychain, remember, native, clock, log, network = systemNetwork } = deps;
  const current = new Map<string, SignIn>();
  const problems = new Map<string, Sentence>();
  const refreshing = new Map<string, { done: Promise<void>; ended: AbortController }>();
  const queue = createKeyedQueue();
  const refreshedAt = new Map<string, number>();
  const listeners = new Set<(server: McpServerRef) => void>();
  const closing = new AbortController();
  const storeFor = (server: McpServerRef, address: string): CredentialStore =>
    createCredentialStore(keychain, remember, server, address);

  function notify(server: McpServerRef): void {
    for (const listener of listeners) listener(server);
  }

  function giveUp(key: string): void {
    current.get(key)?.ended.abort();
    current.delete(key);
  }

  function stopRefreshing(key: string): void {
    refreshing.get(key)?.ended.abort();
    refreshing.delete(key);
  }

  /** Restricts a sign-in's writes to the time while it is current, and serializes them. */
  function guarded(
    key: string,
    store: CredentialStore,
    endedSignal: AbortSignal,
    first = (): void => {},
  ): CredentialStore {
    return untilAborted(store, endedSignal, (work) =>
      queue.run(key, () => {
        if (!endedSignal.aborted) first();
        return work();
      }),
    );
  }

  /** Serialized per server: refresh tokens may be single-use. */
  async function refresh(key: string, store: CredentialStore, address: string, challenge: Response): Promise<void> {
    // A response to the previous token.
    if (clock.elapsed() - (refreshedAt.get(key) ?? Number.NEGATIVE_INFINITY) < lateAnswerMs) return;
    let under = refreshing.get(key);
    if (!under) {
      const ended = new AbortController();
      const signal = AbortSignal.any([ended.signal, closing.signal]);
      under = {
        done: refreshOnce(guarded(key, store, signal), address, challenge, createSafeFetch(address, network, signal)),
        ended,
      };
      refreshing.set(key, under);
    }
    try {
      await under.done;
      refreshedAt.set(key, clock.elapsed());
    } finally {
      if (refreshing.get(key) === under) refreshing.delete(key);
    }
  }

  async function finish(server: McpServerRef, key: string, address: string, flow: Made): Promise<void> {
    const { signIn, callback, provider, safe } = flow;
    const timeout = new AbortController();
    const answer = await Promise.race([callback.answer, clock.wait(signInMs, timeout.signal).then(() => null)]);
    timeout.abort();
    callback.close();
    if (current.get(key) !== signIn) return;
    const failed = answer === null ? lateText : await exchange(answer, address, provider, safe);
    // Superseded by another sign-in or a sign-out.
    if (current.get(key) !== signIn) return;
    current.delete(key);
    if (failed === null) problems.delete(key);
    else problems.set(key, failed);
    log('info', `MCP server ${server.name}: ${failed ?? 'signed in'}`, 'MCP_SIGN_IN');
    if (!closing.signal.aborted) notify(server);
  }

  return {
    providerFor(server, address) {
      const store = storeFor(server, address);
      return {
        token: async () => (await store.read())?.tokens.access_token,
        onUnauthorized: ({ response }) => refresh(keyOf(server), store, address, response),
      };
    },

    async signIn(server, address) {
      if (!isSignInAddress(address)) {
        return fail('MCP_SIGN_IN_FAILED', say`You cannot sign in to ${server.name} because its address is not https.`);
      }
      const key = keyOf(server);
      giveUp(key);
      const signIn: SignIn = { ended: new AbortController(), url: null };
      current.set(key, signIn);
      const signal = AbortSignal.any([signIn.ended.signal, closing.signal]);
      let callback: CallbackServer | null = null;
      try {
        callback = await openCallbackServer();
        signal.addEventListener('abort', callback.close, { once: true });
        signal.throwIfAborted();
        // Refreshing the old tokens must not overwrite the new ones.
        const store = guarded(key, storeFor(server, address), signal, () => stopRefreshing(key));
        const provider = createSignInProvider(store, callback);
        const safe = createSafeFetch(address, network, signal);
        await auth(provider, { serverUrl: address, fetchFn: safe.fetch });
        const url = provider.authorizationUrl();
        signal.throwIfAborted();
        if (!url || !isSignInAddress(url))
          throw new SentenceError(say`the server provided no https address for signing in`);
        await safe.checkPage(url);
        signal.throwIfAborted();
        signIn.url = url.href;
        void finish(server, key, address, { signIn, callback, provider, safe });
        const opened = await native.openExternal(url.href);
        notify(server);
        return ok({ url: url.href, opened });
      } catch (thrown) {
        callback?.close();
        if (current.get(key) === signIn) current.delete(key);
        const why = signal.aborted ? say`it was canceled, or another sign-in was started` : describeThrown(thrown);
        return fail('MCP_SIGN_IN_FAILED', say`Sign-in to ${server.name} could not start: ${why}. Nothing was changed.`);
      }
    },

    async signOut(server, address) {
      const key = keyOf(server);
      giveUp(key);
      stopRefreshing(key);
      problems.delete(key);
      const removal = await queue.run(key, () => storeFor(server, address).remove());
      notify(server);
      return removal;
    },

    async state(server, address) {
      if (current.get(keyOf(server))?.url != null) return 'waiting';
      return (await storeFor(server, address).read()) ? 'signed_in' : 'signed_out';
    },
    signInUrl: (server) => current.get(keyOf(server))?.url ?? null,
    problem: (server) => problems.get(keyOf(server)) ?? null,
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    close() {
      closing.abort();
      for (const key of [...current.keys()]) giveUp(key);
    },
  };
}

interface Made {
  signIn: SignIn;
  callback: CallbackServer;
  safe: SafeFetch;
  provider: ReturnType<typeof createSignInProvider>;
}

const lateText = say`The sign-in timed out. Start it again.`;

function keyOf({ origin, name }: McpServerRef): string {
  return JSON.stringify([origin.type, projectOfOrigin(origin), name]);
}

/** Throws UnauthorizedError if the user has to sign in; other errors may be temporary and are retried. */
async function refreshOnce(
  store: CredentialStore,
  address: string,
  challenge: Response,
  safe: SafeFetch,
): Promise<void> {
  const before = await store.read();
  if (!before?.tokens.refresh_token) throw new UnauthorizedError();
  const { resourceMetadataUrl } = extractWWWAuthenticateParams(challenge);
  const provider = createSignInProvider(store, null);
  const watched = watchRefresh(safe.fetch);
  let why: UserText = say`the server provided no new token`;
  try {
    const result = await auth(provider, {
      serverUrl: address,
      fetchFn: watched.fetch,
      ...(resourceMetadataUrl ? { resourceMetadataUrl } : {}),
    });
    if (result === 'AUTHORIZED') return;
  } catch (thrown) {
    why = describeThrown(thrown);
  }
  // The SDK signals a rejection by clearing the token. Tokens of another authorization server are not even sent.
  const outage = watched.outage();
  if (provider.isRefused() || (outage === null && !watched.isAsked())) throw new UnauthorizedError();
  throw new SentenceError(say`The sign-in could not be renewed: ${outage ?? why}`);
}

/** Observes whether the refresh was requested, and its network error. */
function watchRefresh(base: FetchLike): { fetch: FetchLike; isAsked(): boolean; outage(): UserText | null } {
  let isRequested = false;
  let outage: UserText | null = null;
  return {
    async fetch(url, init) {
      if (/(?:^|&)grant_type=refresh_token(?:&|$)/.test(String(init?.body ?? ''))) isRequested = true;
      try {
        const response = await base(url, init);
        if (response.status >= 500 || response.status === 429) outage = say`the server answered ${response.status}`;
        return response;
      } catch (thrown) {
        outage = describeThrown(thrown);
        throw thrown;
      }
    },
    isAsked: () => isRequested,
    outage: () => outage,
  };
}

/** Null on success; else the reason for the failure. */
async function exchange(
  answer: URLSearchParams,
  address: string,
  provider: ReturnType<typeof createSignInProvider>,
  safe: SafeFetch,
): Promise<Sentence | null> {
  const code = answer.get('code');
  if (code === null) {
    const reason = answer.get('error_description') ?? answer.get('error');
    return say`The sign-in was refused: ${reason === null ? say`no reason was given` : reason.slice(0, 300)}.`;
  }
  const iss = answer.get('iss');
  try {
    await auth(provider, {
      serverUrl: address,
      authorizationCode: code,
      fetchFn: safe.fetch,
      ...(iss === null ? {} : { iss }),
    });
    return null;
  } catch (thrown) {
    return say`The sign-in could not be finished: ${sentenceFromThrown(thrown)}.`;
  }
}
