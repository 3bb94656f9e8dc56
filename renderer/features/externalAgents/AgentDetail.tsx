// One agent: its state and what it needs, its command, and the actions.

import { HandHelping, Pencil, RotateCw, Trash2 } from 'lucide-react';
import { commandText } from '../../../shared/features/externalAgents/commandText.ts';
import type { AgentInfo } from '../../../shared/features/externalAgents/externalAgent.ts';
import { useActions } from '../../core/state/context.tsx';
import { Button } from '../../ui/Button.tsx';
import { ConfirmButton } from '../../ui/ConfirmDialog.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { PageHead } from '../../ui/ItemForm.tsx';
import { VisibleText } from '../../ui/VisibleText.tsx';
import { visibleText } from '../../ui/visibleText.ts';
import { AgentAccess } from './AgentAccess.tsx';
import { AgentStateMark } from './AgentStateMark.tsx';
import { type AgentAction, useAgentAction } from './useAgentAction.ts';
import { agentWords as words } from './words.ts';

interface AgentDetailProps {
  agent: AgentInfo;
  onBack: () => void;
  onEdit: () => void;
}

export function AgentDetail({ agent, onBack, onEdit }: AgentDetailProps) {
  const action = useAgentAction(agent);
  const { say } = useActions();
  return (
    <div data-agent-detail={agent.id}>
      <PageHead back={words.back} onBack={onBack} title={<VisibleText text={agent.name} />}>
        <AgentStateMark status={action.isStarting ? 'starting' : agent.status} />
        {agent.version && <span className="text-ink-3 text-small">{words.version(visibleText(agent.version))}</span>}
      </PageHead>
      <AgentAccess
        agent={agent}
        action={action}
        allow={words.allow.allow}
        onAllowed={() => say(words.allow.done(visibleText(agent.name)))}
      />
      <Actions agent={agent} action={action} onEdit={onEdit} onRemoved={onBack} />
      <Facts agent={agent} />
    </div>
  );
}

interface ActionsProps {
  agent: AgentInfo;
  action: AgentAction;
  onEdit: () => void;
  onRemoved: () => void;
}

function Actions({ agent, action, onEdit, onRemoved }: ActionsProps) {
  const { say } = useActions();
  const { busy } = action;
  const { status } = agent;
  const name = visibleText(agent.name);
  const isAllowed = status !== 'missing' && status !== 'unapproved';
  const glyph = { className: 'size-3.5', strokeWidth: 1.75, 'aria-hidden': true } as const;
  return (
    <div className="mt-3 flex flex-wrap gap-1.5">
      {(status === 'idle' || status === 'ready') && (
        <Button
          size="small"
          disabled={busy}
          onClick={() => void action.check().then((works) => works && say(words.works(name)))}
        >
          <RotateCw {...glyph} />
          {action.isStarting ? words.checking : words.actions.check}
        </Button>
      )}
      <Button size="small" disabled={busy} onClick={onEdit}>
        <Pencil {...glyph} />
        {words.actions.edit}
      </Button>
      {isAllowed && (
        <Button
          size="small"
          disabled={busy}
          onClick={() => void action.approve(false).then((done) => done && say(words.withdrawn(name)))}
        >
          <HandHelping {...glyph} />
          {words.actions.withdraw}
        </Button>
      )}
      {agent.origin !== 'known' && (
        <ConfirmButton
          size="small"
          disabled={busy}
          ask={{ title: words.removeTitle(name), body: words.removeBody, confirm: words.actions.remove }}
          onConfirm={async () => {
            if (await action.remove()) onRemoved();
          }}
        >
          <Trash2 {...glyph} />
          {words.actions.remove}
        </ConfirmButton>
      )}
    </div>
  );
}

function Facts({ agent }: { agent: AgentInfo }) {
  const { allow, facts } = words;
  const command = commandText(agent.command);
  const rows: readonly (readonly [string, string])[] = [
    [facts.origin, facts.origins[agent.origin]],
    [allow.variables, agent.variables.length === 0 ? allow.noVariables : agent.variables.map(visibleText).join(', ')],
    [allow.sandbox, agent.sandboxed ? allow.on : allow.off],
    [allow.servers, agent.receivesServers ? allow.serversOn : allow.serversOff],
  ];
  return (
    <dl className="mt-5 grid grid-cols-[minmax(6rem,auto)_1fr] gap-x-4 gap-y-1.5 text-ui">
      <dt className="text-ink-3">{facts.command}</dt>
      <dd className="flex min-w-0 items-start gap-2">
        <span className="wrap-anywhere min-w-0 font-mono text-code">
          <VisibleText text={command} />
        </span>
        <CopyButton text={command} label={facts.copy} />
      </dd>
      {rows.map(([label, value]) => (
        <div key={label} className="contents">
          <dt className="text-ink-3">{label}</dt>
          <dd className="wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
