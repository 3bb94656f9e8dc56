// Reads the rows of a session file, each with a type name. Unreadable lines become rows of their own.

export const programs = ['claude-code', 'codex', 'opencode'] as const;
export type Program = (typeof programs)[number];

type Fields = Record<string, unknown>;

export interface SessionRow {
  /** With a subtype, as `attachment/file`. */
  type: string;
  value: unknown;
}

export function rowsOf(program: Program, text: string): SessionRow[] {
  if (program !== 'opencode') {
    const lines = text.split('\n').filter((line) => line.trim() !== '');
    return lines.map((line) => rowOf(program, line));
  }
  const session = fields(parsed(text));
  const messages: unknown[] = Array.isArray(session.messages) ? session.messages : [];
  const rest = Object.fromEntries(Object.entries(session).filter(([name]) => name !== 'messages'));
  return [
    { type: 'session', value: rest },
    ...messages.flatMap((message) => {
      const { info, parts } = fields(message);
      const list: unknown[] = Array.isArray(parts) ? parts : [];
      const named = list.map((part) => ({ type: name('part', fields(part).type), value: part }));
      return [{ type: name('message', fields(info).role), value: info }, ...named];
    }),
  ];
}

function rowOf(program: Program, line: string): SessionRow {
  const value = parsed(line);
  const row = fields(value);
  if (value === undefined) return { type: 'not JSON', value: line };
  const inner = program === 'codex' ? fields(row.payload) : fields(row.attachment);
  const type =
    program === 'codex'
      ? name(name(row.type, inner.type), fields(inner.item).type)
      : name(row.type, row.subtype ?? inner.type);
  return { type, value };
}

function name(type: unknown, more: unknown): string {
  return typeof more === 'string' ? `${String(type)}/${more}` : String(type);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function fields(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}
