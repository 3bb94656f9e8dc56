// All agents: installed and added ones first, then those that could be installed.

import { Bot, Download } from 'lucide-react';
import type { Ref } from 'react';
import { commandText } from '../../../shared/features/externalAgents/commandText.ts';
import type { AgentInfo } from '../../../shared/features/externalAgents/externalAgent.ts';
import { Button } from '../../ui/Button.tsx';
import { AddButton, ItemGroup, ListPage, OpenRow } from '../../ui/ListPage.tsx';
import { VisibleText } from '../../ui/VisibleText.tsx';
import { visibleText } from '../../ui/visibleText.ts';
import { AgentStateMark } from './AgentStateMark.tsx';
import { useAgents } from './agentStore.ts';
import { agentWords as words } from './words.ts';

interface AgentListProps {
  ref: Ref<HTMLDivElement>;
  onOpen: (agent: string) => void;
  onAdd: () => void;
  onRegistry: () => void;
}

export function AgentList({ ref, onOpen, onAdd, onRegistry }: AgentListProps) {
  const { value: agents, error } = useAgents();
  const all = agents ?? [];
  const installed = all.filter(({ origin, status }) => origin === 'known' && status !== 'missing');
  const added = all.filter(({ origin }) => origin !== 'known');
  const missing = all.filter(({ origin, status }) => origin === 'known' && status === 'missing');
  const group = (title: string, list: readonly AgentInfo[], hint?: string) =>
    list.length > 0 && (
      <ItemGroup title={title} hint={hint}>
        {list.map((agent) => (
          <li key={agent.id}>
            <Row agent={agent} onOpen={() => onOpen(agent.id)} />
          </li>
        ))}
      </ItemGroup>
    );
  return (
    <ListPage ref={ref} intro={words.intro} error={error?.message} loading={!agents && !error && words.loading}>
      {agents && installed.length + added.length === 0 && (
        <div className="rounded-l bg-soft px-4 py-3 text-ui">
          <p>{words.empty}</p>
          <p className="mt-0.5 text-ink-3">{words.emptyHint}</p>
        </div>
      )}
      {group(words.installed, installed)}
      {group(words.added, added)}
      <div className="flex flex-wrap gap-2">
        <AddButton onClick={onAdd}>{words.add}</AddButton>
        <Button data-opens="registry" onClick={onRegistry}>
          <Download className="size-4" strokeWidth={1.75} aria-hidden />
          {words.fromRegistry}
        </Button>
      </div>
      {group(words.missing, missing, words.missingHint)}
    </ListPage>
  );
}

function Row({ agent, onOpen }: { agent: AgentInfo; onOpen: () => void }) {
  const { id, name, status, version } = agent;
  const command = commandText(agent.command);
  return (
    <OpenRow icon={Bot} state={<AgentStateMark status={status} />} opens={id} onClick={onOpen} data-agent={id}>
      <span className="flex flex-wrap items-center gap-x-2">
        <span className="wrap-anywhere font-strong">
          <VisibleText text={name} />
        </span>
        {version && <span className="tabular text-ink-3 text-small">{visibleText(version)}</span>}
      </span>
      <span className="block truncate font-mono text-code text-ink-3" title={command}>
        <VisibleText text={command} />
      </span>
    </OpenRow>
  );
}
