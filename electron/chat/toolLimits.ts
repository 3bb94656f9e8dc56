// Limits a run's tools to those that its conversation's preset names, and to reading in plan mode.

import type { ToolKind } from '../../shared/features/tools/toolInfo.ts';
import type { ApprovalMode } from '../../shared/permission/permission.ts';
import type { Tool } from '../ports/tool.ts';
import type { OfferedTools } from '../ports/toolSource.ts';

// Plan mode: the model reads, and ends with a plan that the user accepts or sends back. The offered tools reflect what
// it may do; the permission decision (`shared/permission/decide.ts`) enforces it for any call.

/** The tool that presents a plan; offered in plan mode only. */
const planTool = 'present_plan';
const kinds: readonly ToolKind[] = ['read', 'state', 'network', 'agent'];

/** For the model, stored where plan mode starts and ends. */
export const planStart = [
  '[Plan mode]',
  'The user wants a plan before anything is changed. Read and search as much as you need; nothing can be written, and ' +
    'commands run where they can change nothing. Ask with ask_user where only the user can decide.',
  `When you know what to do, call ${planTool} with the whole plan. Do not describe it in a reply instead.`,
].join('\n');

export const planEnds = '[Plan mode]\nPlan mode has ended: files can be changed and commands run again.';

/** The tools that find and call servers' tools when there are very many. */
const searchTools: readonly string[] = ['find_tools', 'use_tool'];

/**
 * The limits of a conversation's preset. They are read when a run starts and apply throughout; manual calls are
 * exempt.
 */
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

export function applyToolLimits(
  offered: OfferedTools,
  limits: ToolLimits | null,
  required: string | null,
): OfferedTools & { leftOut: string[] } {
  if (limits === null) return { ...offered, leftOut: [] };
  const { tools, servers } = limits;
  const isIn = ({ name, server }: Tool): boolean => {
    if (name === planTool || tools?.includes(name)) return true;
    if (server !== undefined && (server === required || servers?.includes(server))) return true;
    return server === undefined ? tools === null : servers === null && tools === null;
  };
  // A named tool is offered directly, even if servers' tools are so many that they are found by search.
  const isNamed = ({ name, server }: Tool): boolean => server !== undefined && (tools?.includes(name) ?? false);
  const areFound = offered.knownTools.some((tool) => tool.server !== undefined && isIn(tool) && !isNamed(tool));
  const isLeft = (tool: Tool): boolean => (searchTools.includes(tool.name) ? areFound : isIn(tool));
  const isOffered = (tool: Tool): boolean =>
    offered.offered.includes(tool) || (isNamed(tool) && !offered.switchedOff.includes(tool.name));
  return {
    ...offered,
    offered: offered.knownTools.filter((tool) => isLeft(tool) && isOffered(tool)),
    leftOut: offered.knownTools.filter((tool) => !isLeft(tool)).map(({ name }) => name),
  };
}

function isOfServer(name: string): boolean {
  return name.startsWith('mcp__');
}

function listOf(required: string | null): string[] {
  return required === null ? [] : [required];
}

/** Agents make no plans: their findings go back to the conversation that started them. */
export function toolsInMode(tools: readonly Tool[], mode: ApprovalMode, isAgent: boolean): Tool[] {
  const plans = mode === 'plan' && !isAgent;
  return tools.filter(
    ({ name, kind, sandboxable }) =>
      (name !== planTool || plans) && (mode !== 'plan' || kinds.includes(kind) || sandboxable === true),
  );
}
