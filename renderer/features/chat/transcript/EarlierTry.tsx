// A failed model call that was retried: one quiet line, with the reason when expanded.

import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import type { AssistantMessage } from '../../../../shared/conversation/message.ts';
import { strings } from '../../../core/strings.ts';
import { classes } from '../../../ui/classes.ts';

export function EarlierTry({ message }: { message: AssistantMessage }) {
  const { error } = message;
  const [open, setOpen] = useState(false);
  return (
    <div data-role="earlier-try" data-message={message.id}>
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="-mx-1 flex items-center gap-1 rounded-s px-1 text-ink-3 text-small hover:text-ink-2"
      >
        {strings.chat.earlierTry}
        <ChevronRight
          className={classes('size-3.5 transition-transform duration-120', open && 'rotate-90')}
          aria-hidden
        />
      </button>
      {open && (
        <p className="wrap-anywhere mt-1 border-line border-l-2 pl-3 text-ink-2 text-ui">
          {error
            ? strings.sentences.error(error.cause ?? error.code, error.message, error.said)
            : strings.chat.errorTitle}
        </p>
      )}
    </div>
  );
}
