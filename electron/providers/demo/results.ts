// Extracts facts from built-in tools' results for the demo's replies, by parsing their text as a model would.

import { type DemoPhrases, factPhrases, type Language } from './demoPhrases.ts';
import type { Values } from './template.ts';

export interface ToolResult {
  tool: string;
  arguments: Record<string, unknown>;
  content: string;
}

const quotedLines = 10;
const listedEntries = 20;
/** Trailing pointer of truncated results to the full output. */
const pointer = /\n\n\[Full output: [^\]\n]+\]\s*$/;

export function isError(result: ToolResult): boolean {
  return result.content.startsWith('Error:');
}

export function isDenied(result: ToolResult): boolean {
  return /^Error: (?:the (?:person|user) refused|this call of \S+ was refused)/.test(result.content);
}

/** Values by name, all strings, in the reply's language. */
export function resultValues(result: ToolResult, language: Language): Values {
  const phrases = factPhrases[language];
  const args = Object.entries(result.arguments).map(([name, value]) => [name, textOrEmpty(value)] as const);
  const common: Values = {
    ...Object.fromEntries(args),
    tool: result.tool,
    result: result.content,
    reason: result.content.replace(/^Error:\s*/, '').trim(),
    reason_line: (result.content.replace(/^Error:\s*/, '').split('\n', 1)[0] as string).trim(),
    your_reason: yourReason(result.content, phrases),
  };
  const location =
    common.path === undefined || /^\.?\/?$/.test(common.path) ? phrases.folder : phrases.named(code(common.path));
  return { ...common, place: location, ...specific(result.tool, result.content.replace(pointer, ''), phrases) };
}

function yourReason(content: string, phrases: DemoPhrases): string {
  const reason = /^Error: the (?:person|user) refused .*? Their reason: ([\s\S]+)$/.exec(content)?.[1];
  return reason === undefined ? '' : phrases.youSaid(reason.trim());
}

function specific(tool: string, body: string, phrases: DemoPhrases): Values {
  const lines = body.split('\n');
  switch (tool) {
    case 'list_files':
      return listing(lines, phrases);
    case 'read_file':
      return page(lines, body, phrases);
    case 'search_files':
      return matches(lines, phrases);
    case 'run_command':
      return command(lines, phrases);
    case 'read_tool_result':
      return resultPage(lines, phrases);
    default:
      return { quote: fence(lines.slice(0, quotedLines).join('\n')) };
  }
}

function listing(lines: string[], phrases: DemoPhrases): Values {
  const entries = entriesOf(lines);
  const folders = entries.filter((entry) => entry.endsWith('/')).length;
  const top = entries.filter((entry) => !entry.replace(/\/$/, '').includes('/'));
  const listedLines = top.slice(0, listedEntries).map((entry) => `- ${code(entry)}`);
  if (top.length > listedLines.length) listedLines.push(phrases.more(top.length - listedLines.length));
  const files = entries.length - folders;
  return {
    entries: phrases.entries(entries.length, folders, files),
    list: listedLines.join('\n') || phrases.nothing,
    notices: lines.filter((line) => line.startsWith('[')).join(' '),
  };
}

function entriesOf(lines: string[]): string[] {
  const isEntry = (line: string): boolean =>
    line !== '' && !line.startsWith('[') && !/ has nothing to show\./.test(line);
  return lines.filter(isEntry).map((line) => line.replace(/ -> .*$/, ''));
}

function page(lines: string[], body: string, phrases: DemoPhrases): Values {
  const numbered = lines.map((line) => /^\s*(\d+)\t(.*)$/.exec(line)).filter((match) => match !== null);
  const total = /^\[Lines \d+–\d+ of (\d+)\./m.exec(body)?.[1] ?? numbered.at(-1)?.[1];
  // Images and empty files have a sentence instead of lines.
  if (numbered.length === 0) return { length: phrases.noLines, quote: body.trim() };
  const text = numbered.map((match) => match[2] ?? '');
  return {
    length: phrases.lines(Number(total)),
    quote: fence(text.slice(0, quotedLines).join('\n')),
    rest: text.length > quotedLines ? phrases.begins : phrases.all,
  };
}

function matches(lines: string[], phrases: DemoPhrases): Values {
  const matchedLines = lines.map((line) => /^(.+?):(\d+): (.*)$/.exec(line)).filter((match) => match !== null);
  const files = new Set(matchedLines.map((match) => match[1])).size;
  const listedLines = matchedLines
    .slice(0, quotedLines)
    .map((match) => `- ${code(`${match[1]}:${match[2]}`)} ${code(match[3] ?? '')}`);
  if (matchedLines.length > listedLines.length)
    listedLines.push(phrases.more(matchedLines.length - listedLines.length));
  return { matches: phrases.matches(matchedLines.length, files), list: listedLines.join('\n') };
}

function command(lines: string[], phrases: DemoPhrases): Values {
  const end = lines.findLast((line) => /^\[(exit code|killed by|timed out|stopped)/.test(line));
  const exit =
    /^\[exit code (-?\d+)\]$/.exec(end ?? '')?.[1] ?? /^Error: .* exited with code (-?\d+)\./.exec(lines[0] ?? '')?.[1];
  const output = lines.filter((line, at) => line !== end && !(at === 0 && line.startsWith('Error:')) && line !== '');
  const hasOutput = output.length > 0 && output.join('') !== '(no output)';
  const more = output.length > quotedLines;
  return {
    ...(exit === undefined ? {} : { exit_code: exit }),
    ended: exit === undefined ? (end?.slice(1, -1) ?? phrases.endElsewhere) : phrases.exit(exit),
    quote: hasOutput ? fence(output.slice(-quotedLines).join('\n')) : '',
    said: hasOutput ? (more ? phrases.last(quotedLines) : phrases.printed) : phrases.silent,
  };
}

function resultPage(lines: string[], phrases: DemoPhrases): Values {
  const total = lines.map((line) => /^\[From byte \d+ of ([\d,]+)\./.exec(line)?.[1]).findLast(Boolean);
  const bytes = Number(total?.replaceAll(',', '') ?? 0);
  const text = lines.filter((line) => line !== '' && !line.startsWith('[From byte '));
  return {
    total_bytes: total ?? phrases.unknownNumber,
    tail_offset: String(Math.max(0, bytes - 300)),
    quote: fence(text.slice(-quotedLines).join('\n')),
  };
}

function textOrEmpty(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Inline code, also for text that contains backticks. */
function code(text: string): string {
  const ticks = '`'.repeat(maxRun(text) + 1);
  const space = text.startsWith('`') || text.endsWith('`') ? ' ' : '';
  return text === '' ? '' : `${ticks}${space}${text}${space}${ticks}`;
}

function fence(text: string): string {
  const ticks = '`'.repeat(Math.max(3, maxRun(text) + 1));
  return `${ticks}\n${text}\n${ticks}`;
}

function maxRun(text: string): number {
  return Math.max(0, ...Array.from(text.matchAll(/`+/g), (match) => match[0].length));
}
