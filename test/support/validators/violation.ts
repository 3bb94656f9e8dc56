// Shared parts of the validators. They are written from what providers publish and answer, and import nothing from the
// program, so that its own mistakes cannot hide. Rules are named by provider and number; the messages are the
// provider's, if known.

export interface RuleViolation {
  rule: string;
  /** Its position in the body. */
  where: string;
  message: string;
}

export type Row = Record<string, unknown>;

export interface Findings {
  list: RuleViolation[];
  say(rule: string, where: string, message: string): undefined;
  /** Unknown keys are rejected: "Unknown parameter". */
  keys(row: Row, allowed: readonly string[], rule: string, where: string): undefined;
}

export function findings(): Findings {
  const list: RuleViolation[] = [];
  const say = (rule: string, where: string, message: string): undefined => void list.push({ rule, where, message });
  return {
    list,
    say,
    keys(row, allowed, rule, where) {
      const unknown = Object.keys(row).filter((key) => !allowed.includes(key));
      if (unknown.length > 0) say(rule, where, `Unknown parameter: ${unknown.join(', ')}`);
    },
  };
}

export function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function rowOf(value: unknown): Row {
  return isRow(value) ? value : {};
}

export function rowsOf(value: unknown): Row[] {
  return Array.isArray(value) ? value.map(rowOf) : [];
}

export function isText(value: unknown): value is string {
  return typeof value === 'string';
}

/** Blank according to both Python's `str.strip` and JavaScript's `trim`. */
export function isBlank(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: Python takes these for white space
  return text.replace(/[\u001c-\u001f\u0085]/g, ' ').trim() === '';
}

/** A JSON object, as read by servers that parse arguments. */
export function isObjectText(text: string): boolean {
  try {
    return isRow(JSON.parse(text));
  } catch {
    return false;
  }
}

/** Invalid Unicode or a NUL at any depth, including keys: the whole body is rejected. */
export function checkText(value: unknown, rule: string, found: Findings, where = 'body'): undefined {
  if (typeof value === 'string') {
    if (!value.isWellFormed()) found.say(rule, where, 'no low surrogate in string');
    if (value.includes('\u0000')) found.say(rule, where, 'invalid byte sequence for encoding "UTF8": 0x00');
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, entry] of Object.entries(value)) {
      checkText(key, rule, found, `${where}.(key)`);
      checkText(entry, rule, found, `${where}.${key}`);
    }
  }
}

export function hasTwice(values: readonly unknown[]): boolean {
  return new Set(values).size !== values.length;
}
