// The model's effort levels with descriptions. Arrow keys move; Enter returns to the message.

import { useId } from 'react';
import { type Effort, efforts as everyEffort } from '../../../shared/features/models/modelOptions.ts';
import { lateStrings } from '../../core/lateStrings.ts';
import { isComposing } from '../../ui/isComposing.ts';

const words = lateStrings.modelMenu;

interface EffortListProps {
  efforts: readonly Effort[];
  /** Undefined: the provider's default. */
  chosen: Effort | undefined;
  onChoose: (effort: Effort | undefined) => void;
  onDone: () => void;
}

export function EffortList({ efforts, chosen, onChoose, onDone }: EffortListProps) {
  const name = useId();
  // A level chosen for another model stays listed until a different one is chosen, even if this model does not support
  // it.
  const all = everyEffort.filter((effort) => efforts.includes(effort) || effort === chosen);
  const row = (effort: Effort | undefined, label: string, hint: string) => (
    <label
      key={label}
      htmlFor={`${name}-${label}`}
      className="-mx-2 flex items-start gap-2.5 rounded-s px-2 py-1 hover:bg-hover"
    >
      <input
        type="radio"
        id={`${name}-${label}`}
        name={name}
        // biome-ignore lint/a11y/noAutofocus: focuses the current choice on open
        autoFocus={effort === chosen}
        checked={effort === chosen}
        onChange={() => onChoose(effort)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.repeat || isComposing(event)) return;
          event.preventDefault();
          onDone();
        }}
        className="mt-0.5 size-4 shrink-0 appearance-none rounded-full border border-line-strong checked:border-[5px] checked:border-accent checked:bg-accent-ink"
      />
      <span className="min-w-0 flex-1">
        {label}
        <span className="ml-2 text-ink-3 text-small">{hint}</span>
      </span>
    </label>
  );
  return (
    <fieldset className="text-ui">
      <legend className="mb-1 font-strong">{words.effort}</legend>
      {row(undefined, words.default, words.defaultHint)}
      {all.map((effort) => row(effort, words.efforts[effort].label, words.efforts[effort].hint))}
    </fieldset>
  );
}
