// Names of an agent's options and their choices, in the window's language if their category is known.

import type { AgentOption } from '../../../shared/features/externalAgents/externalAgent.ts';
import { visibleText } from '../../ui/visibleText.ts';
import { agentWords } from './words.ts';

const { options, on, off } = agentWords.session;

export function optionName({ category, name }: Pick<AgentOption, 'category' | 'name'>): string {
  return category in options ? options[category as keyof typeof options] : visibleText(name);
}

/** The name of a choice; default: the current one. */
export function choiceName({ type, choices, current }: AgentOption, value = current): string {
  if (type === 'boolean') return value === 'true' ? on : off;
  return visibleText(choices.find((choice) => choice.value === value)?.name ?? value);
}
