// Rows of segments, and what follows for them when messages are removed for good.

import { forgetTitleOf } from './outlines.ts';
import { isCallId, messageOfCall } from './startedCalls.ts';
import type { SyncContext } from './syncContext.ts';
import type { SyncState } from './syncState.ts';

/**
 * `put`: ours, stored but not in the log. `new`: to be fetched. `waits`: fetched, but some parents of its records are not here.
 * `done`: in the log, or merged here.
 */
export type SegmentState = 'put' | 'new' | 'waits' | 'done';

export interface SegmentRow {
  device: string;
  conversation: string;
  n: number;
  hash: string;
  bytes: number;
  records: number;
  /** JSON: segments of the device whose records it repeats. */
  froms: string;
  state: SegmentState;
  /** IDs of its messages and calls, one a line; empty if not known. */
  ids: string;
  attempts: number;
}

/** Of its messages. */
export function idsOf({ ids }: Pick<SegmentRow, 'ids'>): string[] {
  return ids === '' ? [] : ids.split('\n').filter((id) => !isCallId(id));
}

export function callIdsOf({ ids }: Pick<SegmentRow, 'ids'>): string[] {
  return ids.includes('!') ? ids.split('\n').filter(isCallId) : [];
}

export function segmentsOf(state: SyncState, conversation: string): SegmentRow[] {
  return state.all<SegmentRow>('SELECT * FROM segments WHERE conversation = ? ORDER BY device, n', conversation);
}

export function addSegment(
  state: SyncState,
  row: Pick<SegmentRow, 'device' | 'conversation' | 'n' | 'hash' | 'bytes' | 'records' | 'froms' | 'state' | 'ids'>,
): void {
  state.run(
    'INSERT OR REPLACE INTO segments (device, conversation, n, hash, bytes, records, froms, state, ids) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)',
    ...[row.device, row.conversation, row.n, row.hash, row.bytes, row.records, row.froms, row.state, row.ids],
  );
}

export function dropSegment(state: SyncState, device: string, conversation: string, n: number): void {
  state.run('DELETE FROM segments WHERE device = ? AND conversation = ? AND n = ?', device, conversation, n);
}

export function removedIds(state: SyncState, conversation: string): Set<string> {
  const rows = state.all<{ id: string }>('SELECT id FROM removed WHERE conversation = ?', conversation);
  return new Set(rows.map(({ id }) => id));
}

/**
 * Notes IDs that were removed for good. Our segments with one of them are to be written again without it. `applied`: already removed
 * here. `sent`: in somebody's log.
 */
export function noteRemoved(
  { state, sealer }: Pick<SyncContext, 'state' | 'sealer'>,
  conversation: string,
  ids: readonly string[],
  { applied, sent }: { applied: boolean; sent: boolean },
): void {
  const knownIds = removedIds(state, conversation);
  const added = new Set(ids.filter((id) => !knownIds.has(id)));
  if (added.size === 0) return;
  for (const id of added) {
    state.run('INSERT INTO removed VALUES (?, ?, ?, ?)', conversation, id, Number(applied), Number(sent));
    for (const table of ['refs', 'results']) {
      state.run(`DELETE FROM ${table} WHERE conversation = ? AND message = ?`, conversation, id);
    }
  }
  forgetTitleOf({ state, sealer }, conversation, added);
  for (const segment of segmentsOf(state, conversation)) {
    const isOurs = segment.device === sealer.device;
    const named = [...idsOf(segment), ...callIdsOf(segment).map(messageOfCall)];
    if (!isOurs || !named.some((id) => added.has(id))) continue;
    state.run(
      'UPDATE segments SET rewrite = 1 WHERE device = ? AND conversation = ? AND n = ?',
      ...[segment.device, conversation, segment.n],
    );
  }
}

/** Objects of ours that are no longer needed are removed once an entry of the log lists them as dropped. */
export function discardSegment({ state, names, sealer }: SyncContext, conversation: string, n: number): void {
  const name = names.segment(sealer.device, conversation, n);
  state.run("INSERT OR REPLACE INTO garbage VALUES (?, 0, ?, ?, '')", name, conversation, n);
  dropSegment(state, sealer.device, conversation, n);
}
