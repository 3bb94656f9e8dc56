// What a tool may ask while it runs: the person for a form or for leave, and the conversation's model beside the conversation.

import { fail } from '../../../shared/errors.ts';
import type { ToolContext } from '../../ports/tool.ts';
import type { ContextParts } from './toolContext.ts';

export function askingParts(parts: ContextParts): Pick<ToolContext, 'askPerson' | 'approve' | 'askModel'> {
  const { conversationId, signal, deps, call } = parts;
  const place = { messageId: call.messageId, index: call.index };
  return {
    async askPerson(asked) {
      const askedAt = deps.clock.now().toISOString();
      const question = { ...asked, ...place, questionId: deps.ids.ulid(), askedAt };
      deps.hub.publish(conversationId, { type: 'call.asking', question });
      const answer = await deps.questions.ask(conversationId, question, signal);
      deps.hub.publish(conversationId, { type: 'call.answered', ...place });
      return answer;
    },
    approve: async () => false,
    askModel: async () => fail('NOT_SUPPORTED', 'The model cannot be asked.'),
  };
}
