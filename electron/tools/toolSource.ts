// The tools of a conversation: the built-in ones that are switched on and have what they need, then those of its MCP servers.

import type { Settings } from '../../shared/settings.ts';
import type { McpServers } from '../ports/mcp.ts';
import type { Tool } from '../ports/tool.ts';
import type { ToolSource } from '../ports/toolSource.ts';

export function createToolSource(deps: {
  builtIn: readonly Tool[];
  mcp: Pick<McpServers, 'toolsFor'>;
  settings(): Promise<Settings>;
}): ToolSource {
  return {
    async toolsFor(scope) {
      const { disabledTools } = await deps.settings();
      const servers = await deps.mcp.toolsFor(scope);
      const known = [...deps.builtIn, ...servers.tools];
      const offered = known.filter(
        (tool) => !disabledTools.includes(tool.name) && (scope.folder !== null || !tool.needsFolder),
      );
      return { offered, known, problems: servers.problems };
    },
  };
}
