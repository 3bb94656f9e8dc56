// What is hidden before storing or showing: the app's own keys, as far as this process knows them, and well-known token forms
// if the settings say so. Looked up again for each text, so a key is hidden from the moment it is saved.

import type { Settings } from '../../shared/features/settings/settings.ts';
import { createSecretMask, type SecretMask } from './secretMask.ts';

interface ReadableSettings {
  read(): Promise<{ settings: Settings }>;
}

/** Shorter ones are parts of ordinary words. */
const shortestHidden = 12;

export interface Redactor {
  readonly mask: SecretMask;
  /** For what others read: tokens of well-known forms are hidden whatever the settings say. */
  readonly outgoing: SecretMask;
  /** Hides a secret that is not a key of the app, such as one that a server of tools is given. Short ones are not hidden. */
  remember(secret: string): void;
  /** Resolves when the keys of the keychain and the settings are known; to be awaited before something is stored. */
  ready(): Promise<void>;
  /** What the mask hides now, for a thread that has a mask of its own. */
  hidden(): { secrets: readonly string[]; tokens: boolean };
  /** Once, before the first `ready`. `learnKeys` asks the keychain for every key that the app has. */
  begin(settings: ReadableSettings, learnKeys: () => Promise<void>): void;
}

export function createRedactor(keychain: { known(): string[] }): Redactor {
  const others = new Set<string>();
  let tokens = false;
  let settings: ReadableSettings | null = null;
  let learn: () => Promise<void> = async () => {};
  let learned: Promise<void> | null = null;

  const secrets = (): string[] => (others.size === 0 ? keychain.known() : [...keychain.known(), ...others]);
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
    begin(from, learnKeys) {
      settings = from;
      learn = learnKeys;
    },
  };
}
