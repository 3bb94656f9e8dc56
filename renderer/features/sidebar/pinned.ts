// The order of the pinned conversations, which the settings keep: the same in every window, and after a start. Pure, but for
// the move.

import type { ConversationRow } from '../../../shared/features/conversations/methods.ts';
import type { Session } from '../../core/state/session.ts';

/** One that was pinned since stands before those that the person has ordered. */
export function inPinnedOrder(pinned: readonly ConversationRow[], order: readonly string[]): ConversationRow[] {
  const places = new Map(order.map((id, at) => [id, at]));
  return pinned.toSorted((one, other) => (places.get(one.id) ?? -1) - (places.get(other.id) ?? -1));
}

/** Those that the sidebar lists under “Pinned”, as it does. @internal */
export function pinnedRows(rows: readonly ConversationRow[], order: readonly string[]): ConversationRow[] {
  const pinned = rows.filter((row) => row.pinned && !row.archived);
  return inPinnedOrder(pinned, order);
}

/** `to`: its place among the others. Null where nothing changes. @internal */
export function movedTo(ids: readonly string[], id: string, to: number): string[] | null {
  const from = ids.indexOf(id);
  const others = ids.filter((other) => other !== id);
  const at = Math.max(0, Math.min(to, others.length));
  return from < 0 || from === at ? null : others.toSpliced(at, 0, id);
}

/** Where a row goes that is dropped beside another: its place among the others. On itself, or on one that is gone, it stays. */
export function droppedAt(ids: readonly string[], dragged: string, beside: { id: string; after: boolean }): number {
  const at = ids.filter((id) => id !== dragged).indexOf(beside.id);
  return at < 0 ? ids.indexOf(dragged) : at + Number(beside.after);
}

/** `to` gets the place that it has, and how many there are. */
export function movePinned(
  { app, actions }: Session,
  id: string,
  to: (at: number, all: readonly string[]) => number,
): void {
  const snapshot = app.store.getState().snapshot;
  const ids = pinnedRows(snapshot?.conversations ?? [], snapshot?.settings.pinnedOrder ?? []).map((row) => row.id);
  const pinnedOrder = movedTo(ids, id, to(ids.indexOf(id), ids));
  if (!pinnedOrder) return;
  void actions
    .call('settings.update', { patch: { pinnedOrder } })
    .then((answer) => answer.ok || actions.report(answer.error));
}
