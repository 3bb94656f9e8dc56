// Converts a call's outcome and its `toolUseResult`, which has a different shape per tool, to our call details.

import type { Outcome, Todo, ToolDetails } from '../../../shared/conversation/message.ts';
import type { JsonObject } from '../../../shared/core/json.ts';
import { jsonObjectOrNull, objectsOf } from '../looseJson.ts';
import { diffForNewFile, diffFromPatch } from './patch.ts';
import { countOrNull, definedFields, nonEmptyText, textOrNull } from './values.ts';

/** The app's texts for a denied call; old versions have no `toolDenialKind`. */
const personSaidNo = /^(?:Error: )?(?:User rejected tool use|The user doesn't want to (?:proceed|take this action))/;
const personStopped = /^(?:Error: )?\[Request interrupted by user/;

export function outcomeOf(line: JsonObject, block: JsonObject, content: string): Outcome {
  const kind = nonEmptyText(line.toolDenialKind);
  if (kind === 'interrupted' || kind === 'cancelled') return kind;
  if (kind !== null || jsonObjectOrNull(line.permissionDecision)?.decision === 'reject') return 'denied';
  if (jsonObjectOrNull(line.toolUseResult)?.interrupted === true || personStopped.test(content)) return 'cancelled';
  if (block.is_error !== true) return 'ok';
  return personSaidNo.test(content) || personSaidNo.test(textOrNull(line.toolUseResult) ?? '') ? 'denied' : 'error';
}

export function detailsOf(line: JsonObject, tool: string, content: string, outcome: Outcome): ToolDetails {
  const result = jsonObjectOrNull(line.toolUseResult) ?? {};
  const read = readers.get(tool);
  return {
    ...(read?.(result, content) ?? {}),
    ...(outcome === 'error' ? { errorCode: 'TOOL_EXEC_FAILED' } : {}),
    ...(outcome === 'denied' ? { refused: { by: refuser(line) } } : {}),
  };
}

function refuser(line: JsonObject): 'person' | 'rule' {
  return line.toolDenialKind === 'permission-rule' || jsonObjectOrNull(line.permissionDecision)?.source === 'config'
    ? 'rule'
    : 'person';
}

type Reader = (result: JsonObject, content: string) => ToolDetails;

const fileChange: Reader = (result) => {
  const path = nonEmptyText(result.filePath) ?? nonEmptyText(result.notebook_path);
  if (path === null) return {};
  const isNew = result.type === 'create';
  const newFileDiff = isNew ? diffForNewFile(path, textOrNull(result.content) ?? '') : null;
  return definedFields({ path, diff: diffFromPatch(path, result.structuredPatch, isNew) ?? newFileDiff ?? undefined });
};

const agent: Reader = (result) => {
  const id = nonEmptyText(result.agentId);
  if (id === null) return {};
  const calls = countOrNull(result.totalToolUseCount) ?? undefined;
  // The reader replaces it with our conversation id.
  return { agent: definedFields({ conversationId: id, title: nonEmptyText(result.description) ?? undefined, calls }) };
};

const readers: ReadonlyMap<string, Reader> = new Map([
  ['Bash', bash],
  ['PowerShell', bash],
  ['Edit', fileChange],
  ['MultiEdit', fileChange],
  ['Write', fileChange],
  ['NotebookEdit', fileChange],
  ['Read', fileRead],
  [
    'Grep',
    (result) => definedFields({ matches: countOrNull(result.numLines) ?? countOrNull(result.numFiles) ?? undefined }),
  ],
  ['Glob', fileList],
  ['LS', fileList],
  ['TodoWrite', todos],
  [
    'WebFetch',
    (result) =>
      definedFields({ url: nonEmptyText(result.url) ?? undefined, status: countOrNull(result.code) ?? undefined }),
  ],
  ['WebSearch', searched],
  ['Agent', agent],
  ['Task', agent],
] as const satisfies [string, Reader][]);

function bash(result: JsonObject, content: string): ToolDetails {
  const failed = /^Exit code (\d+)/.exec(content);
  const isEnded =
    Object.hasOwn(result, 'stdout') && !nonEmptyText(result.backgroundTaskId) && result.interrupted !== true;
  const bytes = countOrNull(result.persistedOutputSize) ?? undefined;
  return definedFields({ exitCode: failed ? Number(failed[1]) : isEnded ? 0 : undefined, bytes });
}

function fileRead(result: JsonObject): ToolDetails {
  const file = jsonObjectOrNull(result.file) ?? {};
  const path = nonEmptyText(file.filePath) ?? undefined;
  const [start, lines, total] = [countOrNull(file.startLine), countOrNull(file.numLines), countOrNull(file.totalLines)];
  if (start === null || lines === null || total === null || lines === 0) return definedFields({ path });
  return definedFields({ path, lines: { start, end: start + lines - 1, total } });
}

function fileList(result: JsonObject): ToolDetails {
  const named = Array.isArray(result.filenames) ? result.filenames.length : undefined;
  const entries = countOrNull(result.numFiles) ?? named;
  return definedFields({ entries, truncated: result.truncated === true ? true : undefined });
}

function todos(result: JsonObject): ToolDetails {
  if (!Array.isArray(result.newTodos)) return {};
  return { todos: { before: todoList(result.oldTodos), after: todoList(result.newTodos) } };
}

function todoList(value: unknown): Todo[] {
  return objectsOf(value).flatMap(({ content, status }) => {
    if (typeof content !== 'string') return [];
    const todoStatus = status === 'completed' || status === 'in_progress' ? status : 'pending';
    return [{ content, status: todoStatus }];
  });
}

function searched(result: JsonObject): ToolDetails {
  const entries = objectsOf(result.results).flatMap(({ content }) => objectsOf(content));
  const sources = entries.flatMap(({ title, url }) =>
    typeof url === 'string' ? [{ title: textOrNull(title) ?? url, url }] : [],
  );
  return sources.length === 0 ? {} : { entries: sources.length, sources };
}
