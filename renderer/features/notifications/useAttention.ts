// Connects notifications about runs to this window and its host.

import { useEffect } from 'react';
import { useApp, useSession } from '../../core/state/context.tsx';
import { later } from '../../core/state/frames.ts';

export function useAttention(): void {
  const session = useSession();
  const host = useApp((snapshot) => snapshot.host);
  useEffect(() => {
    let end = (): void => {};
    let over = false;
    const { actions, connection } = session;
    // Not part of the first screen: this has loaded before there is anything to notify about.
    void Promise.all([import('./attention.ts'), import('./browserNotices.ts')]).then(
      ([{ startAttention }, browser]) => {
        if (over) return;
        end = startAttention({
          session,
          later,
          isInFront: () => document.hasFocus() && document.visibilityState === 'visible',
          notify(notice) {
            if (host === 'desktop') void connection.call('native.notify', notice);
            else browser.showBrowserNotice(notice, () => actions.show(notice.conversationId));
          },
          badge(count) {
            if (host === 'desktop') void connection.call('native.badge', { count });
          },
        });
      },
    );
    return () => {
      over = true;
      end();
    };
  }, [session, host]);
}
