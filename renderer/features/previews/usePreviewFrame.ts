// A preview that runs scripts: its frame is told once what to draw, and what it says is heard from that frame alone. A frame
// that has gone anywhere else is taken away.

import { type RefObject, useEffect, useRef, useState } from 'react';
import type { PreviewKind } from '../../core/state/viewStore.ts';
import { diagramColours } from './diagramColours.ts';
import { diagramProgram } from './diagramProgram.ts';
import { readPreviewMessage } from './previewMessage.ts';

type PreviewState =
  | { type: 'drawing' }
  | { type: 'drawn' }
  /** What the program for diagrams says of the source. */
  | { type: 'failed'; message: string }
  /** The program for diagrams could not be loaded. */
  | { type: 'noProgram' }
  /** It tried to show something else. */
  | { type: 'left' };

export interface PreviewFrame {
  frame: RefObject<HTMLIFrameElement | null>;
  state: PreviewState;
  /** In pixels; null: not known. */
  height: number | null;
  onLoad(): void;
}

/** How often a frame may change its height: one that follows its own height would never end. */
const maxHeights = 40;
/** Milliseconds between the load of a frame and what it says of it. */
const loadPatience = 1000;

export interface FrameOptions {
  kind: Exclude<PreviewKind, 'svg'>;
  source: string;
  dark: boolean;
  /** Told the diagram as it was drawn. */
  onDiagram?: (svg: string | null) => void;
}

export function usePreviewFrame({ kind, source, dark, onDiagram }: FrameOptions): PreviewFrame {
  const frame = useRef<HTMLIFrameElement>(null);
  const [state, setState] = useState<PreviewState>({ type: 'drawing' });
  const [height, setHeight] = useState<number | null>(null);
  /** Loads that were seen, and those that the document said of itself: at first, and when a page was written into it. */
  const loads = useRef({ seen: 0, said: 0 });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const told = useRef(onDiagram);
  told.current = onDiagram;

  useEffect(() => {
    let ready = false;
    let heights = 0;
    let over = false;

    async function draw(): Promise<void> {
      const window = frame.current?.contentWindow;
      if (kind === 'html') return window?.postMessage({ type: 'draw', kind, source }, '*');
      const program = await diagramProgram().catch(() => null);
      if (over) return;
      if (program === null) return setState({ type: 'noProgram' });
      const font = getComputedStyle(document.body).fontFamily;
      const colours = diagramColours(document.body);
      window?.postMessage({ type: 'draw', kind, source, program, dark, font, colours }, '*');
    }

    const onMessage = ({ source: sender, origin, data }: MessageEvent): void => {
      // An origin of its own is `null`: anything else is no sealed frame.
      if (sender === null || sender !== frame.current?.contentWindow || origin !== 'null') return;
      const said = readPreviewMessage(data);
      if (said?.type === 'ready' || said?.type === 'loaded') loads.current.said++;
      if (said?.type === 'ready') {
        if (ready) setState({ type: 'left' });
        else void draw();
        ready = true;
      } else if (said?.type === 'height') {
        if (++heights <= maxHeights) setHeight(said.height);
      } else if (said?.type === 'drawn') {
        setState({ type: 'drawn' });
        if (kind === 'mermaid') told.current?.(said.svg);
      } else if (said?.type === 'failed' && kind === 'mermaid') setState(said);
    };
    addEventListener('message', onMessage);
    return () => {
      over = true;
      clearTimeout(timer.current);
      removeEventListener('message', onMessage);
    };
  }, [kind, source, dark]);

  return {
    frame,
    state,
    height,
    onLoad() {
      loads.current.seen++;
      clearTimeout(timer.current);
      timer.current = setTimeout(() => {
        // What does not say it is another document.
        if (loads.current.said < loads.current.seen) setState({ type: 'left' });
      }, loadPatience);
    },
  };
}
