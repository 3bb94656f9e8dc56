// Notice before a reply for which thinking of earlier replies had to be omitted; expands to the reason and the effect.

import { ChevronRight } from 'lucide-react';
import type { AssistantMessage } from '../../../../shared/conversation/message.ts';
import { useOpenPart } from '../../../core/state/useOpenPart.ts';
import { strings } from '../../../core/strings.ts';
import { classes } from '../../../ui/classes.ts';

const words = strings.chat.thinking.dropped;

export function DroppedThinking({ message }: { message: AssistantMessage }) {
  const [open, setOpen] = useOpenPart(`dropped:${message.id}`);
  return (
    <div className="text-ink-3 text-small" data-role="dropped-thinking">
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="-mx-1 flex items-center gap-1 rounded-s px-1 hover:text-ink-2"
      >
        {words.title(message.droppedThinking ?? 1)}
        <ChevronRight
          className={classes('size-3.5 transition-transform duration-120', open && 'rotate-90')}
          aria-hidden
        />
      </button>
      {open && (
        <div className="mt-1 grid max-w-[68ch] gap-1 border-line border-l-2 pl-3">
          <p>{words.why}</p>
          <p>{words.means}</p>
        </div>
      )}
    </div>
  );
}
