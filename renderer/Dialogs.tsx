// The dialogs: which one is open, each loaded when it is first wanted, or when the window has nothing else to do.

import { lazy, Suspense, useEffect } from 'react';
import { useSession, useView } from './state/context.tsx';

const parts = {
  ChangesDialog: async () => (await import('./changes/ChangesDialog.tsx')).ChangesDialog,
  ReviewDialog: async () => (await import('./changes/ReviewDialog.tsx')).ReviewDialog,
  RewindDialog: async () => (await import('./changes/RewindDialog.tsx')).RewindDialog,
  ImageDialog: async () => (await import('./chat/toolcalls/results/ImageDialog.tsx')).ImageDialog,
  ToolRunDialog: async () => (await import('./chat/toolcalls/run/ToolRunDialog.tsx')).ToolRunDialog,
  OutputDialog: async () => (await import('./chat/toolcalls/viewer/OutputDialog.tsx')).OutputDialog,
  ForgetDialog: async () => (await import('./chat/transcript/ForgetDialog.tsx')).ForgetDialog,
  RequestDialog: async () => (await import('./context/RequestDialog.tsx')).RequestDialog,
  Palette: async () => (await import('./palette/Palette.tsx')).Palette,
  ProcessesDialog: async () => (await import('./processes/ProcessesDialog.tsx')).ProcessesDialog,
  SettingsDialog: async () => (await import('./settings/SettingsDialog.tsx')).SettingsDialog,
  DeleteDialog: async () => (await import('./sidebar/DeleteDialog.tsx')).DeleteDialog,
  FolderDialog: async () => (await import('./sidebar/FolderDialog.tsx')).FolderDialog,
};

const ChangesDialog = lazy(async () => ({ default: await parts.ChangesDialog() }));
const ReviewDialog = lazy(async () => ({ default: await parts.ReviewDialog() }));
const RewindDialog = lazy(async () => ({ default: await parts.RewindDialog() }));
const ImageDialog = lazy(async () => ({ default: await parts.ImageDialog() }));
const ToolRunDialog = lazy(async () => ({ default: await parts.ToolRunDialog() }));
const OutputDialog = lazy(async () => ({ default: await parts.OutputDialog() }));
const ForgetDialog = lazy(async () => ({ default: await parts.ForgetDialog() }));
const RequestDialog = lazy(async () => ({ default: await parts.RequestDialog() }));
const Palette = lazy(async () => ({ default: await parts.Palette() }));
const ProcessesDialog = lazy(async () => ({ default: await parts.ProcessesDialog() }));
const SettingsDialog = lazy(async () => ({ default: await parts.SettingsDialog() }));
const DeleteDialog = lazy(async () => ({ default: await parts.DeleteDialog() }));
const FolderDialog = lazy(async () => ({ default: await parts.FolderDialog() }));

export function Dialogs() {
  const { view } = useSession();
  const dialog = useView((now) => now.dialog);
  const paletteOpen = useView((now) => now.paletteOpen);
  const close = (): void => view.setState({ dialog: null });
  useEffect(() => whenIdle(loadAll), []);
  return (
    <Suspense>
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
    </Suspense>
  );
}

/** So that each opens without a wait. */
function loadAll(): void {
  for (const load of Object.values(parts)) void load().catch(() => {});
}

function whenIdle(run: () => void): () => void {
  if (typeof requestIdleCallback !== 'function') return () => {};
  const asked = requestIdleCallback(run, { timeout: 10_000 });
  return () => cancelIdleCallback(asked);
}
