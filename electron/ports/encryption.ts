// Encryption of the data folder, for the app that works on it. Turning it on or off ends this app; the host opens another
// one on the converted data.

import { fail, ok, type Result } from '../../shared/core/errors.ts';
import { say } from '../../shared/core/sentence.ts';

export interface Encryption {
  state(): Promise<Result<'off' | 'on' | 'partly'>>;
  turnOn(code: string): Result<void>;
  turnOff(): Result<void>;
  changeCode(code: string): Promise<Result<void>>;
  /** Opens the data again after encrypted data was restored into an empty folder; `code` is its recovery code, or empty. */
  reopen(code: string): void;
}

const unsupported = (): Result<never> =>
  fail('NOT_SUPPORTED', say`This host cannot change the encryption. Use “throughline encryption”.`);

export const noEncryption: Encryption = {
  state: async () => ok('off'),
  turnOn: unsupported,
  turnOff: unsupported,
  changeCode: async () => unsupported(),
  reopen: () => {},
};
