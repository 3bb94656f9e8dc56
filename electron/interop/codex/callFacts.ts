// Facts about Codex calls apart from their output: from events, and from the text around the output.

import type { Outcome, Todo, ToolDetails } from '../../../shared/conversation/message.ts';
import type { JsonObject } from '../../../shared/core/json.ts';
import { countOrUndefined, jsonObjectOrNull, objectsOf, parseLooseJson, textOrEmpty } from '../looseJson.ts';

export interface CallFacts {
  exitCode?: number;
  /** In milliseconds. */
  duration?: number;
  denied?: boolean;
  failed?: boolean;
  diff?: string;
  path?: string;
}

/** Returns the call that an event is about, and its facts; null if none. */
export function factsOfEvent(event: JsonObject): { callId: string; facts: CallFacts } | null {
  const item = jsonObjectOrNull(event.item);
  if (event.type === 'item_completed' && item) return factsFor(item.id, factsOfItem(item));
  switch (event.type) {
    case 'exec_command_end':
      return factsFor(event.call_id, commandFacts(event));
    case 'patch_apply_end':
      return factsFor(event.call_id, changeFacts(event));
    case 'mcp_tool_call_end':
      return factsFor(event.call_id, {
        ...durationOf(event),
        ...(jsonObjectOrNull(event.result)?.Err === undefined ? {} : { failed: true }),
      });
    case 'view_image_tool_call':
      return factsFor(event.call_id, { path: textOrEmpty(event.path) });
    default:
      return null;
  }
}

function factsFor(id: unknown, facts: CallFacts | null): { callId: string; facts: CallFacts } | null {
  return typeof id === 'string' && facts ? { callId: id, facts } : null;
}

function factsOfItem(item: JsonObject): CallFacts | null {
  switch (item.type) {
    case 'CommandExecution':
      return commandFacts(item);
    case 'FileChange':
      return changeFacts(item);
    case 'ImageView':
      return { path: textOrEmpty(item.path).replace(/^file:\/\//, '') };
    case 'McpToolCall':
      return { ...durationOf(item), failed: item.status === 'failed' };
    default:
      return null;
  }
}

function commandFacts(event: JsonObject): CallFacts {
  const { exit_code: code, status } = event;
  return {
    ...(typeof code === 'number' && Number.isInteger(code) ? { exitCode: code } : {}),
    ...durationOf(event),
    ...(status === 'declined' ? { denied: true } : {}),
  };
}

function durationOf({ duration }: JsonObject): CallFacts {
  const { secs, nanos } = jsonObjectOrNull(duration) ?? {};
  const [seconds, rest] = [countOrUndefined(secs), countOrUndefined(nanos)];
  return seconds === undefined ? {} : { duration: Math.round(seconds * 1000 + (rest ?? 0) / 1e6) };
}

function changeFacts(event: JsonObject): CallFacts {
  const changes = Object.entries(jsonObjectOrNull(event.changes) ?? {});
  const diff = changes.map(([path, change]) => fileDiff(path, jsonObjectOrNull(change) ?? {})).join('');
  const only = changes.length === 1 ? changes[0]?.[0] : undefined;
  return {
    ...(diff === '' ? {} : { diff }),
    ...(only === undefined ? {} : { path: only }),
    ...(event.status === 'declined' ? { denied: true } : {}),
    ...(event.status === 'failed' || event.success === false ? { failed: true } : {}),
  };
}

/** Codex records the full text of added and deleted files, and a headerless diff of changed ones. */
function fileDiff(path: string, input: JsonObject): string {
  // Old versions use the kind as key: `{"add": {"content": …}}`.
  const kind = textOrEmpty(input.type) || (Object.keys(input)[0] ?? '');
  const change = typeof input.type === 'string' ? input : (jsonObjectOrNull(input[kind]) ?? {});
  const content = textOrEmpty(change.content);
  if (kind === 'add') return `--- /dev/null\n+++ ${path}\n${wholeHunk(content, '+')}`;
  if (kind === 'delete') return `--- ${path}\n+++ /dev/null\n${wholeHunk(content, '-')}`;
  const hunks = textOrEmpty(change.unified_diff);
  const to = textOrEmpty(change.move_path) || path;
  return hunks === '' ? '' : `--- ${path}\n+++ ${to}\n${hunks.endsWith('\n') ? hunks : `${hunks}\n`}`;
}

function wholeHunk(content: string, sign: '+' | '-'): string {
  if (content === '') return '';
  const lines = content.split('\n');
  const ends = lines.at(-1) === '';
  if (ends) lines.pop();
  const range = sign === '+' ? `-0,0 +1,${lines.length}` : `-1,${lines.length} +0,0`;
  const body = lines.map((line) => `${sign}${line}\n`).join('');
  return `@@ ${range} @@\n${body}${ends ? '' : '\\ No newline at end of file\n'}`;
}

const headerOfExit = /^(?:Chunk ID: .*\n|Wall time: .*\n)*(?:Process exited with code|Exit code:) (-?\d+)\n/;
const refusals = /^(?:exec command |patch |apply_patch |command )?(?:rejected by user|declined by user)|^rejected: /i;

/**
 * Facts in the output's own text. Old versions wrap it in JSON with an exit code: `{"output": …, "metadata":
 * {"exit_code": 0}}`.
 */
export function factsOfOutput(output: string): CallFacts {
  const header = headerOfExit.exec(output.slice(0, 400));
  if (header) return { exitCode: Number(header[1]) };
  if (refusals.test(output)) return { denied: true };
  if (!output.startsWith('{') || !output.slice(-200).includes('"exit_code"')) return {};
  const parsed = parseLooseJson(output);
  const metadata = jsonObjectOrNull('value' in parsed ? jsonObjectOrNull(parsed.value)?.metadata : null);
  const [code, seconds] = [metadata?.exit_code, countOrUndefined(metadata?.duration_seconds)];
  return {
    ...(typeof code === 'number' && Number.isInteger(code) ? { exitCode: code } : {}),
    ...(seconds === undefined ? {} : { duration: Math.round(seconds * 1000) }),
  };
}

export function outcomeOf(output: string, facts: CallFacts): Outcome {
  if (facts.denied) return 'denied';
  if (/^aborted(?: by user|$)/.test(output)) return 'cancelled';
  const failed = facts.failed || (facts.exitCode !== undefined && facts.exitCode !== 0);
  return failed || /^(?:unsupported call: |failed to |err: )/.test(output) ? 'error' : 'ok';
}

export function detailsOf(
  name: string,
  argumentText: string,
  facts: CallFacts,
  todosBefore: readonly Todo[],
): ToolDetails {
  const todos = name === 'update_plan' ? todosOf(argumentText) : null;
  return {
    ...(facts.exitCode === undefined ? {} : { exitCode: facts.exitCode }),
    ...(facts.diff === undefined ? {} : { diff: facts.diff }),
    ...(facts.path ? { path: facts.path } : {}),
    ...(todos ? { todos: { before: [...todosBefore], after: todos } } : {}),
  };
}

function todosOf(argumentText: string): Todo[] | null {
  const parsed = parseLooseJson(argumentText);
  const plan = 'value' in parsed ? jsonObjectOrNull(parsed.value)?.plan : null;
  if (!Array.isArray(plan)) return null;
  return objectsOf(plan).map(({ step, status }) => ({
    content: textOrEmpty(step),
    status: status === 'in_progress' || status === 'completed' ? status : 'pending',
  }));
}
