// One contestant's answer as it arrives: text, calls as boxes with their questions, and failures. The rows belong to the
// contestant's conversation, so its approvals are answered here.

import { Fragment, useEffect, useMemo } from 'react';
import { useStore } from 'zustand/react';
import type { ConversationState } from '../../../shared/conversation/event.ts';
import { textOf } from '../../../shared/conversation/message.ts';
import { type TranscriptItem, transcriptItems } from '../../core/calls/items.ts';
import { SessionProvider, useConversation, useSession } from '../../core/state/context.tsx';
import { visibleText } from '../../ui/visibleText.ts';
import { BulkApprovalBar } from '../approvals/BulkApprovalBar.tsx';
import { bulkApprovalRequests } from '../approvals/bulkApprovals.ts';
import { Reasoning } from '../calls/Reasoning.tsx';
import { createScopedSession } from '../calls/scopedSession.ts';
import { ToolCallBox } from '../calls/ToolCallBox.tsx';
import { ErrorRow } from '../chat/transcript/ErrorRow.tsx';
import { LiveRows } from '../chat/transcript/LiveRows.tsx';
import { Markdown } from '../markdown/Markdown.tsx';
import { compareWords as words } from './words.ts';

interface AnswerProps {
  conversationId: string;
  /** The record that the answer follows. */
  headId: string;
  /** Continues it, with its worktree if that is missing. */
  onResume: (how?: { overLimit?: boolean }) => Promise<boolean>;
}

export function Answer({ conversationId, headId, onResume }: AnswerProps) {
  const window = useSession();
  const scope = useMemo(() => createScopedSession(window, conversationId), [window, conversationId]);
  const session = useMemo(() => {
    const { recover } = scope.session;
    return { ...scope.session, recover: { ...recover, resume: onResume } };
  }, [scope, onResume]);
  useEffect(() => {
    const store = window.side.of(conversationId);
    const show = (state: ConversationState | null): void => {
      if (state) scope.show({ ...state, messages: answerIn(state, headId) });
    };
    show(store.getState().state);
    return store.subscribe(({ state }) => show(state));
  }, [window, conversationId, headId, scope]);
  const isLoaded = useStore(scope.session.conversation.store, ({ state }) => state !== null);
  if (!isLoaded) return <p className="text-ink-3 text-ui">{words.opening}</p>;
  return (
    <SessionProvider session={session}>
      <Rows />
    </SessionProvider>
  );
}

function answerIn({ messages }: ConversationState, headId: string): ConversationState['messages'] {
  return messages.slice(messages.findIndex(({ id }) => id === headId) + 1);
}

const none: never[] = [];

function Rows() {
  const messages = useConversation((state) => state.messages) ?? none;
  const isIdle = useConversation((state) => state.run === null && !state.elsewhere) ?? false;
  const isEmpty = useConversation((state) => state.run === null && state.reply === null) ?? true;
  const several = useConversation((state) => bulkApprovalRequests(state.calls, state.conversationId).length > 1);
  const items = useMemo(() => transcriptItems(messages), [messages]);
  return (
    <div className="group/asks grid grid-cols-1 gap-3">
      {items.map((item, at) => (
        <AnswerRow key={item.key} item={item} canContinue={isIdle && at === items.length - 1} />
      ))}
      {several && <BulkApprovalBar isInset />}
      <LiveRows />
      {items.length === 0 && isEmpty && <p className="text-ink-3 text-ui">{words.nothing}</p>}
    </div>
  );
}

/** Records for the model and changed files are left out: the column lists its files below. */
function AnswerRow({ item, canContinue }: { item: TranscriptItem; canContinue: boolean }) {
  switch (item.type) {
    case 'assistant': {
      const { id, content, reasoning, reasoningMs } = item.message;
      return (
        <div data-role="assistant" className="min-w-0">
          {reasoning && <Reasoning id={id} text={reasoning} ms={reasoningMs} />}
          <Markdown text={content ?? ''} />
        </div>
      );
    }
    case 'calls':
      return (
        <div className="grid min-w-0 grid-cols-1 gap-1">
          {item.calls.map((call) => (
            <Fragment key={call.key}>
              {call.reasoning && <Reasoning id={call.messageId} text={call.reasoning} ms={call.reasoningMs} />}
              {/* Hides individual questions that the group below already answers. */}
              <div className="group-has-data-waiting-together/asks:has-data-[waits-for=approval]:hidden">
                <ToolCallBox call={call} hasMenu={false} />
              </div>
            </Fragment>
          ))}
        </div>
      );
    case 'error':
      return (
        <ErrorRow
          error={item.message.error}
          requestId={item.message.response?.requestId}
          partial={item.message.content ?? ''}
          canContinue={canContinue}
        />
      );
    case 'note':
      return <p className="wrap-anywhere text-ink-3 text-small">{visibleText(textOf(item.message))}</p>;
    default:
      return null;
  }
}
