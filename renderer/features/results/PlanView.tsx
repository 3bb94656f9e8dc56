// An answered plan: the answer in one line, then the plan as a document. Long plans start collapsed.

import { ClipboardCheck, ClipboardX } from 'lucide-react';
import { useState } from 'react';
import { lateStrings } from '../../core/lateStrings.ts';
import { modeAppearance } from '../../core/modeAppearance.ts';
import { strings } from '../../core/strings.ts';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { VisibleText } from '../../ui/VisibleText.tsx';
import { Markdown } from '../markdown/Markdown.tsx';
import type { AnsweredPlan } from './answeredPlan.ts';

const words = lateStrings.approvals.plan;
/** From this many lines on, a plan may be taller than its box. */
const manyLines = 14;
const manyCharacters = 900;

export function PlanView({ plan }: { plan: AnsweredPlan }) {
  const isLong = plan.text.split('\n', manyLines + 1).length > manyLines || plan.text.length > manyCharacters;
  const [all, setAll] = useState(!isLong);
  return (
    <section aria-label={plan.title || words.label} data-plan-answer={plan.answer} className="px-3 py-2.5">
      <Answer plan={plan} />
      {plan.title !== '' && (
        <h3 className="wrap-anywhere mt-2 font-strong text-prose">
          <VisibleText text={plan.title} />
        </h3>
      )}
      <div className={classes('mt-1', !all && 'fold-fade max-h-44 overflow-hidden')} inert={!all}>
        <Markdown text={plan.text} />
      </div>
      {isLong && (
        <Button size="small" tone="ghost" className="-ml-2.5 mt-1" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? words.less : words.all}
        </Button>
      )}
    </section>
  );
}

function Answer({ plan: { answer, mode, edited, words: reply } }: { plan: AnsweredPlan }) {
  const Icon = answer === 'accepted' ? ClipboardCheck : ClipboardX;
  const Mode = mode && modeAppearance[mode];
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-1.5 text-ink-2 text-ui">
        <Icon className="size-4 shrink-0" strokeWidth={1.75} aria-hidden />
        {edited && answer !== 'unanswered' ? words.answeredEdited[answer] : words.answered[answer]}
        {answer === 'accepted' && mode && Mode && (
          <span className="flex items-center gap-1">
            · <Mode.icon className={classes('size-3.5', Mode.tone)} strokeWidth={1.75} aria-hidden />
            {strings.chat.approval[mode].name}
          </span>
        )}
      </p>
      {reply !== '' && (
        <p className="wrap-anywhere mt-1 whitespace-pre-wrap border-line-strong border-l-2 pl-2.5 text-ui">
          <VisibleText text={reply} />
        </p>
      )}
    </>
  );
}
