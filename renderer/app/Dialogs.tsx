// The dialogs: which one is open, each loaded when it is first wanted, or when the window has nothing else to do.

import { type ComponentType, useEffect } from 'react';
import { useStore } from 'zustand/react';
import { loadWhenIdle, type Part, part } from '../core/parts/part.tsx';
import { useSession, useView } from '../core/state/context.tsx';
import { features } from '../features.ts';

function dialog<P extends object>(from: () => Promise<ComponentType<P>>): Part<P> {
  return part(from, null, 'dialog');
}

const AttachmentDialog = dialog(
  async () => (await import('../features/chat/composer/AttachmentDialog.tsx')).AttachmentDialog,
);
const ChangesDialog = dialog(async () => (await import('../features/changes/ChangesDialog.tsx')).ChangesDialog);
const ReviewDialog = dialog(async () => (await import('../features/changes/ReviewDialog.tsx')).ReviewDialog);
const RewindDialog = dialog(async () => (await import('../features/changes/RewindDialog.tsx')).RewindDialog);
const RegenerateDialog = dialog(
  async () => (await import('../features/changes/RegenerateDialog.tsx')).RegenerateDialog,
);
const ImageDialog = dialog(async () => (await import('../features/results/ImageDialog.tsx')).ImageDialog);
const PreviewDialog = dialog(async () => (await import('../features/preview/PreviewDialog.tsx')).PreviewDialog);
const ToolRunDialog = dialog(async () => (await import('../features/calls/run/ToolRunDialog.tsx')).ToolRunDialog);
const OutputDialog = dialog(async () => (await import('../features/calls/OutputDialog.tsx')).OutputDialog);
const ExportDialog = dialog(async () => (await import('../features/export/ExportDialog.tsx')).ExportDialog);
const ImportDialog = dialog(async () => (await import('../features/import/ImportDialog.tsx')).ImportDialog);
const ForgetDialog = dialog(async () => (await import('../features/chat/transcript/ForgetDialog.tsx')).ForgetDialog);
const RequestDialog = dialog(async () => (await import('../features/context/RequestDialog.tsx')).RequestDialog);
const ShortcutsDialog = dialog(async () => (await import('../features/settings/ShortcutsDialog.tsx')).ShortcutsDialog);
const Palette = dialog(async () => (await import('../features/palette/Palette.tsx')).Palette);
const ProcessOutputDialog = dialog(
  async () => (await import('../features/processes/ProcessOutput.tsx')).ProcessOutputDialog,
);
const SettingsDialog = dialog(async () => (await import('../features/settings/SettingsDialog.tsx')).SettingsDialog);
const DeleteDialog = dialog(async () => (await import('../features/sidebar/DeleteDialog.tsx')).DeleteDialog);
const DeleteManyDialog = dialog(
  async () => (await import('../features/sidebar/DeleteManyDialog.tsx')).DeleteManyDialog,
);
const ToldDialog = dialog(async () => (await import('../features/told/ToldDialog.tsx')).ToldDialog);
const CodeDialog = dialog(async () => (await import('./CodeDialog.tsx')).CodeDialog);
const FolderDialog = dialog(async () => (await import('../features/sidebar/FolderDialog.tsx')).FolderDialog);

/** Those of the features, by the type of their state. */
const featureDialogs: Readonly<Record<string, Part<{ onClose: () => void }>>> = Object.fromEntries(
  features
    .flatMap(({ dialogs = {} }) => Object.entries(dialogs))
    .map(([type, from]) => [type, dialog(from as () => Promise<ComponentType<{ onClose: () => void }>>)]),
);

const parts = [
  AttachmentDialog,
  ChangesDialog,
  ReviewDialog,
  RewindDialog,
  RegenerateDialog,
  ImageDialog,
  ToolRunDialog,
  OutputDialog,
  ExportDialog,
  ImportDialog,
  ForgetDialog,
  RequestDialog,
  ShortcutsDialog,
  Palette,
  ProcessOutputDialog,
  SettingsDialog,
  DeleteDialog,
  DeleteManyDialog,
  FolderDialog,
  ToldDialog,
  ...Object.values(featureDialogs),
  CodeDialog,
];

export function Dialogs() {
  const { view, confirming } = useSession();
  const asked = useStore(confirming.store, (now) => now.asked);
  const dialog = useView((now) => now.dialog);
  const paletteOpen = useView((now) => now.paletteOpen);
  const close = (): void => view.setState({ dialog: null });
  const OfFeature = dialog ? featureDialogs[dialog.type] : undefined;
  useEffect(() => loadWhenIdle(parts), []);
  return (
    <>
      {asked && <CodeDialog key={asked.confirmation} asked={asked} />}
      {paletteOpen && <Palette onClose={() => view.setState({ paletteOpen: false })} />}
      {dialog?.type === 'settings' && <SettingsDialog section={dialog.section} field={dialog.field} onClose={close} />}
      {dialog?.type === 'delete' && <DeleteDialog conversationId={dialog.conversationId} onClose={close} />}
      {dialog?.type === 'folder' && (
        <FolderDialog
          onEnd={(path) => {
            close();
            dialog.onPath(path);
          }}
        />
      )}
      {OfFeature && <OfFeature {...dialog} onClose={close} />}
      {dialog?.type === 'deleteMany' && <DeleteManyDialog ids={dialog.conversationIds} onClose={close} />}
      {dialog?.type === 'export' && (
        <ExportDialog conversationId={dialog.conversationId} more={dialog.more} onClose={close} />
      )}
      {dialog?.type === 'import' && <ImportDialog onClose={close} />}
      {dialog?.type === 'forget' && <ForgetDialog messageId={dialog.messageId} what={dialog.what} onClose={close} />}
      {dialog?.type === 'toolRun' && (
        <ToolRunDialog toolName={dialog.toolName} arguments={dialog.arguments} onClose={close} />
      )}
      {dialog?.type === 'image' && <ImageDialog hash={dialog.hash} label={dialog.label} onClose={close} />}
      {dialog?.type === 'preview' && <PreviewDialog kind={dialog.kind} source={dialog.source} onClose={close} />}
      {dialog?.type === 'attachment' && (
        <AttachmentDialog conversationId={dialog.conversationId} attachment={dialog.attachment} onClose={close} />
      )}
      {dialog?.type === 'changes' && (
        <ChangesDialog target={dialog.target} direction={dialog.direction} onClose={close} />
      )}
      {dialog?.type === 'review' && <ReviewDialog target={dialog.target} onClose={close} />}
      {dialog?.type === 'rewind' && <RewindDialog messageId={dialog.messageId} onClose={close} />}
      {dialog?.type === 'regenerate' && <RegenerateDialog messageId={dialog.messageId} onClose={close} />}
      {dialog?.type === 'processes' && <ProcessOutputDialog of={dialog.command} onClose={close} />}
      {dialog?.type === 'shortcuts' && <ShortcutsDialog onClose={close} />}
      {dialog?.type === 'told' && <ToldDialog onClose={close} />}
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
