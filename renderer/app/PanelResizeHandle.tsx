// The draggable edge of the right panel. The window remembers the width; the page keeps enough space to stay readable.

import { useEffect, useRef, useState } from 'react';
import { useSession } from '../core/state/context.tsx';
import { strings } from '../core/strings.ts';
import { ResizeHandle } from '../ui/ResizeHandle.tsx';
import { zoomFactor } from '../ui/useMedia.ts';

/** Minimum width in pixels at 100% zoom, and the maximum share of the window. */
const minWidth = 320;
const maxPart = 0.6;
const defaultLetter = 16;

export function PanelResizeHandle() {
  const { memory } = useSession();
  const own = useRef<HTMLSpanElement>(null);
  const [{ width, most }, setPlace] = useState({ width: minWidth, most: minWidth });
  useEffect(() => {
    const panel = own.current?.parentElement;
    if (!panel) return;
    const measure = (): void =>
      setPlace({ width: panel.clientWidth, most: Math.max(minWidth, window.innerWidth * maxPart) });
    const observer = new ResizeObserver(measure);
    observer.observe(panel);
    window.addEventListener('resize', measure);
    measure();
    return () => {
      observer.disconnect();
      window.removeEventListener('resize', measure);
    };
  }, []);
  const draw = (to: number | null): void => {
    const rem = to === null ? null : `${(to / zoomFactor() / defaultLetter).toFixed(3)}rem`;
    memory.set('panelWidth', rem);
    showPanelWidth(document.documentElement, rem);
  };
  return (
    <span ref={own}>
      <ResizeHandle
        label={strings.ui.panelWidth}
        hint={strings.ui.panelWidthHint}
        width={width}
        min={minWidth}
        max={most}
        side="left"
        onDraw={draw}
        className="-left-1.5 w-3 before:absolute before:inset-y-0 before:left-1.25 before:w-0.5 hover:before:bg-accent active:before:bg-accent"
      />
    </span>
  );
}

function showPanelWidth(root: HTMLElement, width: string | null): void {
  if (width === null) root.style.removeProperty('--panel-chosen');
  else root.style.setProperty('--panel-chosen', width);
  window.dispatchEvent(new Event('resize'));
}
