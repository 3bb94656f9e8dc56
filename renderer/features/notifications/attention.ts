// Notifies when a run that the user is not looking at waits or ends: a system notification and, if another conversation waits, a
// toast. Batches, drops what is over by then, badges the app icon with the number of waiting conversations. Writes no chat text; the
// desktop's host adds what a single call will do if the user wants that.

import type { Attention, ConversationRow } from '../../../shared/features/conversations/methods.ts';
import { lateStrings } from '../../core/lateStrings.ts';
import type { Session } from '../../core/state/session.ts';
import { strings } from '../../core/strings.ts';
import { visibleText } from '../../ui/visibleText.ts';
import { goToWaiting } from '../approvals/waiting.ts';

const words = lateStrings.notifications;

export interface SystemNotice {
  title: string;
  body: string;
  /** The conversation that a click opens. */
  conversationId: string;
  /** Names of the answers to its prompt; left out if it is about several conversations, of which it could only show one. */
  labels?: typeof words.answer;
}

export interface AttentionDeps {
  session: Session;
  later(ms: number, callback: () => void): () => void;
  /** True if the user is at this window. */
  isInFront(): boolean;
  /** True if this window announces, and shows what a notification opens, rather than another one. */
  isAnnouncer(): Promise<boolean>;
  /** Shows a system notification. */
  notify(notice: SystemNotice): void;
  /** Shows the number of waiting conversations on the app icon, if the host has one. */
  badge(count: number): void;
}

/** Batching interval in ms. */
const collectMs = 600;
/** Maximum length of a title in a notification. */
const maxTitleLength = 80;

function waitingCount(rows: readonly ConversationRow[]): number {
  return rows.filter((row) => row.activity === 'waiting').length;
}

/** Runs until the returned function is called. */
export function startAttention({ session, later, isInFront, isAnnouncer, notify, badge }: AttentionDeps): () => void {
  const { connection, app, panes, view, toasts } = session;
  const happened = new Map<string, Attention>();
  /** The toasts about waiting conversations, by conversation. */
  const announced = new Map<string, string>();
  let cancel: (() => void) | null = null;
  let shownCount = 0;

  const rowOf = (id: string): ConversationRow | undefined =>
    app.store.getState().snapshot?.conversations.find((row) => row.id === id);
  /** True if its questions are on screen: on its own page or on the activity page. */
  const isHere = (id: string): boolean => {
    const { page } = view.getState();
    return page === 'activity' || (page === 'chat' && panes.shows(id));
  };

  function collect(conversationId: string, what: Attention): void {
    happened.set(conversationId, what);
    cancel ??= later(collectMs, () => void tell());
  }

  /** False if it was answered, or has ended or begun meanwhile. */
  function stillSo(row: ConversationRow, what: Attention): boolean {
    if (isWait(what)) return row.activity === 'waiting';
    return row.activity === (what === 'retrying' ? 'running' : 'idle');
  }

  async function tell(): Promise<void> {
    cancel = null;
    const front = isInFront();
    const news = [...happened].flatMap(([id, what]) => {
      // Unlisted conversations are sub-agents': their questions appear in the parent conversation.
      const row = rowOf(id);
      return row && stillSo(row, what) && !(front && isHere(id)) ? [{ row, what }] : [];
    });
    happened.clear();
    if (news.length === 0) return;
    if (front) for (const { row, what } of news) if (isWait(what)) sayInside(row);
    if (!app.store.getState().snapshot?.settings.notifications) return;
    if (await isAnnouncer()) notify(noticeOf(news));
  }

  function sayInside(row: ConversationRow): void {
    const message = words.waits(titleOf(row));
    announced.set(row.id, message);
    toasts.show({ tone: 'info', message, action: { label: words.show, run: () => open(row.id) } });
  }

  function open(id: string): void {
    panes.current().actions.show(id);
    if (rowOf(id)?.activity === 'waiting') goToWaiting(panes.current());
  }

  async function showHere(id: string): Promise<void> {
    if (await isAnnouncer()) open(id);
  }

  function follow(): void {
    const rows = app.store.getState().snapshot?.conversations ?? [];
    const count = waitingCount(rows);
    if (count !== shownCount) badge(count);
    shownCount = count;
    for (const [id, message] of announced) {
      if (rowOf(id)?.activity === 'waiting') continue;
      announced.delete(id);
      const toast = toasts.store.getState().visibleToasts.find((candidate) => candidate.message === message);
      if (toast) toasts.dismiss(toast.id);
    }
  }

  const ends = [
    connection.onEvent(({ conversationId, event }) => {
      if (conversationId !== null) return;
      if (event.type === 'conversation.attention') collect(event.conversationId, event.what);
      if (event.type === 'window.show') void showHere(event.conversationId);
    }),
    app.store.subscribe(follow),
  ];
  follow();
  return () => {
    for (const end of ends) end();
    cancel?.();
  };
}

function isWait(what: Attention): boolean {
  return what === 'approval' || what === 'question';
}

function titleOf({ title }: ConversationRow): string {
  const visibleTitle = visibleText(strings.sentences.title(title) || strings.sidebar.untitled);
  return visibleTitle.length > maxTitleLength ? `${visibleTitle.slice(0, maxTitleLength - 1)}…` : visibleTitle;
}

function noticeOf(news: readonly { row: ConversationRow; what: Attention }[]): SystemNotice {
  const [first] = news as [(typeof news)[number]];
  const waiting = news.filter(({ what }) => isWait(what));
  const conversationId = (waiting[0] ?? first).row.id;
  if (news.length === 1)
    return { title: titleOf(first.row), body: words.what[first.what], conversationId, labels: words.answer };
  const retrying = news.filter(({ what }) => what === 'retrying');
  const body = words.severalBody(waiting.length, retrying.length, news.length - waiting.length - retrying.length);
  return { title: words.several(news.length), body, conversationId };
}
