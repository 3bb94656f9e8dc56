// A contestant's name: its model or agent, and a number if another one has the same.

import type { Contestant } from '../../../shared/features/compare/compare.ts';
import { externalAgentOf } from '../../../shared/features/externalAgents/externalAgent.ts';
import type { ModelRef } from '../../../shared/features/models/modelOptions.ts';
import { lateStrings } from '../../core/lateStrings.ts';
import { strings } from '../../core/strings.ts';
import { visibleText } from '../../ui/visibleText.ts';

type Named = Pick<Contestant, 'model' | 'modelOptions' | 'preset'>;

/** One name each, in order. */
export function contestantNames(contestants: readonly Named[]): string[] {
  const plain = contestants.map(({ model, modelOptions, preset }) => {
    const effort = modelOptions.effort ? lateStrings.modelMenu.efforts[modelOptions.effort].label : '';
    return strings.sentences.list([modelName(model), effort, preset?.id ?? ''].filter(Boolean).map(visibleText));
  });
  return plain.map((name, at) => {
    const before = plain.slice(0, at).filter((other) => other === name).length;
    return before === 0 ? name : `${name} (${before + 1})`;
  });
}

function modelName(model: ModelRef): string {
  return externalAgentOf(model) ?? model.model;
}
