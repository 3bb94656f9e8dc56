// Makes the whole chat a drop target for files, with a visible hint. Drops elsewhere in the window are ignored; by
// default the browser would navigate to the file.

import { Paperclip } from 'lucide-react';
import { type DragEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useActions, useConversationView, useSession } from '../../core/state/context.tsx';
import { useMay } from '../../core/state/rights.ts';
import { strings } from '../../core/strings.ts';
import { focusComposer } from '../../ui/focus.ts';

const words = strings.attachments;

export function ChatDropZone({ children }: { children: ReactNode }) {
  const { uploads, view } = useSession();
  const mayInstall = useMay('plugins.look');
  const { say } = useActions();
  const id = useConversationView((view) => view.id);
  const [isDragging, setDragging] = useState(false);
  /** Enter and leave events also bubble from every child. */
  const depth = useRef(0);

  useEffect(() => {
    const refuse = (event: globalThis.DragEvent): void => {
      if (event.defaultPrevented || !hasFiles(event.dataTransfer)) return;
      event.preventDefault();
      if (event.dataTransfer) event.dataTransfer.dropEffect = 'none';
    };
    window.addEventListener('dragover', refuse);
    window.addEventListener('drop', refuse);
    return () => {
      window.removeEventListener('dragover', refuse);
      window.removeEventListener('drop', refuse);
    };
  }, []);

  const leave = (): void => {
    depth.current = 0;
    setDragging(false);
  };
  const onDrop = (event: DragEvent): void => {
    if (!hasFiles(event.dataTransfer)) return;
    event.preventDefault();
    leave();
    const { files, folders } = filesOf(event.dataTransfer);
    if (folders > 0) say(words.noFolders);
    const [dropped] = files;
    if (dropped && files.length === 1 && /\.(?:mcpb|dxt)$/i.test(dropped.name) && mayInstall) {
      view.setState({ dialog: { type: 'settings', section: 'plugins', dropped } });
      return;
    }
    if (files.length > 0) uploads.add(id, files);
    focusComposer();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only a drop target; the composer's button does the same
    <div
      className="relative flex min-h-0 flex-1 flex-col"
      onDragEnter={(event) => {
        if (!hasFiles(event.dataTransfer)) return;
        event.preventDefault();
        depth.current++;
        setDragging(true);
      }}
      onDragOver={(event) => {
        if (!hasFiles(event.dataTransfer)) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = 'copy';
      }}
      onDragLeave={() => {
        depth.current = Math.max(0, depth.current - 1);
        if (depth.current === 0) setDragging(false);
      }}
      onDrop={onDrop}
    >
      {children}
      {isDragging && (
        <div className="layer pointer-events-none absolute inset-2 z-30 flex flex-col items-center justify-center gap-1 rounded-xl border-2 border-accent border-dashed bg-page/90">
          <Paperclip className="size-6 text-accent" strokeWidth={1.75} aria-hidden />
          <p className="mt-1 font-strong text-prose">{words.drop}</p>
          <p className="text-ink-2 text-ui">{words.dropHint}</p>
        </div>
      )}
    </div>
  );
}

function hasFiles(data: DataTransfer | null): boolean {
  return data?.types.includes('Files') ?? false;
}

function filesOf(data: DataTransfer): { files: File[]; folders: number } {
  const files: File[] = [];
  let folders = 0;
  for (const item of data.items) {
    if (item.kind !== 'file') continue;
    const file = item.getAsFile();
    if (item.webkitGetAsEntry()?.isDirectory) folders++;
    else if (file) files.push(file);
  }
  return { files, folders };
}
