// Makes and uses passkeys in this browser, from and to the JSON that the host understands. Browsers have methods for
// that, but not yet all that can pair.

import type { PasskeyAssertion, PasskeyAttestation } from '../../../shared/features/remote/methods.ts';

/** `unsupported`: this browser or page has none. `cancelled`: by the user, or it took too long. `exists`: it has one already. */
export type PasskeyProblem = 'unsupported' | 'cancelled' | 'exists' | 'address' | 'failed';

export type PasskeyOutcome<T> = { passkey: T } | { problem: PasskeyProblem };

type Options = Record<string, unknown>;

/** Whether this device itself can recognize its user: with a finger, a face or its PIN. */
export async function hasPlatformPasskeys(): Promise<boolean> {
  if (!isSupported()) return false;
  return PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable().catch(() => false);
}

function isSupported(): boolean {
  return typeof PublicKeyCredential === 'function' && navigator.credentials !== undefined;
}

/** `options`: as `remote.newPasskey` returns them. */
export async function makePasskey(options: Options): Promise<PasskeyOutcome<PasskeyAttestation>> {
  const user = options.user as Options;
  return ask(async () => {
    const made = (await navigator.credentials.create({
      publicKey: {
        ...options,
        challenge: bytesOf(options.challenge),
        user: { ...user, id: bytesOf(user.id) },
        excludeCredentials: listed(options.excludeCredentials),
      } as unknown as PublicKeyCredentialCreationOptions,
    })) as PublicKeyCredential;
    const response = made.response as AuthenticatorAttestationResponse;
    const key = response.getPublicKey?.() ?? null;
    // Browsers from before 2024 have no such method.
    if (key === null) throw new DOMException('no public key', 'NotSupportedError');
    return {
      ...idsOf(made),
      response: {
        clientDataJSON: textOf(response.clientDataJSON),
        authenticatorData: textOf(response.getAuthenticatorData()),
        publicKey: textOf(key),
        transports: response.getTransports?.() ?? [],
      },
    };
  });
}

/** `options`: from the details of a CONFIRMATION_NEEDED. */
export async function signWithPasskey(options: Options): Promise<PasskeyOutcome<PasskeyAssertion>> {
  return ask(async () => {
    const used = (await navigator.credentials.get({
      publicKey: {
        ...options,
        challenge: bytesOf(options.challenge),
        allowCredentials: listed(options.allowCredentials),
      } as unknown as PublicKeyCredentialRequestOptions,
    })) as PublicKeyCredential;
    const response = used.response as AuthenticatorAssertionResponse;
    return {
      ...idsOf(used),
      response: {
        clientDataJSON: textOf(response.clientDataJSON),
        authenticatorData: textOf(response.authenticatorData),
        signature: textOf(response.signature),
      },
    };
  });
}

/** By the name of a DOMException. A refusal and a missing passkey look the same, so that pages learn nothing. */
const problems: Readonly<Record<string, PasskeyProblem>> = {
  NotAllowedError: 'cancelled',
  AbortError: 'cancelled',
  TimeoutError: 'cancelled',
  InvalidStateError: 'exists',
  NotSupportedError: 'unsupported',
  SecurityError: 'address',
};

async function ask<T>(run: () => Promise<T>): Promise<PasskeyOutcome<T>> {
  if (!isSupported()) return { problem: 'unsupported' };
  try {
    return { passkey: await run() };
  } catch (thrown) {
    return { problem: (thrown instanceof DOMException && problems[thrown.name]) || 'failed' };
  }
}

function idsOf({ id, rawId }: PublicKeyCredential): { id: string; rawId: string; type: 'public-key' } {
  return { id, rawId: textOf(rawId), type: 'public-key' };
}

function listed(credentials: unknown): { id: Uint8Array<ArrayBuffer> }[] {
  return (credentials as { id: string }[]).map((each) => ({ ...each, id: bytesOf(each.id) }));
}

function bytesOf(text: unknown): Uint8Array<ArrayBuffer> {
  const plain = atob(String(text).replace(/-/g, '+').replace(/_/g, '/'));
  return Uint8Array.from(plain, (character) => character.charCodeAt(0));
}

function textOf(bytes: ArrayBuffer): string {
  return btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '');
}
