// Requirements before an agent can be used: its installation, the user's permission, a sign-in, or another try.

import { SquareTerminal } from 'lucide-react';
import type { ReactNode } from 'react';
import { commandText } from '../../../shared/features/externalAgents/commandText.ts';
import type { AgentInfo, AgentSignIn } from '../../../shared/features/externalAgents/externalAgent.ts';
import { useSession } from '../../core/state/context.tsx';
import { showPanel } from '../../core/state/panels.ts';
import { strings } from '../../core/strings.ts';
import { ApprovalBox } from '../../ui/ApprovalBox.tsx';
import { Button } from '../../ui/Button.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { FormActions } from '../../ui/FormActions.tsx';
import { ErrorLine } from '../../ui/ListPage.tsx';
import { Pulse } from '../../ui/Pulse.tsx';
import { VisibleText } from '../../ui/VisibleText.tsx';
import { visibleText } from '../../ui/visibleText.ts';
import type { AgentAction } from './useAgentAction.ts';
import { agentWords } from './words.ts';

interface AgentAccessProps {
  agent: AgentInfo;
  action: AgentAction;
  /** Label of the button that allows it. */
  allow: string;
  onAllowed: () => void;
}

export function AgentAccess({ agent, action, allow, onAllowed }: AgentAccessProps) {
  const name = visibleText(agent.name);
  if (action.isStarting || (agent.status === 'starting' && !action.busy)) {
    return (
      <Panel>
        <p role="status" className="flex items-start gap-2">
          <span className="mt-1.5">
            <Pulse />
          </span>
          {agent.status === 'starting' && agent.problem
            ? strings.sentences.host(agent.problem)
            : agentWords.starting(name)}
        </p>
        <FormActions size="small" className="mt-2" onCancel={action.cancelStart} isRisky />
      </Panel>
    );
  }
  switch (agent.status) {
    case 'missing':
      return <Missing agent={agent} action={action} />;
    case 'unapproved':
      return <Permission {...{ agent, action, allow, onAllowed }} />;
    case 'signed_out':
      return <SignedOut agent={agent} action={action} />;
    case 'failed':
      return <Failed agent={agent} action={action} />;
    default:
      return <ErrorLine error={action.error} className="mt-2" />;
  }
}

function Panel({ children }: { children: ReactNode }) {
  return <div className="mt-3 rounded-l bg-soft px-3 py-2.5 text-ui">{children}</div>;
}

function CommandLine({ text, label }: { text: string; label: string }) {
  return (
    <p className="mt-1.5 flex items-start gap-2 rounded-m bg-page px-2 py-1">
      <span className="wrap-anywhere min-w-0 flex-1 py-0.5 font-mono text-code">
        <VisibleText text={text} />
      </span>
      <CopyButton text={text} label={label} />
    </p>
  );
}

function CheckButton({ action, label }: { action: AgentAction; label: string }) {
  return (
    <Button data-agent-check size="small" disabled={action.busy} onClick={() => void action.check()}>
      {label}
    </Button>
  );
}

function Missing({ agent, action }: { agent: AgentInfo; action: AgentAction }) {
  const labels = agentWords.install;
  return (
    <Panel>
      <p className="font-strong">{labels.title(visibleText(agent.name))}</p>
      <p className="mt-0.5 text-ink-2">{agent.install ? labels.how : labels.unknown}</p>
      <CommandLine text={agent.install ?? commandText(agent.command)} label={labels.copy} />
      <div className="mt-2">
        <CheckButton action={action} label={labels.check} />
      </div>
      <ErrorLine error={action.error} className="mt-2" />
    </Panel>
  );
}

function Permission({ agent, action, allow, onAllowed }: AgentAccessProps) {
  const labels = agentWords.allow;
  const variables = agent.variables.length === 0 ? labels.noVariables : agent.variables.map(visibleText).join(', ');
  const facts: readonly (readonly [string, string])[] = [
    [labels.runsIn, labels.runsInFolder],
    [labels.variables, variables],
    [labels.sandbox, agent.sandboxed ? labels.on : labels.off],
    [labels.servers, agent.receivesServers ? labels.serversOn : labels.serversOff],
  ];
  return (
    <>
      <ApprovalBox
        key={agent.fingerprint}
        title={labels.title(visibleText(agent.name))}
        runs={commandText(agent.command)}
        isCommand
        danger={agent.sandboxed ? labels.dangerSandboxed : labels.danger}
        button={allow}
        busy={action.busy}
        onApprove={() => void action.approve(true).then((done) => done && onAllowed())}
      >
        <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-0.5 border-line border-b px-3 py-2 text-small">
          {facts.map(([label, value]) => (
            <div key={label} className="contents">
              <dt className="text-ink-3">{label}</dt>
              <dd className="wrap-anywhere">{value}</dd>
            </div>
          ))}
        </dl>
      </ApprovalBox>
      <ErrorLine error={action.error} className="mt-2" />
    </>
  );
}

function SignedOut({ agent, action }: { agent: AgentInfo; action: AgentAction }) {
  const labels = agentWords.signIn;
  return (
    <Panel>
      <p className="font-strong">{labels.title(visibleText(agent.name))}</p>
      {/* Its problem only repeats the ways to sign in. */}
      {agent.signIns.length === 0 && agent.problem && (
        <p className="wrap-anywhere mt-0.5 text-ink-2">
          <VisibleText text={strings.sentences.host(agent.problem)} />
        </p>
      )}
      {agent.signIns.length === 0 && <p className="mt-0.5 text-ink-2">{labels.none}</p>}
      {agent.signIns.some((signIn) => commandOf(signIn) !== null) && (
        <p className="mt-0.5 text-ink-2">{labels.terminal}</p>
      )}
      <ul className="mt-2 grid gap-2.5">
        {agent.signIns.map((signIn) => (
          <li key={signIn.id}>
            <Way signIn={signIn} action={action} />
          </li>
        ))}
      </ul>
      {action.isSigningIn ? (
        <div className="mt-2 flex flex-wrap items-center gap-2">
          <Pulse />
          <p role="status" className="min-w-0 flex-1 text-ink-2">
            {labels.waiting}
          </p>
          <FormActions size="small" onCancel={action.cancel} isRisky />
        </div>
      ) : (
        <div className="mt-2.5">
          <CheckButton action={action} label={labels.check} />
        </div>
      )}
      <ErrorLine error={action.error} className="mt-2" />
    </Panel>
  );
}

/** The command to run; null: the agent signs in itself. */
function commandOf({ type, command }: AgentSignIn): string | null {
  return type === 'terminal' && command ? commandText(command) : null;
}

/** One way to sign in: a command to run, or the agent's own. */
function Way({ signIn, action }: { signIn: AgentSignIn; action: AgentAction }) {
  const { view, conversation } = useSession();
  const labels = agentWords.signIn;
  const command = commandOf(signIn);
  const about = signIn.description && signIn.description !== command && (
    <p className="wrap-anywhere text-ink-2 text-small">
      <VisibleText text={signIn.description} />
    </p>
  );
  if (command === null) {
    return (
      <>
        <Button size="small" disabled={action.busy} onClick={() => void action.signIn(signIn.id)}>
          {visibleText(signIn.name)}
        </Button>
        {about && <div className="mt-1">{about}</div>}
      </>
    );
  }
  return (
    <>
      <p className="wrap-anywhere">
        <VisibleText text={signIn.name} />
      </p>
      {about}
      <CommandLine text={command} label={agentWords.install.copy} />
      <Button
        size="small"
        className="mt-1.5"
        onClick={() => {
          const { id: conversationId } = conversation.store.getState();
          view.setState({ dialog: null, modelMenu: null, terminalInput: { command, conversationId } });
          showPanel(view, 'terminal');
        }}
      >
        <SquareTerminal className="size-3.5" strokeWidth={1.75} aria-hidden />
        {labels.open}
      </Button>
    </>
  );
}

function Failed({ agent, action }: { agent: AgentInfo; action: AgentAction }) {
  const labels = agentWords.failed;
  return (
    <Panel>
      <p className="font-strong">{labels.title(visibleText(agent.name))}</p>
      {agent.problem && (
        <p role="alert" className="wrap-anywhere mt-0.5">
          <VisibleText text={strings.sentences.host(agent.problem)} />
        </p>
      )}
      {agent.printed && (
        <>
          <p className="mt-2 text-ink-3 text-small">{labels.printed}</p>
          <pre className="wrap-anywhere mt-0.5 max-h-40 overflow-y-auto whitespace-pre-wrap rounded-m bg-page px-2 py-1.5 text-code">
            <VisibleText text={agent.printed} />
          </pre>
        </>
      )}
      <div className="mt-2">
        <CheckButton action={action} label={labels.again} />
      </div>
      <ErrorLine error={action.error} className="mt-2" />
    </Panel>
  );
}
