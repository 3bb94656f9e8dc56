// Limits the tools to those of the conversation's preset. It is read when a run starts and applies throughout; manual
// calls are exempt.

import type { Preset } from '../../shared/features/presets/preset.ts';
import type { StoredBranch } from '../ports/store.ts';
import type { Tool } from '../ports/tool.ts';
import type { OfferedTools } from '../ports/toolSource.ts';
import type { ChatDeps } from './chatDeps.ts';
import { planTool } from './planMode.ts';
import type { PresetScope } from './presets.ts';

/** The tools that find and call servers' tools when there are very many. */
const searchTools: readonly string[] = ['find_tools', 'use_tool'];

export type PresetLimits = Pick<Preset, 'name' | 'tools' | 'servers'>;

/** A missing preset limits nothing: the conversation continues without it. */
export async function presetLimits(
  { presets }: Pick<ChatDeps, 'presets'>,
  { meta }: Pick<StoredBranch, 'meta'>,
  scope: PresetScope,
): Promise<PresetLimits | null> {
  const preset = meta.preset ? await presets.find(scope, meta.preset) : null;
  if (preset === null || (preset.tools === null && preset.servers === null)) return null;
  const { name, tools, servers } = preset;
  return { name, tools, servers };
}

/** Returns the servers for the tool scope. A server that the conversation requires is used regardless of the preset. */
export function serversOf(preset: PresetLimits | null, required: string | null): { servers?: string[] } {
  if (preset === null) return {};
  const { servers, tools } = preset;
  // If the preset does not list servers, only those with a named tool are used; which ones is known once they have
  // started.
  if (servers === null) return tools === null || tools.some(isOfServer) ? {} : { servers: listOf(required) };
  return { servers: [...servers, ...listOf(required)] };
}

export function toolsInPreset(
  found: OfferedTools,
  preset: PresetLimits | null,
  required: string | null,
): OfferedTools & { leftOut: string[] } {
  if (preset === null) return { ...found, leftOut: [] };
  const { tools, servers } = preset;
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
