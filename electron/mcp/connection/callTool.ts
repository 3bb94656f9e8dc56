// Calls a server's tool, with timeout, progress and cancellation, and an honest error if the connection is lost.

import { type Client, type Progress, UrlElicitationRequiredError } from '@modelcontextprotocol/client';
import type { UserText } from '../../../shared/core/sentence.ts';
import { boundedText } from '../../lib/boundedText.ts';
import type { ToolContext, ToolOutput } from '../../ports/tool.ts';
import { canceledOutput, failureOutput } from '../../tools/toolOutput.ts';
import { classifyCallFault } from './callFault.ts';
import { type CallDeps, endedOutput, startLimits, toolOutput, withServer } from './callLimits.ts';
import type { ListedTool } from './listedTools.ts';
import { askToOpenUrl } from './serverRequests.ts';
import { runTask } from './task/runTask.ts';
import { type StartedCall, startCall } from './task/startTask.ts';

/** Disables the SDK's own timeout. */
const never = 2 ** 31 - 1;
/** How long a response may still arrive after the stream ends. */
const lateMs = 2000;
const maxVisits = 3;

/** The result names the server, so that the window can offer to reconnect, and how it was reached, for traces. */
export async function callTool(
  tool: ListedTool,
  args: Record<string, unknown>,
  context: ToolContext,
  deps: CallDeps,
): Promise<ToolOutput> {
  const output = await callTaken(tool, args, context, deps);
  return withServer(output, tool, deps);
}

async function callTaken(
  tool: ListedTool,
  args: Record<string, unknown>,
  context: ToolContext,
  deps: CallDeps,
): Promise<ToolOutput> {
  const { name, connection } = deps;
  for (let attempt = 1; ; attempt++) {
    const client = await connection.client(context.signal);
    if (!client.ok) {
      if (context.signal.aborted) return canceledOutput(`${tool.name} was not called.`);
      return problem(`the MCP server ${name} is not available: ${client.error.message} The next call tries again.`);
    }
    const outcome = await callOnce(client.value, tool, args, context, deps);
    if ('output' in outcome) return outcome.output;
    // The server never received the call, because it has restarted since.
    if (!(await connection.isAlive(client.value))) await connection.lost(client.value, outcome.notTaken);
    if (attempt === 2) return problem(`the MCP server ${name} is not available: ${outcome.notTaken}.`);
  }
}

async function callOnce(
  client: Client,
  tool: ListedTool,
  args: Record<string, unknown>,
  context: ToolContext,
  deps: CallDeps,
): Promise<{ output: ToolOutput } | { notTaken: UserText }> {
  const { connection, clock } = deps;
  const limits = startLimits(context, deps);
  const { time, notices } = limits;
  const cut = new AbortController();
  const settled = new AbortController();
  const signal = AbortSignal.any([limits.signal, cut.signal]);
  const options = {
    signal,
    timeout: never,
    onprogress: (progress: Progress) => {
      time.progressed();
      notices.notice(progress);
    },
    onRequestStreamEnd: () => {
      void clock.wait(lateMs, settled.signal).then(() => {
        if (!settled.signal.aborted) cut.abort(new Error('the connection was lost'));
      });
    },
  };
  const start = () => startCall(client, tool, args, options);
  try {
    return await connection.calls.run(limits.running, async () => {
      const started = await withUrlVisits(start, context, deps);
      settled.abort();
      if (started.kind === 'result') return { output: toolOutput(started.result, tool, connection) };
      return { output: await runTask(started.task, tool, context, { ...deps, limits }) };
    });
  } catch (thrown) {
    const ended = endedOutput(tool, context, time, deps);
    return ended ? { output: ended } : await handleFailure(thrown, client, tool, cut.signal.aborted, deps);
  } finally {
    settled.abort();
    limits.end();
  }
}

/** Older servers reject a call until the user has visited a URL. */
async function withUrlVisits(
  start: () => Promise<StartedCall>,
  context: ToolContext,
  deps: CallDeps,
): Promise<StartedCall> {
  try {
    return await start();
  } catch (thrown) {
    if (!(thrown instanceof UrlElicitationRequiredError)) throw thrown;
    for (const { url, message } of thrown.elicitations.slice(0, maxVisits)) {
      const { connection, log, name } = deps;
      const answer = await askToOpenUrl(url, message, {
        name,
        log,
        calls: connection.calls,
        folder: () => context.folder,
      });
      if (answer !== 'accept') throw new Error('the user declined to open the address the server asked for');
    }
    return start();
  }
}

/** Handles a failed call. Retries only if the server has not received it. */
async function handleFailure(
  thrown: unknown,
  client: Client,
  tool: ListedTool,
  wasCut: boolean,
  { name, connection, log }: CallDeps,
): Promise<{ output: ToolOutput } | { notTaken: UserText }> {
  const fault = wasCut
    ? ({ kind: 'lost', why: 'the connection was lost' } as const)
    : classifyCallFault(thrown, client.transport?.sessionId !== undefined);
  switch (fault.kind) {
    case 'unreached':
      return { notTaken: fault.why };
    case 'sign_in':
      await connection.lost(client, 'it requires sign-in');
      await connection.ready({ now: true });
      return refused(`the user needs to sign in to the MCP server ${name} again. Ask them to, then call it again.`);
    case 'lost': {
      await connection.lost(client, fault.why);
      const printed = log.lastPrinted();
      const how = connection.lastEnd() ?? 'the connection was lost';
      const last = printed === '' ? '' : ` Its last output:\n${boundedText(printed, 1000)}`;
      return refused(
        `the MCP server ${name} was lost while ${tool.name} ran: ${how}. Whether the call had an effect is unknown. The next call restarts the server.${last}`,
      );
    }
    case 'session': {
      // Other calls may still use the connection, so end it only if it is dead.
      if (await connection.isAlive(client)) return refused(failureText(tool, name, fault));
      if (fault.isSaid || tool.readOnly) return { notTaken: 'it no longer knows the session' };
      await connection.lost(client, 'it no longer knows the session');
      return refused(`${failureText(tool, name, fault)}. The next call reconnects to the server.`);
    }
    case 'answered':
      return refused(failureText(tool, name, fault));
  }
}

function failureText(tool: ListedTool, server: string, fault: { message: string; code: number | null }): string {
  const code = fault.code === null ? '' : ` (code ${fault.code})`;
  return `${tool.name} of the MCP server ${server}: ${boundedText(fault.message, 4000)}${code}`;
}

function refused(message: string): { output: ToolOutput } {
  return { output: problem(message) };
}

function problem(message: string): ToolOutput {
  return failureOutput({ code: 'TOOL_EXEC_FAILED', message });
}
