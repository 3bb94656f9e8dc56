// Agents that may start, each with a button that asks for its sessions.

import { useState } from 'react';
import type { AgentInfo } from '../../../shared/features/externalAgents/externalAgent.ts';
import { useSession } from '../../core/state/context.tsx';
import { useFetchedList } from '../../core/state/useFetchedList.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorLine } from '../../ui/ListPage.tsx';
import { useRequest } from '../../ui/useRequest.tsx';
import { visibleText } from '../../ui/visibleText.ts';
import { openAgentSettings } from '../externalAgents/reportAgentError.ts';
import { agentWords } from '../externalAgents/words.ts';

const words = agentWords.listed;

export function ListedAgents() {
  const { value } = useFetchedList('agents');
  const agents = (value ?? []).filter(({ status }) => status !== 'missing' && status !== 'unapproved');
  if (agents.length === 0) return null;
  return (
    <>
      <h4 className="mt-2 -mb-3 font-strong text-ui">{words.title}</h4>
      <p className="text-ink-2 text-ui">{words.intro}</p>
      <ul className="grid gap-2">
        {agents.map((agent) => (
          <AgentToAsk key={agent.id} agent={agent} />
        ))}
      </ul>
    </>
  );
}

function AgentToAsk({ agent }: { agent: AgentInfo }) {
  const { actions, lists, view } = useSession();
  const { value } = useFetchedList('inPlace');
  const { busy, error, run } = useRequest();
  const [hasAnswered, setHasAnswered] = useState(false);
  const name = visibleText(agent.name);
  const listed = value?.agents.find(({ agentId }) => agentId === agent.id);
  const look = async (): Promise<void> => {
    if (!(await run(actions.call('inPlace.look', { agent: agent.id })))) return;
    await lists.inPlace.reload();
    setHasAnswered(true);
  };
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 text-ui">
      <Button size="small" disabled={busy} onClick={() => void look()}>
        {busy ? words.looking(name) : words.look(name)}
      </Button>
      <span role="status" className="text-ink-2">
        {listed ? words.found(listed.sessions.length) : hasAnswered && !busy ? words.nothing : ''}
      </span>
      <ErrorLine error={error} className="basis-full" />
      {error !== null && (
        <Button size="small" tone="ghost" onClick={() => openAgentSettings(view, agent.id)}>
          {agentWords.signIn.settings}
        </Button>
      )}
    </li>
  );
}
