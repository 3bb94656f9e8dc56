// The dialogs: which one is open, each loaded when it is first wanted, or when the window has nothing else to do.

import { useEffect } from 'react';
import { useSession, useView } from './state/context.tsx';
import { loadWhenIdle, part } from './ui/part.tsx';

const AttachmentDialog = part(async () => (await import('./chat/composer/AttachmentDialog.tsx')).AttachmentDialog);
const ChangesDialog = part(async () => (await import('./changes/ChangesDialog.tsx')).ChangesDialog);
const ReviewDialog = part(async () => (await import('./changes/ReviewDialog.tsx')).ReviewDialog);
const RewindDialog = part(async () => (await import('./changes/RewindDialog.tsx')).RewindDialog);
const ImageDialog = part(async () => (await import('./chat/toolcalls/results/ImageDialog.tsx')).ImageDialog);
const ToolRunDialog = part(async () => (await import('./chat/toolcalls/run/ToolRunDialog.tsx')).ToolRunDialog);
const OutputDialog = part(async () => (await import('./chat/toolcalls/viewer/OutputDialog.tsx')).OutputDialog);
const ExportDialog = part(async () => (await import('./branches/ExportDialog.tsx')).ExportDialog);
const ForgetDialog = part(async () => (await import('./chat/transcript/ForgetDialog.tsx')).ForgetDialog);
const RequestDialog = part(async () => (await import('./context/RequestDialog.tsx')).RequestDialog);
const ShortcutsDialog = part(async () => (await import('./commands/ShortcutsDialog.tsx')).ShortcutsDialog);
const Palette = part(async () => (await import('./palette/Palette.tsx')).Palette);
const ProcessesDialog = part(async () => (await import('./processes/ProcessesDialog.tsx')).ProcessesDialog);
const SettingsDialog = part(async () => (await import('./settings/SettingsDialog.tsx')).SettingsDialog);
const DeleteDialog = part(async () => (await import('./sidebar/DeleteDialog.tsx')).DeleteDialog);
const FolderDialog = part(async () => (await import('./sidebar/FolderDialog.tsx')).FolderDialog);

const parts = [
  AttachmentDialog,
  ChangesDialog,
  ReviewDialog,
  RewindDialog,
  ImageDialog,
  ToolRunDialog,
  OutputDialog,
  ExportDialog,
  ForgetDialog,
  RequestDialog,
  ShortcutsDialog,
  Palette,
  ProcessesDialog,
  SettingsDialog,
  DeleteDialog,
  FolderDialog,
];

export function Dialogs() {
  const { view } = useSession();
  const dialog = useView((now) => now.dialog);
  const paletteOpen = useView((now) => now.paletteOpen);
  const close = (): void => view.setState({ dialog: null });
  useEffect(() => loadWhenIdle(parts), []);
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
      {dialog?.type === 'export' && <ExportDialog conversationId={dialog.conversationId} onClose={close} />}
      {dialog?.type === 'forget' && <ForgetDialog messageId={dialog.messageId} what={dialog.what} onClose={close} />}
      {dialog?.type === 'toolRun' && (
        <ToolRunDialog toolName={dialog.toolName} arguments={dialog.arguments} onClose={close} />
      )}
      {dialog?.type === 'image' && <ImageDialog hash={dialog.hash} label={dialog.label} onClose={close} />}
      {dialog?.type === 'attachment' && (
        <AttachmentDialog conversationId={dialog.conversationId} attachment={dialog.attachment} onClose={close} />
      )}
      {dialog?.type === 'changes' && (
        <ChangesDialog target={dialog.target} direction={dialog.direction} onClose={close} />
      )}
      {dialog?.type === 'review' && <ReviewDialog target={dialog.target} onClose={close} />}
      {dialog?.type === 'rewind' && <RewindDialog messageId={dialog.messageId} onClose={close} />}
      {dialog?.type === 'processes' && <ProcessesDialog onClose={close} />}
      {dialog?.type === 'shortcuts' && <ShortcutsDialog onClose={close} />}
      {dialog?.type === 'request' && <RequestDialog onClose={close} />}
      {dialog?.type === 'output' && (
        <OutputDialog
          messageId={dialog.messageId}
          title={dialog.title}
          find={dialog.find}
          place={dialog.place}
          search={dialog.search}
          onClose={close}
        />
      )}
    </>
  );
}
