// A stored tool call and its result as the protocol's tool call. Pure, so that a replay equals what was sent live.

import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type {
  ContentBlock,
  SessionUpdate,
  ToolCall,
  ToolCallContent,
  ToolCallLocation,
  ToolKind,
} from '@agentclientprotocol/sdk';
import type { ApprovalPreview } from '../../../../shared/conversation/event.ts';
import type { Outcome, ToolMessage } from '../../../../shared/conversation/message.ts';
import { isJsonObject } from '../../../../shared/core/json.ts';
import { agentCallKinds, type ExternalCallDetails } from '../../../../shared/features/externalAgents/externalAgent.ts';
import { nativeCallSentence } from '../../../../shared/features/tools/familiarCall.ts';
import { firstLine, parseArguments } from '../../../../shared/features/tools/toolInfo.ts';
import { parseDiff } from './hunks.ts';

/** Absolute path of the conversation's working folder; null without one. */
export type Folder = string | null;

const kinds: Readonly<Record<string, ToolKind>> = {
  read_file: 'read',
  read_tool_result: 'read',
  read_command: 'read',
  load_skill: 'read',
  list_files: 'search',
  search_files: 'search',
  find_tools: 'search',
  write_file: 'edit',
  edit_file: 'edit',
  run_command: 'execute',
  write_command: 'execute',
  end_command: 'execute',
  fetch_url: 'fetch',
  web_search: 'fetch',
  todo_write: 'think',
  present_plan: 'switch_mode',
};

export function kindOf(toolName: string): ToolKind {
  return Object.hasOwn(kinds, toolName) ? (kinds[toolName] ?? 'other') : 'other';
}

/** A call that was requested and has no result yet. */
export function requestedCall(toolCallId: string, name: string, argumentsText: string, folder: Folder): ToolCall {
  return {
    toolCallId,
    title: firstLine(nativeCallSentence({ name, arguments: argumentsText }, false), name),
    name,
    kind: kindOf(name),
    status: 'pending',
    rawInput: rawInput(argumentsText),
    locations: locationsOf(parseArguments(argumentsText), folder),
  };
}

/** Deeper JSON would overflow the stack when it is written. */
const maxDepth = 100;

/** The arguments as JSON, or exactly as the model wrote them if they are not. */
export function rawInput(text: string): unknown {
  if (depthOf(text) > maxDepth) return text;
  try {
    return JSON.parse(text === '' ? '{}' : text);
  } catch {
    return text;
  }
}

/** Also counts brackets in strings. */
function depthOf(json: string): number {
  let depth = 0;
  let deepest = 0;
  for (const bracket of json.matchAll(/[[\]{}]/g)) {
    depth += bracket[0] === '[' || bracket[0] === '{' ? 1 : -1;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}

export function absolutePath(folder: Folder, named: string): string {
  return folder === null ? path.resolve('/', named) : path.resolve(folder, named);
}

function locationsOf({ path: named, offset }: Record<string, unknown>, folder: Folder): ToolCallLocation[] {
  if (typeof named !== 'string' || named === '' || named.includes('\0')) return [];
  const isLine = typeof offset === 'number' && Number.isSafeInteger(offset) && offset > 0;
  return [{ path: absolutePath(folder, named), ...(isLine ? { line: offset } : {}) }];
}

export interface FinishedCall {
  /** Only for an external agent's call, which it describes itself. */
  title?: string;
  kind?: ToolKind;
  status: 'completed' | 'failed';
  content: ToolCallContent[];
  locations?: ToolCallLocation[];
  rawOutput: Record<string, unknown>;
}

/** `images`: those of the result, read from the store. */
export function finishedCall(message: ToolMessage, folder: Folder, images: readonly ContentBlock[]): FinishedCall {
  const { outcome, toolName, content, duration, details = {} } = message;
  const diff = typeof details.diff === 'string' ? details.diff : '';
  const named = typeof details.path === 'string' ? details.path : null;
  const diffs = diff === '' || named === null ? [] : diffContents(absolutePath(folder, named), diff);
  const lines = diffs.length > 0 ? parseDiff(diff).hunks.map(({ line }) => line) : [];
  return {
    ...(named !== null && lines.length > 0
      ? { locations: lines.map((line) => ({ path: absolutePath(folder, named), line })) }
      : {}),
    ...externalFields(details.external),
    status: outcome === 'ok' ? 'completed' : 'failed',
    content: [
      ...diffs,
      ...externalDiffs(details.external),
      ...(content === '' ? [] : [textContent(resultText(toolName, content))]),
      ...images.map((block): ToolCallContent => ({ type: 'content', content: block })),
    ],
    rawOutput: {
      outcome,
      ...(typeof details.exitCode === 'number' ? { exitCode: details.exitCode } : {}),
      ...(typeof details.errorCode === 'string' ? { errorCode: details.errorCode } : {}),
      ...(typeof duration === 'number' ? { durationMs: duration } : {}),
      ...(message.fullOutputPath ? { isShortened: true } : {}),
    },
  };
}

type External = ExternalCallDetails | undefined;

/** The log may hold anything in place of a field. */
function externalFields(external: External): Pick<FinishedCall, 'title' | 'kind' | 'locations'> {
  if (!isJsonObject(external)) return {};
  const { title, kind, locations } = external as Partial<ExternalCallDetails>;
  const callKind = agentCallKinds.find((one) => one === kind);
  const places = (Array.isArray(locations) ? locations : []).filter((place) => typeof place?.path === 'string');
  return {
    ...(typeof title === 'string' && title !== '' ? { title: firstLine(title, 'a call') } : {}),
    ...(callKind ? { kind: callKind } : {}),
    ...(places.length > 0
      ? { locations: places.map(({ path: file, line }) => ({ path: file, ...(isLine(line) ? { line } : {}) })) }
      : {}),
  };
}

function externalDiffs(external: External): ToolCallContent[] {
  const diffs = isJsonObject(external) ? (external as Partial<ExternalCallDetails>).diffs : [];
  return (Array.isArray(diffs) ? diffs : []).flatMap((diff): ToolCallContent[] => {
    if (typeof diff?.path !== 'string' || typeof diff.newText !== 'string') return [];
    const oldText = typeof diff.oldText === 'string' ? diff.oldText : null;
    return [{ type: 'diff', path: diff.path, oldText, newText: diff.newText }];
  });
}

function isLine(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

/** Why a call without a result has none. */
export function unansweredCall(isRunning: boolean): { status: 'in_progress' } | Omit<FinishedCall, 'locations'> {
  if (isRunning) return { status: 'in_progress' };
  const outcome: Outcome = 'interrupted';
  return {
    status: 'failed',
    content: [textContent('This call was interrupted. It is not known whether it took effect.')],
    rawOutput: { outcome, isOpen: true },
  };
}

/** Results in Markdown. Everything else is shown exactly, between fences. */
const markdownTools = new Set(['present_plan', 'run_agent', 'ask_user', 'todo_write', 'update_memory', 'load_skill']);

function resultText(toolName: string, text: string): string {
  return markdownTools.has(toolName) ? text : fenced(text, toolName === 'run_command' ? 'console' : '');
}

/** Longer than any fence inside. */
export function fenced(text: string, language = ''): string {
  const longest = Math.max(2, ...[...text.matchAll(/`{3,}/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text}${text.endsWith('\n') ? '' : '\n'}${fence}`;
}

export function textContent(text: string): ToolCallContent {
  return { type: 'content', content: { type: 'text', text } };
}

function diffContents(file: string, diff: string): ToolCallContent[] {
  const { hunks, isNew } = parseDiff(diff);
  return hunks.map(({ oldText, newText }) => ({
    type: 'diff',
    path: file,
    oldText: isNew ? null : oldText,
    newText,
  }));
}

/** The exact command or change that an approval is about. */
export function previewContents(preview: ApprovalPreview, folder: Folder): ToolCallContent[] {
  if (preview.type === 'command') {
    const where = preview.background ? `in ${preview.cwd}, in the background` : `in ${preview.cwd}`;
    return [textContent(`${fenced(preview.command, 'console')}\n${where}`)];
  }
  if (preview.type === 'text') return [textContent(fenced(preview.text))];
  const diffs = diffContents(absolutePath(folder, preview.path), preview.diff);
  return diffs.length > 0 ? diffs : [textContent(fenced(preview.diff, 'diff'))];
}

/** A link to a file by its absolute path. */
export function fileLink(file: string, name: string): ContentBlock {
  return { type: 'resource_link', uri: pathToFileURL(file).href, name };
}

const statuses = ['pending', 'in_progress', 'completed'] as const;

/** The to-do list of a call as the plan; null if it changed none. The log may hold anything in place of a field. */
export function planOf({ details }: ToolMessage): SessionUpdate | null {
  const after: unknown = details?.todos?.after;
  if (!Array.isArray(after)) return null;
  const entries = after.flatMap((todo: { content?: unknown; status?: unknown } | null) => {
    const status = statuses.find((one) => one === todo?.status);
    // Our lists have no priorities.
    return typeof todo?.content === 'string' && status
      ? [{ content: todo.content, status, priority: 'medium' as const }]
      : [];
  });
  return { sessionUpdate: 'plan', entries };
}
