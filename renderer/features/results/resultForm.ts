// Chooses how to display a result: by its tool, then by its content, once its box opens. Content that fits no form is shown as
// text, so that nothing is lost.

import type { Todo, ToolDetails, ToolMessage } from '../../../shared/conversation/message.ts';
import { readSentenceData } from '../../../shared/core/sentence.ts';
import { toNativeCall } from '../../../shared/features/tools/familiarCall.ts';
import { isBuiltInTool, parseArguments } from '../../../shared/features/tools/toolInfo.ts';
import { readWebSources, type WebSource } from '../../../shared/features/webSearch/webSearch.ts';
import type { CallRef } from '../../core/calls/items.ts';
import { strings } from '../../core/strings.ts';
import { englishOf } from '../../core/words/hostTranslations.ts';
import { type AnsweredPlan, answeredPlan } from './answeredPlan.ts';
import { answeredForms } from './answeredQuestion.ts';
import { findJson } from './jsonText.ts';
import { isNumbered } from './numberedLines.ts';

export type ResultForm =
  | { type: 'none' }
  | { type: 'empty' }
  | { type: 'plan'; plan: AnsweredPlan }
  | { type: 'text'; text: string; quiet: boolean }
  | { type: 'terminal'; command: string | null; output: string; details: ToolDetails | undefined }
  | { type: 'diff'; diff: string }
  | { type: 'todos'; before: Todo[]; after: Todo[] }
  | { type: 'file'; content: string; path: string }
  | { type: 'list'; content: string; base: string }
  | { type: 'sources'; sources: WebSource[] }
  | { type: 'matches'; content: string; pattern: string; ignoreCase: boolean }
  /** `before`: the text before the JSON. */
  | { type: 'json'; before: string; value: object }
  | { type: 'markdown'; before: string; text: string };

type Called = Pick<CallRef, 'name' | 'arguments'>;

export function resultForm(toolCall: Called, result: ToolMessage): ResultForm {
  const call = toNativeCall(toolCall);
  const { text } = visibleResultText(result);
  const { details, outcome } = result;
  const { name } = call;
  // The result text of ask_user only repeats the form and its answer.
  if (name === 'ask_user' && answeredForms(details).length > 0) return { type: 'none' };
  const plan = planOfCall(call, result);
  if (plan) return { type: 'plan', plan };
  if (name === 'run_command' && outcome !== 'denied') {
    const { command } = parseArguments(call.arguments);
    return { type: 'terminal', command: textOr(command, call.arguments), output: text, details };
  }
  if (details?.diff && outcome === 'ok') return { type: 'diff', diff: details.diff };
  if (outcome !== 'ok')
    return { type: 'text', text: translateToolMessage(name, text, details?.said), quiet: outcome !== 'error' };
  if (details?.todos) return { type: 'todos', before: details.todos.before ?? [], after: details.todos.after ?? [] };
  if (text === '') return { type: 'empty' };
  return fitting(call, text, details) ?? { type: 'text', text, quiet: false };
}

/** Only for the tool that presents plans. */
function planOfCall({ name }: Pick<Called, 'name'>, { details }: ToolMessage): AnsweredPlan | null {
  return name === 'present_plan' ? answeredPlan(details) : null;
}

function fitting(
  { name, arguments: argumentsText }: Called,
  text: string,
  details: ToolDetails | undefined,
): ResultForm | null {
  const args = parseArguments(argumentsText);
  switch (name) {
    case 'read_file':
      if (!isNumbered(text)) return null;
      return { type: 'file', content: text, path: textOr(details?.path, textOr(args.path, '')) };
    case 'list_files':
      if (details?.entries === 0) return null;
      return { type: 'list', content: text, base: textOr(details?.path, textOr(args.path, '.')) };
    case 'search_files':
      if (details?.matches === 0) return null;
      return {
        type: 'matches',
        content: text,
        pattern: textOr(args.pattern, ''),
        ignoreCase: args.ignore_case === true,
      };
    case 'read_command':
      return {
        type: 'terminal',
        command: null,
        output: text,
        details: details?.sandbox && { sandbox: details.sandbox },
      };
    case 'run_agent':
      return { type: 'markdown', before: '', text };
    case 'fetch_url':
      return fetched(text, textOr(details?.mediaType, ''));
    case 'web_search':
      return Array.isArray(details?.sources) ? { type: 'sources', sources: readWebSources(details.sources) } : null;
    case 'write_command':
    case 'end_command':
    case 'ask_user':
    case 'todo_write':
    case 'write_file':
    case 'edit_file':
      return null;
    default:
      return structured(text);
  }
}

/** Parses `[address · status · type · size]` and the content after it. */
function fetched(text: string, mediaType: string): ResultForm | null {
  const end = text.startsWith('[') ? text.indexOf('\n') : -1;
  const before = end < 0 ? '' : text.slice(1, end).replace(/\]$/, '');
  const body = end < 0 ? text : text.slice(end + 1);
  if (/json/.test(mediaType)) {
    const json = findJson(body);
    if (json) return { type: 'json', before: [before, json.before].filter(Boolean).join('\n'), value: json.value };
  }
  const isProse = /^text\/(?:html|markdown|x-markdown)$|xhtml/.test(mediaType) || looksMarkdown(body);
  return isProse && body !== '' ? { type: 'markdown', before, text: body } : null;
}

/** A result of an MCP server, or an earlier result that was opened again. */
function structured(text: string): ResultForm | null {
  const json = findJson(text);
  if (json) return { type: 'json', ...json };
  return looksMarkdown(text) ? { type: 'markdown', before: '', text } : null;
}

function textOr(value: unknown, fallback: string): string {
  return typeof value === 'string' ? value : fallback;
}

/** Translates the error message of a built-in tool, if the catalog has its sentence. Other text stays unchanged. @internal */
export function translateToolMessage(name: string, text: string, sentence: unknown): string {
  if (!isBuiltInTool(name) || name === 'run_agent') return text;
  const begun = text.replace(/^Error: /, '');
  const read = readSentenceData(sentence);
  const words = strings.sentences.host(read ?? begun);
  return words === begun || (read !== null && words === englishOf(read)) ? text : words;
}

/**
 * The visible text of a result: without the line that names the file of a spilled one, and without the lines in which
 * run_command describes the exit status to the model, since the box shows that itself. @internal
 */
export function visibleResultText(result: ToolMessage): { text: string; isPreview: boolean } {
  const { fullOutputPath } = result;
  const content = result.details?.printed ?? result.content;
  const text = result.toolName === 'run_command' ? withoutEnding(content, result) : content;
  if (!fullOutputPath) return { text, isPreview: false };
  const at = text.lastIndexOf(`[Full output: ${fullOutputPath}]`);
  return { text: at < 0 ? text : text.slice(0, at).trimEnd(), isPreview: true };
}

function withoutEnding(content: string, { details }: ToolMessage): string {
  if (typeof details?.exitCode !== 'number') return content;
  const { exitCode } = details;
  const begun = content.replace(/^Error: the command exited with code -?\d+\.\n/, '');
  const end = `[exit code ${exitCode}]`;
  return begun.endsWith(end) ? begun.slice(0, -end.length).replace(/\n$/, '') : begun;
}

/** Guesses whether a tool's text is Markdown, by marks that plain output hardly ever contains. In doubt it stays plain. */
const strong = [/^#{1,6} \S.*$/m, /^```[\w-]*$/m, /^\|.+\|\s*\n\|[\s:|-]+\|\s*$/m];
const weak = [
  /^[-*] \S/m,
  /^\d+\. \S/m,
  /\[[^\]\n]+\]\(https?:\/\/[^)\s]+\)/,
  /\*\*[^*\n]+\*\*/,
  /^> \S/m,
  /`[^`\n]+`/,
];
/** Only this many characters are examined. */
const looked = 20_000;

function looksMarkdown(text: string): boolean {
  const head = text.slice(0, looked);
  // Shell comments and log lines start with # and - too.
  const strongMarks = strong.filter((mark) => mark.test(head)).length;
  const weakMarks = weak.filter((mark) => mark.test(head)).length;
  return strongMarks > 1 || (strongMarks === 1 && (weakMarks > 0 || /\n\n/.test(head))) || weakMarks > 2;
}
