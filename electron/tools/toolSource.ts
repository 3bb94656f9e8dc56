// A conversation's tools: the available built-in ones, then those of its MCP servers by server and name, so that the
// order does not depend on response times. Names are unique: a server's tool never replaces a built-in one.

import type { Settings } from '../../shared/features/settings/settings.ts';
import type { Tool } from '../ports/tool.ts';
import type { ServerToolSource, ToolSource } from '../ports/toolSource.ts';

export function createToolSource(deps: {
  builtIn: readonly Tool[];
  servers: ServerToolSource;
  settings(): Promise<Settings>;
}): ToolSource {
  return {
    async toolsFor(scope) {
      const { disabledTools } = await deps.settings();
      const servers = await deps.servers.toolsFor(scope);
      const allTools = withOwnNames([...deps.builtIn, ...servers.tools.toSorted(byServerAndName)]);
      const setUp = await Promise.all(allTools.map(async (tool) => tool.isSetUp?.(scope) ?? true));
      const switchedOff = [...new Set([...disabledTools, ...(servers.switchedOff ?? [])])];
      const offered = allTools.filter(
        (tool, at) =>
          setUp[at] &&
          !tool.appOnly &&
          !switchedOff.includes(tool.name) &&
          (scope.folder !== null || !tool.needsFolder) &&
          !(servers.deferred && tool.server !== undefined),
      );
      return { offered, knownTools: allTools, switchedOff, problems: servers.problems };
    },
  };
}

/** The first tool with a name keeps it. */
function withOwnNames(tools: readonly Tool[]): Tool[] {
  const usedNames = new Set<string>();
  return tools.filter(({ name }) => !usedNames.has(name) && usedNames.add(name));
}

/** Tools without a server (which find the servers' tools) come first. Sorted by code unit: the same on every machine. */
function byServerAndName(one: Tool, other: Tool): number {
  return compare(one.server ?? '', other.server ?? '') || compare(one.name, other.name);
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
