// Calls a server's tool, with timeout, progress and cancellation, and an honest error if the connection is lost.

import {
  type CallToolResult,
  type Client,
  type Progress,
  type Tool as SdkTool,
  UrlElicitationRequiredError,
} from '@modelcontextprotocol/client';
import { describeThrown } from '../../../shared/core/errors.ts';
import type { UserText } from '../../../shared/core/sentence.ts';
import { boundedText } from '../../lib/boundedText.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ToolContext, ToolOutput } from '../../ports/tool.ts';
import type { ServerLog } from '../../tools/process/serverLog.ts';
import { canceledOutput, failureOutput } from '../../tools/toolOutput.ts';
import { startCallClock } from './callClock.ts';
import { classifyCallFault } from './callFault.ts';
import type { ListedTool } from './listedTools.ts';
import { createProgressNotices } from './progressNotices.ts';
import { resultOutput } from './resultContent.ts';
import type { RunningCall } from './runningCalls.ts';
import type { ServerConnection } from './serverConnection.ts';
import { askToOpenUrl } from './serverRequests.ts';
import { callAsTask } from './taskCall.ts';

export interface CallDeps {
  name: string;
  connection: ServerConnection;
  log: ServerLog;
  clock: Clock;
  timeoutSeconds: number;
}

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
  return { ...output, details: { ...output.details, mcp: { server: deps.name, tool: tool.name, ...wayTo(deps) } } };
}

function wayTo({ connection }: CallDeps): { protocol?: string; transport?: 'stdio' | 'http' } {
  const { protocol, pid } = connection.info();
  return protocol === null ? {} : { protocol, transport: pid === null ? 'http' : 'stdio' };
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
  const { name, connection, log, clock } = deps;
  const time = startCallClock(clock, deps.timeoutSeconds * 1000);
  const cut = new AbortController();
  const settled = new AbortController();
  const signal = AbortSignal.any([context.signal, time.signal, cut.signal]);
  const notices = createProgressNotices(clock, (progress: Progress) =>
    context.progress({
      progress: progress.progress,
      ...(progress.total === undefined ? {} : { total: progress.total }),
      ...(progress.message === undefined ? {} : { message: boundedText(progress.message, 500) }),
    }),
  );
  const running: RunningCall = { context, asking: (question) => time.pause(question) };
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
  const params = { name: tool.name, arguments: args };
  // Passed explicitly: the SDK derives headers from the tool list, which we keep ourselves.
  const toolDefinition = { name: tool.name, inputSchema: tool.inputSchema as SdkTool['inputSchema'] };
  const callOnce = (): Promise<CallToolResult> =>
    tool.needsTask
      ? callAsTask(client, params, options, clock)
      : client.callTool(params, { ...options, toolDefinition });
  try {
    const result = await connection.calls.run(running, () => withUrlVisits(callOnce, context, deps));
    return { output: resultOutput(result) };
  } catch (thrown) {
    if (context.signal.aborted) {
      return {
        output: canceledOutput(
          `the server ${name} was told to stop ${tool.name}. What it had done by then is unknown.`,
        ),
      };
    }
    if (time.signal.aborted) {
      log.add('app', 'warning', `${tool.name}: ${describeThrown(time.signal.reason)}; the server was told to stop.`);
      const reason = `${describeThrown(time.signal.reason)} and was told to stop. You can change the time limit in the server's settings.`;
      return {
        output: failureOutput({ code: 'TOOL_TIMEOUT', message: `${tool.name} of the MCP server ${name}: ${reason}` }),
      };
    }
    return await handleFailure(thrown, client, tool, cut.signal.aborted, deps);
  } finally {
    settled.abort();
    notices.end();
    time.end();
  }
}

/** Older servers reject a call until the user has visited a URL. */
async function withUrlVisits(
  callOnce: () => Promise<CallToolResult>,
  context: ToolContext,
  deps: CallDeps,
): Promise<CallToolResult> {
  try {
    return await callOnce();
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
    return callOnce();
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
