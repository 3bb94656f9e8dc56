// Converts the result of a Qwen Code tool: its text, its outcome, and what its box shows.

import type { Outcome, Todo, ToolDetails } from '../../../shared/conversation/message.ts';
import type { JsonObject } from '../../../shared/core/json.ts';
import { jsonObjectOrNull, objectsOf, textOrEmpty } from '../looseJson.ts';
import { jsonTextOf } from '../web/values.ts';

/** The text that the model received. */
export function responseText(functionResponse: JsonObject, about: JsonObject): string {
  const response = jsonObjectOrNull(functionResponse.response);
  if (!response) return textOrEmpty(about.resultDisplay);
  return jsonTextOf(response.output ?? response.error ?? response);
}

const stopped = /^\[Operation Cancelled\]|^Operation cancelled|cancelled by user|aborted by user/i;
const refusedText = /did not allow|permission was declined|permission denied|denied by|rejected/i;

export function outcomeOf(about: JsonObject, functionResponse: JsonObject, content: string): Outcome {
  const response = jsonObjectOrNull(functionResponse.response);
  if (about.errorType === 'execution_denied') return 'denied';
  if (about.status === 'cancelled' || (about.status !== 'success' && stopped.test(content)))
    return refusedText.test(content) ? 'denied' : 'cancelled';
  const failed = about.status === 'error' || (response?.error !== undefined && response.output === undefined);
  const exit = exitCodeIn(about, content);
  return failed || (exit !== undefined && exit !== 0) ? 'error' : 'ok';
}

export function detailsOf(about: JsonObject, content: string, outcome: Outcome): ToolDetails {
  const display = jsonObjectOrNull(about.resultDisplay) ?? {};
  const exitCode = exitCodeIn(about, content);
  const by = /rule/i.test(content) ? 'rule' : 'person';
  return {
    ...(exitCode === undefined ? {} : { exitCode }),
    ...(typeof display.fileDiff === 'string' ? { diff: display.fileDiff } : {}),
    ...(typeof display.filePath === 'string' ? { path: display.filePath } : {}),
    ...(display.type === 'todo_list' ? { todos: { before: [], after: todosOf(display.todos) } } : {}),
    ...(outcome === 'denied' ? { refused: { by } } : {}),
  };
}

function exitCodeIn(about: JsonObject, content: string): number | undefined {
  const display = jsonObjectOrNull(about.resultDisplay);
  if (display?.type === 'shell_result') return typeof display.exitCode === 'number' ? display.exitCode : undefined;
  const exit = /^Command: [\s\S]*\nExit Code: (-?\d+)/.exec(content)?.[1];
  return exit === undefined ? undefined : Number(exit);
}

function todosOf(value: unknown): Todo[] {
  return objectsOf(value).flatMap(({ content, status }) => {
    if (typeof content !== 'string') return [];
    return [{ content, status: status === 'completed' || status === 'in_progress' ? status : 'pending' }];
  });
}
