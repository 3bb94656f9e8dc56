// What a conversation's preset leaves of the tools. It is read when a run begins and holds for its length; the person's own
// calls are not held to it.

import type { Preset } from '../../shared/features/presets/preset.ts';
import type { StoredBranch } from '../ports/store.ts';
import type { Tool } from '../ports/tool.ts';
import type { OfferedTools } from '../ports/toolSource.ts';
import type { ChatDeps } from './chatDeps.ts';
import { planTool } from './planMode.ts';
import type { PresetScope } from './presets.ts';

/** By which tools of servers are found and called where these are very many. */
const findingTools: readonly string[] = ['find_tools', 'use_tool'];

export type PresetLimits = Pick<Preset, 'name' | 'tools' | 'servers'>;

/** One that has gone limits nothing: the conversation goes on without it. */
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

/** For the scope in which tools are asked for. A server that the conversation demands is used whatever the preset says. */
export function serversOf(preset: PresetLimits | null, required: string | null): { servers?: string[] } {
  if (preset === null) return {};
  const { servers, tools } = preset;
  // Without a word about servers those are used of which a tool is named; which these are is known once they have started.
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
  // One that is named is offered by itself, also where those of servers are so many that they have to be searched for.
  const isNamed = ({ name, server }: Tool): boolean => server !== undefined && (tools?.includes(name) ?? false);
  const areFound = found.known.some((tool) => tool.server !== undefined && isIn(tool) && !isNamed(tool));
  const isLeft = (tool: Tool): boolean => (findingTools.includes(tool.name) ? areFound : isIn(tool));
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
