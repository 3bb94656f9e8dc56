// Actions that the user must confirm outside of the window: turning off approvals, running someone else's program, and
// writing to another app's files. docs/decisions/privileged-actions.md explains the choice.

import { type OpenInProgram, programNames } from '../../shared/features/import/otherApps.ts';
import type { McpServerRef, ServerToSave } from '../../shared/features/mcp/methods.ts';
import { matchWords, type RuleMatch } from '../../shared/permission/permission.ts';
import type { Power } from '../ports/confirm.ts';
import type { McpServers } from '../mcp/servers.ts';

/** `conversation` null means every conversation without its own mode. */
export function everyTool(conversation: { id: string; title: string } | null): Power {
  const where = conversation === null ? 'in every conversation without its own setting' : `in ${named(conversation)}`;
  return {
    key: JSON.stringify(['every tool', conversation?.id ?? null]),
    sentence: `Let every tool run without asking ${where}.`,
  };
}

export function everyToolIn(project: { id: string; name: string }): Power {
  return {
    key: JSON.stringify(['every tool in the project', project.id]),
    sentence: `Let every tool run without asking in the project “${project.name}”, in every conversation without its own setting.`,
  };
}

export function everywhere(match: RuleMatch): Power {
  return {
    key: JSON.stringify(['everywhere', match]),
    sentence: `From now on, allow ${matchWords(match)} everywhere without asking.`,
  };
}

/** Asks once for all of them. Contains no secret, because the prompt may go through a readable pipe. */
export async function savedServers(mcp: McpServers, servers: readonly ServerToSave[]): Promise<Power> {
  const each = servers.map(async ({ server, configuration }) => `“${server.name}” ${await mcp.shown(configuration)}`);
  return {
    key: JSON.stringify(['save servers', servers]),
    sentence: `Save ${theseServers(servers.length)} and let ${servers.length === 1 ? 'it' : 'them'} run:`,
    each: await Promise.all(each),
  };
}

export async function approvedServer(mcp: McpServers, server: McpServerRef, hash: string): Promise<Power> {
  const { origin } = server;
  const { servers } = await mcp.list(origin.type === 'global' ? null : origin.projectId);
  const savedServer = servers.find(
    (each) => each.name === server.name && each.hash === hash && each.origin.type === origin.type,
  );
  return {
    key: JSON.stringify(['approve server', server, hash]),
    sentence: `Let the MCP server “${server.name}” run: ${savedServer ? `${savedServer.runs} — ${savedServer.configuration}` : hash}`,
  };
}

export async function takenServers(
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

export function writtenElsewhere(program: OpenInProgram, file: string): Power {
  return {
    key: JSON.stringify(['write elsewhere', program, file]),
    sentence: `Write a copy of a conversation for ${programNames[program]} as the new file ${file}`,
  };
}

function theseServers(count: number): string {
  return count === 1 ? 'this MCP server' : `these ${count} MCP servers`;
}

function named({ title }: { title: string }): string {
  return title === '' ? 'an untitled conversation' : `the conversation “${title}”`;
}
