// Agents in the settings: the list, or in its place one agent, a form, or a registry file.

import { Bot } from 'lucide-react';
import { useEffect } from 'react';
import type { SettingsPage } from '../../core/feature.ts';
import { useSession, useView } from '../../core/state/context.tsx';
import { useOpenerFocus } from '../../ui/ListPage.tsx';
import { AgentDetail } from './AgentDetail.tsx';
import { AgentForm } from './AgentForm.tsx';
import { AgentList } from './AgentList.tsx';
import { type AgentPage, useAgents } from './agentStore.ts';
import { RegistryAgents } from './RegistryAgents.tsx';
import { agentWords } from './words.ts';

const list: AgentPage = { type: 'list' };

function AgentsSection() {
  const { lists, view } = useSession();
  const page = useView(({ dialog }) => (dialog?.type === 'settings' && dialog.agents) || list);
  // An agent installed meanwhile sends no notification.
  // biome-ignore lint/correctness/useExhaustiveDependencies: every page change looks again
  useEffect(() => void lists.agents.reload(), [lists, page]);
  const { value: agents } = useAgents();
  const setPage = (agentPage: AgentPage): void =>
    view.setState({ dialog: { type: 'settings', section: 'agents', agents: agentPage } });
  const toList = (): void => setPage(list);
  const toAgent = (agent: string): void => setPage({ type: 'agent', agent });
  const agent = 'agent' in page ? agents?.find(({ id }) => id === page.agent) : undefined;
  const listPage = useOpenerFocus(openerOf(page));
  switch (page.type) {
    case 'add':
      return <AgentForm agent={null} onCancel={toList} onSaved={toAgent} />;
    case 'registry':
      return <RegistryAgents onDone={toList} />;
    case 'edit':
      if (agent) return <AgentForm agent={agent} onCancel={() => toAgent(agent.id)} onSaved={toAgent} />;
      break;
    case 'agent':
      if (agent) {
        return <AgentDetail agent={agent} onBack={toList} onEdit={() => setPage({ type: 'edit', agent: agent.id })} />;
      }
      break;
    case 'list':
  }
  return (
    <AgentList
      ref={listPage}
      onOpen={toAgent}
      onAdd={() => setPage({ type: 'add' })}
      onRegistry={() => setPage({ type: 'registry' })}
    />
  );
}

/** The control of the list that opens the page. */
function openerOf(page: AgentPage): string | null {
  if ('agent' in page) return page.agent;
  if (page.type === 'list') return null;
  return page.type === 'add' ? 'new' : page.type;
}

export const agentsPage: SettingsPage = {
  icon: Bot,
  words: [agentWords.section, agentWords.intro, agentWords.add, agentWords.fromRegistry, agentWords.form.command],
  Section: AgentsSection,
};
