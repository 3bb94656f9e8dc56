// Makes untrusted text safe for a terminal: control and invisible characters become ⟨U+…⟩, as in the window.

import type { RetryNotice } from '../../../shared/conversation/event.ts';
import type { ToolMessage } from '../../../shared/conversation/message.ts';
import { visibleText } from '../../../shared/core/visibleText.ts';

export { visibleText };

/** On one line: a line break could start a line that imitates the app's own. */
export function visibleLine(text: string): string {
  return visibleText(text).replace(/[\n\t]/g, (character) => (character === '\n' ? '⟨U+000A⟩' : '⟨U+0009⟩'));
}

/** Keeps lines, but indents each: none can imitate the app's own. */
export function visibleBlock(text: string): string {
  return visibleText(text)
    .split('\n')
    .map((line) => `  ${line}`)
    .join('\n');
}

/** Sizes as the command line prints them: 512 B, 14 kB, 1.2 MB. Decimal units, as file managers show them. */
const units = ['B', 'kB', 'MB', 'GB', 'TB'] as const;

export function sizeText(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000;
    unit++;
  }
  return `${value.toFixed(unit > 0 && value < 9.95 ? 1 : 0)} ${units[unit]}`;
}

/** Embeddings, overrides and isolates change the order of the visible text. */
const reordering = /[\u202a-\u202e\u2066-\u2069]/g;
/** Marks that only affect their neighbors, and are common in right-to-left text. */
const directionMarks = /[\u200e\u200f\u061c]/g;

const bold = new Set(['\x1b[1m', '\x1b[22m']);

/**
 * Text that is safe to print on a terminal. Text from a model, a tool or a file could hold control sequences that move the
 * cursor, change the window's title or answer for the user: each becomes one replacement character. Characters that reorder
 * text are written out, and direction marks dropped. Line feeds, tabs and our own bold stay. Accepts a text in pieces.
 */
export function safeText(text: string): string {
  const ordered = text.replace(directionMarks, '').replace(reordering, visibleText);
  return ordered.replaceAll('\r\n', '\n').replace(/\p{Cc}(?:\[\d{1,2}m)?/gu, (match) => {
    const first = match.charAt(0);
    if (first === '\n' || first === '\t' || bold.has(match)) return match;
    return `\uFFFD${match.slice(1)}`;
  });
}

export interface ProgressLine {
  /** Null clears it. */
  show(text: string | null): void;
}

/** Moves to the start of the line and clears it. */
const clearLine = '\r\x1b[K';

/** `write`: to standard error. Shows nothing if that is not a terminal. */
export function createProgressLine(write: (text: string) => void, isTerminal: boolean): ProgressLine {
  let current: string | null = null;
  return {
    show(text) {
      if (!isTerminal || text === current) return;
      write(text === null ? clearLine : `${clearLine}${safeText(text)}`);
      current = text;
    },
  };
}

/** Formats as `40 ms`, `1.2 s`, `2 min 5 s`, `3 h 20 min`, `4 d 6 h`. */
export function durationText(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 10_000) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  const [minutes, hours, days] = [60, 3600, 86_400].map((unit) => Math.floor(seconds / unit)) as [
    number,
    number,
    number,
  ];
  if (minutes === 0) return `${seconds} s`;
  if (hours === 0) return `${minutes} min ${seconds % 60} s`;
  return days === 0 ? `${hours} h ${minutes % 60} min` : `${days} d ${hours % 24} h`;
}

/** The failure, and when it is tried again. */
export function retryLine({ at, error }: RetryNotice): string {
  const leftMs = Date.parse(at) - Date.now();
  return `${error.message} ${leftMs < 1_000 ? 'Retrying now.' : `Retrying in ${durationText(leftMs)}.`}`;
}

/** The reason for a call's failure on one line, without the `Error:` that repeats its outcome. */
export function callFailureLine({ content, details, toolName }: ToolMessage): string {
  if (details?.refused?.by === 'nobody') return `${toolName} needs approval, and no one is there to give it`;
  return (content.split('\n', 1)[0] ?? '').replace(/^Error: /, '');
}

/** In whole percent. */
export function percentText(done: number, of: number): string {
  return `${of === 0 ? 100 : Math.min(100, Math.floor((100 * done) / of))} %`;
}

const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}/u;
const zeroWidth = /[\p{Mn}\p{Me}\p{Cf}]/u;

export function textWidth(text: string): number {
  let width = 0;
  for (const sign of text) width += signWidth(sign);
  return width;
}

/** Cuts to a width in columns; ends with … if something was cut. */
export function cutToWidth(text: string, columns: number): string {
  if (textWidth(text) <= columns) return text;
  let width = 0;
  let cut = '';
  for (const sign of text) {
    width += signWidth(sign);
    if (width > columns - 1) break;
    cut += sign;
  }
  return `${cut}…`;
}

function signWidth(sign: string): number {
  if (zeroWidth.test(sign)) return 0;
  return wide.test(sign) ? 2 : 1;
}
