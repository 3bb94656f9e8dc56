// Prepares a phone for when the host cannot be reached: registers the service worker, and keeps what was last received. Not
// in the desktop app, nor in a browser next to the host, where nothing is to be kept.

import { isSafeId } from '../../../shared/core/ids.ts';
import type { Session } from '../../core/state/session.ts';
import { matchesMedia } from '../../ui/useMedia.ts';
import { nextState, readLastState, saveLastState, tailOf } from './lastState.ts';
import { offerShares } from './waitingShares.ts';

/** Under a finger, or installed. */
const phoneOrInstalled = '(pointer: coarse), (display-mode: standalone)';
/** At most this often. */
const savingMs = 4000;

export function keepOffline(session: Session, later: (ms: number, callback: () => void) => () => void): void {
  if (!matchesMedia(phoneOrInstalled) || !('serviceWorker' in navigator) || !isSecureContext) return;
  const { app, panes } = session;
  offerShares(session);
  // Without it, the window works as before.
  navigator.serviceWorker.register('./serviceWorker.js', { updateViaCache: 'none' }).catch(() => {});
  // The user touched a notification.
  navigator.serviceWorker.addEventListener('message', ({ data }) => {
    if (data?.type === 'show' && isSafeId(data.conversationId)) panes.current().actions.show(data.conversationId);
  });

  let cancel: (() => void) | null = null;
  async function save(): Promise<void> {
    cancel?.();
    cancel = null;
    const { snapshot } = app.store.getState();
    const { state } = panes.current().conversation.store.getState();
    if (!snapshot) return;
    const opened = state && { id: state.conversationId, tail: tailOf(state.messages) };
    const before = await readLastState();
    await saveLastState(nextState(before, snapshot.conversations, opened, new Date().toISOString()));
  }
  const saveNow = (): void => void save().catch(() => {});
  const saveLater = (): void => {
    cancel ??= later(savingMs, saveNow);
  };
  saveNow();
  app.store.subscribe(saveLater);
  panes.onChange(saveLater);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden' && cancel) saveNow();
  });
}
