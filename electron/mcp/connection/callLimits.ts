// A call's environment and bounds: its server, the user's stop, its time, and its progress.

import { createHash } from 'node:crypto';
import type { CallToolResult, ContentBlock, Progress } from '@modelcontextprotocol/client';
import { describeThrown } from '../../../shared/core/errors.ts';
import { isJsonObject } from '../../../shared/core/json.ts';
import { boundedText } from '../../lib/boundedText.ts';
import type { Clock } from '../../ports/clock.ts';
import { appClosing, type ToolContext, type ToolOutput } from '../../ports/tool.ts';
import type { ServerLog } from '../../tools/process/serverLog.ts';
import { canceledOutput, failureOutput } from '../../tools/toolOutput.ts';
import { type CallClock, startCallClock } from './callClock.ts';
import type { ListedTool } from './listedTools.ts';
import { createProgressNotices, type ProgressNotices } from './progressNotices.ts';
import { resultOutput } from './resultContent.ts';
import type { RunningCall } from './runningCalls.ts';
import type { ServerConnection } from './serverConnection.ts';

/** Of structured content, stored with a result so that its app can be shown again. */
const maxStructuredLength = 200_000;

export interface CallDeps {
  name: string;
  /** Identifies the server including its file. */
  serverId: string;
  connection: ServerConnection;
  log: ServerLog;
  clock: Clock;
  timeoutSeconds: number;
}

export interface CallLimits {
  /** Aborts when the user stops the run, or on timeout. */
  signal: AbortSignal;
  time: CallClock;
  notices: ProgressNotices<Progress>;
  running: RunningCall;
  end(): void;
}

export function startLimits(context: ToolContext, { clock, timeoutSeconds }: CallDeps): CallLimits {
  const time = startCallClock(clock, timeoutSeconds * 1000);
  const notices = createProgressNotices(clock, (progress: Progress) =>
    context.progress({
      progress: progress.progress,
      ...(progress.total === undefined ? {} : { total: progress.total }),
      ...(progress.message === undefined ? {} : { message: boundedText(progress.message, 500) }),
    }),
  );
  return {
    signal: AbortSignal.any([context.signal, time.signal]),
    time,
    notices,
    running: { context, asking: (question) => time.pause(question) },
    end() {
      notices.end();
      time.end();
    },
  };
}

/** The result of a call that was stopped or ran out of time; null: neither. */
export function endedOutput(
  tool: ListedTool,
  { signal }: ToolContext,
  time: CallClock,
  { name, log }: CallDeps,
): ToolOutput | null {
  if (signal.aborted) {
    const stopped = `the server ${name} was told to stop ${tool.name}. What it had done by then is unknown.`;
    return canceledOutput(stopped);
  }
  if (!time.signal.aborted) return null;
  const reason = describeThrown(time.signal.reason);
  log.add('app', 'warning', `${tool.name}: ${reason}; the server was told to stop.`);
  const message = `${tool.name} of the MCP server ${name}: ${reason} and was told to stop. You can change the time limit in the server's settings.`;
  return failureOutput({ code: 'TOOL_TIMEOUT', message });
}

/** Adds what an app needs to be shown again: its address, and the result's structured content. */
function withApp(
  output: ToolOutput,
  { structuredContent, content, _meta: meta }: CallToolResult,
  { ui }: ListedTool,
  tools: readonly ListedTool[],
): ToolOutput {
  if (!tools.some((tool) => tool.ui?.uri)) return output;
  const isStored = structuredContent !== undefined && JSON.stringify(structuredContent).length <= maxStructuredLength;
  const isUsable = (value: unknown): boolean => JSON.stringify(value).length <= maxStructuredLength;
  const blocks = content.map(storedBlock);
  const hasMore = blocks.length !== 1 || blocks.some(({ type }) => type !== 'text');
  const app = {
    ...(ui?.uri ? { app: ui.uri } : {}),
    ...(isStored ? { structured: structuredContent } : {}),
    // A single text is the result itself.
    ...(hasMore && isUsable(blocks) ? { blocks } : {}),
    ...(meta !== undefined && Object.keys(meta).length > 0 && isUsable(meta) ? { meta } : {}),
  };
  return { ...output, details: { ...output.details, mcp: app } };
}

/** A block as its app gets it. The bytes of an image are an attachment already, found by their hash. */
function storedBlock(block: ContentBlock): { type: string } {
  if (block.type !== 'image') return block;
  const { data, ...rest } = block;
  return { ...rest, ...{ hash: createHash('sha256').update(Buffer.from(data, 'base64')).digest('hex') } };
}

/** The result, with what its app needs to be shown. */
export function toolOutput(
  result: CallToolResult,
  tool: ListedTool,
  connection: Pick<ServerConnection, 'tools'>,
): ToolOutput {
  return withApp(resultOutput(result), result, tool, connection.tools());
}

/** Names the server, so that the window can offer to reconnect, and how it was reached, for traces. */
export function withServer(output: ToolOutput, tool: ListedTool, deps: CallDeps): ToolOutput {
  const app = isJsonObject(output.details?.mcp) ? output.details.mcp : {};
  return {
    ...output,
    details: { ...output.details, mcp: { ...app, server: deps.name, tool: tool.name, ...wayTo(deps) } },
  };
}

function wayTo({ connection }: CallDeps): { protocol?: string; transport?: 'stdio' | 'http' } {
  const { protocol, pid } = connection.info();
  return protocol === null ? {} : { protocol, transport: pid === null ? 'http' : 'stdio' };
}

/** Whether a call ends only because the app does. */
export function isAppClosing({ reason }: AbortSignal): boolean {
  return reason === appClosing;
}
