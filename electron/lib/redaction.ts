// Masks secrets before storing or showing text: the app's own keys known to this process, and well-known token formats
// if the settings say so. Looked up for each text, so a key is masked from the moment it is saved.

import type { Settings } from '../../shared/features/settings/settings.ts';
import { createSecretMask, type SecretMask } from './secretMask.ts';

interface ReadableSettings {
  read(): Promise<{ settings: Settings }>;
}

/** Shorter ones may be parts of ordinary words. */
const shortestHidden = 12;

export interface Redactor {
  readonly mask: SecretMask;
  /** For exported text: masks well-known token formats regardless of the settings. */
  readonly outgoing: SecretMask;
  /** Masks an additional secret, such as one passed to an MCP server. Short ones are ignored. */
  remember(secret: string): void;
  /** Resolves when the keychain's keys and the settings are loaded; await it before storing anything. */
  ready(): Promise<void>;
  /** The current secrets, for a thread with its own mask. */
  hidden(): { secrets: readonly string[]; tokens: boolean };
  /** Call once, before the first `ready`. `learnKeys` loads every key of the app from the keychain. */
  start(settings: ReadableSettings, learnKeys: () => Promise<void>): void;
}

export function createRedactor(keychain: { knownSecrets(): string[] }): Redactor {
  const others = new Set<string>();
  let tokens = false;
  let settings: ReadableSettings | null = null;
  let learn: () => Promise<void> = async () => {};
  let learned: Promise<void> | null = null;

  const secrets = (): string[] =>
    others.size === 0 ? keychain.knownSecrets() : [...keychain.knownSecrets(), ...others];
  return {
    mask: createSecretMask(secrets, () => tokens),
    outgoing: createSecretMask(secrets, () => true),
    hidden: () => ({ secrets: secrets(), tokens }),
    remember(secret) {
      if (secret.length >= shortestHidden) others.add(secret);
    },
    async ready() {
      learned ??= learn();
      await learned;
      if (settings) tokens = (await settings.read()).settings.maskTokens;
    },
    start(from, learnKeys) {
      settings = from;
      learn = learnKeys;
    },
  };
}
