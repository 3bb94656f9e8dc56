// Calls a tool that a server of protocol version 2025-11-25 runs only as a task: starts it, polls until done, and
// fetches the result. The SDK only has the types; later protocol versions have no tasks.

import { type CallToolResult, type Client, type Progress, specTypeSchemas } from '@modelcontextprotocol/client';
import type { Clock } from '../../ports/clock.ts';

interface Options {
  signal: AbortSignal;
  timeout: number;
  onprogress(progress: Progress): void;
}

const defaultPollMs = 500;
const minPollMs = 50;
const maxPollMs = 5000;
const keptMs = 60 * 60_000;

/** Throws the SDK's errors; cancels the task when the signal aborts. */
export async function callAsTask(
  client: Client,
  params: { name: string; arguments: Record<string, unknown> },
  options: Options,
  clock: Clock,
): Promise<CallToolResult> {
  const { signal, timeout } = options;
  const task = await client.request(
    { method: 'tools/call', params: { ...params, task: { ttl: keptMs } } },
    specTypeSchemas.CreateTaskResult,
    options,
  );
  const { taskId } = task.task;
  let { status, statusMessage, pollInterval } = task.task;
  try {
    for (let changes = 0; status === 'working'; ) {
      await clock.wait(Math.min(maxPollMs, Math.max(minPollMs, pollInterval ?? defaultPollMs)), signal);
      signal.throwIfAborted();
      const state = await client.request({ method: 'tasks/get', params: { taskId } }, specTypeSchemas.GetTaskResult, {
        signal,
        timeout,
      });
      // Polling alone is not progress.
      const isNew = state.status !== status || state.statusMessage !== statusMessage;
      ({ status, statusMessage, pollInterval } = state);
      if (isNew) options.onprogress({ progress: ++changes, ...(statusMessage ? { message: statusMessage } : {}) });
    }
    // A task that needs input requests it while its result is being fetched.
    return await client.request({ method: 'tasks/result', params: { taskId } }, specTypeSchemas.CallToolResult, {
      signal,
      timeout,
    });
  } catch (thrown) {
    if (signal.aborted) {
      const cancel = { method: 'tasks/cancel', params: { taskId } };
      await client.request(cancel, specTypeSchemas.CancelTaskResult, { timeout: 2000 }).catch(() => {});
    }
    throw thrown;
  }
}
