// MCP servers.

import type { WindowFeature } from '../../core/feature.ts';

export const mcpFeature: WindowFeature = {
  settings: {
    mcp: async () => (await import('./McpSection.tsx')).mcpPage,
  },
};
