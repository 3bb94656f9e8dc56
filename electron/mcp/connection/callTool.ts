// One call of a server's tool: its time, its progress, its cancellation, and an honest word when the server is lost under it.

import {
  type CallToolResult,
  type Client,
  type Progress,
  ProtocolError,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
  UnauthorizedError,
  UrlElicitationRequiredError,
} from '@modelcontextprotocol/client';
import { describeThrown } from '../../../shared/errors.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ToolContext, ToolOutput } from '../../ports/tool.ts';
import { cancelled, failed } from '../../tools/toolOutput.ts';
import { plainWords } from '../tools/plainWords.ts';
import { resultOutput } from '../tools/resultContent.ts';
import { startCallClock } from './callClock.ts';
import type { ListedTool } from './listedTools.ts';
import type { RunningCall } from './runningCalls.ts';
import type { ServerConnection } from './serverConnection.ts';
import type { ServerLog } from './serverLog.ts';
import { askToVisit } from './serverRequests.ts';
import { callAsTask } from './taskCall.ts';

export interface CallDeps {
  name: string;
  connection: ServerConnection;
  log: ServerLog;
  clock: Clock;
  timeoutSeconds: number;
}

/** The SDK's own limit is never the one that counts. */
const never = 2 ** 31 - 1;
/** How long after the end of its stream an answer may still come. */
const lateMs = 2000;
const mostVisits = 3;

export async function callTool(
  tool: ListedTool,
  args: Record<string, unknown>,
  context: ToolContext,
  deps: CallDeps,
): Promise<ToolOutput> {
  const { name, connection } = deps;
  for (let attempt = 1; ; attempt++) {
    const client = await connection.client(context.signal);
    if (!client.ok) {
      if (context.signal.aborted) return cancelled(`${tool.name} was not called.`);
      return problem(
        `the MCP server ${name} is not there: ${client.error.message} It is tried again with the next call.`,
      );
    }
    const outcome = await callOnce(client.value, tool, args, context, deps);
    if ('output' in outcome) return outcome.output;
    // The server never took it: it was begun anew since, as when it was restarted.
    await connection.lost(client.value, outcome.notTaken);
    if (attempt === 2) return problem(`the MCP server ${name} is not there: ${outcome.notTaken}.`);
  }
}

async function callOnce(
  client: Client,
  tool: ListedTool,
  args: Record<string, unknown>,
  context: ToolContext,
  deps: CallDeps,
): Promise<{ output: ToolOutput } | { notTaken: string }> {
  const { name, connection, log, clock } = deps;
  const time = startCallClock(clock, deps.timeoutSeconds * 1000);
  const cut = new AbortController();
  const settled = new AbortController();
  const signal = AbortSignal.any([context.signal, time.signal, cut.signal]);
  const running: RunningCall = { context, asking: (question) => time.pause(question) };
  const options = {
    signal,
    timeout: never,
    onprogress: (progress: Progress) => {
      time.progressed();
      context.progress({
        progress: progress.progress,
        ...(progress.total === undefined ? {} : { total: progress.total }),
        ...(progress.message === undefined ? {} : { message: plainWords(progress.message, 500) }),
      });
    },
    onRequestStreamEnd: () => {
      void clock.wait(lateMs, settled.signal).then(() => {
        if (!settled.signal.aborted) cut.abort(new Error('the connection was cut'));
      });
    },
  };
  const params = { name: tool.name, arguments: args };
  const once = (): Promise<CallToolResult> =>
    tool.needsTask ? callAsTask(client, params, options, clock) : client.callTool(params, options);
  try {
    const result = await connection.calls.run(running, () => withVisits(once, context, deps));
    return { output: resultOutput(result) };
  } catch (thrown) {
    if (context.signal.aborted) {
      return {
        output: cancelled(`the server ${name} was told to stop ${tool.name}. What it had done by then is not known.`),
      };
    }
    if (time.signal.aborted) {
      log.add('app', 'warning', `${tool.name}: ${describeThrown(time.signal.reason)}; the server was told to stop.`);
      const words = `${describeThrown(time.signal.reason)} and was told to stop. The time that its calls may take is in the settings of the server.`;
      return { output: failed({ code: 'TOOL_TIMEOUT', message: `${tool.name} of the MCP server ${name}: ${words}` }) };
    }
    const refused = notTaken(thrown);
    if (refused !== null) return { notTaken: refused };
    return { output: await lostOrRefused(thrown, client, tool, cut.signal.aborted, deps) };
  } finally {
    settled.abort();
    time.end();
  }
}

/** Servers of the older protocol refuse a call until the person has been somewhere. */
async function withVisits(
  once: () => Promise<CallToolResult>,
  context: ToolContext,
  deps: CallDeps,
): Promise<CallToolResult> {
  try {
    return await once();
  } catch (thrown) {
    if (!(thrown instanceof UrlElicitationRequiredError)) throw thrown;
    for (const { url, message } of thrown.elicitations.slice(0, mostVisits)) {
      const { connection, log, name } = deps;
      const answer = await askToVisit(url, message, {
        name,
        log,
        calls: connection.calls,
        folder: () => context.folder,
      });
      if (answer !== 'accept')
        throw new Error('the person did not want to go to the address that the server asked for');
    }
    return once();
  }
}

/** Why the server did not even take the call; null: it may have. */
function notTaken(thrown: unknown): string | null {
  if (thrown instanceof SdkError && thrown.code === SdkErrorCode.NotConnected) return 'the connection was closed';
  // A session that the server no longer knows.
  if (thrown instanceof SdkHttpError && [400, 404].includes(thrown.status)) return 'it no longer knows the session';
  const cause = thrown instanceof Error ? thrown.cause : undefined;
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  return code === 'ECONNREFUSED' || code === 'ENOTFOUND' ? `nobody answers at its address (${code})` : null;
}

async function lostOrRefused(
  thrown: unknown,
  client: Client,
  tool: ListedTool,
  wasCut: boolean,
  { name, connection, log }: CallDeps,
): Promise<ToolOutput> {
  if (thrown instanceof UnauthorizedError || (thrown instanceof SdkHttpError && thrown.status === 401)) {
    await connection.lost(client, 'it asks for a sign-in');
    await connection.ready({ now: true });
    return problem(`the MCP server ${name} asks the person to sign in again. Ask them to, then call it again.`);
  }
  const closed = thrown instanceof SdkError && thrown.code === SdkErrorCode.ConnectionClosed;
  if (closed || wasCut || (thrown instanceof TypeError && thrown.message === 'fetch failed')) {
    await connection.lost(client, wasCut ? 'the connection was cut' : describeThrown(thrown));
    const printed = log.lastPrinted();
    const how = connection.lastEnd() ?? 'the connection was cut';
    const last = printed === '' ? '' : ` Last it printed:\n${plainWords(printed, 1000)}`;
    return problem(
      `the MCP server ${name} was lost while ${tool.name} ran: ${how}. Whether the call had an effect is not known. The server is started again with the next call.${last}`,
    );
  }
  const code = thrown instanceof ProtocolError ? ` (code ${thrown.code})` : '';
  return problem(`${tool.name} of the MCP server ${name}: ${plainWords(describeThrown(thrown), 4000)}${code}`);
}

function problem(message: string): ToolOutput {
  return failed({ code: 'TOOL_EXEC_FAILED', message });
}
