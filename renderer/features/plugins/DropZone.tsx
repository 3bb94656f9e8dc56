// Takes a bundle that is dropped on the plugins page. It is shown, and not installed.

import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import { pluginWords } from './words.ts';

interface DropZoneProps {
  onFiles: (files: readonly File[]) => void;
  children: ReactNode;
}

export function DropZone({ onFiles, children }: DropZoneProps) {
  const [isDragging, setDragging] = useState(false);
  /** Enter and leave events also bubble from every child. */
  const depth = useRef(0);
  const over = (event: DragEvent, by: number): void => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'copy';
    depth.current = Math.max(0, depth.current + by);
    setDragging(depth.current > 0);
  };
  const drop = (event: DragEvent): void => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    depth.current = 0;
    setDragging(false);
    onFiles([...event.dataTransfer.files]);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only a drop target; the buttons do the same
    <div
      data-plugins
      className="relative min-h-96"
      onDragEnter={(event) => over(event, 1)}
      onDragOver={(event) => over(event, 0)}
      onDragLeave={(event) => over(event, -1)}
      onDrop={drop}
    >
      {children}
      {isDragging && (
        <div className="layer pointer-events-none absolute -inset-2 z-10 flex items-center justify-center rounded-l border-2 border-accent border-dashed bg-over/90">
          <p className="font-strong text-prose">{pluginWords.drop}</p>
        </div>
      )}
    </div>
  );
}
