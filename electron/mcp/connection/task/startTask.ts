// Starts a tool call that may become a task. A server of protocol version 2025-11-25 runs a task when the client asks
// for one, and only for tools that require it; with the tasks extension (2026-07-28) the server decides for each call.

import { type CallToolResult, type Client, type Tool as SdkTool, specTypeSchemas } from '@modelcontextprotocol/client';
import type { ListedTool } from '../listedTools.ts';
import { startedTask } from '../received/receivedTasks.ts';
import { readTask, type TaskState } from './taskState.ts';

type CallOptions = NonNullable<Parameters<Client['callTool']>[1]>;

/** How long a server of the older form is asked to keep a task. */
const requestedTtlMs = 24 * 60 * 60_000;

export type StartedCall = { kind: 'result'; result: CallToolResult } | { kind: 'task'; task: TaskState };

/** Throws the SDK's errors, and a `TaskProblem` for a task that cannot be followed. */
export async function startCall(
  client: Client,
  tool: ListedTool,
  args: Record<string, unknown>,
  options: CallOptions,
): Promise<StartedCall> {
  const params = { name: tool.name, arguments: args };
  const result =
    tool.needsTask && client.getProtocolEra() === 'legacy'
      ? await client.request(
          { method: 'tools/call', params: { ...params, task: { ttl: requestedTtlMs } } },
          specTypeSchemas.CallToolResult,
          options,
        )
      : await client.callTool(params, {
          ...options,
          // Passed explicitly: the SDK derives headers from the tool list, which we keep ourselves.
          toolDefinition: { name: tool.name, inputSchema: tool.inputSchema as SdkTool['inputSchema'] },
        });
  const created = startedTask(result);
  return created === null ? { kind: 'result', result } : { kind: 'task', task: readTask(created.form, created.fields) };
}
