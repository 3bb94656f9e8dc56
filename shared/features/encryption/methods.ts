// Encryption of the data folder. While its key is missing, or files are being converted, only `encryption.waiting` and
// `encryption.unlock` are answered; every other method fails with DATA_LOCKED.

import { z } from 'zod';
import type { SentenceData } from '../../core/sentence.ts';
import { defineMethod, nothing } from '../../protocol/method.ts';

export interface EncryptionInfo {
  /** `partly`: some files could not be converted yet; the next start tries again. */
  state: 'off' | 'on' | 'partly';
  /** True if this machine has a keychain, so that nothing is asked at the next start. */
  hasKeychain: boolean;
  /** True if encrypting would interrupt something that runs now. */
  isBusy: boolean;
}

export type WaitingInfo =
  | { kind: 'locked' }
  | { kind: 'converting'; to: 'encrypted' | 'plain'; done: number; of: number }
  /** The data folder could not be opened. */
  | { kind: 'failed'; reason: { message: string; said?: SentenceData } }
  | { kind: 'ready' };

const code = z.string().max(200);

export const encryptionMethods = {
  'encryption.info': defineMethod<EncryptionInfo>()('none', nothing),
  /** Creates a recovery code, which opens nothing until `encryption.turnOn` or `encryption.changeCode` takes it. */
  'encryption.createCode': defineMethod<{ code: string }>()('none', nothing),
  /** Restarts the app with encrypted data. `code`: as the user typed it from what was shown. */
  'encryption.turnOn': defineMethod<Record<string, never>>()('app', z.object({ code })),
  'encryption.turnOff': defineMethod<Record<string, never>>()('app', nothing),
  'encryption.changeCode': defineMethod<Record<string, never>>()('app', z.object({ code })),
  'encryption.waiting': defineMethod<WaitingInfo>()('none', nothing),
  /** Opens the data again after a failure. */
  'encryption.retry': defineMethod<Record<string, never>>()('app', nothing),
  'encryption.unlock': defineMethod<{ keptIn: 'keychain' | 'memory' }>()('app', z.object({ code })),
} as const;
