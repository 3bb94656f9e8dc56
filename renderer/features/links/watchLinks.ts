// Links from outside, and files opened with the app. They arrive in the fragment of the page's URL. A link is followed at
// once if that disturbs nothing; while something waits for the user, or where it would mix with what they typed, it is
// offered in a toast instead. It never sends, runs or answers anything, and no key meant for another app does either.

import { type Arrival, arrivalIn, type OutsideLink, readLink } from '../../../shared/features/links/link.ts';
import type { Session } from '../../core/state/session.ts';
import { settingsSections } from '../../core/state/viewStore.ts';
import { addressOf } from '../../core/state/windowAddress.ts';
import { guardKeys } from '../../ui/guardKeys.ts';
import { type LinkNote, watchNote } from './linkNote.ts';
import { linkWords as words } from './words.ts';

/** Characters of a link's text in a toast. */
const previewCharacters = 160;

/** `atStart`: the fragment that the page was loaded with. Call once the app state is loaded. */
export function watchLinks(session: Session, atStart: string): void {
  const { app, confirming, panes, search, toasts, view } = session;
  const notes: LinkNote[] = [];
  const watchNotes = (): void => {
    for (const pane of panes.made.slice(notes.length)) notes.push(watchNote(pane, notes.length));
  };
  panes.onChange(watchNotes);
  watchNotes();
  let offer: number | null = null;

  function isBusy(): boolean {
    const { dialog, paletteOpen, page } = view.getState();
    const asks = panes.store
      .getState()
      .shown.some(({ conversation }) =>
        conversation.store.getState().state?.calls.some(({ approval, question }) => approval || question),
      );
    return (
      dialog !== null || paletteOpen || page === 'activity' || asks || confirming.store.getState().pending !== null
    );
  }

  const hasDraft = (): boolean => {
    const { drafts } = panes.current();
    return drafts.textOf(null).trim() !== '' || drafts.attachmentsOf(null).length > 0;
  };

  function receive(arrival: Arrival | null): void {
    if (arrival === null) return;
    const { id } = panes.current().conversation.store.getState();
    history.replaceState(history.state, '', addressOf(location, id, panes.beside()));
    guardKeys(window, document.hasFocus());
    if (arrival.kind === 'opened') {
      const open = (): void => view.setState({ dialog: { type: 'import', opened: arrival.key } });
      if (isBusy()) propose(words.files, words.show, open);
      else open();
      return;
    }
    const read = readLink(arrival.link);
    if (!read.ok) return void toasts.show({ tone: 'error', message: words.problems[read.problem] });
    const { link } = read;
    const adds = link.kind === 'new' && hasDraft();
    if (!adds && !isBusy()) follow(link);
    else propose(describe(link), adds ? words.addBelow : words.open, () => follow(link));
  }

  /** Only one at a time: later ones must not move under the user's pointer. */
  function propose(message: string, label: string, run: () => void): void {
    if (offer !== null) return;
    offer = toasts.show({
      tone: 'info',
      message,
      stays: true,
      action: { label, run },
      onDismiss() {
        offer = null;
      },
    });
  }

  function follow(link: OutsideLink): void {
    if (link.kind === 'conversation') void showConversation(link.conversationId);
    else if (link.kind === 'new') fill(link.text, link.folder);
    else if (link.kind === 'settings') showSettings(link.section);
    else {
      search.leave();
      view.setState({ page: 'search', sheet: null, dialog: null });
      search.write(link.text, true);
    }
  }

  function showSettings(name: string): void {
    const section = settingsSections.find((each) => each === name);
    const isHere = section !== 'desktop' || app.store.getState().snapshot?.host === 'desktop';
    if (section && isHere) view.setState({ dialog: { type: 'settings', section } });
    else toasts.show({ tone: 'error', message: words.problems.unknown });
  }

  async function showConversation(conversationId: string): Promise<void> {
    const opened = await session.actions.call('conversation.open', { conversationId, tail: 1 });
    if (!opened.ok) return void toasts.show({ tone: 'error', message: words.noConversation });
    view.setState({ dialog: null });
    panes.current().actions.show(conversationId);
  }

  function fill(text: string, folder: string | null): void {
    const project =
      folder === null ? null : app.store.getState().snapshot?.projects.find((one) => one.folder === folder);
    if (project === undefined) toasts.show({ tone: 'info', message: words.otherFolder, stays: true });
    view.setState({ dialog: null });
    const { actions, conversation, drafts } = panes.current();
    if (hasDraft()) {
      // Where that text is, with its folder.
      if (conversation.store.getState().id !== null) actions.newChat();
      drafts.write(null, [drafts.textOf(null), text].filter((part) => part !== '').join('\n\n'));
    } else {
      actions.newChat(project?.id);
      drafts.write(null, text);
    }
    if (text !== '') notes[panes.made.indexOf(panes.current())]?.show();
  }

  addEventListener('hashchange', () => receive(arrivalIn(location.hash)));
  receive(arrivalIn(location.hash) ?? arrivalIn(atStart));
}

function describe(link: OutsideLink): string {
  switch (link.kind) {
    case 'conversation':
      return words.offers.conversation;
    case 'settings':
      return words.offers.settings;
    case 'search':
      return words.offers.search(shortened(link.text));
    case 'new':
      return words.offers.new(shortened(link.text));
  }
}

function shortened(text: string): string {
  const letters = [...text.replaceAll(/\s+/g, ' ').trim()];
  return letters.length <= previewCharacters ? letters.join('') : `${letters.slice(0, previewCharacters).join('')}…`;
}
