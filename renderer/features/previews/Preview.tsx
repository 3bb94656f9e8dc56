// Renders a code block in a sandboxed frame: no network, no storage, no access to the window, no navigation. An SVG runs no
// scripts; an HTML page or diagram runs in an origin of its own.

import { useEffect, useState } from 'react';
import type { PreviewKind } from '../../core/state/viewStore.ts';
import { classes } from '../../ui/classes.ts';
import frameAddress from './previewFrame.html?url';
import { previewLimits } from './previewKind.ts';
import { useDark, usePreviewFrame } from './usePreviewFrame.ts';
import { previewWords } from './words.ts';

const words = previewWords;

export interface PreviewProps {
  kind: PreviewKind;
  source: string;
  /** Fills the available space instead of fitting its content. */
  fills?: boolean;
  onDiagram?: (svg: string | null) => void;
}

export function Preview(props: PreviewProps) {
  const { kind, source } = props;
  const dark = useDark();
  if (source.trim() === '') return <Said text={words.empty} />;
  if (source.length > previewLimits[kind]) return <Said text={words.tooLong} />;
  if (kind === 'svg') return <Picture key={source} {...props} />;
  // A new source, or a new color scheme for a diagram, needs a new document.
  return <Scripted key={`${kind === 'mermaid' && dark} ${source}`} {...props} kind={kind} dark={dark} />;
}

/** Minimum height in pixels when shown inline. */
const minHeight = 48;
const most = 600;
const first = 160;

function Scripted({
  kind,
  source,
  fills = false,
  dark,
  onDiagram,
}: PreviewProps & { kind: 'mermaid' | 'html'; dark: boolean }) {
  const { frame, state, height, onLoad } = usePreviewFrame({ kind, source, dark, ...(onDiagram && { onDiagram }) });
  if (state.type === 'failed') return <Said text={words.failed} detail={state.message} tone="fail" />;
  if (state.type === 'noProgram') return <Said text={words.noProgram} tone="fail" />;
  if (state.type === 'left') return <Said text={words.left} tone="fail" />;
  return (
    <Place fills={fills} height={height}>
      <iframe
        ref={frame}
        title={words.names[kind]}
        src={frameAddress}
        sandbox="allow-scripts"
        allow=""
        referrerPolicy="no-referrer"
        onLoad={onLoad}
        className={classes('block h-full w-full', kind === 'html' && 'bg-[white]')}
      />
      {state.type === 'drawing' && kind === 'mermaid' && (
        <p className="absolute inset-0 flex items-center justify-center text-ink-3 text-small" role="status">
          {words.drawing}
        </p>
      )}
    </Place>
  );
}

function Place({ fills, height, children }: { fills: boolean; height: number | null; children: React.ReactNode }) {
  const tall = Math.min(most, Math.max(minHeight, height ?? first));
  return (
    <div
      className={classes('relative overflow-hidden rounded-b-l', fills && 'min-h-0 flex-1')}
      style={fills ? undefined : { height: tall }}
      data-preview
    >
      {children}
    </div>
  );
}

/** Rendered as an image, so that it runs no scripts and loads nothing. */
function Picture({ source, fills = false }: PreviewProps) {
  const address = pictureAddress(source);
  const size = usePictureSize(address);
  if (size === 'broken') return <Said text={words.notDrawn} tone="fail" />;
  return (
    <Place fills={fills} height={size && size.height + 2 * margin}>
      <iframe
        title={words.names.svg}
        srcDoc={pictureDocument(address)}
        sandbox=""
        allow=""
        referrerPolicy="no-referrer"
        className="block h-full w-full bg-[white]"
      />
    </Place>
  );
}

const margin = 12;

function pictureAddress(source: string): string {
  const named = /<svg[^>]*\sxmlns=/.test(source)
    ? source
    : source.replace(/<svg/, '<svg xmlns="http://www.w3.org/2000/svg"');
  return `data:image/svg+xml,${encodeURIComponent(named.trim().toWellFormed())}`;
}

function pictureDocument(address: string): string {
  const rules = "default-src 'none'; img-src data:; style-src 'unsafe-inline'";
  const style = `html{height:100%}body{margin:0;min-height:100%;display:flex;padding:${margin}px;box-sizing:border-box}img{margin:auto;max-width:100%}`;
  return `<!doctype html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${rules}"><style>${style}</style><img alt="" src="${address}">`;
}

type PictureSize = { width: number; height: number } | 'broken' | null;

/** Null: not known yet. An SVG without intrinsic size takes all available space. */
function usePictureSize(address: string): PictureSize {
  const [size, setSize] = useState<PictureSize>(null);
  useEffect(() => {
    const image = new Image();
    image.onload = () => setSize({ width: image.naturalWidth, height: image.naturalHeight || first });
    image.onerror = () => setSize('broken');
    image.src = address;
    return () => {
      image.onload = image.onerror = null;
    };
  }, [address]);
  return size;
}

function Said({ text, detail, tone }: { text: string; detail?: string; tone?: 'fail' }) {
  return (
    <div className="px-3 pt-1 pb-2.5 text-ui" role="status">
      <p className={tone === 'fail' ? 'text-fail' : 'text-ink-2'}>{text}</p>
      {detail && (
        <pre className="wrap-anywhere mt-1 max-h-40 overflow-auto whitespace-pre-wrap font-mono text-code text-ink-2">
          {detail}
        </pre>
      )}
    </div>
  );
}
