// Text of an agent after the end of its turn. It belongs to no record any more, so the next turn notes it.

import { type Sentence, say } from '../../../shared/core/sentence.ts';
import type { AgentUpdate } from '../../ports/externalAgents.ts';

/** Characters kept. */
export const maxLate = 4000;

/** Null: nothing that the user would miss. */
export function lateText(update: AgentUpdate): string | null {
  switch (update.type) {
    case 'text':
      return update.text;
    case 'notice':
      return typeof update.text === 'string' ? `${update.text}\n` : null;
    case 'call':
      return `[${update.call.title}]\n`;
    default:
      return null;
  }
}

export function lateNote(name: string, text: string): Sentence {
  return say`${name} continued after it had ended its turn: ${text.trim()}`;
}
