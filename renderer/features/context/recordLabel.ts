// What a record of the context is called: by its own words, or, where there are none, by what it did, in the language of the
// window.

import type { EnvironmentTopic } from '../../../shared/conversation/message.ts';
import type { ContextItem } from '../../../shared/features/context/methods.ts';
import { familiarCall } from '../../../shared/features/tools/familiarCall.ts';
import { strings } from '../../core/strings.ts';
import { memoryWords } from '../memory/words.ts';

const words = strings.context.named;

/** Characters, at most; the line is cut to its room anyway. */
const longest = 200;

/** How the call ended whose result it is, in the words of its box; empty where that is how calls end. */
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

/** A topic that this version does not know has its own words. */
function toldName(about: EnvironmentTopic): string {
  const { names, rows } = memoryWords;
  const standing = Object.hasOwn(rows, about) ? rows[about as keyof typeof rows][0] : undefined;
  return standing ?? names[about];
}
