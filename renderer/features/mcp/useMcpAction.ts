// Actions on one MCP server: each is one call; its answer applies at once and its error is shown in place.

import { useState } from 'react';
import type { AppError, Result } from '../../../shared/core/errors.ts';
import type { McpServerInfo, McpServerRef } from '../../../shared/features/mcp/methods.ts';
import { useChatProject, useSession } from '../../core/state/context.tsx';

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
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [signInUrl, setSignInUrl] = useState<string | null>(null);

  async function during<T>(
    ask: (server: McpServerRef) => Promise<Result<T>>,
    taken: (value: T) => void,
  ): Promise<boolean> {
    if (!target) return false;
    setBusy(true);
    setError(null);
    const answer = await ask({ origin: target.origin, name: target.name });
    setBusy(false);
    if (answer.ok) taken(answer.value);
    else setError(sentence(answer.error));
    return answer.ok;
  }

  const put = (server: McpServerInfo): void => mcp.put(server);
  return {
    busy,
    error,
    signInUrl,
    restart: () => during((server) => call('mcp.restart', { server, projectId }), put),
    enable: (enabled) => during((server) => call('mcp.enable', { server, enabled }), put),
    enableTool: (tool, enabled) => during((server) => call('mcp.enableTool', { server, tool, enabled }), put),
    approve: (hash) => during((server) => call('mcp.approve', { server, hash }), put),
    signIn: () =>
      during(
        (server) => call('mcp.signIn', { server }),
        ({ url, opened }) => setSignInUrl(opened ? null : url),
      ),
    signOut: () => during((server) => call('mcp.signOut', { server }), put),
    remove: () =>
      during(
        (server) => call('mcp.remove', { server }),
        () => void mcp.reload(),
      ),
  };
}

function sentence({ code, message }: AppError): string | null {
  return code === 'CANCELLED' ? null : message;
}
