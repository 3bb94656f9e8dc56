// Order of the pinned conversations. Stored in the settings, so that all windows and later starts share it. Pure, except for
// movePinned.

import type { ConversationRow } from '../../../shared/features/conversations/methods.ts';
import type { Session } from '../../core/state/session.ts';

/** Newly pinned conversations come before those that the user has ordered. */
export function inPinnedOrder(pinned: readonly ConversationRow[], order: readonly string[]): ConversationRow[] {
  const places = new Map(order.map((id, at) => [id, at]));
  return pinned.toSorted((one, other) => (places.get(one.id) ?? -1) - (places.get(other.id) ?? -1));
}

/** The rows of the sidebar's “Pinned” section, in its order. @internal */
export function pinnedRows(rows: readonly ConversationRow[], order: readonly string[]): ConversationRow[] {
  const pinned = rows.filter((row) => row.pinned && !row.archived);
  return inPinnedOrder(pinned, order);
}

/** `to`: index among the others. Null if nothing changes. @internal */
export function moveInList(ids: readonly string[], id: string, to: number): string[] | null {
  const from = ids.indexOf(id);
  const others = ids.filter((other) => other !== id);
  const at = Math.max(0, Math.min(to, others.length));
  return from < 0 || from === at ? null : others.toSpliced(at, 0, id);
}

/**
 * The index among the others for a row that is dropped next to another. Unchanged if dropped on itself or on a row that is
 * gone.
 */
export function dropIndex(ids: readonly string[], dragged: string, beside: { id: string; after: boolean }): number {
  const at = ids.filter((id) => id !== dragged).indexOf(beside.id);
  return at < 0 ? ids.indexOf(dragged) : at + Number(beside.after);
}

/** `to` receives the current index and the count. */
export function movePinned(
  { app, actions }: Session,
  id: string,
  to: (at: number, all: readonly string[]) => number,
): void {
  const snapshot = app.store.getState().snapshot;
  const ids = pinnedRows(snapshot?.conversations ?? [], snapshot?.settings.pinnedOrder ?? []).map((row) => row.id);
  const pinnedOrder = moveInList(ids, id, to(ids.indexOf(id), ids));
  if (!pinnedOrder) return;
  void actions
    .call('settings.update', { patch: { pinnedOrder } })
    .then((answer) => answer.ok || actions.report(answer.error));
}
