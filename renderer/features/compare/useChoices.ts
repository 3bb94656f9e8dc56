// Lists every model of every provider, and the external agents that are set up here.

import { type AgentStatus, agentModelRef } from '../../../shared/features/externalAgents/externalAgent.ts';
import { useApp } from '../../core/state/context.tsx';
import { useAgents } from '../externalAgents/agentStore.ts';
import { useModels } from '../models/useModels.ts';
import { type Answerers, modelText, withDistinctNames } from './contestantDraft.ts';
import { compareWords } from './words.ts';

interface Choices extends Answerers {
  /** `provider/model` with where it comes from, or an agent's name. */
  suggestions: [value: string, label: string][];
}

export function useChoices(): Choices {
  const providers = useApp((snapshot) => snapshot.providers);
  const lists = useModels(providers);
  const agents = withDistinctNames(useAgents().value ?? []);
  const models = providers.flatMap(({ id, name }) =>
    (lists[id]?.models ?? []).map((info): [string, string] => [modelText({ provider: id, model: info.id }), name]),
  );
  return {
    providerIds: [...providers.map(({ id }) => id), ...agents.map(({ id }) => agentModelRef(id).provider)],
    agents,
    suggestions: [
      ...agents.flatMap(({ name, status }): [string, string][] =>
        offered.includes(status) ? [[name, compareWords.ask.agent]] : [],
      ),
      ...models,
    ],
  };
}

/** Others need something from the user first; if one is typed, the host's error names it. */
const offered: readonly AgentStatus[] = ['idle', 'starting', 'ready'];
