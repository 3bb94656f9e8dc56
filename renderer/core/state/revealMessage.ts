// Navigates to any message: opens its conversation, loads the part around it in one request, and scrolls to its row, or
// to the call box of a result. Switches branches if necessary, with a way back.

import { callKey } from '../../../shared/conversation/event.ts';
import type { AppError, Result } from '../../../shared/core/errors.ts';
import { callsOfItems, isContextPanelMessage, transcriptItems, withNested } from '../calls/items.ts';
import { strings } from '../strings.ts';
import { showPanel } from './panels.ts';
import type { Session } from './session.ts';
import type { ViewStore } from './viewStore.ts';

export interface RevealTarget {
  /** If it is not the current conversation. */
  conversationId?: string;
  /** Index of a call in the message, to show its box. */
  callIndex?: number;
  /** The matching part, for highlighting. */
  part?: string;
  place?: number;
  text?: string;
  /** Leaves the focus where it is. */
  keepsFocus?: boolean;
}

/** Timeout in ms for opening a conversation. */
const openMs = 15_000;

/** Starts a navigation and cancels earlier ones. The returned function tells whether it is still the latest. */
export function startNavigation(view: ViewStore): () => boolean {
  const mine = view.getState().goal + 1;
  view.setState({ goal: mine });
  return () => view.getState().goal === mine;
}

/** False if it could not be shown, which is reported, or was superseded. */
export async function revealMessage(
  from: Session,
  messageId: string,
  target: RevealTarget = {},
  isStillWanted?: () => boolean,
): Promise<boolean> {
  const id = target.conversationId ?? from.conversation.store.getState().id;
  if (id === null) return false;
  const session = from.panes.paneFor(from, id);
  const { conversation, view, actions } = session;
  const isWanted = isStillWanted ?? startNavigation(view);
  view.setState({ page: 'chat', sheet: null });
  if (conversation.store.getState().id !== id) actions.show(id);
  session.panes.focus(session);
  if (!(await isThere(session, id)) || !isWanted()) return false;
  const answer = await onItsBranch(session, id, messageId, isWanted);
  if (conversation.store.getState().id !== id || !isWanted()) return false;
  if (!answer.ok) {
    actions.report(answer.error);
    return false;
  }
  const { messages } = conversation.store.getState().messageWindow;
  const at = messages.findIndex((message) => message.id === messageId);
  const record = messages[at];
  const isBegun = messages.slice(0, at).some(({ role }) => role === 'user');
  // Not a transcript row: the panel shows it.
  if (record && isContextPanelMessage(record, isBegun)) {
    showPanel(view, 'context');
    view.setState(({ openParts }) => ({ openParts: { ...openParts, [messageId]: true } }));
    return true;
  }
  const key = keyOf(session, messageId, target.callIndex);
  // The box of a sub-agent's call is in the box of the call that started the sub-agent.
  const around = callsOfItems(transcriptItems(messages)).filter((call) =>
    withNested(call).some((one) => one.key === key),
  );
  const opened = Object.fromEntries([key, ...around.map((call) => call.key)].map((one) => [one, true]));
  view.setState(({ reveal, openCalls }) => ({
    openCalls: key === messageId ? openCalls : { ...openCalls, ...opened },
    reveal: { key, count: (reveal?.count ?? 0) + 1, keepsFocus: target.keepsFocus ?? false },
  }));
  return true;
}

async function onItsBranch(
  session: Session,
  id: string,
  messageId: string,
  isWanted: () => boolean,
): Promise<Result<object>> {
  const { conversation, actions, toasts } = session;
  const answer = await conversation.goTo(messageId);
  if (answer.ok || !isElsewhere(answer.error) || !isWanted()) return answer;
  const switched = await actions.call('conversation.switchBranch', { conversationId: id, messageId });
  if (!switched.ok) return switched;
  if (conversation.store.getState().id !== id) return switched;
  await conversation.reload();
  const { before } = switched.value;
  const { branchOpened, branchBack } = strings.chat;
  toasts.show({
    tone: 'info',
    message: branchOpened,
    ...(before === null
      ? {}
      : {
          action: {
            label: branchBack,
            isUndo: true,
            run: () =>
              void actions.call('conversation.switchBranch', { conversationId: id, messageId: before }).then((back) => {
                if (!back.ok) actions.report(back.error);
              }),
          },
        }),
  });
  return isWanted() ? conversation.goTo(messageId) : switched;
}

function isElsewhere({ code, details }: AppError): boolean {
  return code === 'MESSAGE_NOT_FOUND' && details?.branch === true;
}

/** The key of a call: the requested one, that of a result, or the first of a message with only calls. */
function keyOf({ conversation }: Session, messageId: string, callIndex: number | undefined): string {
  if (callIndex !== undefined) return callKey({ messageId, index: callIndex });
  const { messages } = conversation.store.getState().messageWindow;
  const record = messages.find((message) => message.id === messageId);
  if (record?.role === 'tool' && record.partType === 'tool_run') return callKey({ messageId, index: 0 });
  if (record?.role !== 'tool' && record?.role !== 'assistant') return messageId;
  const calls = callsOfItems(transcriptItems(messages));
  const answered = calls.find((call) => call.result?.id === messageId);
  if (answered) return answered.key;
  const speaks = record.role === 'assistant' && Boolean(record.content?.trim());
  const isCaller = calls.some((call) => call.messageId === messageId);
  return !speaks && isCaller ? callKey({ messageId, index: 0 }) : messageId;
}

/** False if it could not be opened, or another one was opened meanwhile. */
function isThere({ conversation }: Session, id: string): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const look = (): void => {
    const now = conversation.store.getState();
    if (now.id !== id || now.error) resolve(false);
    else if (now.state) resolve(true);
  };
  const stop = conversation.store.subscribe(look);
  const timer = setTimeout(() => resolve(false), openMs);
  look();
  return promise.finally(() => {
    stop();
    clearTimeout(timer);
  });
}
