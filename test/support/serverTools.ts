// MCP servers as the chat sees them: tool lists that a test can change, without a process.

import type { McpServers } from '../../electron/mcp/servers.ts';
import { noResources } from '../../electron/ports/resources.ts';
import type { Tool, ToolContext, ToolOutput } from '../../electron/ports/tool.ts';
import type { ToolScope } from '../../electron/ports/toolSource.ts';
import { fail, ok } from '../../shared/core/errors.ts';

export interface ServerTools extends McpServers {
  /** Replaces the offer from now on. */
  set(offer: { tools?: readonly Tool[]; deferred?: boolean; problems?: string[]; switchedOff?: string[] }): void;
  /** Every query so far. */
  asked: ToolScope[];
}

/** `while`: awaited when servers may be started. */
export function serverTools(tools: readonly Tool[] = [], until: Promise<unknown> = Promise.resolve()): ServerTools {
  let offer = { tools, deferred: false, problems: [] as string[], switchedOff: [] as string[] };
  const asked: ToolScope[] = [];
  const none = async () => fail('NOT_SUPPORTED', 'There is no such server.');
  return {
    asked,
    set: (next) => {
      offer = { ...offer, ...next };
    },
    async toolsFor(scope) {
      asked.push(scope);
      if (scope.start) await until;
      return offer;
    },
    prompts: {
      list: async () => ({ entries: [], pending: [] }),
      expand: async () => null,
      complete: async () => null,
    },
    resources: noResources,
    apps: { page: none, allow: none, read: none, toolOf: none },
    list: async () => ({ servers: [], problems: [] }),
    shown: async (configuration) => configuration,
    save: none,
    remove: none,
    enable: none,
    enableTool: none,
    approve: none,
    restart: none,
    logs: none,
    signIn: none,
    signOut: none,
    lend: none,
    passable: async () => [],
    candidates: async () => [],
    take: none,
    projectsChanged() {},
    onChange: () => () => {},
    close: async () => {},
  };
}

export function serverTool(
  server: string | null,
  name: string,
  run: (args: unknown, context: ToolContext) => ToolOutput | Promise<ToolOutput> = () => ({
    outcome: 'ok',
    content: name,
  }),
  more: Partial<Tool> = {},
): Tool {
  return {
    name,
    kind: 'mcp',
    ...(server === null ? {} : { server }),
    description: `What ${name} does.`,
    parameters: { type: 'object', properties: {}, additionalProperties: true },
    needsFolder: false,
    harmless: true,
    exclusive: false,
    check: (args) =>
      typeof args === 'object' && args !== null && !Array.isArray(args)
        ? ok(args)
        : fail('TOOL_ARGS_INVALID', `the arguments of ${name} must be an object.`),
    preview: async (args) => ok({ type: 'text', text: JSON.stringify(args) }),
    run: async (args, context) => run(args, context),
    ...more,
  };
}
