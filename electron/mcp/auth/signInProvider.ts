// The client side of the SDK's OAuth flow: who we are, where the browser returns to, and what is stored. Created for one flow:
// a sign-in, or refreshing a token without a person.

import type {
  OAuthClientProvider,
  OAuthDiscoveryState,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from '@modelcontextprotocol/client';
import { SaidError, saidByError } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import type { CredentialStore } from './credentials.ts';

export interface FlowProvider extends OAuthClientProvider {
  /** Where the person has to go; null while nobody was asked to. */
  authorizationUrl(): URL | null;
  /** The server said that what is kept no longer counts. */
  isRefused(): boolean;
}

/**
 * `person`: signing in registers anew, because the address that the browser comes back to is another one each time. Without
 * it what is kept is used, and a flow that would need a person ends.
 */
export function signInProvider(
  kept: CredentialStore,
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
      return (await kept.read())?.client;
    },
    saveClientInformation(information) {
      if (!person) throw new SaidError(say`you need to sign in again`);
      client = information;
    },
    async tokens() {
      return person ? undefined : (await kept.read())?.tokens;
    },
    async invalidateCredentials() {
      refused = true;
      if (!person) await kept.remove();
    },
    async saveTokens(tokens: StoredOAuthTokens) {
      const before = await kept.read();
      const holder = client ?? before?.client;
      if (!holder) throw new SaidError(say`tokens arrived without a registration`);
      // A server may leave out the refresh token when it stays the same (RFC 6749, section 6).
      const refresh = tokens.refresh_token ?? (client ? undefined : before?.tokens.refresh_token);
      const saved = await kept.write({
        client: holder,
        tokens: refresh === undefined ? tokens : { ...tokens, refresh_token: refresh },
      });
      if (!saved.ok) throw new SaidError(saidByError(saved.error));
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
