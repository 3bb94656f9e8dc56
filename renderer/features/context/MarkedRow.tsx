// A transcript row with its mark: hidden messages are dimmed and labeled.

import { EyeOff, Pin } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Message } from '../../../shared/conversation/message.ts';
import { lateStrings } from '../../core/lateStrings.ts';
import { classes } from '../../ui/classes.ts';
import { type MessageMarkKind, useMessageMark } from './messageMark.ts';

export function MarkedRow({ message, children }: { message: Message; children: ReactNode }) {
  const mark = useMessageMark(message);
  return (
    <div data-mark={mark ?? undefined}>
      {mark && <MarkLine mark={mark} atEnd={message.role === 'user'} />}
      <div className={mark === 'hidden' ? 'opacity-75' : ''}>{children}</div>
    </div>
  );
}

function MarkLine({ mark, atEnd }: { mark: Exclude<MessageMarkKind, null>; atEnd: boolean }) {
  return (
    <p className={classes('mb-1 flex items-center gap-1 text-ink-3 text-small', atEnd && 'justify-end')}>
      <MarkGlyph mark={mark} />
      {mark === 'hidden' ? lateStrings.context.hiddenMark : lateStrings.context.pinnedMark}
    </p>
  );
}

function MarkGlyph({ mark }: { mark: Exclude<MessageMarkKind, null> }) {
  const Icon = mark === 'hidden' ? EyeOff : Pin;
  return <Icon className="size-3.5 shrink-0" strokeWidth={1.75} aria-hidden />;
}

/** For the row of a closed box, with space for the icon only. */
export function ResultMark({ message }: { message: Message | null }) {
  const mark = useMessageMark(message);
  if (!mark) return null;
  const text = mark === 'hidden' ? lateStrings.context.hiddenMark : lateStrings.context.pinnedMark;
  return (
    <span data-result-mark={mark} className="flex shrink-0 text-ink-3" title={text}>
      <MarkGlyph mark={mark} />
      <span className="sr-only">{text}</span>
    </span>
  );
}
