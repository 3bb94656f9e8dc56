// The secrets of webhooks: in the keychain, never in a file. On a machine without one, the environment has one for all.

import { randomBytes } from 'node:crypto';
import { ok, type Result } from '../../../shared/core/errors.ts';
import type { Environment } from '../../lib/environment.ts';
import type { Keychain } from '../../ports/keychain.ts';
import { newWebhookSecret } from './triggers/webhook.ts';

const accountOf = (id: string): string => `webhook-${id}`;

export async function secretOfWebhook(keychain: Keychain, env: Environment, id: string): Promise<string | null> {
  const stored = await keychain.get(accountOf(id));
  return (stored.ok ? stored.value : null) ?? (env.THROUGHLINE_WEBHOOK_SECRET || null);
}

/** `isKept` false: only until this process ends. */
export async function makeWebhookSecret(
  keychain: Keychain,
  id: string,
): Promise<Result<{ secret: string; isKept: boolean }>> {
  const secret = newWebhookSecret(randomBytes);
  const location = await keychain.set(accountOf(id), secret);
  return location.ok ? ok({ secret, isKept: location.value === 'keychain' }) : location;
}

export async function removeWebhookSecret(keychain: Keychain, id: string): Promise<void> {
  await keychain.remove(accountOf(id));
}
