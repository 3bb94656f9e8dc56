// The frame: what stands where, and which dialog is open.

import { Dialog, Tooltip } from 'radix-ui';
import { type ReactNode, useEffect } from 'react';
import { useStore } from 'zustand/react';
import { ChainPanel } from './chains/ChainPanel.tsx';
import { ChangesDialog } from './changes/ChangesDialog.tsx';
import { ReviewDialog } from './changes/ReviewDialog.tsx';
import { RewindDialog } from './changes/RewindDialog.tsx';
import { ChatPage } from './chat/ChatPage.tsx';
import { ImageDialog } from './chat/toolcalls/results/ImageDialog.tsx';
import { ToolRunDialog } from './chat/toolcalls/run/ToolRunDialog.tsx';
import { OutputDialog } from './chat/toolcalls/viewer/OutputDialog.tsx';
import { togglePanel, toggleSidebar } from './chat/top/toggles.ts';
import { ForgetDialog } from './chat/transcript/ForgetDialog.tsx';
import { ConnectionBanner } from './connection/ConnectionBanner.tsx';
import { StartPage } from './connection/StartPage.tsx';
import { ContextPanel } from './context/ContextPanel.tsx';
import { RequestDialog } from './context/RequestDialog.tsx';
import { Palette } from './palette/Palette.tsx';
import { ProcessesDialog } from './processes/ProcessesDialog.tsx';
import { SettingsDialog } from './settings/SettingsDialog.tsx';
import { DeleteDialog } from './sidebar/DeleteDialog.tsx';
import { FolderDialog } from './sidebar/FolderDialog.tsx';
import { Sidebar } from './sidebar/Sidebar.tsx';
import { useSession, useView } from './state/context.tsx';
import { useDocument } from './state/useDocument.ts';
import { useNotices } from './state/useNotices.ts';
import { useShortcuts } from './state/useShortcuts.ts';
import { strings } from './strings.ts';
import { focusContent } from './ui/focusContent.ts';
import { ToastRegion } from './ui/ToastRegion.tsx';
import { narrowQuery, panelOverQuery, useMedia } from './ui/useMedia.ts';

export function App() {
  const { app } = useSession();
  const ready = useStore(app.store, ({ snapshot }) => snapshot !== null);
  return (
    <Tooltip.Provider delayDuration={500} skipDelayDuration={200}>
      {ready ? <Frame /> : <StartPage />}
      <ToastRegion />
    </Tooltip.Provider>
  );
}

function Frame() {
  const { view, drafts } = useSession();
  const narrow = useMedia(narrowQuery);
  const panelOver = useMedia(panelOverQuery);
  const sidebarOpen = useView((now) => now.sidebarOpen);
  const panelOpen = useView((now) => now.panelOpen);
  const sheet = useView((now) => now.sheet);
  useShortcuts();
  useDocument();
  useNotices();
  useEffect(() => {
    window.addEventListener('pagehide', drafts.flush);
    window.addEventListener('blur', drafts.flush);
    return () => {
      window.removeEventListener('pagehide', drafts.flush);
      window.removeEventListener('blur', drafts.flush);
    };
  }, [drafts]);
  const collapse = (): void => toggleSidebar(view);
  const panel = useView((now) => now.panel);
  const shownPanel = panel === 'context' ? <ContextPanel /> : <ChainPanel onClose={() => togglePanel(view)} />;
  const panelTitle = panel === 'context' ? strings.context.title : strings.calls.chain.title;
  return (
    <div className="flex h-full flex-col">
      <ConnectionBanner />
      <div className="flex min-h-0 flex-1">
        {!narrow && sidebarOpen && (
          <div className="shrink-0 border-line border-r">
            <Sidebar onCollapse={collapse} />
          </div>
        )}
        <ChatPage />
        {!panelOver && panelOpen && <div className="sheet-right shrink-0 border-line border-l">{shownPanel}</div>}
      </div>
      {narrow && sheet === 'sidebar' && (
        <Sheet side="left" title={strings.sidebar.conversations}>
          <Sidebar onCollapse={collapse} />
        </Sheet>
      )}
      {panelOver && sheet === 'panel' && (
        <Sheet side="right" title={panelTitle}>
          {shownPanel}
        </Sheet>
      )}
      <Dialogs />
    </div>
  );
}

/** A panel that lies over the page, where the window is narrow. */
function Sheet({ side, title, children }: { side: 'left' | 'right'; title: string; children: ReactNode }) {
  const { view } = useSession();
  return (
    <Dialog.Root open onOpenChange={(open) => !open && view.setState({ sheet: null })}>
      <Dialog.Portal>
        <Dialog.Overlay className="layer fixed inset-0 z-40 bg-scrim" />
        <Dialog.Content
          aria-describedby={undefined}
          onOpenAutoFocus={focusContent}
          className={`fixed inset-y-0 z-50 max-w-[calc(100vw-40px)] overflow-hidden shadow-dialog focus-visible:outline-none ${
            side === 'left' ? 'sheet-left left-0' : 'sheet-right right-0'
          }`}
        >
          <Dialog.Title className="sr-only">{title}</Dialog.Title>
          {children}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Dialogs() {
  const { view } = useSession();
  const dialog = useView((now) => now.dialog);
  const paletteOpen = useView((now) => now.paletteOpen);
  const close = (): void => view.setState({ dialog: null });
  return (
    <>
      {paletteOpen && <Palette onClose={() => view.setState({ paletteOpen: false })} />}
      {dialog?.type === 'settings' && <SettingsDialog section={dialog.section} onClose={close} />}
      {dialog?.type === 'delete' && <DeleteDialog conversationId={dialog.conversationId} onClose={close} />}
      {dialog?.type === 'folder' && (
        <FolderDialog
          onEnd={(path) => {
            close();
            dialog.onPath(path);
          }}
        />
      )}
      {dialog?.type === 'forget' && <ForgetDialog messageId={dialog.messageId} what={dialog.what} onClose={close} />}
      {dialog?.type === 'toolRun' && (
        <ToolRunDialog toolName={dialog.toolName} arguments={dialog.arguments} onClose={close} />
      )}
      {dialog?.type === 'image' && <ImageDialog hash={dialog.hash} label={dialog.label} onClose={close} />}
      {dialog?.type === 'changes' && (
        <ChangesDialog target={dialog.target} direction={dialog.direction} onClose={close} />
      )}
      {dialog?.type === 'review' && <ReviewDialog target={dialog.target} onClose={close} />}
      {dialog?.type === 'rewind' && <RewindDialog messageId={dialog.messageId} onClose={close} />}
      {dialog?.type === 'processes' && <ProcessesDialog onClose={close} />}
      {dialog?.type === 'request' && <RequestDialog onClose={close} />}
      {dialog?.type === 'output' && <OutputDialog messageId={dialog.messageId} title={dialog.title} onClose={close} />}
    </>
  );
}
