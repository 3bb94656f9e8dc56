// The registers of other apps' sessions, `session:<device>:<id>`: only that device writes them.

import type { SyncState } from './syncState.ts';

const prefix = 'session:';

export function sessionField(device: string, id: string): string {
  return `${prefix}${device}:${id}`;
}

/** Above each field that begins like this, and below all others. */
export function endOfSessionFields(start: string): string {
  return `${start.slice(0, -1)};`;
}

/** Those of a device that are stored, also in part. */
export function sessionFields(state: SyncState, device: string): string[] {
  const start = sessionField(device, '');
  const range = [start, endOfSessionFields(start)];
  const rows = state.all<{ field: string }>(
    `SELECT field FROM registers WHERE conversation = '' AND field > ? AND field < ? AND value IS NOT NULL
     UNION SELECT conversation FROM refs WHERE conversation > ? AND conversation < ?`,
    ...[...range, ...range],
  );
  return rows.map(({ field }) => field);
}

/** Pieces are needed as long as the register of their session names them. */
export function referToPieces(state: SyncState, field: string, value: unknown): void {
  if (!field.startsWith(prefix)) return;
  state.run('DELETE FROM refs WHERE conversation = ?', field);
  const pieces = (value as { pieces?: unknown } | null)?.pieces;
  for (const piece of Array.isArray(pieces) ? pieces : []) {
    if (Array.isArray(piece) && typeof piece[0] === 'string') {
      state.run("INSERT OR IGNORE INTO refs VALUES (?, ?, '')", piece[0], field);
    }
  }
}

/** The device has left, and so have its sessions. */
export function forgetSessionsOf(state: SyncState, device: string): void {
  const start = sessionField(device, '');
  const range = [start, endOfSessionFields(start)];
  state.run("DELETE FROM registers WHERE conversation = '' AND field > ? AND field < ?", ...range);
  state.run('DELETE FROM refs WHERE conversation > ? AND conversation < ?', ...range);
}

/** A query. */
export const sessionDevices = `SELECT DISTINCT device FROM registers
  WHERE conversation = '' AND field > '${prefix}' AND field < '${endOfSessionFields(prefix)}'`;

/** True if sessions of other devices changed since the last call. */
export function takeChangedSessions(state: SyncState, device: string): boolean {
  const where = "conversation = '' AND field > ? AND field < ?";
  const range = [prefix, endOfSessionFields(prefix)];
  state.run(`UPDATE registers SET local = value, differs = 0 WHERE ${where} AND differs = 1`, ...range);
  const row = state.get<{ mark: string }>(
    `SELECT count(*) || ' ' || coalesce(sum(counter), 0) || ' ' || coalesce(group_concat(DISTINCT device), '') AS mark
     FROM registers WHERE ${where} AND device <> ? AND device IN (SELECT id FROM devices)`,
    ...[...range, device],
  );
  const mark = row?.mark ?? '';
  if ((state.fact('sessions') ?? '0 0 ') === mark) return false;
  state.setFact('sessions', mark);
  return true;
}
