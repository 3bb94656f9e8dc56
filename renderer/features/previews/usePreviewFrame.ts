// Controls a preview frame that runs scripts: sends it the source once, and accepts messages from that frame only. Removes a
// frame that navigates away.

import address from 'mermaid/dist/mermaid.min.js?url';
import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { PreviewKind } from '../../core/state/viewStore.ts';
import { readPreviewMessage } from './previewMessage.ts';

/** Dark mode, for content that does not share the window's style sheets. */
const systemDark = '(prefers-color-scheme: dark)';

export function useDark(): boolean {
  return useSyncExternalStore(follow, isDark);
}

function isDark(): boolean {
  const { theme } = document.documentElement.dataset;
  return theme === 'dark' || (theme !== 'light' && matchMedia(systemDark).matches);
}

function follow(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  const system = matchMedia(systemDark);
  system.addEventListener('change', changed);
  return () => {
    observer.disconnect();
    system.removeEventListener('change', changed);
  };
}

let program: Promise<string> | null = null;

const roles = {
  background: '--surface-soft',
  primaryColor: '--surface-page',
  primaryTextColor: '--ink',
  primaryBorderColor: '--line-strong',
  secondaryColor: '--accent-soft',
  secondaryTextColor: '--ink',
  secondaryBorderColor: '--line-strong',
  tertiaryColor: '--surface-sunk',
  tertiaryTextColor: '--ink',
  tertiaryBorderColor: '--line',
  lineColor: '--ink-3',
  textColor: '--ink',
  edgeLabelBackground: '--surface-soft',
  noteBkgColor: '--wait-soft',
  noteTextColor: '--ink',
  noteBorderColor: '--wait-line',
  actorLineColor: '--line-strong',
} as const;

type PreviewState =
  | { type: 'drawing' }
  | { type: 'drawn' }
  /** Mermaid's error for the source. */
  | { type: 'failed'; message: string }
  /** Mermaid could not be loaded. */
  | { type: 'noProgram' }
  /** It tried to navigate away. */
  | { type: 'left' };

export interface PreviewFrame {
  frame: RefObject<HTMLIFrameElement | null>;
  state: PreviewState;
  /** In pixels; null: not known. */
  height: number | null;
  onLoad(): void;
}

/** Maximum height changes per frame: content sized by its own frame would never stop. */
const maxHeights = 40;
/** Milliseconds from a frame's load event until it must have reported that load. */
const loadPatience = 1000;

export interface FrameOptions {
  kind: Exclude<PreviewKind, 'svg'>;
  source: string;
  dark: boolean;
  /** Receives the rendered diagram. */
  onDiagram?: (svg: string | null) => void;
}

export function usePreviewFrame({ kind, source, dark: isDark, onDiagram }: FrameOptions): PreviewFrame {
  // A page is not drawn again when the color scheme changes.
  const dark = kind === 'mermaid' && isDark;
  const frame = useRef<HTMLIFrameElement>(null);
  const [state, setState] = useState<PreviewState>({ type: 'drawing' });
  const [height, setHeight] = useState<number | null>(null);
  /** Load events seen, and loads reported by the document: initially, and after a page was written into it. */
  const loads = useRef({ seen: 0, said: 0 });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const onDiagramRef = useRef(onDiagram);
  onDiagramRef.current = onDiagram;

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
      const colours = diagramColors(document.body);
      window?.postMessage({ type: 'draw', kind, source, program, dark, font, colours }, '*');
    }

    const onMessage = ({ source: sender, origin, data }: MessageEvent): void => {
      // An opaque origin is `null`: anything else is not a sandboxed frame.
      if (sender === null || sender !== frame.current?.contentWindow || origin !== 'null') return;
      const message = readPreviewMessage(data);
      if (message?.type === 'ready' || message?.type === 'loaded') loads.current.said++;
      if (message?.type === 'ready') {
        if (ready) setState({ type: 'left' });
        else void draw();
        ready = true;
      } else if (message?.type === 'height') {
        if (++heights <= maxHeights) setHeight(message.height);
      } else if (message?.type === 'drawn') {
        setState({ type: 'drawn' });
        if (kind === 'mermaid') onDiagramRef.current?.(message.svg);
      } else if (message?.type === 'failed' && kind === 'mermaid') setState(message);
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
        // A load that is not reported is another document.
        if (loads.current.said < loads.current.seen) setState({ type: 'left' });
      }, loadPatience);
    },
  };
}

// The source of Mermaid, which draws diagrams: fetched for the first visible one, and run only in preview frames, never in the
// page.

/** Rejects if it cannot be loaded; the next call retries. */
function diagramProgram(): Promise<string> {
  program ??= load().catch((error: unknown) => {
    program = null;
    throw error;
  });
  return program;
}

async function load(): Promise<string> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${answer.status}`);
  return answer.text();
}

// The window's colors in hexadecimal for Mermaid, which does not parse oklch.

/** Keyed by Mermaid's theme variables. */
function diagramColors(element: HTMLElement): Record<string, string> {
  const probe = element.ownerDocument.createElement('span');
  probe.hidden = true;
  element.append(probe);
  const canvas = element.ownerDocument.createElement('canvas');
  canvas.width = canvas.height = 1;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  const colors: Record<string, string> = {};
  for (const [name, role] of Object.entries(roles)) {
    probe.style.color = `var(${role})`;
    if (!context) break;
    context.fillStyle = getComputedStyle(probe).color;
    context.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
    colors[name] = `#${[red, green, blue].map((value) => value.toString(16).padStart(2, '0')).join('')}`;
  }
  probe.remove();
  return colors;
}
