// Detects JSON in a result: the whole text, or its end after a text, as servers send structured content. Parsed only when a box
// opens. Numbers that JavaScript cannot represent keep their source text.

/** A number with its source text. */
export class WrittenNumber {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export interface JsonMatch {
  /** The text before the JSON. */
  before: string;
  value: object;
}

/** Maximum characters to parse; longer results stay text. */
const longest = 4_000_000;
const maxAttempts = 4;

export function findJson(text: string): JsonMatch | null {
  if (text.length > longest) return null;
  const trimmed = text.trim();
  if (/^[[{]/.test(trimmed)) {
    const value = parsed(trimmed);
    return value === null ? null : { before: '', value };
  }
  if (!/[\]}]$/.test(trimmed)) return null;
  let tries = 0;
  for (const match of trimmed.matchAll(/\n\n(?=[[{])/g)) {
    if (++tries > maxAttempts) break;
    const value = parsed(trimmed.slice(match.index + 2));
    if (value !== null) return { before: trimmed.slice(0, match.index), value };
  }
  return null;
}

const unsafeNumber = /\d{16}|\d[eE][+-]?\d{3}/;

function parsed(text: string): object | null {
  try {
    const value: unknown = unsafeNumber.test(text) ? JSON.parse(text, keepNumber) : JSON.parse(text);
    return typeof value === 'object' ? value : null;
  } catch {
    return null;
  }
}

function keepNumber(_key: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value !== 'number' || context?.source === undefined || String(value) === context.source) return value;
  return Number.isSafeInteger(value) || !unsafeNumber.test(context.source) ? value : new WrittenNumber(context.source);
}
