// Keychain access for a connection's secrets (header values, proxy password): one entry per provider and kind.
// Registers values for masking as soon as they are typed or read.

import { ok, type Result } from '../../../shared/core/errors.ts';
import type { Keychain } from '../../ports/keychain.ts';

/** By lower-case name. */
export interface HeaderValues {
  [name: string]: string;
}

export interface ConnectionSecrets {
  headers(providerId: string): Promise<Result<HeaderValues>>;
  proxyPassword(providerId: string): Promise<Result<string | null>>;
  setHeaders(providerId: string, values: HeaderValues): Promise<Result<void>>;
  setProxyPassword(providerId: string, password: string | null): Promise<Result<void>>;
}

const headersAccount = (providerId: string): string => `provider-headers:${providerId}`;
const proxyAccount = (providerId: string): string => `provider-proxy:${providerId}`;

export function createConnectionSecrets(keychain: Keychain & { remember?(secret: string): void }): ConnectionSecrets {
  const remember = (values: Iterable<string>): void => {
    for (const value of values) {
      keychain.remember?.(value);
      // For `Bearer …`, also mask the token alone.
      const bare = /^\S+ +(\S+)$/.exec(value)?.[1];
      if (bare !== undefined) keychain.remember?.(bare);
    }
  };
  const keep = async (account: string, secret: string | null): Promise<Result<void>> => {
    if (secret === null) return keychain.remove(account);
    const saved = await keychain.set(account, secret);
    return saved.ok ? ok(undefined) : saved;
  };
  return {
    async headers(providerId) {
      const saved = await keychain.get(headersAccount(providerId));
      if (!saved.ok) return saved;
      const values = readValues(saved.value);
      remember(Object.values(values));
      return ok(values);
    },
    proxyPassword: (providerId) => keychain.get(proxyAccount(providerId)),
    setHeaders(providerId, values) {
      remember(Object.values(values));
      const isEmpty = Object.keys(values).length === 0;
      return keep(headersAccount(providerId), isEmpty ? null : JSON.stringify(values));
    },
    setProxyPassword: (providerId, password) => keep(proxyAccount(providerId), password),
  };
}

/** Ignores malformed values, which another app may have written. */
function readValues(text: string | null): HeaderValues {
  try {
    const parsed: unknown = JSON.parse(text ?? '{}');
    if (typeof parsed !== 'object' || parsed === null) return {};
    return Object.fromEntries(Object.entries(parsed).filter(([, value]) => typeof value === 'string'));
  } catch {
    return {};
  }
}
