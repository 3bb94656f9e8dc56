// Runs a call that has become a task, and fetches the result of one that an earlier run of the app started. The task's
// ID is stored before anything else happens, so that a crash or a restart does not lose the work.

import { fail, ok, type Result, sentenceFromThrown } from '../../../../shared/core/errors.ts';
import { say } from '../../../../shared/core/sentence.ts';
import type { CallTask, ToolContext, ToolOutput } from '../../../ports/tool.ts';
import { failureOutput } from '../../../tools/toolOutput.ts';
import {
  type CallDeps,
  type CallLimits,
  endedOutput,
  isAppClosing,
  startLimits,
  toolOutput,
  withServer,
} from '../callLimits.ts';
import type { ListedTool } from '../listedTools.ts';
import { cancelTask, type FollowDeps, followTask } from './followTask.ts';
import { createTaskAnswers } from './taskAnswers.ts';
import type { TaskState } from './taskState.ts';

/** Never throws, except for the stop that the caller turns into a result. */
export async function runTask(
  first: TaskState,
  tool: ListedTool,
  context: ToolContext,
  deps: CallDeps & { limits: CallLimits },
): Promise<ToolOutput> {
  const task: CallTask = { form: first.form, id: first.id, server: deps.serverId };
  const { time, signal } = deps.limits;
  time.becomeTask(first.ttlMs);
  try {
    await context.onTask(task);
    return toolOutput(await followTask(task, first, followDeps(tool, context, deps)), tool, deps.connection);
  } catch (thrown) {
    // The server continues with it, and its result can be fetched after the next start.
    if (isAppClosing(context.signal)) return leftOpen(tool);
    await cancel(task, deps);
    if (signal.aborted) throw thrown;
    const message = say`${tool.name} of the MCP server ${deps.name} ran as a task, but ${sentenceFromThrown(thrown)}.`;
    return failureOutput(fail('TOOL_EXEC_FAILED', message).error);
  }
}

/** A failure: the result could not be fetched, and the call stays open. */
export async function fetchTaskResult(
  task: CallTask,
  tool: ListedTool,
  context: ToolContext,
  callDeps: CallDeps,
): Promise<Result<ToolOutput>> {
  const { name, connection, serverId } = callDeps;
  if (task.server !== serverId) return fail('TOOL_EXEC_FAILED', say`This task belongs to another MCP server.`);
  const limits = startLimits(context, callDeps);
  const deps = { ...callDeps, limits };
  limits.time.becomeTask(null);
  try {
    const result = await connection.calls.run(limits.running, () =>
      followTask(task, null, followDeps(tool, context, deps)),
    );
    return ok(withServer(toolOutput(result, tool, connection), tool, callDeps));
  } catch (thrown) {
    if (isAppClosing(context.signal)) return ok(leftOpen(tool));
    if (context.signal.aborted) await cancel(task, deps);
    const ended = context.signal.aborted ? endedOutput(tool, context, limits.time, callDeps) : null;
    if (ended) return ok(withServer(ended, tool, callDeps));
    const reason = limits.time.signal.aborted ? limits.time.signal.reason : thrown;
    return fail(
      'TOOL_EXEC_FAILED',
      say`The MCP server ${name} did not return the result: ${sentenceFromThrown(reason)}. Nothing was changed.`,
    );
  } finally {
    limits.end();
  }
}

function followDeps(
  tool: ListedTool,
  context: ToolContext,
  { name, connection, log, clock, timeoutSeconds, limits }: CallDeps & { limits: CallLimits },
): FollowDeps {
  let changes = 0;
  return {
    connection,
    clock,
    signal: limits.signal,
    requestMs: timeoutSeconds * 1000,
    answers: createTaskAnswers({ name, log, calls: connection.calls, folder: () => context.folder }),
    onState({ status, message, ttlMs }) {
      limits.time.becomeTask(ttlMs);
      if (status !== 'working' && status !== 'input_required') return;
      // Replaces any progress that the call itself reported.
      context.progress({ progress: changes++, task: status, ...(message === null ? {} : { message }) });
      log.add('app', 'info', say`${tool.name} runs as a task: ${status}`);
    },
  };
}

function leftOpen({ name }: ListedTool): ToolOutput {
  const content = `Error: the app was closed while the server ran ${name} as a task; its result is unknown.`;
  return { outcome: 'cancelled', content, leftOpen: true };
}

async function cancel(task: CallTask, { connection }: CallDeps): Promise<void> {
  const { state } = connection.info();
  if (state !== 'ready') return;
  const client = await connection.client(new AbortController().signal);
  if (client.ok) await cancelTask(task, client.value);
}
