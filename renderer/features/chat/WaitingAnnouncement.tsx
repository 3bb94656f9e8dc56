// Announces waiting requests to screen readers. A permanent live region, so that new content is read out.

import type { ConversationState, LiveCall } from '../../../shared/conversation/event.ts';
import { callsOf } from '../../../shared/conversation/message.ts';
import { callLine } from '../../core/calls/callLine.ts';
import { useConversation } from '../../core/state/context.tsx';
import { strings } from '../../core/strings.ts';
import { visibleText } from '../../ui/visibleText.ts';
import { bulkApprovalRequests, canAllowAll } from '../approvals/bulkApprovals.ts';

export function WaitingAnnouncement() {
  const sentence = useConversation(waitingSentence) ?? '';
  return (
    <p role="status" className="sr-only" data-waiting>
      {sentence}
    </p>
  );
}

const longest = 300;

/** The newest request; empty if none. */
export function waitingSentence(
  state: Pick<ConversationState, 'calls' | 'messages' | 'run'> & { conversationId?: string },
): string {
  const askedAt = (call: LiveCall): string => call.question?.askedAt ?? call.approval?.askedAt ?? '';
  const waiting = state.calls.filter((call) => askedAt(call) !== '');
  const newest = waiting.toSorted((a, b) => askedAt(a).localeCompare(askedAt(b))).at(-1);
  if (!newest) return '';
  const { question, approval } = newest;
  if (question) {
    return strings.sentences.beside([strings.chat.announce.question, visibleText(question.message).slice(0, longest)]);
  }
  const message = state.messages.find((candidate) => candidate.id === newest.messageId);
  const call = message?.role === 'assistant' ? callsOf(message)[newest.index] : undefined;
  const byHand = state.run?.byHand;
  const named = call?.function ?? (byHand ? { name: byHand.toolName, arguments: byHand.arguments } : null);
  const sentence = named ? callLine(named, 'waiting') : (approval?.toolName ?? '');
  const announcement = strings.chat.announce.call(sentence.slice(0, longest));
  const several = bulkApprovalRequests(state.calls, state.conversationId);
  if (several.length < 2) return announcement;
  const { together, eachAlone } = strings.chat.announce;
  const how = canAllowAll(several) ? together : eachAlone;
  return `${announcement}${strings.sentences.gap(announcement)}${how(several.length)}`;
}
