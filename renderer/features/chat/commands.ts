// Chat commands: the run, the focused message or call, and the composer.

import { type Message, textOf } from '../../../shared/conversation/message.ts';
import { resumePoint } from '../../../shared/conversation/resume.ts';
import { loadCode } from '../../core/loadCode.ts';
import type { CommandTarget } from '../../core/state/commandTarget.ts';
import { isOwnConversation, mayBeAgentConversation } from '../../core/state/inPlace.ts';
import type { Command, Session } from '../../core/state/session.ts';
import { strings } from '../../core/strings.ts';
import { focusComposer, transcriptElement } from '../../ui/focus.ts';
import { askAgain } from '../branches/askAgain.ts';
import { editMessage, focusedMessage, promptIdFor, quoteMessage } from '../branches/messageSteps.ts';
import { leaveRunning } from './background.ts';

const isIdle = ({ conversation }: Session): boolean => conversation.store.getState().state?.run === null;

/** Commands about the focused message: edit, regenerate, fork, quote. */
const messageCommands: readonly Command[] = [
  {
    id: 'message.edit',
    group: 'message',
    when: (session, target) => isIdle(session) && focused(session, target)?.role === 'user',
    run(session, target) {
      const message = focused(session, target);
      if (message) editMessage(session, message);
    },
  },
  {
    id: 'message.regenerate',
    group: 'message',
    when: (session, target) => isIdle(session) && focused(session, target) !== null,
    run(session, target) {
      const message = focused(session, target);
      const promptId = message && promptIdFor(session, message.id);
      if (promptId) void askAgain(session, promptId);
    },
  },
  {
    id: 'message.fork',
    group: 'message',
    when: (session, target) => focused(session, target) !== null,
    run(session, target) {
      const message = focused(session, target);
      if (message) void session.branches.fork(message.id);
    },
  },
  {
    id: 'message.quote',
    group: 'message',
    when: (session, target) => focused(session, target) !== null,
    run(session, target) {
      const message = focused(session, target);
      if (message) quoteMessage(session, textOf(message), target.message);
    },
  },
];

function isRunning({ conversation }: Session): boolean {
  return Boolean(conversation.store.getState().state?.run);
}

function canResume({ conversation }: Session): boolean {
  const { state } = conversation.store.getState();
  if (!state || state.run || state.removed || state.messages.length === 0) return false;
  const { kind } = resumePoint(state.messages, state.marks, state.reply !== null);
  return kind === 'request' || kind === 'message';
}

function lastReply({ conversation }: Session): string {
  const hasText = (message: Message): boolean => message.role === 'assistant' && Boolean(message.content?.trim());
  const message = conversation.store.getState().state?.messages.findLast(hasText);
  return message ? textOf(message) : '';
}

function openStartingCall(session: Session): void {
  loadCode(() => import('../../core/state/startingCalls.ts')).then(
    (code) => void code.openStartingCall(session),
    () => void session.lost.tell(() => openStartingCall(session)),
  );
}

async function copy({ actions, toasts }: Session, text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    actions.say(strings.ui.copied);
  } catch {
    toasts.show({ tone: 'error', message: strings.ui.copyFailed });
  }
}

export const chatCommands: readonly Command[] = [
  {
    id: 'chat.new',
    group: 'window',
    keys: { desktop: 'Mod+N', browser: 'Mod+Shift+O' },
    run: ({ actions }) => actions.newChat(),
  },
  {
    id: 'page.chat',
    group: 'window',
    when: ({ view }) => view.getState().page !== 'chat',
    run: ({ view }) => view.setState({ page: 'chat' }),
  },
  {
    id: 'focus.composer',
    group: 'window',
    keys: 'Mod+;',
    run({ view }) {
      view.setState({ page: 'chat', sheet: null });
      requestAnimationFrame(focusComposer);
    },
  },
  {
    id: 'focus.transcript',
    group: 'window',
    when: ({ conversation }) => conversation.store.getState().state !== null,
    run({ view }) {
      view.setState({ page: 'chat', sheet: null });
      requestAnimationFrame(() => transcriptElement()?.focus());
    },
  },
  // Only where Escape has no other meaning: see useEscapeToStop.
  {
    id: 'run.stop',
    group: 'run',
    keys: 'Esc Esc',
    fixed: true,
    when: isRunning,
    run: ({ actions }) => void actions.stop(),
  },
  {
    id: 'run.background',
    group: 'run',
    keys: 'Mod+Shift+B',
    when: (session) => isRunning(session) && session.view.getState().page === 'chat',
    run: leaveRunning,
  },
  { id: 'run.resume', group: 'run', when: canResume, run: ({ recover }) => void recover.resume() },
  {
    id: 'agent.parent',
    group: 'run',
    keys: 'Alt+Shift+Up',
    when: mayBeAgentConversation,
    run: openStartingCall,
  },
  {
    id: 'copy.lastReply',
    group: 'message',
    keys: 'Mod+Shift+C',
    when: (session) => lastReply(session) !== '',
    run: (session) => void copy(session, lastReply(session)),
  },
  // Handled by the transcript, together with Alt and arrow keys.
  { id: 'message.next', group: 'message', keys: 'J', fixed: true, where: 'transcript' },
  { id: 'message.previous', group: 'message', keys: 'K', fixed: true, where: 'transcript' },
  {
    id: 'message.copy',
    group: 'message',
    when: (session, { message }) => focusedMessage(session, message) !== null,
    run(session, { message }) {
      const focusedOne = focusedMessage(session, message);
      if (focusedOne) void copy(session, textOf(focusedOne));
    },
  },
  {
    id: 'call.toggle',
    group: 'message',
    when: (_session, { call }) => call !== null,
    run: (_session, { call }) => call?.querySelector<HTMLElement>('button[aria-expanded]')?.click(),
  },
  ...messageCommands,
  // Handled by the composer.
  { id: 'composer.send', group: 'writing', keys: 'Enter', fixed: true },
  { id: 'composer.sendNow', group: 'writing', keys: 'Mod+Enter', fixed: true, where: 'composer' },
  { id: 'composer.background', group: 'writing', keys: 'Alt+Enter', fixed: true, where: 'composer' },
  { id: 'composer.newline', group: 'writing', keys: 'Shift+Enter', fixed: true },
  { id: 'composer.earlier', group: 'writing', keys: 'Up', fixed: true },
];

function focused(session: Session, { message }: CommandTarget): Message | null {
  return isOwnConversation(session) ? focusedMessage(session, message) : null;
}
