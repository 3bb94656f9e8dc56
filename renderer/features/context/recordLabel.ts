// Label of a message in the context: its own text or, if it has none, a description in the window's language.

import type { EnvironmentTopic } from '../../../shared/conversation/message.ts';
import type { ContextItem } from '../../../shared/features/context/methods.ts';
import { familiarCall } from '../../../shared/features/tools/familiarCall.ts';
import { strings } from '../../core/strings.ts';
import { memoryWords } from '../memory/words.ts';

const words = strings.context.named;

/** Max characters; the layout truncates further. */
const longest = 200;

/** Outcome of the result's call, as in its box; empty for a normal outcome. */
export function recordEnd({ words: made }: Pick<ContextItem, 'words'>): string {
  const ended = made?.type === 'calls' ? made.ended : undefined;
  if (ended === undefined) return '';
  if (ended === 'not_started') return strings.calls.neverStarted;
  return ended === 'interrupted' ? strings.calls.outcomeUnknownBrief : strings.calls.states[ended];
}

export function recordLabel({ label, words: made }: ContextItem): string {
  switch (made?.type) {
    case 'calls': {
      const said = made.calls
        .map(familiarCall)
        .map((call) => strings.sentences.call(call.name, call.arguments, made.done));
      return said.join(words.between).replace(/\s+/g, ' ').slice(0, longest);
    }
    case 'failed':
      return words.failed(
        made.error ? strings.sentences.error(made.error.code, made.error.message, made.error.said) : words.modelCall,
      );
    case 'told':
      return toldName(made.about);
    case 'added':
      return words.added;
    default:
      return label;
  }
}

/** An unknown topic, from a newer version, uses the message's own text. */
function toldName(about: EnvironmentTopic): string {
  const { names, rows } = memoryWords;
  const standing = Object.hasOwn(rows, about) ? rows[about as keyof typeof rows][0] : undefined;
  return standing ?? names[about];
}
