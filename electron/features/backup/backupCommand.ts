// throughline backup: one file with all data, or the next backup in a folder.

import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { englishOnly, say, textOf } from '../../../shared/core/sentence.ts';
import type { BackupReport } from '../../../shared/features/backup/backup.ts';
import { type ExitCode, type Line, reportError, type Terminal } from '../../host/terminal/terminal.ts';
import { sizeText, visibleLine } from '../../host/terminal/terminalText.ts';
import { diskErrorReason } from '../../lib/diskReason.ts';

type BackupLine = Line<{
  to: string | undefined;
  keep: number | undefined;
  encrypt: boolean;
  recipient: string | undefined;
  passphraseFile: string | undefined;
  json: boolean;
}>;

const defaultKeep = 7;
const minPassphrase = 8;

export async function backupCommand(terminal: Terminal<BackupLine>): Promise<ExitCode> {
  const { values, positionals } = terminal.line;
  const passphrase = await newPassphrase(terminal);
  if (!passphrase.ok) return reportError(terminal, passphrase.error);
  const encryptFor = {
    ...(passphrase.value === null ? {} : { passphrase: passphrase.value }),
    recipients: values.recipient?.split(/[\s,]+/).filter((key) => key !== '') ?? [],
  };
  const to =
    values.to === undefined
      ? { file: resolve(terminal.folder, positionals[0] ?? '') }
      : { folder: resolve(terminal.folder, values.to), keep: values.keep ?? defaultKeep };
  const made = await following(terminal, 'Backed up', () => terminal.core.backups.make({ to, encryptFor }));
  if (!made.ok)
    return made.error.code === 'CANCELLED' ? canceled(terminal, made.error) : reportError(terminal, made.error);
  if (values.json) terminal.out(`${JSON.stringify(made.value, englishOnly)}\n`);
  else terminal.out(madeText(made.value));
  return 0;
}

function madeText({
  file,
  bytes,
  isIncrement,
  files,
  totalBytes,
  leftOut,
  leftOutCount,
  deleted,
}: BackupReport): string {
  const left = leftOut.map(({ path, reason }) => `not backed up: ${visibleLine(path)}: ${textOf(reason)}\n`);
  if (leftOutCount > leftOut.length) left.push(`… and ${leftOutCount - leftOut.length} more files\n`);
  if (file === null) return `${left.join('')}Nothing has changed since the last backup.\n`;
  const what = isIncrement ? 'what is new of ' : '';
  return [
    ...left,
    `${file}\n`,
    `${sizeText(bytes)}, with ${what}${files} files of ${sizeText(totalBytes)}, verified\n`,
    ...deleted.map((name) => `deleted: ${name}\n`),
  ].join('');
}

/** Shows progress, and cancels the work on Ctrl-C. */
export async function following<T>(
  { core, signal, progress }: Terminal,
  what: string,
  work: () => Promise<Result<T>>,
): Promise<Result<T>> {
  const cancel = (): void => core.backups.cancel();
  core.backups.onProgress = (bytes) => progress(bytes === null ? null : `${what}: ${sizeText(bytes)}`);
  signal.addEventListener('abort', cancel, { once: true });
  try {
    return await work();
  } finally {
    signal.removeEventListener('abort', cancel);
    progress(null);
  }
}

export function canceled(terminal: Terminal, error: Parameters<typeof reportError>[1]): ExitCode {
  reportError(terminal, error);
  return 130;
}

/** Null: not encrypted by a passphrase. */
async function newPassphrase(terminal: Terminal<BackupLine>): Promise<Result<string | null>> {
  const { encrypt, passphraseFile } = terminal.line.values;
  if (passphraseFile !== undefined) return checked(await secretFile(terminal, passphraseFile));
  if (!encrypt) return ok(null);
  const first = checked(await askPassphrase(terminal, 'A passphrase for the backup:'));
  if (!first.ok) return first;
  const second = await askPassphrase(terminal, 'Again:');
  if (!second.ok || second.value === first.value) return second;
  return fail('PARAMS_INVALID', 'The two are not the same. Nothing was written.');
}

function checked(passphrase: Result<string>): Result<string> {
  if (!passphrase.ok || passphrase.value.length >= minPassphrase) return passphrase;
  return fail('PARAMS_INVALID', say`The passphrase needs at least ${minPassphrase} characters. Nothing was written.`);
}

export async function askPassphrase({ askSecret }: Terminal, question: string): Promise<Result<string>> {
  if (!askSecret)
    return fail('PARAMS_INVALID', say`The passphrase is asked in a terminal. Use --passphrase-file elsewhere.`);
  const answer = await askSecret(question);
  return answer === null ? fail('CANCELLED', say`No passphrase was entered.`) : ok(answer);
}

/** The first line of a file. */
export async function secretFile({ folder }: Terminal, file: string): Promise<Result<string>> {
  try {
    return ok((await readFile(resolve(folder, file), 'utf8')).split(/\r?\n/)[0] ?? '');
  } catch (thrown) {
    return fail('STORE_READ_FAILED', say`${file} could not be read: ${diskErrorReason(thrown)}.`);
  }
}
