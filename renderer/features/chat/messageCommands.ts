// Commands about the focused message: edit, regenerate, fork, quote.

import { type Message, textOf } from '../../../shared/conversation/message.ts';
import type { CommandTarget } from '../../core/state/commandTarget.ts';
import { isOurs } from '../../core/state/inPlace.ts';
import type { Command, Session } from '../../core/state/session.ts';
import { askAgain } from '../branches/askAgain.ts';
import { askedBefore, editMessage, focusedMessage, quoteMessage } from '../branches/messageSteps.ts';

function focused(session: Session, { message }: CommandTarget): Message | null {
  return isOurs(session) ? focusedMessage(session, message) : null;
}

const isIdle = ({ conversation }: Session): boolean => conversation.store.getState().state?.run === null;

export const messageCommands: readonly Command[] = [
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
      const asked = message && askedBefore(session, message.id);
      if (asked) void askAgain(session, asked);
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
