// What can be done with a message, and when it was: there on hover and by keyboard.

import type { Message } from '../../../shared/conversation/message.ts';
import { formatFullTime, formatTime } from '../../format/time.ts';
import { locale, strings } from '../../strings.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { classes } from '../../ui/classes.ts';
import type { ForgetTarget } from './ForgetDialog.tsx';
import { ForgetMenu } from './ForgetMenu.tsx';

export function MessageActions({
  message,
  target,
  text,
  createdAt,
  model,
  className,
}: {
  message: Message;
  target: ForgetTarget;
  text: string;
  createdAt: string;
  model?: string | undefined;
  className?: string;
}) {
  return (
    <div
      className={classes(
        '-mb-6 flex h-6 items-center gap-1.5 text-ink-3 text-small opacity-0 transition-opacity duration-120',
        'focus-within:opacity-100 group-hover/message:opacity-100 has-data-[state=open]:opacity-100',
        className,
      )}
    >
      <CopyButton text={text} label={strings.chat.copyMessage} />
      <ForgetMenu targets={[target]} label={strings.chat.messageMenu} record={message} recordLabel={text} />
      <time dateTime={createdAt} title={formatFullTime(createdAt, locale)}>
        {formatTime(createdAt, Date.now(), locale, strings.ui.time)}
      </time>
      {model && <span className="truncate">· {model}</span>}
    </div>
  );
}
