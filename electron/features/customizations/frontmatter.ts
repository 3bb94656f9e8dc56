// Parses Markdown front matter between `---` lines: YAML core schema without aliases, bounded before parsing. What
// people write for other apps is often invalid YAML (`argument-hint: [issue] [priority]`, a description with `: `);
// then each `key: text` is parsed separately, and anything still invalid counts as prose. Pure.

import { isMap, isScalar, LineCounter, parseDocument, visit } from 'yaml';
import { isJsonObject } from '../../../shared/core/json.ts';
import { type Sentence, say } from '../../../shared/core/sentence.ts';

export interface Frontmatter {
  /** By key, as in YAML; without inherited ones. */
  fields: ReadonlyMap<string, unknown>;
  /**
   * The text after the front matter, without leading empty lines. Lines end with `
   * `.
   */
  body: string;
}

export interface FrontmatterProblem {
  /** Line in the file, from 1. */
  line: number;
  message: Sentence;
}

/** Maximum characters of front matter: more than people write, and fast to parse whatever it contains. */
const maxHeadLength = 16 * 1024;
const deepestFlow = 32;
/** Nested lists on one line. */
const nested = /(?:[-?:][ \t]+){16}/;

export function parseFrontmatter(source: string): Frontmatter | FrontmatterProblem {
  const text = source.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
  if (!/^---[ \t]*\n/.test(text)) return { fields: new Map(), body: bodyOf(text) };
  const start = text.indexOf('\n') + 1;
  const rest = text.slice(start, start + maxHeadLength + 1);
  const end = /^(?:---|\.\.\.)[ \t]*(?:\n|$)/m.exec(rest);
  if (end === null) {
    return rest.length > maxHeadLength
      ? { line: 1, message: say`The frontmatter is longer than ${maxHeadLength / 1024} KB.` }
      : { line: 1, message: say`The frontmatter has no closing "---" line.` };
  }
  const head = rest.slice(0, end.index);
  const body = bodyOf(text.slice(start + end.index + end[0].length));
  if (isTooDeep(head)) return { line: 2, message: say`The frontmatter is nested too deeply.` };
  const read = fieldsOf(head);
  if (read instanceof Map && !isMapping(read.get('description'))) return { fields: read, body };
  const fields = fieldsOneByOne(head) ?? read;
  return fields instanceof Map ? { fields, body } : fields;
}

function bodyOf(text: string): string {
  return text.replace(/^(?:[ \t]*\n)+/, '');
}

/** Checked before parsing, because the parser recurses as deep as the text. */
function isTooDeep(head: string): boolean {
  let depth = 0;
  for (const character of head) {
    if (character === '[' || character === '{') depth++;
    else if ((character === ']' || character === '}') && depth > 0) depth--;
    if (depth > deepestFlow) return true;
  }
  return nested.test(head);
}

function fieldsOf(head: string): Map<string, unknown> | FrontmatterProblem {
  const lines = new LineCounter();
  const wrong = (offset: number, message: Sentence): FrontmatterProblem => ({
    // The `---` line is the first.
    line: lines.linePos(offset).line + 1,
    message,
  });
  try {
    // The library compares each key with all previous ones.
    const document = parseDocument(head, {
      schema: 'core',
      uniqueKeys: false,
      prettyErrors: false,
      logLevel: 'silent',
      lineCounter: lines,
    });
    const broken = document.errors[0];
    if (broken) return wrong(broken.pos[0], say`It is not valid YAML: ${broken.message.split('\n', 1)[0]}`);
    let alias: number | null = null;
    visit(document, {
      Alias(_key, node) {
        alias = node.range?.[0] ?? 0;
        return visit.BREAK;
      },
    });
    if (alias !== null) return wrong(alias, say`YAML aliases (*name) are not supported.`);
    const { contents } = document;
    if (contents === null) return new Map();
    if (!isMap(contents)) return wrong(0, say`The frontmatter must be lines of "key: value".`);
    const seen = new Set<string>();
    for (const { key } of contents.items) {
      const name = isScalar(key) ? String(key.value) : '';
      const at = isScalar(key) ? (key.range?.[0] ?? 0) : 0;
      if (seen.has(name)) return wrong(at, say`"${name.slice(0, 60)}" appears twice.`);
      seen.add(name);
    }
    return new Map(Object.entries(document.toJS({ maxAliasCount: 0 }) as Record<string, unknown>));
  } catch (thrown) {
    return wrong(0, say`It is not valid YAML: ${(thrown as Error).message.split('\n', 1)[0]?.slice(0, 200)}`);
  }
}

const maxFields = 200;
/** Keys that restrict what runs: half a list would restrict less than intended. */
const structuredKeys: readonly string[] = ['tools', 'disallowedTools', 'mcp-servers', 'examples', 'variables'];

/** Null if it is not `key: text` lines. A problem if a value is neither YAML nor prose. */
function fieldsOneByOne(head: string): Map<string, unknown> | FrontmatterProblem | null {
  const fields = new Map<string, unknown>();
  const entries = head.split(/^(?=[A-Za-z_][\w-]*:(?!\/\/))/m);
  if (entries.length > maxFields) return null;
  let line = 2;
  for (const entry of entries) {
    const start = line;
    line += entry.split('\n').length - 1;
    const [, key, text] = /^([A-Za-z_][\w-]*):(.*)$/s.exec(entry) ?? [];
    if (key === undefined || text === undefined) {
      if (entry.split('\n').every((line) => /^\s*(?:#|$)/.test(line))) continue;
      return null;
    }
    if (fields.has(key)) return null;
    const read = readValue(key, text);
    if ('message' in read) return { line: start + read.line - 2, message: read.message };
    fields.set(key, read.value);
  }
  return fields.size === 0 ? null : fields;
}

function readValue(key: string, text: string): { value: unknown } | FrontmatterProblem {
  let broken: FrontmatterProblem | null = null;
  for (const form of [text, text.replace(/^[ \t]*\t[ \t]*/gm, (space) => space.replaceAll('\t', '  '))]) {
    const read = fieldsOf(`value: ${form.trimEnd()}`);
    if (!(read instanceof Map)) broken ??= read;
    else if (key !== 'description' || !isMapping(read.get('value'))) return { value: read.get('value') };
  }
  const isStructured = structuredKeys.includes(key) || text.split('\n', 1)[0]?.trim() === '';
  const prose = text
    .replace(/^[ \t]*#.*$/gm, '')
    .replace(/\s+/g, ' ')
    .trim();
  const isList = key !== 'description' && isStructured && /^(?:["'[{-]|[^:]*:|$)/.test(prose);
  // A YAML alias or anchor, as opposed to *emphasis* or "& more".
  const isAlias = /^\*[\w-]+$|^&[\w-]+ /.test(prose);
  if (broken && (isList || isAlias)) return broken;
  const value = prose.replace(/^[|>][+-]? /, '').replace(/^(["'])((?:(?!\1).)*)\1$/, '$2');
  return { value };
}

function isMapping(value: unknown): boolean {
  return isJsonObject(value);
}

/** A text field; null if missing or of another type. Numbers and booleans are taken as written. */
export function textField(fields: ReadonlyMap<string, unknown>, key: string): string | null {
  const value = fields.get(key);
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : null;
}

/** A list, or names on one line as in other apps: `Read, Grep, Bash(git:*)`. */
export function nameListField(fields: ReadonlyMap<string, unknown>, key: string): string[] | null {
  const value = fields.get(key);
  if (Array.isArray(value)) return value.flatMap((name) => (typeof name === 'string' ? [name.trim()] : []));
  if (typeof value !== 'string') return null;
  // Does not split inside parentheses: `Bash(git add:*, git commit:*)` is a single name.
  return (value.match(/(?:[^\s,()]|\([^()]*\))+/g) ?? []).map((name) => name.trim().replace(/^(["'])(.*)\1$/, '$2'));
}
