// Undoes and redoes file changes, and rewinds to an earlier message. Each reports the outcome and offers to revert it.

import type { MethodName, ParamsOf, ResultOf } from '../../../shared/contract.ts';
import { typedText } from '../../../shared/conversation/apiContent.ts';
import { type AttachmentRef, attachmentsOf } from '../../../shared/conversation/attachments.ts';
import type { Message, UserMessage } from '../../../shared/conversation/message.ts';
import type { ChangeDirection, ChangeOutcome, ChangeTarget } from '../../../shared/features/undo/methods.ts';
import { lateStrings } from '../../core/lateStrings.ts';
import { strings } from '../../core/strings.ts';
import { visibleText } from '../../ui/visibleText.ts';
import { type ChangeActions, type ChangeActionsDeps, waitForFolder } from './waitForFolder.ts';

const words = strings.undo;
const maxNames = 3;

export function createChangeActions({
  call,
  report,
  conversationId: own,
  app,
  conversation,
  drafts,
  toasts,
}: ChangeActionsDeps): ChangeActions {
  async function valueOrNotify<M extends MethodName>(method: M, params: ParamsOf<M>): Promise<ResultOf<M> | null> {
    const answer = await call(method, params);
    if (answer.ok) return answer.value;
    report(answer.error);
    return null;
  }

  /** Replaces an identical recent toast, since its undo action differs. */
  function say(message: string, action?: { label: string; run: () => void }): void {
    for (const toast of toasts.store.getState().visibleToasts) if (toast.message === message) toasts.dismiss(toast.id);
    toasts.show({ tone: 'info', message, ...(action ? { action: { ...action, isUndo: true } } : {}) });
  }

  async function rewindIn(conversationId: string, messageId: string, files: boolean): Promise<boolean> {
    const answered = await call('conversation.rewind', { conversationId, messageId, files });
    if (!answered.ok) {
      const again = (): void => void rewindIn(conversationId, messageId, files);
      const wait = { conversationId, error: answered.error, run: again, goesBack: true } as const;
      if (await waitForFolder({ app, conversation, toasts }, wait)) return true;
      report(answered.error);
      return false;
    }
    const answer = answered.value;
    const written = drafts.textOf(conversationId);
    drafts.write(conversationId, written.trim() === '' ? answer.text : `${answer.text}\n\n${written}`);
    if (answer.attachments.length > 0) {
      const others = drafts.attachmentsOf(conversationId);
      const more = others.filter(({ hash }) => !answer.attachments.some((ref) => ref.hash === hash));
      drafts.attach(conversationId, [...answer.attachments, ...more]);
    }
    const outcome = answer.files ? ` ${outcomeText(answer.files, 'undo')}` : '';
    say(`${words.rewind.done}${outcome}`);
    return true;
  }

  async function applyIn(conversationId: string, target: ChangeTarget, direction: ChangeDirection): Promise<boolean> {
    const answer = await call('changes.apply', { conversationId, target, direction });
    if (!answer.ok) {
      const again = (): void => void applyIn(conversationId, target, direction);
      const wait = { conversationId, error: answer.error, run: again };
      if (await waitForFolder({ app, conversation, toasts }, wait)) return true;
      report(answer.error);
      return false;
    }
    const outcome = answer.value;
    const back = direction === 'undo' ? 'redo' : 'undo';
    const label = direction === 'undo' ? words.redoThat : words.undoThat;
    const run = (): void => void applyIn(conversationId, target, back);
    say(outcomeText(outcome, direction), outcome.done > 0 ? { label, run } : undefined);
    return true;
  }

  /** Removes the rewound message from the composer again; keeps other text there. */
  async function unrewind(conversationId: string): Promise<boolean> {
    const current = conversation.store.getState();
    // The state of another conversation does not apply here.
    const before = current.id === conversationId ? current.state : null;
    const answer = await valueOrNotify('conversation.unrewind', { conversationId });
    if (!answer) return false;
    const files = answer.files ? ` ${outcomeText(answer.files, 'redo')}` : '';
    if (conversation.store.getState().id === conversationId) await conversation.reload();
    const { id, state } = conversation.store.getState();
    const written = drafts.textOf(conversationId);
    const now = id === conversationId && before ? state : null;
    const came = now ? textAfter(now.messages, before?.messages.at(-1)?.id) : null;
    const rest = came === null ? written : withoutText(written, came);
    if (rest !== written) drafts.write(conversationId, rest);
    // Files restored with the message are removed again with it.
    const back = now ? filesAfter(now.messages, before?.messages.at(-1)?.id) : [];
    const attachedNow = drafts.attachmentsOf(conversationId);
    const left = attachedNow.filter(({ hash }) => !back.some((ref) => ref.hash === hash));
    if (left.length < attachedNow.length) drafts.attach(conversationId, left);
    say(`${words.rewind.undoneThat}${files}${rest.trim() === '' ? '' : ` ${words.rewind.dropped}`}`);
    return true;
  }

  return {
    async apply(target, direction) {
      const conversationId = own();
      return conversationId !== null && (await applyIn(conversationId, target, direction));
    },
    async rewind(messageId, files) {
      const conversationId = own();
      return conversationId !== null && (await rewindIn(conversationId, messageId, files));
    },
    async goForward() {
      const conversationId = own();
      return conversationId !== null && (await unrewind(conversationId));
    },
  };
}

/** The user's first message after the given one; undefined: from the start. */
function saidAfter(messages: readonly Message[], id: string | undefined): UserMessage | null {
  const from = id === undefined ? 0 : messages.findIndex((message) => message.id === id) + 1;
  const message = messages.slice(from).find(({ role }) => role === 'user');
  return message?.role === 'user' ? message : null;
}

function filesAfter(messages: readonly Message[], id: string | undefined): readonly AttachmentRef[] {
  const message = saidAfter(messages, id);
  return message ? attachmentsOf(message.content) : [];
}

function textAfter(messages: readonly Message[], id: string | undefined): string | null {
  const message = saidAfter(messages, id);
  if (!message) return null;
  return typeof message.content === 'string' ? message.content : message.content.map(typedText).join('');
}

function withoutText(written: string, text: string): string {
  if (written === text) return '';
  return written.startsWith(`${text}\n\n`) ? written.slice(text.length + 2) : written;
}

/** Describes what was done, and which files were skipped and why. @internal */
export function outcomeText({ done, skipped }: ChangeOutcome, direction: ChangeDirection): string {
  const did = done > 0 ? lateStrings.undoing.done[direction](done) : lateStrings.undoing.done.none;
  if (skipped.length === 0) return did;
  const named = skipped
    .slice(0, maxNames)
    .map(({ path, reason }) => `${visibleText(path)} (${visibleText(strings.sentences.host(reason))})`);
  if (skipped.length > maxNames) named.push(lateStrings.undoing.skippedMore(skipped.length - maxNames));
  return `${did} ${lateStrings.undoing.skipped(strings.sentences.list(named))}`;
}
