// throughline restore: restores a backup into the data folder, or lists what that would do.

import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type AppError, fail, ok, type Result } from '../../../shared/core/errors.ts';
import { englishOnly, say, textOf } from '../../../shared/core/sentence.ts';
import type { RestoreSummary } from '../../../shared/features/backup/backup.ts';
import { type ExitCode, firstPositional, type Line, reportError, type Terminal } from '../../host/terminal/terminal.ts';
import { sizeText, visibleLine } from '../../host/terminal/terminalText.ts';
import { diskErrorReason } from '../../lib/diskReason.ts';
import { askPassphrase, canceled, following, secretFile } from './backupCommand.ts';
import { isEncrypted } from './backups.ts';
import type { DecryptWith } from './encryption.ts';

type RestoreLine = Line<{
  dryRun: boolean;
  salvage: boolean;
  permissions: boolean;
  discard: boolean;
  passphraseFile: string | undefined;
  identityFile: string | undefined;
  json: boolean;
}>;

type RestoreTerminal = Terminal<RestoreLine>;

const maxTries = 3;

export async function restoreCommand(terminal: RestoreTerminal): Promise<ExitCode> {
  const { values } = terminal.line;
  if (values.discard) return discardCommand(terminal);
  const path = resolve(terminal.folder, firstPositional(terminal));
  const keys = await keysFor(terminal, path);
  if (!keys.ok) return reportError(terminal, keys.error);
  const request = {
    path,
    keys: keys.value,
    salvage: values.salvage,
    permissions: values.permissions ? 'always' : 'sameMachine',
  } as const;
  const { backups } = terminal.core;
  const restoreWith = (code: { recoveryCode?: string | null }) =>
    following(terminal, 'Restored', () => backups.restore({ ...request, ...code }));
  const done = values.dryRun
    ? await following(terminal, 'Checked', () => backups.inspect(request))
    : await withRecoveryCode(terminal, restoreWith);
  if (!done.ok)
    return done.error.code === 'CANCELLED' ? canceled(terminal, done.error) : reportError(terminal, done.error);
  if (values.json) terminal.out(`${JSON.stringify(done.value, englishOnly)}\n`);
  else terminal.out(summaryText(done.value, values.dryRun));
  return done.value.problemCount > 0 ? 1 : 0;
}

/** Asks for the recovery code of the backup's data if it is needed. An empty one restores without what it opens. */
async function withRecoveryCode<T>(
  { ask, err }: RestoreTerminal,
  work: (code: { recoveryCode?: string | null }) => Promise<Result<T>>,
): Promise<Result<T>> {
  if (!ask) return work({});
  let done = await work({ recoveryCode: null });
  for (let tries = 0; tries < maxTries && !done.ok && isAboutCode(done.error); tries++) {
    err(`${done.error.message}\n`);
    const typed = await ask('Recovery code, or nothing to restore without them:', undefined);
    if (typed === null) return fail('CANCELLED', say`The restore was canceled. Nothing was changed.`);
    done = await work({ recoveryCode: typed.trim() });
  }
  return done;
}

const isAboutCode = ({ code, details }: AppError): boolean => code === 'DATA_LOCKED' || details?.field === 'code';

async function discardCommand(terminal: Terminal<RestoreLine>): Promise<ExitCode> {
  const done = await terminal.core.backups.discard();
  if (!done.ok) return reportError(terminal, done.error);
  if (terminal.line.values.json) terminal.out(`${JSON.stringify(done.value)}\n`);
  else terminal.out(`Discarded: ${counted(done.value.discarded, 'unfinished restore')}\n`);
  return 0;
}

async function keysFor(terminal: Terminal<RestoreLine>, path: string): Promise<Result<DecryptWith>> {
  const { passphraseFile, identityFile } = terminal.line.values;
  if (identityFile !== undefined) {
    try {
      const lines = (await readFile(resolve(terminal.folder, identityFile), 'utf8')).split(/\r?\n/);
      return ok({ identities: lines.filter((line) => line.trim() !== '' && !line.startsWith('#')) });
    } catch (thrown) {
      return fail('STORE_READ_FAILED', say`${identityFile} could not be read: ${diskErrorReason(thrown)}.`);
    }
  }
  if (passphraseFile === undefined && !(await isEncrypted(path))) return ok({});
  const passphrase =
    passphraseFile === undefined
      ? await askPassphrase(terminal, 'The passphrase of the backup:')
      : await secretFile(terminal, passphraseFile);
  return passphrase.ok ? ok({ passphrase: passphrase.value }) : passphrase;
}

function summaryText(summary: RestoreSummary, isDryRun: boolean): string {
  const { problems, problemCount, withheld, kept, keptCount, newFiles, newFileCount } = summary;
  const place = ({ file, path, at }: RestoreSummary['problems'][number]): string =>
    `${visibleLine(path ?? file)}${at > 0 ? ` (byte ${at})` : ''}`;
  const list = (label: string, paths: readonly string[], count: number): string[] => [
    ...(isDryRun ? paths.map((path) => `${label}: ${visibleLine(path)}\n`) : []),
    ...(isDryRun && count > paths.length ? [`… and ${count - paths.length} more\n`] : []),
  ];
  const from = `${summary.file}, of ${summary.createdAt}, by Throughline ${summary.version}`;
  const counts = [
    counted(summary.newConversations, 'new conversation'),
    `${summary.mergedConversations} merged`,
    counted(newFileCount, 'other file'),
    sizeText(summary.bytes),
  ].join(', ');
  return [
    ...problems.map((problem) => `damaged: ${place(problem)}: ${textOf(problem.reason)}\n`),
    ...(problemCount > problems.length ? [`… and ${problemCount - problems.length} more problems\n`] : []),
    ...list('new', newFiles, newFileCount),
    ...list('stays as it is here', kept, keptCount),
    ...withheld.map((path) => `only for the other machine: ${visibleLine(path)}\n`),
    ...(summary.needsCode && (isDryRun || withheld.length > 0)
      ? ['Titles and project names are encrypted: they are only restored with the recovery code of that data.\n']
      : []),
    `${from}\n`,
    `${isDryRun ? 'Would restore' : 'Restored'}: ${counts}\n`,
  ].join('');
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}
