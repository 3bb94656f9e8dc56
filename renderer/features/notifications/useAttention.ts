// Connects notifications about runs to this window and its host.

import { useEffect } from 'react';
import { loadInBackground } from '../../core/loadCode.ts';
import { useApp, useSession } from '../../core/state/context.tsx';
import { startTimer } from '../../core/state/frames.ts';

export function useAttention(): void {
  const { panes } = useSession();
  const host = useApp((snapshot) => snapshot.host);
  useEffect(() => {
    let end = (): void => {};
    // The same one, whichever pane has the focus.
    const [session = panes.current()] = panes.made;
    const { connection } = session;
    // Not part of the first screen: this has loaded before there is anything to notify about.
    const stop = loadInBackground(
      () =>
        Promise.all([
          ...([import('./attention.ts'), import('./browserNotices.ts'), import('./lastWindow.ts')] as const),
          host === 'desktop' ? import('../desktop/windowRequests.ts') : null,
        ]),
      connection.onOpen,
      ([{ startAttention }, browser, { followLastWindow }, desktop]) => {
        const lastWindow = followLastWindow({
          memory: session.memory,
          locks: navigator.locks,
          hasFocus: () => document.hasFocus(),
          onFocus(listener) {
            addEventListener('focus', listener);
            return () => removeEventListener('focus', listener);
          },
        });
        const endRequests = desktop?.startWindowRequests(session, lastWindow.isThis);
        const endAttention = startAttention({
          session,
          later: startTimer,
          isAnnouncer: lastWindow.isThis,
          isInFront: () => document.hasFocus() && document.visibilityState === 'visible',
          notify(notice) {
            if (host === 'desktop') void connection.call('native.notify', notice);
            else browser.showBrowserNotice(notice, () => panes.current().actions.show(notice.conversationId));
          },
          badge(count) {
            if (host === 'desktop') void connection.call('native.badge', { count });
          },
        });
        end = () => {
          endAttention();
          endRequests?.();
          lastWindow.stop();
        };
      },
    );
    return () => {
      stop();
      end();
    };
  }, [panes, host]);
}
