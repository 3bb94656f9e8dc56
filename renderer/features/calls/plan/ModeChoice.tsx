// Chooses the mode to continue with, side by side, with a description of the chosen one.

import { useId } from 'react';
import type { ApprovalMode } from '../../../../shared/permission/permission.ts';
import { lateStrings } from '../../../core/lateStrings.ts';
import { modeLook } from '../../../core/modeAppearance.ts';
import { strings } from '../../../core/strings.ts';
import { classes } from '../../../ui/classes.ts';

const words = lateStrings.approvals.plan;

interface ModeChoiceProps {
  modes: readonly ApprovalMode[];
  chosen: ApprovalMode;
  off: boolean;
  onChoose: (mode: ApprovalMode) => void;
}

export function ModeChoice({ modes, chosen, off, onChoose }: ModeChoiceProps) {
  const id = useId();
  return (
    <fieldset className="min-w-0 px-3 pt-3" disabled={off} aria-describedby={`${id}-hint`}>
      <legend className="sr-only">{words.goOn}</legend>
      <div className="flex flex-wrap items-center gap-1.5">
        <span className="mr-1 text-ink-2 text-ui" aria-hidden>
          {words.goOn}
        </span>
        {modes.map((mode) => {
          const { icon: Icon, tone } = modeLook[mode];
          return (
            <label
              key={mode}
              htmlFor={`${id}-${mode}`}
              className={classes(
                'flex h-7 items-center gap-1.5 rounded-m border px-2 text-ui has-focus-visible:outline-2 has-focus-visible:outline-focus',
                mode === chosen ? 'border-accent bg-accent-soft' : 'border-line hover:bg-hover',
              )}
            >
              <input
                type="radio"
                id={`${id}-${mode}`}
                name={id}
                checked={mode === chosen}
                onChange={() => onChoose(mode)}
                className="sr-only"
              />
              <Icon className={classes('size-3.5', tone)} strokeWidth={1.75} aria-hidden />
              {strings.chat.approval[mode].short}
            </label>
          );
        })}
      </div>
      <p id={`${id}-hint`} className={classes('pt-1.5 text-small', chosen === 'all' ? 'text-fail' : 'text-ink-3')}>
        {strings.chat.approval[chosen].hint}
      </p>
    </fieldset>
  );
}
