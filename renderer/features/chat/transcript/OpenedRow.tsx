// One quiet line of the transcript, opened to what stands behind it.

import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import type { SystemMessage } from '../../../../shared/conversation/message.ts';
import { classes } from '../../../ui/classes.ts';
import { useOpenPart } from './useOpenPart.ts';

interface OpenedRowProps {
  message: SystemMessage;
  title: string;
  children: ReactNode;
}

export function OpenedRow({ message, title, children }: OpenedRowProps) {
  const [open, setOpen] = useOpenPart(message.id);
  return (
    <div data-role="system" data-message={message.id}>
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="-mx-1 flex items-center gap-1 rounded-s px-1 text-ink-3 text-small hover:text-ink-2"
      >
        {title}
        <ChevronRight
          className={classes('size-3.5 transition-transform duration-120', open && 'rotate-90')}
          aria-hidden
        />
      </button>
      {open && <div className="mt-1 border-line border-l-2 pl-3 text-ink-2">{children}</div>}
    </div>
  );
}
