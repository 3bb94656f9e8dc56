// Follows a task to its end: polls as seldom as the server asks, answers its requests for input, survives a lost
// connection, and fetches the result once. The first final state counts; nothing is asked afterwards.

import { type CallToolResult, type Client, specTypeSchemas } from '@modelcontextprotocol/client';
import { z } from 'zod';
import { isJsonObject, type JsonObject } from '../../../../shared/core/json.ts';
import { say } from '../../../../shared/core/sentence.ts';
import { boundedText } from '../../../lib/boundedText.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { TaskAnswers } from './taskAnswers.ts';
import { askAboutTask, type TaskConnection, taskHeaders } from './taskRequests.ts';
import { readTask, TaskProblem, type TaskRef, type TaskState, taskErrorText } from './taskState.ts';

export interface FollowDeps extends TaskConnection {
  clock: Clock;
  answers: TaskAnswers;
  /** A state that differs from the last; also the first. */
  onState(task: TaskState): void;
}

const defaultPollMs = 1000;
const minPollMs = 250;
/** A timer cannot wait longer. */
const maxPollMs = 2 ** 31 - 1;
/** A long task is asked about at most once in this part of its duration, up to `slowPollMs`. */
const pollShare = 1 / 20;
const slowPollMs = 10_000;
/** Time to fetch a result that the server only just keeps. */
const graceMs = 5000;

const anyResult = z.looseObject({});

/** `first`: the state that the server sent when it created the task; null: it was created by an earlier call. */
export async function followTask(task: TaskRef, first: TaskState | null, deps: FollowDeps): Promise<CallToolResult> {
  const { clock, signal, onState } = deps;
  const begun = clock.elapsed();
  let state = first ?? (await fetchState(task, deps));
  let refusal: TaskProblem | null = null;
  onState(state);
  for (;;) {
    if (state.status !== 'working' && state.status !== 'input_required') return resultOf(state, deps);
    // In the older form, a task asks for input while its result is being fetched.
    if (state.status === 'input_required' && task.form === 'utility') return fetchResult(state, deps);
    if (state.status === 'input_required') refusal = await answerInput(state, refusal, deps);
    const passed = clock.elapsed() - begun;
    if (state.ttlMs !== null && passed > state.ttlMs + graceMs) {
      throw new TaskProblem(say`it did not finish the task in the time it keeps it`);
    }
    await clock.wait(pauseMs(state, passed), signal);
    signal.throwIfAborted();
    const next = await fetchState(task, deps);
    if (next.status !== state.status || next.message !== state.message) onState(next);
    state = next;
  }
}

function pauseMs({ pollMs }: TaskState, passed: number): number {
  const floor = Math.max(minPollMs, Math.min(slowPollMs, passed * pollShare));
  return Math.min(maxPollMs, Math.max(floor, pollMs ?? defaultPollMs));
}

async function fetchState(task: TaskRef, deps: FollowDeps): Promise<TaskState> {
  const fields = await askAboutTask(task, deps, (client, options) =>
    client.request({ method: 'tasks/get', params: { taskId: task.id } }, anyResult, options),
  );
  return readTask(task.form, fields, task.id);
}

async function resultOf(state: TaskState, deps: FollowDeps): Promise<CallToolResult> {
  if (state.status === 'cancelled') throw new TaskProblem(say`it canceled the task`);
  if (state.form === 'utility') return fetchResult(state, deps);
  if (state.status === 'failed') return failedResult(state);
  const { result } = state.fields;
  const parsed = specTypeSchemas.CallToolResult['~standard'].validate(result);
  if (!isJsonObject(result) || parsed.issues) throw new TaskProblem(say`it completed the task without a result`);
  return parsed.value;
}

function failedResult(state: TaskState): CallToolResult {
  return { content: [{ type: 'text', text: `The task failed: ${taskErrorText(state)}` }], isError: true };
}

/** Only for the older form. The server answers once the task has ended. */
async function fetchResult(state: TaskState, deps: FollowDeps): Promise<CallToolResult> {
  try {
    return await askAboutTask(state, { ...deps, requestMs: maxPollMs }, (client, options) =>
      client.request({ method: 'tasks/result', params: { taskId: state.id } }, specTypeSchemas.CallToolResult, options),
    );
  } catch (thrown) {
    if (state.status === 'failed' && thrown instanceof TaskProblem) return failedResult(state);
    throw thrown;
  }
}

/** Returns the refusal of the answers, if any. Throws the previous one if the server still waits for them. */
async function answerInput(
  state: TaskState,
  refusal: TaskProblem | null,
  deps: FollowDeps,
): Promise<TaskProblem | null> {
  const { inputRequests } = state.fields;
  const responses = await deps.answers.answer(isJsonObject(inputRequests) ? inputRequests : {});
  deps.signal.throwIfAborted();
  if (refusal) throw refusal;
  if (Object.keys(responses).length === 0) return null;
  const params = { taskId: state.id, inputResponses: responses };
  try {
    await askAboutTask(state, deps, (client, options) =>
      client.request({ method: 'tasks/update', params }, anyResult, options),
    );
    return null;
  } catch (thrown) {
    // It may have ended while the user answered, which its state shows.
    if (!(thrown instanceof TaskProblem) || deps.signal.aborted) throw thrown;
    return thrown;
  }
}

/** Asks the server to stop. Best effort: cancellation is cooperative. */
export async function cancelTask(task: TaskRef, client: Client): Promise<void> {
  const params: JsonObject = { taskId: boundedText(task.id, 1000) };
  const options = { timeout: 2000, ...taskHeaders(task) };
  await client.request({ method: 'tasks/cancel', params }, anyResult, options).catch(() => {});
}
