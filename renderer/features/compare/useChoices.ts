// Lists every model of every provider, and the external agents that are set up here.

import { type AgentStatus, agentModelRef } from '../../../shared/features/externalAgents/externalAgent.ts';
import { useApp } from '../../core/state/context.tsx';
import { useAgents } from '../externalAgents/agentStore.ts';
import { useModels } from '../models/useModels.ts';
import { modelText } from './contestantDraft.ts';

interface Choices {
  /** Ids of providers and agents, with which a typed name begins. */
  providerIds: string[];
  /** `provider/model`, with where it comes from. */
  suggestions: [value: string, label: string][];
}

export function useChoices(): Choices {
  const providers = useApp((snapshot) => snapshot.providers);
  const lists = useModels(providers);
  const agents = useAgents().value ?? [];
  const models = providers.flatMap(({ id, name }) =>
    (lists[id]?.models ?? []).map((info): [string, string] => [modelText({ provider: id, model: info.id }), name]),
  );
  const refs = agents.map(({ id, name, status }) => ({ ref: agentModelRef(id), name, status }));
  return {
    providerIds: [...providers.map(({ id }) => id), ...refs.map(({ ref }) => ref.provider)],
    suggestions: [
      ...refs.flatMap(({ ref, name, status }): [string, string][] =>
        offered.includes(status) ? [[modelText(ref), name]] : [],
      ),
      ...models,
    ],
  };
}

/** Others need something from the user first; if one is typed, the host's error names it. */
const offered: readonly AgentStatus[] = ['idle', 'starting', 'ready'];
