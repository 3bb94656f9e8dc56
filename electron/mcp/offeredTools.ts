// The tools that a project's servers offer to a conversation. Waits a few seconds for servers that are starting.
// Replaces too many tools with two search tools.

import { describeThrown } from '../../shared/core/errors.ts';
import { type Sentence, say } from '../../shared/core/sentence.ts';
import type { Settings } from '../../shared/features/settings/settings.ts';
import { boundedText } from '../lib/boundedText.ts';
import type { Clock } from '../ports/clock.ts';
import type { CallTask, Tool, ToolContext } from '../ports/tool.ts';
import type { McpFiles } from './config/mcpFiles.ts';
import type { CallDeps } from './connection/callLimits.ts';
import { callTool } from './connection/callTool.ts';
import { fetchTaskResult } from './connection/task/runTask.ts';
import type { PoolEntry } from './serverPool.ts';
import { deferredTools } from './tools/deferredTools.ts';
import { createMcpTool, type McpTool } from './tools/mcpTool.ts';
import { createDefinitionTracker } from './tools/toolDefinition.ts';

/** How long a request waits for a starting server, counted from its start. */
const startMs = 6000;
/** How long it waits for a changed list. */
const listMs = 2000;
/** Maximum bytes of all descriptions and schemas; beyond that, tools are found by search. */
const maxBytes = 60 * 1024;
/** Providers accept 128 tools per request, including the app's own. */
const maxTools = 96;

/** `tell`: receives the names of pending servers whenever they change, finally none. */
export async function waitForServers(
  servers: readonly PoolEntry[],
  clock: Clock,
  tell: (names: string[]) => void = () => {},
): Promise<void> {
  const done = new AbortController();
  const starting = new Set<string>();
  const waits = servers.map(async ({ server, connection, since }) => {
    const ready = connection.ready();
    const { name } = server.ref;
    const isStarting = connection.info().state === 'starting';
    const remainingMs = isStarting ? Math.max(0, since + startMs - clock.elapsed()) : listMs;
    if (isStarting && remainingMs > 0) starting.add(name);
    await Promise.race([ready, clock.wait(remainingMs, done.signal)]);
    if (starting.delete(name)) tell([...starting]);
  });
  if (starting.size > 0) tell([...starting]);
  await Promise.all(waits);
  done.abort();
}

/** Explains each server that has no tools for this request. */
export function missingServerNotices(servers: readonly PoolEntry[]): Sentence[] {
  return servers.flatMap(({ server, connection }) => {
    const { state, problem } = connection.info();
    const { name } = server.ref;
    if (state === 'ready') return [];
    if (state === 'starting')
      return [say`The MCP server ${name} is still starting; its tools will be available in a later request.`];
    if (state === 'needs_sign_in') return [say`The MCP server ${name} needs you to sign in.`];
    return [say`The MCP server ${name} is not available: ${problem ?? say`it is not connected`}`];
  });
}

/** Cached per server list, so that a tool's schema is compiled once. */
export function createToolCache(clock: Clock, files: McpFiles): (pooled: PoolEntry) => readonly McpTool[] {
  const toolsByList = new WeakMap<object, readonly McpTool[]>();
  return (pooled) => {
    const { connection, server, log } = pooled;
    const listedTools = connection.tools();
    const before = toolsByList.get(listedTools);
    if (before) return before;
    const { timeoutSeconds } = server.config;
    const deps: CallDeps = { name: server.ref.name, serverId: server.key, connection, log, clock, timeoutSeconds };
    const tools = listedTools.flatMap((tool) => {
      try {
        const definition = createDefinitionTracker(server.key, tool, files);
        const call = (args: Record<string, unknown>, context: ToolContext) => callTool(tool, args, context, deps);
        const fetchTask = (task: CallTask, context: ToolContext) => fetchTaskResult(task, tool, context, deps);
        const made = createMcpTool(server.ref.name, tool, call, definition, fetchTask);
        return [{ ...made, serverId: server.key }];
      } catch (thrown) {
        const name = boundedText(tool.name, 100);
        log.add('app', 'error', say`Skipped its tool ${name}: ${describeThrown(thrown).slice(0, 300)}`);
        return [];
      }
    });
    toolsByList.set(listedTools, tools);
    return tools;
  };
}

export function exceedsToolLimit(tools: readonly Tool[], settings: Pick<Settings, 'deferToolsAbove'>): boolean {
  if (tools.length > Math.min(settings.deferToolsAbove, maxTools)) return true;
  let bytes = 0;
  for (const { description, parameters } of tools) bytes += description.length + JSON.stringify(parameters).length;
  return bytes > maxBytes;
}

/** `current`: the tools available at call time. */
export function withToolSearch(tools: readonly Tool[], current: () => readonly Tool[]): Tool[] {
  return [...deferredTools(current), ...tools];
}
