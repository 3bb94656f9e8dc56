// The provider of a conversation that an external agent answers: it refuses every request, so that no model is asked in
// the agent's place.

import { fail } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import type { Provider } from '../../ports/provider.ts';

const refused = fail(
  'NOT_SUPPORTED',
  say`An external agent answers this conversation, and it cannot be asked for this. Choose a model for it.`,
);

export function createAgentProvider(id: string): Provider {
  return {
    id,
    body: () => null,
    check: () => refused,
    async complete(_request, { signal }) {
      const partial = { text: '', reasoning: '' };
      if (signal.aborted) return { kind: 'aborted', partial };
      return { kind: 'failed', failure: { ...refused.error, retryable: false, partial } };
    },
    listModels: async () => refused,
  };
}
