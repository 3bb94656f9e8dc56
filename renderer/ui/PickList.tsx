// List of choices of which one is current: arrows move, Enter or a digit chooses. The focus begins at the current one.

import { Check } from 'lucide-react';
import { Fragment, type KeyboardEvent } from 'react';
import { classes } from './classes.ts';
import { useRovingFocus } from './useRovingFocus.ts';

const maxDigits = 9;

export interface PickListChoice {
  id: string;
  label: string;
  hint?: string | undefined;
  /** Above this choice. */
  heading?: string | undefined;
  onPick: () => void;
}

interface PickListProps {
  label: string;
  choices: readonly PickListChoice[];
  chosenId: string;
  /** The left arrow's action. */
  onBack: () => void;
}

export function PickList({ label, choices, chosenId, onBack }: PickListProps) {
  const roving = useRovingFocus();
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const digit = /^[1-9]$/.test(event.key) && !event.repeat ? Number(event.key) : null;
    if (digit === null && event.key !== 'ArrowLeft') {
      roving.onKeyDown(event);
      return;
    }
    event.preventDefault();
    if (digit === null) onBack();
    else choices[digit - 1]?.onPick();
  };
  const first = choices.some(({ id }) => id === chosenId) ? chosenId : choices[0]?.id;
  return (
    <div
      role="listbox"
      aria-label={label}
      onFocus={roving.onFocus}
      onKeyDown={onKeyDown}
      className="min-h-0 overflow-y-auto p-1"
    >
      {choices.map(({ id, label: name, hint, heading, onPick }, at) => (
        <Fragment key={id}>
          {heading !== undefined && (
            <p role="presentation" className="px-2 pt-1.5 pb-1 text-ink-3 text-small">
              {heading}
            </p>
          )}
          <button
            type="button"
            role="option"
            data-item
            aria-selected={id === chosenId}
            aria-keyshortcuts={at < maxDigits ? String(at + 1) : undefined}
            tabIndex={id === first ? 0 : -1}
            // biome-ignore lint/a11y/noAutofocus: focuses the current choice on open
            autoFocus={id === first}
            onClick={onPick}
            className="flex w-full items-start gap-2 rounded-s px-2 py-1.5 text-left text-ui hover:bg-hover focus-visible:bg-hover"
          >
            <Check
              className={classes('mt-0.5 size-4 shrink-0 text-accent', id !== chosenId && 'invisible')}
              strokeWidth={2}
              aria-hidden
            />
            <span className="min-w-0 flex-1">
              <span className="block truncate">{name}</span>
              {hint && <span className="block text-ink-3 text-small">{hint}</span>}
            </span>
            {at < maxDigits && (
              <span className="tabular mt-0.5 text-ink-3 text-small" aria-hidden>
                {at + 1}
              </span>
            )}
          </button>
        </Fragment>
      ))}
    </div>
  );
}
