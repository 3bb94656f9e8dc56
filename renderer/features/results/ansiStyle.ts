// The style of a part of terminal output, from its SGR codes.

/** 0 to 15: a basic color, mapped to a theme token; else `#rrggbb`. */
export type AnsiColor = number | string;

export interface AnsiStyle {
  color?: AnsiColor;
  background?: AnsiColor;
  bold?: boolean;
  dim?: boolean;
  italic?: boolean;
  underline?: boolean;
  strike?: boolean;
  inverse?: boolean;
}

const on: Record<number, keyof AnsiStyle> = {
  1: 'bold',
  2: 'dim',
  3: 'italic',
  4: 'underline',
  7: 'inverse',
  9: 'strike',
  21: 'underline',
};
const off: Record<number, (keyof AnsiStyle)[]> = {
  22: ['bold', 'dim'],
  23: ['italic'],
  24: ['underline'],
  27: ['inverse'],
  29: ['strike'],
  39: ['color'],
  49: ['background'],
};

/** `codes`: the parameters before the `m`. */
export function applyStyleCodes(style: AnsiStyle, codes: string): AnsiStyle {
  let next: AnsiStyle = { ...style };
  const groups = codes.split(';');
  for (let at = 0; at < groups.length; at++) {
    const group = (groups[at] ?? '').split(':');
    const code = Number(group[0]);
    if (code === 0) next = {};
    else if (code === 38 || code === 48) {
      const own = group.length > 1;
      const numbers = own ? colonNumbers(group) : groups.slice(at + 1, at + 5).map(Number);
      const color = colorOf(numbers);
      if (!own) at += numbers[0] === 5 ? 2 : 4;
      if (color !== null) next[code === 38 ? 'color' : 'background'] = color;
    } else if (code === 4 && group[1] === '0') delete next.underline;
    else if (on[code]) (next as Record<string, unknown>)[on[code]] = true;
    else if (off[code]) for (const name of off[code]) delete next[name];
    else if (code >= 30 && code <= 37) next.color = code - 30;
    else if (code >= 90 && code <= 97) next.color = code - 82;
    else if (code >= 40 && code <= 47) next.background = code - 40;
    else if (code >= 100 && code <= 107) next.background = code - 92;
  }
  return next;
}

/** `38:2::r:g:b` contains a color space id, which may be empty. */
function colonNumbers(group: readonly string[]): number[] {
  const rest = group.slice(1);
  return (rest[0] === '2' && rest.length > 4 ? [rest[0], ...rest.slice(2)] : rest).map(Number);
}

function colorOf([kind, a = Number.NaN, b = Number.NaN, c = Number.NaN]: readonly number[]): AnsiColor | null {
  if (kind === 5) return paletteColor(a);
  return kind === 2 ? hex(a, b, c) : null;
}

const steps = [0, 95, 135, 175, 215, 255];

/** xterm's 256 colors: 16 basic ones, a cube with six steps per side, and grays. */
function paletteColor(number: number): AnsiColor | null {
  if (!Number.isInteger(number) || number < 0 || number > 255) return null;
  if (number < 16) return number;
  if (number >= 232) {
    const grey = 8 + (number - 232) * 10;
    return hex(grey, grey, grey);
  }
  const at = number - 16;
  return hex(steps[Math.floor(at / 36)] ?? 0, steps[Math.floor(at / 6) % 6] ?? 0, steps[at % 6] ?? 0);
}

function hex(...parts: number[]): string | null {
  if (parts.some((part) => !Number.isInteger(part) || part < 0 || part > 255)) return null;
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

export interface AnsiPart extends AnsiStyle {
  text: string;
}
