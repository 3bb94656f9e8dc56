// Converts a call's outcome and its `toolUseResult`, which has a different shape per tool, to our call details.

import type { Outcome, Todo, ToolDetails } from '../../../shared/conversation/message.ts';
import type { JsonObject } from '../../../shared/core/json.ts';
import { row, rows } from '../looseJson.ts';
import { diffOfNewFile, diffOfPatch } from './patch.ts';
import { count, nonEmptyText, setFields, text } from './values.ts';

/** The app's texts for a denied call; old versions have no `toolDenialKind`. */
const personSaidNo = /^(?:Error: )?(?:User rejected tool use|The user doesn't want to (?:proceed|take this action))/;
const personStopped = /^(?:Error: )?\[Request interrupted by user/;

export function outcomeOf(line: JsonObject, block: JsonObject, content: string): Outcome {
  const kind = nonEmptyText(line.toolDenialKind);
  if (kind === 'interrupted' || kind === 'cancelled') return kind;
  if (kind !== null || row(line.permissionDecision)?.decision === 'reject') return 'denied';
  if (row(line.toolUseResult)?.interrupted === true || personStopped.test(content)) return 'cancelled';
  if (block.is_error !== true) return 'ok';
  return personSaidNo.test(content) || personSaidNo.test(text(line.toolUseResult) ?? '') ? 'denied' : 'error';
}

export function detailsOf(line: JsonObject, tool: string, content: string, outcome: Outcome): ToolDetails {
  const result = row(line.toolUseResult) ?? {};
  const read = readers.get(tool);
  return {
    ...(read?.(result, content) ?? {}),
    ...(outcome === 'error' ? { errorCode: 'TOOL_EXEC_FAILED' } : {}),
    ...(outcome === 'denied' ? { refused: { by: refuser(line) } } : {}),
  };
}

function refuser(line: JsonObject): 'person' | 'rule' {
  return line.toolDenialKind === 'permission-rule' || row(line.permissionDecision)?.source === 'config'
    ? 'rule'
    : 'person';
}

type Reader = (result: JsonObject, content: string) => ToolDetails;

const fileChange: Reader = (result) => {
  const path = nonEmptyText(result.filePath) ?? nonEmptyText(result.notebook_path);
  if (path === null) return {};
  const isNew = result.type === 'create';
  const newFileDiff = isNew ? diffOfNewFile(path, text(result.content) ?? '') : null;
  return setFields({ path, diff: diffOfPatch(path, result.structuredPatch, isNew) ?? newFileDiff ?? undefined });
};

const agent: Reader = (result) => {
  const id = nonEmptyText(result.agentId);
  if (id === null) return {};
  const calls = count(result.totalToolUseCount) ?? undefined;
  // The reader replaces it with our conversation id.
  return { agent: setFields({ conversationId: id, title: nonEmptyText(result.description) ?? undefined, calls }) };
};

const readers: ReadonlyMap<string, Reader> = new Map([
  ['Bash', bash],
  ['PowerShell', bash],
  ['Edit', fileChange],
  ['MultiEdit', fileChange],
  ['Write', fileChange],
  ['NotebookEdit', fileChange],
  ['Read', fileRead],
  ['Grep', (result) => setFields({ matches: count(result.numLines) ?? count(result.numFiles) ?? undefined })],
  ['Glob', fileList],
  ['LS', fileList],
  ['TodoWrite', todos],
  [
    'WebFetch',
    (result) => setFields({ url: nonEmptyText(result.url) ?? undefined, status: count(result.code) ?? undefined }),
  ],
  ['WebSearch', searched],
  ['Agent', agent],
  ['Task', agent],
] as const satisfies [string, Reader][]);

function bash(result: JsonObject, content: string): ToolDetails {
  const failed = /^Exit code (\d+)/.exec(content);
  const isEnded =
    Object.hasOwn(result, 'stdout') && !nonEmptyText(result.backgroundTaskId) && result.interrupted !== true;
  const bytes = count(result.persistedOutputSize) ?? undefined;
  return setFields({ exitCode: failed ? Number(failed[1]) : isEnded ? 0 : undefined, bytes });
}

function fileRead(result: JsonObject): ToolDetails {
  const file = row(result.file) ?? {};
  const path = nonEmptyText(file.filePath) ?? undefined;
  const [start, lines, total] = [count(file.startLine), count(file.numLines), count(file.totalLines)];
  if (start === null || lines === null || total === null || lines === 0) return setFields({ path });
  return setFields({ path, lines: { start, end: start + lines - 1, total } });
}

function fileList(result: JsonObject): ToolDetails {
  const named = Array.isArray(result.filenames) ? result.filenames.length : undefined;
  const entries = count(result.numFiles) ?? named;
  return setFields({ entries, truncated: result.truncated === true ? true : undefined });
}

function todos(result: JsonObject): ToolDetails {
  if (!Array.isArray(result.newTodos)) return {};
  return { todos: { before: todoList(result.oldTodos), after: todoList(result.newTodos) } };
}

function todoList(value: unknown): Todo[] {
  return rows(value).flatMap(({ content, status }) => {
    if (typeof content !== 'string') return [];
    const todoStatus = status === 'completed' || status === 'in_progress' ? status : 'pending';
    return [{ content, status: todoStatus }];
  });
}

function searched(result: JsonObject): ToolDetails {
  const entries = rows(result.results).flatMap(({ content }) => rows(content));
  const sources = entries.flatMap(({ title, url }) =>
    typeof url === 'string' ? [{ title: text(title) ?? url, url }] : [],
  );
  return sources.length === 0 ? {} : { entries: sources.length, sources };
}
