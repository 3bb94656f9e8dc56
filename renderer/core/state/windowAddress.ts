// The page's URL names the open conversation in its fragment, `#conversation=ID`, so that a window can be opened on one, and
// a reload or a bookmark finds it again; with two side by side, also the other one, `&beside=right.ID`.
// electron/host/desktop/appProtocol.ts writes the same form.

import { isSafeId } from '../../../shared/core/ids.ts';
import { type Beside, readBeside, writeBeside } from '../../../shared/features/sideBySide/beside.ts';
import type { Session } from './session.ts';

type Place = Pick<Location, 'hash' | 'pathname' | 'search'>;

/** The conversation that the URL names, if any. */
export function namedConversation({ hash }: Pick<Location, 'hash'>): string | null {
  const id = new URLSearchParams(hash.slice(1)).get('conversation');
  return isSafeId(id) ? id : null;
}

/** The conversation next to it, if any. */
export function namedBeside({ hash }: Pick<Location, 'hash'>): Beside | null {
  return readBeside(new URLSearchParams(hash.slice(1)).get('beside'));
}

/** URL of this page with a conversation, and the one next to it; null: without one. */
export function addressOf(
  { pathname, search }: Omit<Place, 'hash'>,
  conversationId: string | null,
  beside: Beside | null = null,
): string {
  const parts = [
    ...(conversationId === null ? [] : [`conversation=${conversationId}`]),
    ...(beside ? [`beside=${writeBeside(beside)}`] : []),
  ];
  return pathname + search + (parts.length > 0 ? `#${parts.join('&')}` : '');
}

/**
 * Opens a conversation in another window: the desktop host creates it; in a browser, this page opens a tab. That tab is
 * not connected to this one (`noopener`), so it does not inherit the session: it exchanges the ticket in its URL for its
 * own. The ticket works once, and the tab removes it from the URL as it loads.
 */
export async function openInWindow(
  { actions, drafts }: Pick<Session, 'actions' | 'drafts'>,
  conversationId: string,
): Promise<void> {
  drafts.flush();
  const answer = await actions.call('native.openWindow', { conversationId });
  if (!answer.ok) return actions.report(answer.error);
  const { ticket } = answer.value;
  if (ticket === null) return;
  const address = addressOf(location, conversationId).replace('#', `#token=${ticket}&`);
  window.open(address, '_blank', 'noopener');
}
