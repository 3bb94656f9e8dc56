// The model's reasoning: one line with the seconds and newest words while it thinks, then the duration. Expands to the
// text; reasoning that the provider hides is labeled and cannot be expanded.

import { ChevronRight } from 'lucide-react';
import { formatDuration, formatElapsed } from '../../core/format/duration.ts';
import { useOpenPart } from '../../core/state/useOpenPart.ts';
import { strings } from '../../core/strings.ts';
import { classes } from '../../ui/classes.ts';
import { useNow } from '../../ui/useNow.ts';
import { VisibleText } from '../../ui/VisibleText.tsx';
import { PlainText } from '../markdown/PlainText.tsx';

const words = strings.chat.thinking;

interface ReasoningProps {
  /** The message that contains it, or will. */
  id: string;
  text: string;
  /** Thinking time; absent if not measured. */
  ms?: number | undefined;
  /** Thinking now; `since`: the start, if known (ISO 8601). */
  live?: { since?: string | undefined } | undefined;
}

export function Reasoning({ id, text, ms, live }: ReasoningProps) {
  const [open, setOpen] = useOpenPart(id);
  return (
    <div className="text-ink-3 text-ui" data-thinking={live ? 'live' : 'done'}>
      <div className="flex min-w-0 items-center gap-3">
        <button
          type="button"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          className="-ml-1 flex shrink-0 items-center gap-1 rounded-s px-1 hover:text-ink-2"
        >
          {live ? words.now : ms === undefined ? words.done : words.doneIn(formatDuration(ms))}
          {live && <Seconds ms={ms ?? 0} since={live.since} />}
          <ChevronRight
            className={classes('size-3.5 transition-transform duration-120', open && 'rotate-90')}
            aria-hidden
          />
        </button>
        {live && !open && <NewestWords text={text} />}
      </div>
      {open && (
        <div className="wrap-anywhere mt-1 whitespace-pre-wrap border-line border-l-2 pl-3">
          <PlainText text={text.trim()} />
        </div>
      )}
    </div>
  );
}

/** The model thought, but no text was provided. */
export function HiddenReasoning({ ms }: { ms: number | undefined }) {
  return (
    <p className="text-ink-3 text-ui" data-thinking="unseen">
      {ms === undefined ? words.unseen : words.unseenIn(formatDuration(ms))}
    </p>
  );
}

/** Not announced every second. */
function Seconds({ ms, since }: { ms: number; since: string | undefined }) {
  const now = useNow(1000, since !== undefined);
  if (since === undefined) return null;
  return (
    <span className="tabular" aria-hidden>
      {formatElapsed(ms + Math.max(0, now - Date.parse(since)))}
    </span>
  );
}

/** The end of the text on one line, truncated at its start, so that nothing moves when it finishes. */
function NewestWords({ text }: { text: string }) {
  const line = text.slice(-400).trimEnd().split('\n').at(-1) ?? '';
  return (
    <span className="min-w-0 truncate text-left [direction:rtl]" aria-hidden>
      <bdi dir="ltr">
        <VisibleText text={line.trimStart()} />
      </bdi>
    </span>
  );
}
