// Terminal output in its colours: the sixteen as roles of ours, all others brought to a lightness that can be read on the
// ground that they stand on. What says that it is to be hidden is shown.

import { type CSSProperties, memo } from 'react';
import { ansiParts } from './ansi.ts';
import type { AnsiColor, AnsiPart } from './ansiStyle.ts';

const colors = [
  'var(--ink-3)',
  'var(--removed)',
  'var(--added)',
  'var(--wait)',
  'var(--code-function)',
  'var(--code-keyword)',
  'var(--accent)',
  'var(--ink)',
] as const;

export const AnsiText = memo(function AnsiText({ text }: { text: string }) {
  return <AnsiParts parts={ansiParts(text)} />;
});

export function AnsiParts({ parts }: { parts: readonly AnsiPart[] }) {
  return parts.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other name
    <span key={index} style={styleOf(part)}>
      {part.text}
    </span>
  ));
}

function styleOf({ text: _, ...style }: AnsiPart): CSSProperties | undefined {
  if (Object.keys(style).length === 0) return undefined;
  const ground = style.inverse ? (style.color ?? 7) : style.background;
  const color = style.inverse && style.background !== undefined ? style.background : style.color;
  const lines = [style.underline && 'underline', style.strike && 'line-through'].filter(Boolean).join(' ');
  return {
    ...(color === undefined ? {} : { color: foreground(color) }),
    ...(ground === undefined ? {} : { background: backgroundOf(ground) }),
    ...(style.bold ? { fontWeight: 600 } : {}),
    ...(style.dim ? { opacity: 0.75 } : {}),
    ...(style.italic ? { fontStyle: 'italic' } : {}),
    ...(lines === '' ? {} : { textDecorationLine: lines }),
  };
}

function foreground(color: AnsiColor): string {
  if (typeof color === 'number') return colors[color % 8] as string;
  return `light-dark(oklch(from ${color} min(l, 0.5) min(c, 0.14) h), oklch(from ${color} max(l, 0.76) min(c, 0.14) h))`;
}

/** A tint, so that every colour of letters can be read on it. */
function backgroundOf(color: AnsiColor): string {
  const from = typeof color === 'number' ? (colors[color % 8] as string) : color;
  return `light-dark(oklch(from ${from} 0.93 min(c, 0.04) h), oklch(from ${from} 0.31 min(c, 0.04) h))`;
}
