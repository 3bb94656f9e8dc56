// Actions on one MCP server: each is one call; its answer applies at once and its error is shown in place.

import { useState } from 'react';
import type { McpServerInfo, McpServerRef } from '../../../shared/features/mcp/methods.ts';
import { useChatProject, useSession } from '../../core/state/context.tsx';
import { useRequest } from '../../ui/useRequest.tsx';

export interface McpAction {
  /** A call is in flight. */
  busy: boolean;
  error: string | null;
  /** The sign-in address if the browser could not be opened from here; else null. */
  signInUrl: string | null;
  restart(): Promise<boolean>;
  enable(enabled: boolean): Promise<boolean>;
  enableTool(callName: string, enabled: boolean): Promise<boolean>;
  approve(hash: string): Promise<boolean>;
  signIn(): Promise<boolean>;
  signOut(): Promise<boolean>;
  remove(): Promise<boolean>;
}

export function useMcpAction(target: McpServerRef | null): McpAction {
  const { actions, mcp } = useSession();
  const { call } = actions;
  const projectId = useChatProject()?.id ?? null;
  const { busy, error, run } = useRequest();
  const [signInUrl, setSignInUrl] = useState<string | null>(null);

  const during = async (act: (server: McpServerRef) => Promise<boolean>): Promise<boolean> =>
    target !== null && act({ origin: target.origin, name: target.name });
  const put = (changed: McpServerInfo): void => mcp.put(changed);
  return {
    busy,
    error,
    signInUrl,
    restart: () => during((server) => run(call('mcp.restart', { server, projectId }), put)),
    enable: (enabled) => during((server) => run(call('mcp.enable', { server, enabled }), put)),
    enableTool: (tool, enabled) => during((server) => run(call('mcp.enableTool', { server, tool, enabled }), put)),
    approve: (hash) => during((server) => run(call('mcp.approve', { server, hash }), put)),
    signIn: () =>
      during((server) => run(call('mcp.signIn', { server }), ({ url, opened }) => setSignInUrl(opened ? null : url))),
    signOut: () => during((server) => run(call('mcp.signOut', { server }), put)),
    remove: () => during((server) => run(call('mcp.remove', { server }), () => void mcp.reload())),
  };
}
