// What the model thought, one quiet line until it is opened.

import { ChevronRight } from 'lucide-react';
import { strings } from '../../../core/strings.ts';
import { classes } from '../../../ui/classes.ts';
import { PlainText } from '../../markdown/PlainText.tsx';
import { useOpenPart } from './useOpenPart.ts';

/** `id`: of the record that says it, or will. */
export function Reasoning({ id, text, live = false }: { id: string; text: string; live?: boolean }) {
  const [open, setOpen] = useOpenPart(id);
  return (
    <div className="text-ink-3 text-ui">
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="-ml-1 flex items-center gap-1 rounded-s px-1 hover:text-ink-2"
      >
        {live ? strings.chat.thinking : strings.chat.thought}
        <ChevronRight
          className={classes('size-3.5 transition-transform duration-120', open && 'rotate-90')}
          aria-hidden
        />
      </button>
      {open && (
        <div className="wrap-anywhere mt-1 whitespace-pre-wrap border-line border-l-2 pl-3">
          <PlainText text={text.trim()} />
        </div>
      )}
    </div>
  );
}
