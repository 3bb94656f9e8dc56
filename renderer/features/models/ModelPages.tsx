// Contents of the model popover: the models and agents, and a page each for what a model or an agent offers.

import { useState } from 'react';
import { type AgentStatus, externalAgentOf } from '../../../shared/features/externalAgents/externalAgent.ts';
import type { ModelRef } from '../../../shared/features/models/modelOptions.ts';
import { lateStrings } from '../../core/lateStrings.ts';
import { useActions, useRequiredServer, useSession } from '../../core/state/context.tsx';
import type { ModelMenuPage } from '../../core/state/viewStore.ts';
import { PopoverPage, PopoverRow } from '../../ui/PopoverPage.tsx';
import { visibleText } from '../../ui/visibleText.ts';
import { AgentOptionPage, AgentPage, AgentRows, MoreAgentsPage, MoreAgentsRow } from '../externalAgents/AgentPages.tsx';
import { useAgents } from '../externalAgents/agentStore.ts';
import { agentWords } from '../externalAgents/words.ts';
import { RequiredServer, useRequirableServers } from '../mcp/RequiredServer.tsx';
import { useChatPreset } from '../presets/ChosenPreset.tsx';
import { PresetPage } from '../presets/PresetPage.tsx';
import { presetWords } from '../presets/words.ts';
import { ModelList } from './ModelList.tsx';
import { OptionsForm } from './OptionsForm.tsx';
import { shortSummary, useOptionsSummary } from './optionsSummary.ts';
import { useChatModel } from './useChatModel.ts';

interface ModelPagesProps {
  page: ModelMenuPage;
  /** `true`: something was chosen; the focus returns to the message. */
  onClose: (chosen?: boolean) => void;
}

export function ModelPages({ page, onClose }: ModelPagesProps) {
  const actions = useActions();
  const { view } = useSession();
  const { model, agentId, isDemo, options } = useChatModel();
  const { value: agents } = useAgents();
  /** The page that the user came back from. */
  const [from, setFrom] = useState<ModelMenuPage | null>(null);
  const onBack = (): void => {
    setFrom(page);
    view.setState({ modelMenu: 'models' });
  };
  const pageProps = { backLabel: lateStrings.modelMenu.list.back, onBack, onDone: () => onClose(true) };
  if (page === 'options' && model) return <OptionsForm {...pageProps} {...{ model, isDemo, options }} />;
  if (page === 'preset') return <PresetPage {...pageProps} onClose={onClose} />;
  if (page === 'server') return <RequiredServer {...pageProps} />;
  if (page === 'moreAgents') return <MoreAgentsPage {...pageProps} />;
  if (page.startsWith('agentOption:')) {
    return <AgentOptionPage {...pageProps} id={page.slice('agentOption:'.length)} />;
  }
  const choose = (next: ModelRef): void => {
    onClose(true);
    void actions.chooseModel(next);
  };
  if (page.startsWith('agent:')) {
    const agent = agents?.find(({ id }) => id === page.slice('agent:'.length));
    return agent ? (
      <AgentPage {...pageProps} key={agent.id} agent={agent} isChosen={agent.id === agentId} onChoose={choose} />
    ) : (
      <PopoverPage {...pageProps} title={agentWords.section}>
        <p role="status" className="px-3 py-2.5 text-ink-3 text-ui">
          {agents ? agentWords.gone : agentWords.loading}
        </p>
      </PopoverPage>
    );
  }
  return (
    <ModelList
      current={model}
      takesFocus={from === null}
      onChoose={(next) => {
        const agent = agents?.find(({ id }) => id === externalAgentOf(next));
        if (agent && needsPage.includes(agent.status)) view.setState({ modelMenu: `agent:${agent.id}` });
        else choose(next);
      }}
    >
      <div className="border-line border-t p-1">
        {agentId === null ? (
          <>
            {model && <OptionsRow from={from} />}
            <PresetRow from={from} />
            <ServerRow from={from} />
          </>
        ) : (
          <AgentRows from={from} agentId={agentId} />
        )}
        {agentId !== null && (
          <PopoverRow
            label={agentWords.signIn.settings}
            onClick={() => {
              onClose();
              view.setState({
                dialog: { type: 'settings', section: 'agents', agents: { type: 'agent', agent: agentId } },
              });
            }}
          />
        )}
        <MoreAgentsRow from={from} />
        <PopoverRow
          label={lateStrings.compare.entry}
          onClick={() => {
            onClose();
            view.setState({ dialog: { type: 'compareWith' } });
          }}
        />
        <PopoverRow
          label={lateStrings.modelMenu.list.settings}
          onClick={() => {
            onClose();
            view.setState({ dialog: { type: 'settings', section: 'providers' } });
          }}
        />
      </div>
    </ModelList>
  );
}

/** States in which the user has to do something first, on the agent's page. */
const needsPage: readonly AgentStatus[] = ['missing', 'unapproved', 'signed_out', 'failed'];

interface RowProps {
  from: ModelMenuPage | null;
}

function OptionsRow({ from }: RowProps) {
  const { model, options } = useChatModel();
  const { texts } = useOptionsSummary(model, options);
  const value = shortSummary(texts) || lateStrings.modelMenu.default;
  return <PageRow page="options" label={lateStrings.modelMenu.label} {...{ value, from }} />;
}

function PresetRow({ from }: RowProps) {
  const { presets, name } = useChatPreset();
  if (presets === null || (presets.length === 0 && name === null)) return null;
  return <PageRow page="preset" label={presetWords.label} value={name ?? presetWords.none} from={from} />;
}

function ServerRow({ from }: RowProps) {
  const required = useRequiredServer();
  const names = useRequirableServers();
  if (names.length === 0 && required === null) return null;
  const { row, none } = lateStrings.modelMenu.required;
  return <PageRow page="server" label={row} value={required === null ? none : visibleText(required)} from={from} />;
}

interface PageRowProps extends RowProps {
  page: ModelMenuPage;
  label: string;
  value: string;
}

function PageRow({ page, label, value, from }: PageRowProps) {
  const { view } = useSession();
  return (
    <PopoverRow
      data-page={page}
      {...{ label, value }}
      autoFocus={page === from}
      onClick={() => view.setState({ modelMenu: page })}
    />
  );
}
