// Limits a run's tools to those that its conversation's preset names. The limits are read when a run starts and apply
// throughout; manual calls are exempt.

import type { Tool } from '../ports/tool.ts';
import type { OfferedTools } from '../ports/toolSource.ts';
import { planTool } from './planMode.ts';

/** The tools that find and call servers' tools when there are very many. */
const searchTools: readonly string[] = ['find_tools', 'use_tool'];

export interface ToolLimits {
  /** The name of the preset, for the model. */
  name: string;
  /** Null: tools are not limited individually. */
  tools: readonly string[] | null;
  /** Null: servers are not limited. */
  servers: readonly string[] | null;
}

/** Returns the servers for the tool scope. A server that the conversation requires is used regardless of the preset. */
export function serversOf(limits: ToolLimits | null, required: string | null): { servers?: string[] } {
  if (limits === null) return {};
  const { servers, tools } = limits;
  // If the preset does not list servers, only those with a named tool are used; which ones is known once they have
  // started.
  if (servers === null) return tools === null || tools.some(isOfServer) ? {} : { servers: listOf(required) };
  return { servers: [...servers, ...listOf(required)] };
}

export function toolsWithin(
  found: OfferedTools,
  limits: ToolLimits | null,
  required: string | null,
): OfferedTools & { leftOut: string[] } {
  if (limits === null) return { ...found, leftOut: [] };
  const { tools, servers } = limits;
  const isIn = ({ name, server }: Tool): boolean => {
    if (name === planTool || tools?.includes(name)) return true;
    if (server !== undefined && (server === required || servers?.includes(server))) return true;
    return server === undefined ? tools === null : servers === null && tools === null;
  };
  // A named tool is offered directly, even if servers' tools are so many that they are found by search.
  const isNamed = ({ name, server }: Tool): boolean => server !== undefined && (tools?.includes(name) ?? false);
  const areFound = found.known.some((tool) => tool.server !== undefined && isIn(tool) && !isNamed(tool));
  const isLeft = (tool: Tool): boolean => (searchTools.includes(tool.name) ? areFound : isIn(tool));
  const isOffered = (tool: Tool): boolean =>
    found.offered.includes(tool) || (isNamed(tool) && !found.switchedOff.includes(tool.name));
  return {
    ...found,
    offered: found.known.filter((tool) => isLeft(tool) && isOffered(tool)),
    leftOut: found.known.filter((tool) => !isLeft(tool)).map(({ name }) => name),
  };
}

function isOfServer(name: string): boolean {
  return name.startsWith('mcp__');
}

function listOf(required: string | null): string[] {
  return required === null ? [] : [required];
}
