// Terminal output in color: the 16 basic colors map to theme tokens; all others get a lightness that is readable on their
// background. Text that is marked as hidden is shown.

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
    // biome-ignore lint/suspicious/noArrayIndexKey: parts have no stable id
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
    ...(color === undefined ? {} : { color: foreground(color, ground !== undefined) }),
    ...(ground === undefined ? {} : { background: backgroundOf(ground) }),
    ...(style.bold ? { fontWeight: 600 } : {}),
    ...(style.dim ? { opacity: 0.75 } : {}),
    ...(style.italic ? { fontStyle: 'italic' } : {}),
    ...(lines === '' ? {} : { textDecorationLine: lines }),
  };
}

function foreground(color: AnsiColor, isOnTint: boolean): string {
  // The palest ink is readable on the page only.
  if (typeof color === 'number') return isOnTint && color % 8 === 0 ? 'var(--ink-2)' : (colors[color % 8] as string);
  return `light-dark(oklch(from ${color} min(l, 0.5) min(c, 0.14) h), oklch(from ${color} max(l, 0.76) min(c, 0.14) h))`;
}

/** A tint, so that text of any color stays readable on it. */
function backgroundOf(color: AnsiColor): string {
  const from = typeof color === 'number' ? (colors[color % 8] as string) : color;
  return `light-dark(oklch(from ${from} 0.93 min(c, 0.04) h), oklch(from ${from} 0.31 min(c, 0.04) h))`;
}
