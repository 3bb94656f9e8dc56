// The line between two conversations: drag it, or use the arrow keys, Home and End; a double-click makes both equally wide.
// Also decides whether both fit.

import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand/react';
import { useSession } from '../../core/state/context.tsx';
import { classes } from '../../ui/classes.ts';
import { ResizeHandle } from '../../ui/ResizeHandle.tsx';
import { matchesMedia, narrowQuery, zoomFactor } from '../../ui/useMedia.ts';
import { equalShare, isTooNarrow, minSideWidth, readShare, shareFor } from './layout.ts';
import { sideWords as words } from './words.ts';

const storageKey = 'sideShare';

export function SideDivider() {
  const { panes, memory } = useSession();
  const isStacked = useStore(panes.store, (now) => now.isStacked);
  const line = useRef<HTMLSpanElement>(null);
  const [width, setWidth] = useState(0);
  const [share, setShare] = useState(() => readShare(memory.get(storageKey)) ?? equalShare);
  const zoom = zoomFactor();
  // A narrower page keeps the minimum widths, and the share that was chosen on a wider one.
  const shownShare = width === 0 ? share : shareFor({ left: share * width, width, zoom });
  useEffect(() => {
    document.documentElement.style.setProperty('--side-share', shownShare.toFixed(4));
    window.dispatchEvent(new Event('resize'));
  }, [shownShare]);
  useEffect(() => {
    const area = line.current?.parentElement;
    if (!area) return;
    const measure = (): void => {
      const { clientWidth } = area;
      setWidth(clientWidth);
      const stacked = isTooNarrow({
        isNarrow: matchesMedia(narrowQuery),
        width: clientWidth,
        zoom: zoomFactor(),
      });
      if (stacked !== panes.store.getState().isStacked) panes.store.setState({ isStacked: stacked });
    };
    const observer = new ResizeObserver(measure);
    observer.observe(area);
    measure();
    return () => observer.disconnect();
  }, [panes]);
  const draw = (left: number | null): void => {
    const next = left === null ? equalShare : shareFor({ left, width, zoom });
    memory.set(storageKey, left === null ? null : next.toFixed(4));
    setShare(next);
  };
  return (
    <span ref={line} className={classes('relative shrink-0 bg-line forced-colors:border-l', !isStacked && 'w-px')}>
      {!isStacked && (
        <ResizeHandle
          label={words.width}
          hint={words.widthHint}
          width={shownShare * width}
          min={minSideWidth * zoom}
          max={width - minSideWidth * zoom}
          side="right"
          keysToEnds
          onDraw={draw}
          className="-left-1.5 w-3.25 before:absolute before:inset-y-0 before:left-1.25 before:w-0.5 hover:before:bg-accent active:before:bg-accent"
        />
      )}
    </span>
  );
}
