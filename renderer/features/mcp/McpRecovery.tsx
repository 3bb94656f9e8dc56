// In the box of a call whose MCP server failed or needs sign-in: the server's current problem and a button to fix it.

import { useState } from 'react';
import { parseArguments } from '../../../shared/features/tools/toolInfo.ts';
import type { CallRef } from '../../core/calls/items.ts';
import { currentProjectId } from '../../core/state/choices.ts';
import { useApp, useConversation, useSession } from '../../core/state/context.tsx';
import { strings } from '../../core/strings.ts';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { visibleText } from '../../ui/visibleText.ts';
import { McpSignIn } from './McpSignIn.tsx';
import { serverNamed, useMcp } from './mcpStore.ts';
import { sentenceCase } from './sentenceCase.ts';
import { useMcpAction } from './useMcpAction.ts';
import { mcpWords } from './words.ts';

const words = mcpWords;

/** The server of the called tool, from its record if available, else from the call; null if it is not an MCP tool. */
export function mcpServerOf({
  result,
  name,
  arguments: text,
}: Pick<CallRef, 'result' | 'name' | 'arguments'>): string | null {
  const mcp = result?.details?.mcp;
  const server = typeof mcp === 'object' && mcp !== null ? (mcp as { server?: unknown }).server : null;
  if (typeof server === 'string' && server !== '') return server;
  const called = name === 'use_tool' ? parseArguments(text).name : name;
  return (typeof called === 'string' && /^mcp__(.+?)__/.exec(called)?.[1]) || null;
}

/** The app that a result's tool declares. */
export function mcpAppOf({ result }: Pick<CallRef, 'result'>): string | null {
  const mcp = result?.details?.mcp;
  const app = typeof mcp === 'object' && mcp !== null ? (mcp as { app?: unknown }).app : null;
  return typeof app === 'string' && app.startsWith('ui://') ? app : null;
}

/** Only for a failed call. `open`: its box is open. */
export function McpRecovery({ name, open }: { name: string; open: boolean }) {
  const { view } = useSession();
  const rows = useApp((snapshot) => snapshot.conversations);
  const conversation = useConversation((state) => state);
  const projectId = conversation ? currentProjectId(rows, conversation) : null;
  const servers = useMcp((now) => now.servers);
  const server = servers && serverNamed(servers, name, projectId);
  const { busy, error, restart, signIn, signInUrl } = useMcpAction(server);
  const [wasBroken, setWasBroken] = useState(false);
  const state = server?.state;
  const broken = state === 'failed' || state === 'needs_sign_in' || state === 'unapproved' || state === 'starting';
  if (broken && !wasBroken) setWasBroken(true);
  if (!server || (!broken && !(wasBroken && (state === 'ready' || state === 'idle')))) return null;
  const visibleName = visibleText(server.name);
  const { origin } = server;
  const openSettings = (): void =>
    view.setState({
      dialog: { type: 'settings', section: 'mcp', mcp: { type: 'server', server: { origin, name: server.name } } },
    });
  return (
    <section
      aria-label={words.section}
      data-mcp-recovery={state}
      className={classes('text-ui', open ? 'border-line border-t px-3 py-2' : 'pr-2 pb-2 pl-8')}
    >
      <div className="flex flex-wrap items-center gap-2">
        <p className="min-w-48 flex-1 text-ink-2" role="status">
          {state === 'failed' && words.box.failed(visibleName)}
          {state === 'needs_sign_in' && words.box.needsSignIn(visibleName)}
          {state === 'unapproved' && words.box.unapproved(visibleName)}
          {state === 'starting' && words.actions.restarting}
          {(state === 'ready' || state === 'idle') && words.box.reconnected(visibleName)}
        </p>
        {state === 'failed' && (
          <Button size="small" disabled={busy} onClick={() => void restart()}>
            {busy ? words.actions.restarting : words.actions.reconnect}
          </Button>
        )}
        {state === 'needs_sign_in' && (
          <Button size="small" disabled={busy} onClick={() => void signIn()}>
            {words.actions.signIn}
          </Button>
        )}
        {(state === 'unapproved' || state === 'failed') && (
          <Button size="small" tone="ghost" onClick={openSettings}>
            {words.actions.settings}
          </Button>
        )}
      </div>
      {state === 'failed' && server.problem && (
        <p className="wrap-anywhere mt-1 text-ink-3 text-small">
          {sentenceCase(visibleText(strings.sentences.host(server.problem)))}
        </p>
      )}
      {state === 'needs_sign_in' && <McpSignIn url={signInUrl ?? server.signInUrl} />}
      {error !== null && (
        <p role="alert" className="wrap-anywhere mt-1 text-fail text-small">
          {error}
        </p>
      )}
    </section>
  );
}
