// Accepts one reading statement that names only the views. SQLite enforces that too (runQuery.ts); this check reports the
// reason in plain words, and its position. Also finds the position of an error, which SQLite reports without one. Pure.

import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { type Sentence, say } from '../../../shared/core/sentence.ts';

export interface QueryPosition {
  /** 1-based; the column counts UTF-16 units. */
  line: number;
  column: number;
}

interface Token {
  /** `name`: a name in quotes, or a text where SQLite takes it for one. */
  kind: 'word' | 'name' | 'text' | 'number' | 'parameter' | 'sign' | 'unclosed';
  /** A name without its quotes. */
  text: string;
  start: number;
  end: number;
}

const pattern =
  /(?<space>\s+|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$))|(?<text>'(?:[^']|'')*')|(?<name>"(?:[^"]|"")*"|`(?:[^`]|``)*`|\[[^\]]*\])|(?<word>[\p{L}_][\p{L}\p{N}_$]*)|(?<number>\d[\w.]*|\.\d\w*)|(?<parameter>[?$@:#])|(?<unclosed>['"`[])|(?<sign>[\s\S])/uy;

const reading = ['select', 'with', 'values'];
/** SQLite reads the name of a table there, even as a text: FROM 'calls'. */
const beforeTable = ['from', 'join', 'in', ',', '(', '.'];
/** Names of SQLite's own tables and functions, and of the tables behind the views. */
const hidden = /^(?:sqlite_|pragma_|stored_|dbstat$|load_extension$|fts\d|readfile$|writefile$|edit$)/i;
const maxLength = 100_000;

export function checkQuery(sql: string): Result<string> {
  if (sql.length > maxLength)
    return refused(say`The query is too long. The limit is ${maxLength} characters.`, sql, maxLength);
  const nul = sql.indexOf('\0');
  if (nul >= 0) return refused(say`The query has a character that SQL cannot have.`, sql, nul);
  const tokens = tokensOf(sql);
  const unclosed = tokens.find(({ kind }) => kind === 'unclosed');
  if (unclosed) return refused(say`A quotation mark has no end.`, sql, unclosed.start);
  const end = tokens.findIndex(({ kind, text }) => kind === 'sign' && text === ';');
  const statement = end < 0 ? tokens : tokens.slice(0, end);
  // A parameter ends where another tokenizer sees a quotation mark, as in $a('), and a query has no values for it.
  const parameter = statement.find(({ kind }) => kind === 'parameter');
  if (parameter)
    return refused(say`A query has no parameters: ${parameter.text} needs quotation marks.`, sql, parameter.start);
  const beginning = statement.slice(0, 4).map(({ kind, text }) => (kind === 'word' ? text.toLowerCase() : ''));
  // SQLite carries out some statements while it explains them.
  const start = beginning[0] !== 'explain' ? 0 : beginning[1] === 'query' && beginning[2] === 'plan' ? 3 : 1;
  const first = statement[start];
  if (!first && start > 0)
    return refused(say`A query only reads: it starts with SELECT, WITH or VALUES.`, sql, sql.length);
  if (!first) return refused(say`The query is empty.`, sql, 0);
  const another = end < 0 ? undefined : tokens.slice(end).find(({ text, kind }) => kind !== 'sign' || text !== ';');
  if (another) return refused(say`Only one statement can run at a time.`, sql, another.start);
  if (!reading.includes(beginning[start] ?? '')) {
    return refused(say`A query only reads: it starts with SELECT, WITH or VALUES.`, sql, first.start);
  }
  const forbidden = statement.find(({ kind, text }) => kind !== 'text' && hidden.test(text));
  if (forbidden) return refused(say`${forbidden.text} is not available to queries.`, sql, forbidden.start);
  return ok(sql.slice(0, statement.at(-1)?.end));
}

/** Lower-case names of functions and of computed tables. */
export interface Forbidden {
  functions: ReadonlySet<string>;
  tables: ReadonlySet<string>;
}

/** Names that SQLite knows, and a query must not use. */
export function checkNames(sql: string, forbidden: Forbidden): Result<void> {
  const tokens = tokensOf(sql);
  for (const [at, { kind, text, start }] of tokens.entries()) {
    if (kind !== 'word' && kind !== 'name') continue;
    const name = text.toLowerCase();
    const isCall = tokens[at + 1]?.text === '(' && tokens[at + 1]?.kind === 'sign';
    if (!forbidden.tables.has(name) && !(isCall && forbidden.functions.has(name))) continue;
    return refused(say`${text} is not available to queries.`, sql, start);
  }
  return ok(undefined);
}

function tokensOf(sql: string): Token[] {
  const tokens: Token[] = [];
  for (const match of sql.matchAll(new RegExp(pattern.source, 'gu'))) {
    const { space, ...kinds } = match.groups ?? {};
    if (space !== undefined) continue;
    const group = Object.entries(kinds).find(([, text]) => text !== undefined)?.[0] as Token['kind'];
    const before = tokens.at(-1)?.text.toLowerCase();
    const kind = group === 'text' && beforeTable.includes(before ?? '') ? 'name' : group;
    const text = kind === 'name' ? match[0].slice(1, -1) : match[0];
    tokens.push({ kind, text, start: match.index, end: match.index + match[0].length });
  }
  return tokens;
}

/** `fails`: the error of the beginning of the query, or null. */
export function placeOfError(sql: string, message: string, fails: (sql: string) => string | null): number {
  const tokens = tokensOf(sql);
  const near = /^near "([\s\S]*)": syntax error$/.exec(message)?.[1];
  if (near !== undefined) {
    // The first token with which the beginning of the query has the same error.
    const at = tokens.find(({ start, end }) => sql.slice(start, end) === near && fails(sql.slice(0, end)) === message);
    return at?.start ?? 0;
  }
  if (message === 'incomplete input') return sql.length;
  const name =
    /^(?:no such (?:column|table|function)|ambiguous column name|misuse of aggregate(?: function)?|wrong number of arguments to function|misuse of window function): (.+)$|^wrong number of arguments to function (.+)$/.exec(
      message,
    );
  const last = (name?.[1] ?? name?.[2])?.replace(/\(\)$/, '').split('.').at(-1)?.toLowerCase();
  return tokens.find(({ kind, text }) => kind !== 'text' && text.toLowerCase() === last)?.start ?? 0;
}

export function refused(sentence: Sentence | string, sql: string, offset: number): ReturnType<typeof fail> {
  const before = sql.slice(0, offset).split('\n');
  const position: QueryPosition = { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
  return fail('PARAMS_INVALID', sentence, { position });
}
