// The plan as a document, or as Markdown source. Marks user edits; restoring the original keeps them one step away.

import { Pencil, Redo2, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { lateStrings } from '../../../core/lateStrings.ts';
import { Button } from '../../../ui/Button.tsx';
import { classes } from '../../../ui/classes.ts';
import { inputClasses } from '../../../ui/Field.tsx';
import { VisibleText } from '../../../ui/VisibleText.tsx';
import { Markdown } from '../../markdown/Markdown.tsx';
import type { PlanDraft } from './planDrafts.ts';
import type { Plan } from './planQuestion.ts';

const words = lateStrings.approvals.plan;
/** Fits a small window together with its surroundings. */
const height = 'max-h-[clamp(160px,calc(100dvh-400px),560px)]';

/** Focuses what the user opened. */
export function focusTextArea(field: HTMLTextAreaElement | null): void {
  field?.focus({ preventScroll: true });
}

interface PlanDocumentProps {
  plan: Plan;
  draft: PlanDraft;
  off: boolean;
  takesFocus: boolean;
  onChange: (some: Partial<PlanDraft>) => void;
}

export function PlanDocument({ plan, draft, off, takesFocus, onChange }: PlanDocumentProps) {
  // The user's version before restoring the original.
  const [before, setBefore] = useState<string | null>(null);
  const text = draft.text ?? plan.text;
  const isChanged = text !== plan.text;
  const isEdited = draft.part === 'edit';
  const write = (next: string): void => {
    setBefore(null);
    onChange({ text: next === plan.text ? null : next });
  };
  const restore = (): void => {
    setBefore(draft.text);
    onChange({ text: null });
  };
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 px-3 pb-2">
        <h3 className="wrap-anywhere min-w-0 flex-1 basis-40 font-strong text-prose">
          <VisibleText text={plan.title} />
        </h3>
        {isChanged && (
          <span className="flex items-center gap-1 text-small text-wait">
            {words.changed}
            <Button size="small" tone="ghost" disabled={off} className="px-1.5" onClick={restore}>
              <Undo2 className="size-3.5" strokeWidth={1.75} aria-hidden />
              {words.restore}
            </Button>
          </span>
        )}
        {!isChanged && before !== null && (
          <Button size="small" tone="ghost" disabled={off} className="px-1.5" onClick={() => write(before)}>
            <Redo2 className="size-3.5" strokeWidth={1.75} aria-hidden />
            {words.again}
          </Button>
        )}
        <Button
          size="small"
          className="ml-auto"
          disabled={off}
          aria-pressed={isEdited}
          onClick={() => onChange({ part: isEdited ? 'read' : 'edit' })}
        >
          {!isEdited && <Pencil className="size-3.5" strokeWidth={1.75} aria-hidden />}
          {isEdited ? words.read : words.edit}
        </Button>
      </div>
      {isEdited ? (
        <div className="px-3">
          <textarea
            ref={takesFocus ? focusTextArea : undefined}
            aria-label={words.source}
            spellCheck={false}
            disabled={off}
            value={text}
            onChange={(event) => write(event.target.value)}
            className={classes(
              inputClasses,
              height,
              'field-sizing-content block min-h-40 resize-none py-2 font-mono text-code',
            )}
          />
        </div>
      ) : (
        <section
          aria-label={plan.title}
          data-plan-text
          className={classes(
            height,
            'overflow-y-auto border-line border-y bg-page px-3 py-2.5 focus-visible:-outline-offset-2',
          )}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions must be reachable by keyboard
          tabIndex={0}
        >
          <Markdown text={text} />
        </section>
      )}
    </>
  );
}
