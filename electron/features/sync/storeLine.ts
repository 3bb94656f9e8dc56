// Reads where a store is from a command line, and asks for its password.

import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import type { Line, Terminal } from '../../host/terminal/terminal.ts';
import { diskReason } from '../../stores/files/disk.ts';
import { defaultPathStyle, type StoreConfig, type StoreCredentials } from './remote/storeConfig.ts';
import type { StoreValues } from './storeOptions.ts';

type StoreTerminal = Pick<Terminal<Line<StoreValues>>, 'line' | 'folder' | 'askSecret'>;

/** `defaultPrefix`: the folder in the store, unless the line names one. */
export async function readStoreLine(
  terminal: StoreTerminal,
  defaultPrefix: string,
): Promise<Result<{ store: StoreConfig; credentials: StoreCredentials }>> {
  const { values } = terminal.line;
  const { folder, webdav, s3, bucket = '', region = 'us-east-1', user = '', prefix = defaultPrefix } = values;
  const store: StoreConfig =
    folder !== undefined
      ? { kind: 'folder', folder: resolve(terminal.folder, folder), prefix }
      : webdav !== undefined
        ? { kind: 'webdav', address: webdav, prefix }
        : { kind: 's3', endpoint: s3 ?? '', region, bucket, pathStyle: defaultPathStyle(s3 ?? '', bucket), prefix };
  const secret = store.kind === 'folder' ? ok('') : await readSecret(terminal);
  return secret.ok ? ok({ store, credentials: { user, secret: secret.value } }) : secret;
}

async function readSecret({ line, folder, askSecret }: StoreTerminal): Promise<Result<string>> {
  const file = line.values.secretFile;
  if (file !== undefined) {
    return readFile(resolve(folder, file), 'utf8').then(
      (text) => ok(text.split(/\r?\n/)[0] ?? ''),
      (thrown) => fail('STORE_READ_FAILED', say`${file} could not be read: ${diskReason(thrown)}.`),
    );
  }
  if (!askSecret) return fail('NOT_SUPPORTED', say`The password is asked in a terminal. Use --secret-file elsewhere.`);
  const secret = await askSecret(line.values.s3 ? 'Secret key:' : 'Password:');
  return secret === null ? fail('CANCELLED', say`Stopped.`) : ok(secret);
}
