// A contestant's name: its model or agent, and a number if another one has the same.

import type { Contestant } from '../../../shared/features/compare/compare.ts';
import { externalAgentOf } from '../../../shared/features/externalAgents/externalAgent.ts';
import { lateStrings } from '../../core/lateStrings.ts';
import { strings } from '../../core/strings.ts';
import { visibleText } from '../../ui/visibleText.ts';
import { useAgents } from '../externalAgents/agentStore.ts';

type Named = Pick<Contestant, 'model' | 'modelOptions' | 'preset'>;

/** One name each, in order. An agent that was removed since is named by its id. */
export function useContestantNames(contestants: readonly Named[]): string[] {
  const agents = useAgents().value ?? [];
  const plain = contestants.map(({ model, modelOptions, preset }) => {
    const agentId = externalAgentOf(model);
    const answerer = agentId === null ? model.model : (agents.find(({ id }) => id === agentId)?.name ?? agentId);
    const effort = modelOptions.effort ? lateStrings.modelMenu.efforts[modelOptions.effort].label : '';
    return strings.sentences.list([answerer, effort, preset?.id ?? ''].filter(Boolean).map(visibleText));
  });
  return plain.map((name, at) => {
    const before = plain.slice(0, at).filter((other) => other === name).length;
    return before === 0 ? name : `${name} (${before + 1})`;
  });
}
