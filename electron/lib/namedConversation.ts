// The one conversation that a person names by its id or the beginning of it. Anything else is a sentence, and nothing is
// opened.

import { fail, ok, type Result } from '../../shared/core/errors.ts';
import { matchPrefix, minimumPrefix } from '../../shared/core/ids.ts';
import { say } from '../../shared/core/sentence.ts';

/** CONVERSATION_AMBIGUOUS lists the candidates; CONVERSATION_NOT_FOUND for what is unknown, empty or too short. */
export function namedConversation(ids: Iterable<string>, prefix: string): Result<string> {
  const match = matchPrefix(ids, prefix);
  switch (match.kind) {
    case 'one':
      return ok(match.id);
    case 'many':
      return fail(
        'CONVERSATION_AMBIGUOUS',
        say`"${prefix}" matches ${match.ids.length} conversations; nothing was done:\n  ${match.ids.join('\n  ')}`,
      );
    case 'short':
      return fail(
        'CONVERSATION_NOT_FOUND',
        say`"${prefix}" is too short: enter at least ${minimumPrefix} characters of an ID.`,
      );
    case 'none':
      return fail('CONVERSATION_NOT_FOUND', say`There is no conversation "${prefix}".`);
  }
}
