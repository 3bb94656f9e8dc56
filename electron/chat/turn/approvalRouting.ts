// Determines where the user is asked about a call: in its own box or, for an agent, in the box of the call that started
// it, in the user's conversation. Each box shows one prompt at a time; others wait.

import type { ApprovalRequest } from '../../../shared/conversation/event.ts';
import type { QuestionAnswer, UserQuestion } from '../../../shared/conversation/question.ts';
import type { AgentParent } from '../agentParent.ts';
import type { ApprovalAnswer } from '../approvals.ts';
import type { ChatDeps } from '../chatDeps.ts';

type AskingDeps = Pick<ChatDeps, 'hub' | 'tasks' | 'approvals' | 'questions' | 'clock'>;

export interface Asker {
  /** The conversation whose rules and mode apply, and which shows the prompt. */
  conversationId: string;
  /** Returns the call whose box shows the prompt for a given call. */
  at(place: { messageId: string; index: number }): { messageId: string; index: number };
  /**
   * Shows the prompt and waits; null when the signal aborted first. A call that is already running continues with the
   * answer.
   */
  approval(request: ApprovalRequest, signal: AbortSignal): Promise<ApprovalAnswer | null>;
  question(question: UserQuestion, signal: AbortSignal): Promise<QuestionAnswer>;
}

export function askerOf(deps: AskingDeps, conversationId: string, agent: AgentParent | null): Asker {
  const askedIn = agent?.conversationId ?? conversationId;
  const at: Asker['at'] = (place) => (agent ? { messageId: agent.messageId, index: agent.index } : place);

  /** Waits for its turn in the box. */
  function inBox<T>(
    question: { messageId: string; index: number; askedAt: string },
    task: () => Promise<T>,
  ): Promise<T> {
    const { messageId, index } = at(question);
    return deps.tasks.run(`ask:${askedIn}:${messageId}:${index}`, async () => {
      const answer = await task();
      const waited = { from: question.askedAt, to: deps.clock.now().toISOString() };
      agent?.onWaited(waited);
      deps.hub.publish(askedIn, { type: 'call.answered', messageId, index, ...(agent ? { waited } : {}) });
      return answer;
    });
  }

  return {
    conversationId: askedIn,
    at,
    approval(approvalRequest, signal) {
      const title = agent?.title ?? '';
      const request = {
        ...approvalRequest,
        ...at(approvalRequest),
        ...(agent ? { agent: { conversationId, title } } : {}),
      };
      return inBox(approvalRequest, async () => {
        if (signal.aborted) return null;
        deps.hub.publish(askedIn, { type: 'call.waiting', approval: request });
        return deps.approvals.ask(askedIn, request, signal);
      });
    },
    question(request, signal) {
      const question = { ...request, ...at(request) };
      return inBox(request, async () => {
        if (signal.aborted) return { action: 'cancel' };
        deps.hub.publish(askedIn, { type: 'call.asking', question });
        return deps.questions.ask(askedIn, question, signal);
      });
    },
  };
}
