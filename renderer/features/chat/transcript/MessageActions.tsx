// A message's actions and time, shown on hover and keyboard focus. Its branch switch is always visible.

import { Ellipsis, Pencil, RefreshCw } from 'lucide-react';
import type { Message } from '../../../../shared/conversation/message.ts';
import type { Cost } from '../../../../shared/features/models/cost.ts';
import { formatUsd } from '../../../core/format/amounts.ts';
import { formatFullTime, formatTime } from '../../../core/format/time.ts';
import { lateStrings } from '../../../core/lateStrings.ts';
import { useConversation, useSession } from '../../../core/state/context.tsx';
import { useInPlaceApp } from '../../../core/state/inPlace.ts';
import type { ForgetTarget } from '../../../core/state/viewStore.ts';
import { strings, timeLocale } from '../../../core/strings.ts';
import { CopyButton } from '../../../ui/CopyButton.tsx';
import { classes } from '../../../ui/classes.ts';
import { composerElement, focusWhenLost } from '../../../ui/focus.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { Menu } from '../../../ui/Menu.tsx';
import { askAgain } from '../../branches/askAgain.ts';
import { BranchSwitch } from '../../branches/BranchSwitch.tsx';
import { useForks } from '../../branches/forkStore.ts';
import { editMessage, promptIdFor } from '../../branches/messageSteps.ts';
import { costWords } from '../../costs/words.ts';
import { MessageEntries } from './MessageEntries.tsx';

export function MessageActions({
  message,
  target,
  text,
  createdAt,
  model,
  isStep = false,
  className,
}: {
  message: Message;
  target: ForgetTarget;
  text: string;
  createdAt: string;
  model?: string | undefined;
  /** There is no space below, so the actions cover the beginning of its text. */
  isStep?: boolean;
  className?: string;
}) {
  const session = useSession();
  const running = useConversation((state) => state.run !== null) ?? false;
  const readOnly = useInPlaceApp() !== null;
  const place = useForks(message.id);
  const own = message.role === 'user';
  const again = (): void => {
    const promptId = promptIdFor(session, message.id);
    if (promptId === null) return;
    // The row with the focus is replaced by the new reply.
    const from = document.activeElement;
    void askAgain(session, promptId).then((begun) => {
      if (begun) focusWhenLost(composerElement, from);
    });
  };
  return (
    <div
      className={classes(
        'flex items-center gap-1.5 text-ink-3 text-small',
        isStep ? '' : '-mb-6 h-6 pointer-coarse:mb-0 pointer-coarse:h-auto',
        className,
      )}
    >
      <div
        className={classes(
          'flex h-6 min-w-0 items-center gap-1.5 opacity-0 transition-opacity duration-120',
          // Under a finger they are always visible, so they have a place of their own.
          'pointer-coarse:h-auto',
          isStep &&
            'pointer-fine:absolute pointer-fine:-top-1.5 pointer-fine:right-0 pointer-fine:rounded-m pointer-fine:bg-over pointer-fine:px-1.5 pointer-fine:shadow-menu',
          'focus-within:opacity-100 group-hover/message:opacity-100 has-data-[state=open]:opacity-100',
        )}
      >
        <CopyButton text={text} label={strings.chat.copyMessage} />
        {own && !readOnly && (
          <IconButton
            icon={Pencil}
            label={lateStrings.branching.edit.action}
            size="small"
            data-edit
            data-needs="run.resend"
            aria-disabled={running}
            onClick={() => !running && editMessage(session, message)}
          />
        )}
        {!own && !readOnly && (
          <IconButton
            icon={RefreshCw}
            data-needs="run.regenerate"
            label={lateStrings.branching.regenerate}
            size="small"
            aria-disabled={running}
            onClick={() => !running && again()}
          />
        )}
        {!readOnly && (
          <Menu
            align={own ? 'end' : 'start'}
            trigger={<IconButton icon={Ellipsis} label={strings.chat.messageMenu} size="small" />}
          >
            <MessageEntries message={message} target={target} text={text} />
          </Menu>
        )}
        <time dateTime={createdAt} title={formatFullTime(createdAt, timeLocale)} className="whitespace-nowrap">
          {formatTime(createdAt, Date.now(), timeLocale, strings.ui.time)}
        </time>
        {model && <span className="truncate">· {model}</span>}
        {message.role === 'assistant' && message.usage?.cost && <ReplyCost cost={message.usage.cost} />}
      </div>
      {!readOnly && place?.versions && <BranchSwitch fork={place.versions} what="version" messageId={message.id} />}
      {!readOnly &&
        place?.replies.map((fork) => (
          <BranchSwitch key={fork.parentId} fork={fork} what="reply" messageId={message.id} />
        ))}
    </div>
  );
}

/** Subdued, and only if known. */
function ReplyCost({ cost: { usd, by, date = '', atLeast } }: { cost: Cost }) {
  const { by: sources, atLeast: least, turn } = costWords;
  const amount = atLeast ? least(formatUsd(usd)) : formatUsd(usd);
  const source = by === 'catalogue' ? sources.catalogue(date) : sources[by];
  return by === 'local' ? null : (
    <span className="tabular whitespace-nowrap" title={strings.sentences.row([turn(amount), source])}>
      · {amount}
    </span>
  );
}
