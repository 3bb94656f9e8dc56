// Resolves the conversation that the user names by id or prefix; anything else is an error.

import { fail, ok, type Result } from '../../shared/core/errors.ts';
import { matchPrefix, minimumPrefix } from '../../shared/core/ids.ts';
import { say } from '../../shared/core/sentence.ts';

/** CONVERSATION_AMBIGUOUS lists the candidates; CONVERSATION_NOT_FOUND: unknown, empty or too short. */
export function resolveConversationId(ids: Iterable<string>, prefix: string): Result<string> {
  const match = matchPrefix(ids, prefix);
  switch (match.kind) {
    case 'one':
      return ok(match.id);
    case 'many':
      return fail(
        'CONVERSATION_AMBIGUOUS',
        say`"${prefix}" matches ${match.ids.length} conversations. Nothing was done:\n  ${match.ids.join('\n  ')}`,
      );
    case 'short':
      return fail(
        'CONVERSATION_NOT_FOUND',
        say`"${prefix}" is too short: enter at least ${minimumPrefix} characters of an ID.`,
      );
    case 'none':
      return fail('CONVERSATION_NOT_FOUND', say`There is no conversation with the ID "${prefix}".`);
  }
}
