// What a program printed for a terminal, as parts with colours. Colours and weight are kept; codes that move, erase or
// rename are dropped; a carriage return starts its line again, as a terminal shows it.

export interface AnsiPart {
  text: string;
  /** 0 to 7, or 8 to 15 for the bright ones; undefined: the text's own. */
  color?: number;
  bold?: boolean;
  dim?: boolean;
}

// Control sequences, operating-system commands, and other two-letter escapes. A sequence that is cut off at the end
// counts too.
const escapes =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the escape character is what is looked for
  /\u001b(?:\[([0-9;:?<>=!]*)[ -/]*([@-~]|$)|\][^\u0007\u001b]*(?:\u0007|\u001b\\|$)|[PX^_][^\u001b]*(?:\u001b\\|$)|[ -/]*[0-~]?)/g;

export function ansiParts(text: string): AnsiPart[] {
  const parts: AnsiPart[] = [];
  let style: Omit<AnsiPart, 'text'> = {};
  let at = 0;
  const add = (end: number): void => {
    if (end > at) parts.push({ ...style, text: text.slice(at, end) });
  };
  for (const match of text.matchAll(escapes)) {
    add(match.index);
    at = match.index + match[0].length;
    if (match[2] === 'm') style = restyle(style, match[1] ?? '');
  }
  add(text.length);
  return overwrite(parts);
}

function restyle(style: Omit<AnsiPart, 'text'>, codes: string): Omit<AnsiPart, 'text'> {
  let next = { ...style };
  const numbers = codes.split(/[;:]/).map(Number);
  for (let i = 0; i < numbers.length; i++) {
    const code = numbers[i] as number;
    if (code === 0) next = {};
    else if (code === 1) next.bold = true;
    else if (code === 2) next.dim = true;
    else if (code === 22) next = without(next, 'bold', 'dim');
    else if (code === 39) next = without(next, 'color');
    else if (code >= 30 && code <= 37) next.color = code - 30;
    else if (code >= 90 && code <= 97) next.color = code - 82;
    else if (code === 38 || code === 48) {
      const basic = numbers[i + 1] === 5 ? (numbers[i + 2] ?? 16) : 16;
      if (code === 38 && basic < 16) next.color = basic;
      i += numbers[i + 1] === 5 ? 2 : 4;
    }
  }
  return next;
}

function without(style: Omit<AnsiPart, 'text'>, ...names: (keyof AnsiPart)[]): Omit<AnsiPart, 'text'> {
  return Object.fromEntries(Object.entries(style).filter(([name]) => !names.includes(name as keyof AnsiPart)));
}

/** `12%\r57%\r100%\n` shows `100%`. Parts are of one line's making only as far as that matters: whole lines. */
function overwrite(parts: AnsiPart[]): AnsiPart[] {
  if (!parts.some((part) => /\r(?!\n|$)/.test(part.text))) {
    return parts.map((part) => ({ ...part, text: part.text.replaceAll('\r\n', '\n').replaceAll('\r', '\n') }));
  }
  return parts.map((part) => ({
    ...part,
    text: part.text.replaceAll('\r\n', '\n').split('\n').map(lastWritten).join('\n'),
  }));
}

/** What is left of a line when each carriage return starts it again. */
function lastWritten(line: string): string {
  let end = line.length;
  while (line[end - 1] === '\r') end--;
  const written = line.slice(0, end);
  return written.slice(written.lastIndexOf('\r') + 1);
}
