// Brings a record into view in the conversation: a result by its box, everything else by its row. Earlier pages are
// loaded until it is there.

import { callKey, transcriptItems } from '../chat/transcript/items.ts';
import type { Session } from '../state/session.ts';

const mostPages = 100;

export async function revealRecord(session: Session, messageId: string): Promise<void> {
  const { conversation, view } = session;
  const here = (): boolean =>
    conversation.store.getState().state?.messages.some((message) => message.id === messageId) ?? false;
  for (let pages = 0; !here() && pages < mostPages; pages++) {
    const before = conversation.store.getState().state?.messages[0]?.id;
    await conversation.loadEarlier();
    if (conversation.store.getState().state?.messages[0]?.id === before) return;
  }
  const key = callKeyOf(session, messageId);
  view.setState({ sheet: null });
  if (key !== null) {
    view.setState(({ reveal, openCalls }) => ({
      openCalls: { ...openCalls, [key]: true },
      reveal: { key, count: (reveal?.count ?? 0) + 1 },
    }));
    return;
  }
  requestAnimationFrame(() => showRow(messageId));
}

/** The box of a result, or of the first call of a message that says nothing else. */
function callKeyOf({ conversation }: Session, messageId: string): string | null {
  const messages = conversation.store.getState().state?.messages ?? [];
  const record = messages.find((message) => message.id === messageId);
  if (record?.role === 'tool' && record.partType === 'tool_run') return messageId;
  const calls = transcriptItems(messages).flatMap((item) => (item.type === 'calls' ? item.calls : []));
  const answered = calls.find((call) => call.result?.id === messageId);
  if (answered) return answered.key;
  const speaks = record?.role === 'assistant' && Boolean(record.content?.trim());
  const asked = calls.some((call) => call.messageId === messageId);
  return !speaks && asked ? callKey(messageId, 0) : null;
}

function showRow(messageId: string): void {
  const row = document.querySelector<HTMLElement>(`[role="log"] [data-message="${CSS.escape(messageId)}"]`);
  if (!row) return;
  row.scrollIntoView({ block: 'center' });
  row.tabIndex = -1;
  row.focus({ preventScroll: true });
  row.classList.add('flash');
  setTimeout(() => row.classList.remove('flash'), 1400);
}
