// How components follow the MCP servers: the list is kept fresh while one of them is drawn.

import { useEffect } from 'react';
import { useStore } from 'zustand/react';
import { useSession } from './context.tsx';
import type { McpView } from './mcpStore.ts';

export function useMcp<T>(select: (view: McpView) => T): T {
  const { mcp } = useSession();
  useEffect(() => mcp.watch(), [mcp]);
  return useStore(mcp.store, select);
}
