// Denies with more options: a reason for the model, permanently, or stopping the run. Replaces the question's buttons.
// Enter in the field denies; no key in it allows.

import { type KeyboardEvent, useId, useState } from 'react';
import { lateStrings } from '../../core/lateStrings.ts';
import { Button } from '../../ui/Button.tsx';
import { TextInput } from '../../ui/Field.tsx';
import { isComposing } from '../../ui/isComposing.ts';
import { type AnswerPartProps, useFirstFieldFocus } from './AllowAlways.tsx';
import { type Remember, RuleChoice, useChosenRule } from './RuleChoice.tsx';

const words = lateStrings.approvals.card;
/** The contract's limit. */
const maxReasonLength = 10_000;

export interface Denial {
  reason: string;
  stop: boolean;
  remember: Remember | null;
}

export function DenyReason({ request, off, onBack, onDeny }: AnswerPartProps & { onDeny: (denial: Denial) => void }) {
  const id = useId();
  const [reason, setReason] = useState('');
  const [never, setNever] = useState(false);
  const [chosen, setChosen] = useChosenRule(request, 'deny');
  const place = useFirstFieldFocus<HTMLDivElement>();
  const deny = (stop: boolean): void => onDeny({ reason, remember, stop });
  // Ignore the held Enter that opened the field.
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.repeat || isComposing(event)) return;
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    event.preventDefault();
    if (!off) deny(false);
  };
  const remember = never && typeof chosen !== 'string' ? chosen : null;
  return (
    <div ref={place} data-answers data-deny-reason>
      <div className="flex flex-col gap-2 px-3 pt-2">
        <TextInput
          aria-label={words.reason}
          placeholder={words.reasonPlaceholder}
          value={reason}
          maxLength={maxReasonLength}
          onChange={(event) => setReason(event.target.value)}
          onKeyDown={onKeyDown}
        />
        {request.offers.length > 0 && (
          <label htmlFor={id} className="flex items-center gap-2 self-start text-ui">
            <input
              type="checkbox"
              id={id}
              checked={never}
              onChange={() => setNever(!never)}
              className="size-4 shrink-0 accent-accent"
            />
            {words.never}
          </label>
        )}
        {never && <RuleChoice request={request} effect="deny" chosen={chosen} onChange={setChosen} />}
      </div>
      <div className="flex flex-wrap items-center gap-2 px-3 pt-2.5 pb-3">
        <Button tone="ghost" onClick={onBack} className="-ml-3 mr-auto">
          {words.back}
        </Button>
        <Button disabled={off} onClick={() => deny(true)} title={words.denyAndStopHint}>
          {words.denyAndStop}
        </Button>
        <Button disabled={off} onClick={() => deny(false)}>
          {words.deny}
        </Button>
      </div>
    </div>
  );
}
