// Changes to servers that the user must confirm outside of the window, because they let a program run
// (docs/decisions/privileged-actions.md).

import type { McpServerRef, ServerToSave } from '../../../shared/features/mcp/methods.ts';
import { projectOfOrigin } from '../../../shared/features/mcp/serverOrigin.ts';
import type { McpServers } from '../../mcp/servers.ts';
import type { Power } from '../../ports/confirm.ts';

/** Asks once for all of them. Contains no secret, because the prompt may go through a readable pipe. */
export async function saveServersPower(mcp: McpServers, servers: readonly ServerToSave[]): Promise<Power> {
  const each = servers.map(async ({ server, configuration }) => `“${server.name}” ${await mcp.shown(configuration)}`);
  return {
    key: JSON.stringify(['save servers', servers]),
    sentence: `Save ${theseServers(servers.length)} and let ${servers.length === 1 ? 'it' : 'them'} run:`,
    each: await Promise.all(each),
  };
}

export async function approveServerPower(mcp: McpServers, server: McpServerRef, hash: string): Promise<Power> {
  const { origin } = server;
  const { servers } = await mcp.list(projectOfOrigin(origin));
  const savedServer = servers.find(
    (each) => each.name === server.name && each.hash === hash && each.origin.type === origin.type,
  );
  return {
    key: JSON.stringify(['approve server', server, hash]),
    sentence: `Let the MCP server “${server.name}” run: ${savedServer ? `${savedServer.runs} — ${savedServer.configuration}` : hash}`,
  };
}

export async function importServersPower(
  mcp: McpServers,
  servers: readonly { server: McpServerRef; candidateId: string }[],
  projectId: string | null,
): Promise<Power> {
  const candidates = await mcp.candidates(projectId);
  return {
    key: JSON.stringify(['take servers', servers, projectId]),
    sentence: `Import ${theseServers(servers.length)} and let ${servers.length === 1 ? 'it' : 'them'} run:`,
    each: servers.map(({ server, candidateId }) => {
      const candidate = candidates.find(({ id }) => id === candidateId);
      return `“${server.name}” ${candidate ? `${candidate.runs} — ${candidate.configuration}` : candidateId}`;
    }),
  };
}

function theseServers(count: number): string {
  return count === 1 ? 'this MCP server' : `these ${count} MCP servers`;
}
