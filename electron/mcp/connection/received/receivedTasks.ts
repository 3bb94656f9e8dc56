// Normalizes messages about tasks before the SDK validates them. The SDK rejects a result that announces a task, so the
// task is passed through it inside an empty result.

import type { CallToolResult } from '@modelcontextprotocol/client';
import { isJsonObject, type JsonObject } from '../../../../shared/core/json.ts';
import type { CallTask } from '../../../ports/tool.ts';

type TaskForm = CallTask['form'];

/** Never sent by a server: results that carry it are normalized, too. */
const taskKey = 'throughline/task';

/** The empty result that announces a task; null if the result does not. A complete result is never a task. */
export function taskResult(result: JsonObject): JsonObject | null {
  if (result.resultType === 'task') return wrapped('extension', result);
  return result.content === undefined && isJsonObject(result.task) ? wrapped('utility', result.task) : null;
}

function wrapped(form: TaskForm, fields: JsonObject): JsonObject {
  return { resultType: 'complete', content: [], _meta: { [taskKey]: { form, fields } } };
}

/** Returns the result's metadata without a server's imitation of the key. */
export function withoutTask(meta: JsonObject): JsonObject {
  const { [taskKey]: _task, ...rest } = meta;
  return rest;
}

/** The task that a tool call became; null for an ordinary result. */
export function startedTask({ _meta: meta }: CallToolResult): { form: TaskForm; fields: JsonObject } | null {
  const task = meta?.[taskKey];
  return isJsonObject(task) ? (task as { form: TaskForm; fields: JsonObject }) : null;
}
