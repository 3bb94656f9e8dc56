// One server: its state and problem, full command, approval, offers, log, and actions.

import { LogIn, LogOut, Pencil, Power, PowerOff, RotateCw, Trash2 } from 'lucide-react';
import type { McpServerInfo } from '../../../shared/features/mcp/methods.ts';
import { projectOfOrigin } from '../../../shared/features/mcp/serverOrigin.ts';
import { useApp } from '../../core/state/context.tsx';
import { useTrust } from '../../core/state/useTrust.ts';
import { strings } from '../../core/strings.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmButton } from '../../ui/ConfirmDialog.tsx';
import { PageHead } from '../../ui/ItemForm.tsx';
import { ErrorLine } from '../../ui/ListPage.tsx';
import { VisibleText } from '../../ui/VisibleText.tsx';
import { McpApproval } from './McpApproval.tsx';
import { McpCapabilities } from './McpCapabilities.tsx';
import { McpFacts } from './McpFacts.tsx';
import { McpLogs } from './McpLogs.tsx';
import { McpSignIn } from './McpSignIn.tsx';
import { McpStateMark } from './McpStateMark.tsx';
import { McpTools } from './McpTools.tsx';
import { groupTitle, projectName } from './mcpGroups.ts';
import { RecheckButton } from './RecheckButton.tsx';
import { sentenceCase } from './sentenceCase.ts';
import { type McpAction, useMcpAction } from './useMcpAction.ts';
import { mcpWords } from './words.ts';

const words = mcpWords;

export interface McpDetailProps {
  server: McpServerInfo;
  onBack: () => void;
  onEdit: () => void;
}

export function McpDetail({ server, onBack, onEdit }: McpDetailProps) {
  const projects = useApp((snapshot) => snapshot.projects);
  const action = useMcpAction(server);
  const { state, problem } = server;
  return (
    <div data-mcp-detail={server.name}>
      <PageHead back={words.back} onBack={onBack} title={<VisibleText text={server.name} />}>
        <McpStateMark server={server} />
        <span className="text-ink-3 text-small">
          <VisibleText text={groupTitle(server.origin, projects)} />
        </span>
      </PageHead>
      {/* The sections below explain these two states. */}
      {problem !== null && state !== 'untrusted' && state !== 'shadowed' && (
        <p className="wrap-anywhere mt-2 text-ui" role={state === 'failed' ? 'alert' : undefined}>
          <VisibleText text={sentenceCase(strings.sentences.host(problem))} />
          {state === 'failed' && ` ${words.failedHint}`}
        </p>
      )}
      {state === 'shadowed' && <p className="mt-2 text-ink-2 text-ui">{words.shadowed}</p>}
      {state === 'untrusted' && <Untrusted server={server} />}
      {state === 'unapproved' && <McpApproval key={server.hash} server={server} action={action} />}
      {state === 'needs_sign_in' && <McpSignIn url={action.signInUrl ?? server.signInUrl} />}
      {state !== 'untrusted' && <Actions server={server} action={action} onEdit={onEdit} onRemoved={onBack} />}
      <ErrorLine error={action.error} className="mt-2" />
      <McpFacts server={server} />
      <McpTools server={server} onEnable={action.enableTool} />
      <McpCapabilities server={server} />
      <McpLogs server={server} />
    </div>
  );
}

function Actions({
  server,
  action,
  onEdit,
  onRemoved,
}: {
  server: McpServerInfo;
  action: McpAction;
  onEdit: () => void;
  onRemoved: () => void;
}) {
  const { state } = server;
  const { busy } = action;
  const off = state === 'disabled';
  const starts = state === 'idle' || state === 'ready' || state === 'failed' || state === 'starting';
  const restart = busy || state === 'starting' ? words.actions.restarting : words.actions.restart;
  const glyph = { className: 'size-3.5', strokeWidth: 1.75, 'aria-hidden': true } as const;
  return (
    <div className="mt-3 flex flex-wrap gap-1.5">
      {state === 'needs_sign_in' && (
        <Button size="small" tone="primary" disabled={busy} onClick={() => void action.signIn()}>
          <LogIn {...glyph} />
          {words.actions.signIn}
        </Button>
      )}
      {starts && (
        <Button size="small" disabled={busy || state === 'starting'} onClick={() => void action.restart()}>
          <RotateCw {...glyph} />
          {state === 'idle' && !busy ? words.actions.connect : restart}
        </Button>
      )}
      <Button size="small" disabled={busy} onClick={() => void action.enable(off)}>
        {off ? <Power {...glyph} /> : <PowerOff {...glyph} />}
        {off ? words.actions.enable : words.actions.disable}
      </Button>
      {server.origin.type !== 'plugin' && (
        <Button size="small" disabled={busy} onClick={onEdit}>
          <Pencil {...glyph} />
          {words.actions.edit}
        </Button>
      )}
      {server.signedIn === true && (
        <Button size="small" disabled={busy} onClick={() => void action.signOut()}>
          <LogOut {...glyph} />
          {words.actions.signOut}
        </Button>
      )}
      {server.origin.type !== 'plugin' && (
        <ConfirmButton
          size="small"
          disabled={busy}
          ask={{
            title: words.removeTitle(server.name),
            body: server.origin.type === 'folder' ? words.removeFolderBody : words.removeBody,
            confirm: words.actions.remove,
          }}
          onConfirm={async () => {
            if (await action.remove()) onRemoved();
          }}
        >
          <Trash2 {...glyph} />
          {words.actions.remove}
        </ConfirmButton>
      )}
      <RecheckButton />
    </div>
  );
}

function Untrusted({ server }: { server: McpServerInfo }) {
  const trust = useTrust();
  const { origin } = server;
  const projects = useApp((snapshot) => snapshot.projects);
  const project = projects.find(({ id }) => id === projectOfOrigin(origin));
  return (
    <div className="mt-3 rounded-l bg-soft px-3 py-2.5 text-ui">
      <p>
        <VisibleText text={words.untrusted.body(projectName(origin, projects))} />
      </p>
      <p className="mt-1 text-ink-2">{words.untrusted.lead}</p>
      {project?.folder && (
        <p className="wrap-anywhere mt-1 font-mono text-code text-ink-2">
          <VisibleText text={project.folder} />
        </p>
      )}
      {project && (
        <Button size="small" className="mt-2" onClick={() => void trust.set(project, true)}>
          {words.untrusted.trust}
        </Button>
      )}
    </div>
  );
}
