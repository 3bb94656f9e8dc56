// The whole program with MCP servers: saved like a user would, called by a scripted model.

import path from 'node:path';
import type { ToolMessage } from '../../../shared/conversation/message.ts';
import type { McpLogLine, McpServerInfo, McpServerRef } from '../../../shared/features/mcp/methods.ts';
import { startTestApp, type TestApp, type TestAppOptions } from '../appHarness.ts';

const packages = path.resolve('node_modules/@modelcontextprotocol');
export const everythingScript = path.join(packages, 'server-everything/dist/index.js');
export const filesystemScript = path.join(packages, 'server-filesystem/dist/index.js');
/** A server that misbehaves as its arguments specify. */
export const oddScript = path.resolve('test/support/mcp/oddServer.mjs');

export const globalServer = (name: string): McpServerRef => ({ origin: { type: 'global' }, name });

export interface McpApp extends TestApp {
  save(name: string, configuration: object, secrets?: Record<string, string>): Promise<McpServerInfo>;
  /** Saves a server that runs the odd script. */
  saveOdd(name: string, what: string[], configuration?: object): Promise<McpServerInfo>;
  info(name: string): Promise<McpServerInfo>;
  logs(name: string): Promise<McpLogLine[]>;
  /** One turn in which the model makes these calls in one reply and then finishes. Returns their results. */
  calls(conversationId: string, calls: readonly [name: string, args: unknown][]): Promise<ToolMessage[]>;
}

export async function startMcpApp(options: TestAppOptions = {}): Promise<McpApp> {
  const app = await startTestApp({ ...options, settings: { approvalMode: 'all', ...options.settings } });
  let made = 0;
  const test: McpApp = {
    ...app,
    save: (name, configuration, secrets = {}) =>
      app.call('mcp.save', { server: globalServer(name), configuration: JSON.stringify(configuration), secrets }),
    saveOdd: (name, what, configuration = {}) =>
      test.save(name, { command: process.execPath, args: [oddScript, ...what], ...configuration }),
    async info(name) {
      const { servers } = await app.call('mcp.list', { projectId: null });
      const found = servers.find((server) => server.name === name);
      if (!found) throw new Error(`no server ${name}`);
      return found;
    },
    logs: async (name) => (await app.call('mcp.logs', { server: globalServer(name) })).lines,
    async calls(conversationId, calls) {
      const ids = calls.map(() => `c${++made}`);
      app.model.push(
        [
          {
            calls: calls.map(([name, args], at) => ({ id: ids[at] as string, name, arguments: JSON.stringify(args) })),
          },
        ],
        { text: 'Done.' },
      );
      const end = await app.turn(conversationId, 'go');
      if (end !== 'done') throw new Error(`the run ended with ${end}`);
      return ids.map((id) => resultOf(app, conversationId, id));
    },
  };
  return test;
}

export function resultOf(app: TestApp, conversationId: string, callId: string): ToolMessage {
  const found = app.rows(conversationId).find((row) => row.role === 'tool' && row.tool_call_id === callId);
  if (found?.role !== 'tool') throw new Error(`no result of ${callId}`);
  return found;
}

/** Names of the tools that a request offered. */
export function offeredNames(app: TestApp, request = app.model.requests.length - 1): string[] {
  return app.model.requests[request]?.body.tools?.map((tool) => tool.function.name) ?? [];
}
