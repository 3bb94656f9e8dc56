// throughline sync choose, projects, skip, include and limit: what this machine syncs, and how much it transfers.

import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import { type SyncProject, type SyncTransfers, syncParts } from '../../../shared/features/sync/sync.ts';
import { type ExitCode, type Line, reportError, type Terminal } from '../../host/terminal/terminal.ts';
import type { SyncAccount } from './account/syncAccount.ts';
import { notSetUp } from './account/syncConfig.ts';
import type { StoreValues } from './storeOptions.ts';

export type SyncTerminal = Terminal<
  Line<
    StoreValues &
      Record<'name' | 'largestFile' | 'metered' | 'files', string | undefined> &
      Record<'phrase' | 'here' | 'json', boolean>
  >
>;

export async function choose(terminal: SyncTerminal, account: SyncAccount): Promise<ExitCode> {
  const names = terminal.line.positionals[1]?.split(',') ?? [];
  const chosen = await account.choose(syncParts.filter((part) => names.includes(part)));
  if (!chosen.ok) return reportError(terminal, chosen.error);
  terminal.out(`Next to conversations, this machine syncs: ${(await account.parts()).join(', ') || 'nothing'}.\n`);
  return 0;
}

const noFolder = 'Chats without a folder';

export async function projects(terminal: SyncTerminal, account: SyncAccount): Promise<ExitCode> {
  const listed = await listedProjects(terminal, account);
  if (!listed.ok) return reportError(terminal, listed.error);
  if (terminal.line.values.json) terminal.out(`${JSON.stringify(listed.value)}\n`);
  else
    for (const { id, name, isLeftOut } of listed.value)
      terminal.out(`${id || 'none'}  ${name || noFolder}${isLeftOut ? ' (left out here)' : ''}\n`);
  return 0;
}

async function listedProjects({ core, signal }: SyncTerminal, account: SyncAccount): Promise<Result<SyncProject[]>> {
  const connected = await core.sync.connectAccount(signal);
  if (!connected.ok) return connected;
  const all = await connected.value?.projects();
  if (!all) return notSetUp();
  const { leftOut } = await account.limits();
  return all.ok ? ok(all.value.map((each) => ({ ...each, isLeftOut: leftOut.includes(each.id) }))) : all;
}

/** `sync skip` and `sync include`. */
export async function skip(terminal: SyncTerminal, account: SyncAccount): Promise<ExitCode> {
  const [action, query = ''] = terminal.line.positionals;
  const listed = await listedProjects(terminal, account);
  if (!listed.ok) return reportError(terminal, listed.error);
  const matching = listed.value.filter(({ id, name }) => (id || 'none') === query || name === query);
  const [project, other] = matching;
  if (!project || other) {
    const text = project
      ? say`Several projects are called ${query}. Use the ID.`
      : say`There is no project ${query}. “throughline sync projects” lists them.`;
    return reportError(terminal, fail('PARAMS_INVALID', text).error);
  }
  const isLeftOut = action === 'skip';
  const changed = await account.leaveOut(project.id, isLeftOut);
  if (!changed.ok) return reportError(terminal, changed.error);
  terminal.out(
    isLeftOut
      ? `Left out on this machine: ${project.name || noFolder}. What is stored stays there.\n`
      : `Syncs with this machine: ${project.name || noFolder}.\n`,
  );
  return 0;
}

/** Undefined: not to be changed; null: no limit. */
function readAmount(text: string | undefined, unit: number): number | null | undefined {
  if (text === undefined) return undefined;
  return text === 'none' ? null : Number(text) * unit;
}

export async function limit(terminal: SyncTerminal, account: SyncAccount): Promise<ExitCode> {
  const { positionals, values } = terminal.line;
  const bytesPerSecond = readAmount(positionals[1], 1_000);
  const maxFileBytes = readAmount(values.largestFile, 1_000_000);
  const limited = await account.limit({
    ...(bytesPerSecond === undefined ? {} : { bytesPerSecond }),
    ...(maxFileBytes === undefined ? {} : { maxFileBytes }),
    ...(values.metered === undefined ? {} : { syncsMetered: values.metered === 'sync' }),
    ...(values.files === undefined ? {} : { keepsFiles: values.files === 'all' }),
  });
  if (!limited.ok) return reportError(terminal, limited.error);
  terminal.out(limitLines(await account.limits()));
  return 0;
}

export function limitLines({ bytesPerSecond, maxFileBytes, syncsMetered, keepsFiles }: SyncTransfers): string {
  return [
    `Transfers: ${bytesPerSecond === null ? 'no limit' : `at most ${bytesPerSecond / 1_000} kB per second`}.`,
    `Files: ${maxFileBytes === null ? 'of any size' : `up to ${maxFileBytes / 1_000_000} MB; larger ones stay on this machine`}.`,
    `On a metered connection, an open window ${syncsMetered ? 'syncs as well' : 'waits for “throughline sync now”'}.`,
    keepsFiles
      ? 'An open window fetches all attachments and full results.'
      : 'Attachments and full results are fetched when they are opened; “throughline sync fetch --all” fetches all.',
    '',
  ].join('\n');
}
