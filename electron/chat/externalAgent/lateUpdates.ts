// Text of an agent after the end of its turn. It belongs to no record any more, so the next turn notes it.

import { type Sentence, say } from '../../../shared/core/sentence.ts';
import type { AgentUpdate } from '../../ports/externalAgents.ts';
import { textOfContent } from './agentCalls.ts';

/** Characters kept. */
export const maxLate = 4000;
const maxLateResult = 500;

/** Null: nothing that the user would miss. */
export function lateText(update: AgentUpdate): string | null {
  switch (update.type) {
    case 'text':
      return update.text;
    case 'notice':
      return typeof update.text === 'string' ? `${update.text}\n` : null;
    case 'call':
      return `[${update.call.title}]\n`;
    case 'call_update': {
      const { title, status, content = [] } = update.call;
      if (status !== 'completed' && status !== 'failed') return null;
      return `[${title ?? 'A call'}: ${status}]\n${textOfContent(content).slice(0, maxLateResult)}\n`;
    }
    default:
      return null;
  }
}

export function lateNote(name: string, text: string): Sentence {
  return say`${name} continued after it had ended its turn: ${text.trim()}`;
}
