// Pages of the model popover about agents: one agent that needs something, those that could be installed, and what an agent
// offers in this session.

import { useEffect } from 'react';
import type { AgentInfo, AgentOption } from '../../../shared/features/externalAgents/externalAgent.ts';
import { agentModelRef } from '../../../shared/features/externalAgents/externalAgent.ts';
import type { ModelRef } from '../../../shared/features/models/modelOptions.ts';
import { formatTokenCount } from '../../core/format/tokens.ts';
import { useActions, useConversationView, useSession } from '../../core/state/context.tsx';
import type { ModelMenuPage } from '../../core/state/viewStore.ts';
import { strings } from '../../core/strings.ts';
import { Button } from '../../ui/Button.tsx';
import { PickList } from '../../ui/PickList.tsx';
import { PopoverPage, PopoverRow } from '../../ui/PopoverPage.tsx';
import { VisibleText } from '../../ui/VisibleText.tsx';
import { visibleText } from '../../ui/visibleText.ts';
import { AgentAccess } from './AgentAccess.tsx';
import { AgentStateMark } from './AgentStateMark.tsx';
import { useAgentSession, useAgents } from './agentStore.ts';
import { choiceName, optionName } from './optionText.ts';
import { openAgentSettings } from './reportAgentError.ts';
import { useAgentAction } from './useAgentAction.ts';
import { agentWords } from './words.ts';

interface PageProps {
  backLabel: string;
  onBack: () => void;
  onDone: () => void;
}

interface AgentPageProps extends PageProps {
  agent: AgentInfo;
  isChosen: boolean;
  onChoose: (model: ModelRef) => void;
}

/** Choosing an agent that is not ready: what it needs, and then it is chosen. */
export function AgentPage({ agent, isChosen, backLabel, onBack, onChoose }: AgentPageProps) {
  const { view } = useSession();
  const action = useAgentAction(agent);
  const { id, status } = agent;
  const choose = (): void => onChoose(agentModelRef(id));
  const isUsable = status !== 'missing' && status !== 'unapproved' && !isChosen;
  const needsMore = status === 'failed' || status === 'signed_out';
  return (
    <PopoverPage
      title={visibleText(agent.name)}
      backLabel={backLabel}
      onBack={onBack}
      action={<AgentStateMark status={action.isStarting ? 'starting' : status} />}
    >
      <div className="min-h-0 overflow-y-auto px-3 pb-3">
        <AgentAccess agent={agent} action={action} allow={agentWords.allow.use} onAllowed={choose} />
        <div className="mt-3 flex flex-wrap justify-end gap-2">
          <Button size="small" tone="ghost" onClick={() => openAgentSettings(view, id)}>
            {agentWords.signIn.settings}
          </Button>
          {isUsable && (
            <Button size="small" tone={needsMore ? 'secondary' : 'primary'} onClick={choose}>
              {agentWords.choose}
            </Button>
          )}
        </div>
      </div>
    </PopoverPage>
  );
}

export function MoreAgentsPage({ backLabel, onBack }: PageProps) {
  const { view } = useSession();
  const { value: agents } = useAgents();
  const choices = (agents ?? [])
    .filter(({ status }) => status === 'missing')
    .map((agent) => ({
      id: agent.id,
      label: visibleText(agent.name),
      hint: agent.install === undefined ? undefined : visibleText(agent.install),
      onPick: () => view.setState({ modelMenu: `agent:${agent.id}` }),
    }));
  return (
    <PopoverPage title={agentWords.more} backLabel={backLabel} onBack={onBack}>
      <p className="px-3 pt-2 text-ink-3 text-small">{agentWords.moreHint}</p>
      <PickList label={agentWords.more} choices={choices} chosenId="" onBack={onBack} />
    </PopoverPage>
  );
}

interface RowProps {
  /** The page that the user came back from. */
  from: ModelMenuPage | null;
}

export function MoreAgentsRow({ from }: RowProps) {
  const { view } = useSession();
  const { value: agents } = useAgents();
  const count = agents?.filter(({ status }) => status === 'missing').length ?? 0;
  if (count === 0) return null;
  return (
    <PopoverRow
      data-page="moreAgents"
      label={agentWords.more}
      value={String(count)}
      autoFocus={from === 'moreAgents'}
      onClick={() => view.setState({ modelMenu: 'moreAgents' })}
    />
  );
}

/** The chosen agent's options in this session, and how it came to know the conversation. */
export function AgentRows({ from, agentId }: RowProps & { agentId: string }) {
  const { view } = useSession();
  const session = useAgentSession();
  return (
    <div data-agent-session={agentId}>
      <div className="grid gap-0.5 px-2 py-1.5 text-ink-3 text-small" role="status">
        <p className="flex gap-2">
          <span className="min-w-0 flex-1">
            {session?.continuation ? agentWords.session.continuations[session.continuation] : agentWords.session.none}
          </span>
          {session?.context && (
            <span className="tabular shrink-0">
              {agentWords.session.context(
                formatTokenCount(session.context.used),
                formatTokenCount(session.context.size),
              )}
            </span>
          )}
        </p>
        {session?.notes.map((note) => {
          const text = strings.sentences.host(note);
          return (
            <p key={text} className="wrap-anywhere">
              <VisibleText text={text} />
            </p>
          );
        })}
      </div>
      {session?.options.map((option) => (
        <PopoverRow
          key={option.id}
          data-page={`agentOption:${option.id}`}
          label={optionName(option)}
          value={choiceName(option)}
          autoFocus={from === `agentOption:${option.id}`}
          onClick={() => view.setState({ modelMenu: `agentOption:${option.id}` })}
        />
      ))}
    </div>
  );
}

export function AgentOptionPage({ id, backLabel, onBack, onDone }: PageProps & { id: string }) {
  const option = useAgentSession()?.options.find((one) => one.id === id);
  const isGone = option === undefined;
  // The agent can take an option back while its page is open.
  useEffect(() => {
    if (isGone) onBack();
  });
  if (isGone) return null;
  return <OptionPage {...{ option, backLabel, onBack, onDone }} />;
}

function OptionPage({ option, backLabel, onBack, onDone }: PageProps & { option: AgentOption }) {
  const { call, report } = useActions();
  const conversationId = useConversationView((view) => view.id);
  const choose = async (value: string): Promise<void> => {
    onDone();
    if (conversationId === null || value === option.current) return;
    const answer = await call('agent.setOption', { conversationId, option: option.id, value });
    if (!answer.ok) report(answer.error);
  };
  let group: string | undefined;
  const choices = option.choices.map((choice) => {
    const heading = choice.group === group || choice.group === undefined ? undefined : visibleText(choice.group);
    group = choice.group;
    return {
      id: choice.value,
      label: choiceName(option, choice.value),
      hint: choice.description === undefined ? undefined : visibleText(choice.description),
      heading,
      onPick: () => void choose(choice.value),
    };
  });
  return (
    <PopoverPage title={optionName(option)} backLabel={backLabel} onBack={onBack}>
      {option.description && (
        <p className="wrap-anywhere px-3 pt-2 text-ink-3 text-small">
          <VisibleText text={option.description} />
        </p>
      )}
      <PickList label={optionName(option)} choices={choices} chosenId={option.current} onBack={onBack} />
    </PopoverPage>
  );
}
