// mcp.*: the MCP servers, what they are and what becomes of them.

import type { Handlers } from '../../shared/contract/server.ts';
import { ok } from '../../shared/errors.ts';
import type { HandlerDeps } from './handlerDeps.ts';

type Methods =
  | 'mcp.list'
  | 'mcp.save'
  | 'mcp.remove'
  | 'mcp.enable'
  | 'mcp.enableTool'
  | 'mcp.approve'
  | 'mcp.restart'
  | 'mcp.logs'
  | 'mcp.signIn'
  | 'mcp.signOut'
  | 'mcp.candidates'
  | 'mcp.take';

export function mcpHandlers({ mcp }: HandlerDeps): Pick<Handlers, Methods> {
  return {
    'mcp.list': async ({ projectId }) => ok(await mcp.list(projectId)),
    'mcp.save': ({ server, configuration, secrets }) => mcp.save(server, configuration, secrets),
    async 'mcp.remove'({ server }) {
      const removed = await mcp.remove(server);
      return removed.ok ? ok({}) : removed;
    },
    'mcp.enable': ({ server, enabled }) => mcp.enable(server, enabled),
    'mcp.enableTool': ({ server, tool, enabled }) => mcp.enableTool(server, tool, enabled),
    'mcp.approve': ({ server, hash }) => mcp.approve(server, hash),
    'mcp.restart': ({ server }) => mcp.restart(server),
    async 'mcp.logs'({ server }) {
      const lines = await mcp.logs(server);
      return lines.ok ? ok({ lines: lines.value }) : lines;
    },
    'mcp.signIn': ({ server }) => mcp.signIn(server),
    'mcp.signOut': ({ server }) => mcp.signOut(server),
    'mcp.take': ({ server, candidateId, projectId }) => mcp.take(server, candidateId, projectId),
    'mcp.candidates': async ({ projectId }) => ok({ candidates: await mcp.candidates(projectId) }),
  };
}
