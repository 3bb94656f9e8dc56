// A server's task: its state as the server reports it, checked and bounded. The server is untrusted: it may answer for
// another task, invent states, or name absurd intervals.

import { SentenceError } from '../../../../shared/core/errors.ts';
import { isJsonObject, type JsonObject } from '../../../../shared/core/json.ts';
import { say } from '../../../../shared/core/sentence.ts';
import { boundedText } from '../../../lib/boundedText.ts';
import type { CallTask } from '../../../ports/tool.ts';

/** `utility`: of protocol version 2025-11-25. `extension`: io.modelcontextprotocol/tasks, of 2026-07-28. */
export type TaskForm = CallTask['form'];

export type TaskRef = Pick<CallTask, 'form' | 'id'>;

export interface TaskState extends TaskRef {
  status: 'working' | 'input_required' | 'completed' | 'failed' | 'cancelled';
  message: string | null;
  /** When to ask again; null: unknown. */
  pollMs: number | null;
  /** How long the server keeps it since its creation; null: unknown or without limit. */
  ttlMs: number | null;
  /** Fields that belong to its status: `result`, `error` or `inputRequests`. */
  fields: JsonObject;
}

/** A task that cannot be followed or ended without a usable result; the message is a sentence. */
export class TaskProblem extends SentenceError {}

const statuses = ['working', 'input_required', 'completed', 'failed', 'cancelled'] as const;
const maxIdLength = 1000;
const maxMessageLength = 500;

/** `expected`: the ID of the task that was asked about. */
export function readTask(form: TaskForm, fields: JsonObject, expected: string | null = null): TaskState {
  const { taskId: id, status, statusMessage } = fields;
  if (typeof id !== 'string' || id === '' || id.length > maxIdLength) {
    throw new TaskProblem(say`it started a task without a valid ID`);
  }
  if (expected !== null && id !== expected) throw new TaskProblem(say`it answered for another task`);
  const state = statuses.find((one) => one === status);
  if (state === undefined) {
    throw new TaskProblem(say`it reports an unknown state of the task: ${boundedText(String(status), 100)}`);
  }
  return {
    form,
    id,
    status: state,
    message:
      typeof statusMessage === 'string' && statusMessage.trim() !== ''
        ? boundedText(statusMessage, maxMessageLength)
        : null,
    pollMs: milliseconds(fields.pollIntervalMs ?? fields.pollInterval),
    ttlMs: milliseconds(fields.ttlMs ?? fields.ttl),
    fields,
  };
}

/** An error as a server reports it for a failed task. */
export function taskErrorText({ fields, message }: TaskState): string {
  const { error } = fields;
  const text = isJsonObject(error) && typeof error.message === 'string' ? error.message : (message ?? '');
  return boundedText(text.trim() === '' ? 'it gave no reason' : text, 4000);
}

function milliseconds(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : null;
}
