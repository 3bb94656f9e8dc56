// The quick window's layout: its page, with the same dialogs, toasts and banner as a window.

import { Tooltip } from 'radix-ui';
import { useEffect } from 'react';
import { useStore } from 'zustand/react';
import { useSession, useView } from '../core/state/context.tsx';
import { QuickPage } from '../features/desktop/QuickPage.tsx';
import { DialogAbove } from '../ui/Menu.tsx';
import { ConnectionBanner } from './ConnectionBanner.tsx';
import { Dialogs } from './Dialogs.tsx';
import { ToastRegion } from './ToastRegion.tsx';

export function QuickApp() {
  const { app, drafts } = useSession();
  const isReady = useStore(app.store, ({ snapshot }) => snapshot !== null);
  const dialog = useView((view) => view.dialog?.type ?? null);
  // The app may end while the window is hidden.
  useEffect(() => {
    window.addEventListener('pagehide', drafts.flush);
    window.addEventListener('blur', drafts.flush);
    return () => {
      window.removeEventListener('pagehide', drafts.flush);
      window.removeEventListener('blur', drafts.flush);
    };
  }, [drafts]);
  return (
    <Tooltip.Provider>
      <DialogAbove value={dialog}>
        {isReady && (
          <>
            <div className="flex h-full flex-col">
              <ConnectionBanner />
              <div className="min-h-0 flex-1">
                <QuickPage />
              </div>
            </div>
            <Dialogs />
          </>
        )}
      </DialogAbove>
      <ToastRegion />
    </Tooltip.Provider>
  );
}
