// The client side of the SDK's OAuth flow: who we are, where the browser returns to, and what is stored. Created for
// one flow: a sign-in, or refreshing a token without the user.

import type {
  OAuthClientProvider,
  OAuthDiscoveryState,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from '@modelcontextprotocol/client';
import { errorSentence, SentenceError } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import type { CredentialStore } from './credentials.ts';

export interface FlowProvider extends OAuthClientProvider {
  /** Where the user has to go; null until required. */
  authorizationUrl(): URL | null;
  /** The server rejected the stored credentials. */
  isRefused(): boolean;
}

/**
 * `person`: an interactive sign-in registers a new client, because its redirect URL is always different. Without it,
 * the flow uses stored credentials and ends if it needs the user.
 */
export function createSignInProvider(
  store: CredentialStore,
  person: { redirectUrl: string; state: string } | null,
): FlowProvider {
  let client: StoredOAuthClientInformation | undefined;
  let verifier = '';
  let discovery: OAuthDiscoveryState | undefined;
  let authorization: URL | null = null;
  let refused = false;

  const redirectUrl = person?.redirectUrl ?? 'http://127.0.0.1/';
  return {
    redirectUrl,
    clientMetadata: {
      client_name: 'Throughline',
      redirect_uris: [redirectUrl],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    },
    state: () => person?.state ?? '',
    async clientInformation() {
      if (client || person) return client;
      return (await store.read())?.client;
    },
    saveClientInformation(information) {
      if (!person) throw new SentenceError(say`you need to sign in again`);
      client = information;
    },
    async tokens() {
      return person ? undefined : (await store.read())?.tokens;
    },
    async invalidateCredentials() {
      refused = true;
      if (!person) await store.remove();
    },
    async saveTokens(tokens: StoredOAuthTokens) {
      const before = await store.read();
      const holder = client ?? before?.client;
      if (!holder) throw new SentenceError(say`tokens arrived without a registration`);
      // A server may omit an unchanged refresh token (RFC 6749, section 6).
      const refresh = tokens.refresh_token ?? (client ? undefined : before?.tokens.refresh_token);
      const saved = await store.write({
        client: holder,
        tokens: refresh === undefined ? tokens : { ...tokens, refresh_token: refresh },
      });
      if (!saved.ok) throw new SentenceError(errorSentence(saved.error));
    },
    redirectToAuthorization(url) {
      authorization = url;
    },
    saveCodeVerifier(code) {
      verifier = code;
    },
    codeVerifier: () => verifier,
    saveDiscoveryState(state) {
      discovery = state;
    },
    discoveryState: () => discovery,
    authorizationUrl: () => authorization,
    isRefused: () => refused,
  };
}
