// The levels that a model takes, each with what it means. The arrows go through them, and Enter goes back to the message.

import { useId } from 'react';
import { type Effort, efforts as everyEffort } from '../../../shared/features/models/modelOptions.ts';
import { strings } from '../../core/strings.ts';
import { isComposing } from '../../ui/isComposing.ts';

const words = strings.modelOptions;

interface EffortListProps {
  efforts: readonly Effort[];
  /** Undefined: as the provider does by itself. */
  chosen: Effort | undefined;
  onChoose: (effort: Effort | undefined) => void;
  onDone: () => void;
}

export function EffortList({ efforts, chosen, onChoose, onDone }: EffortListProps) {
  const name = useId();
  // What was chosen for another model, and this one does not have, stands among them until something else is chosen.
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
        // biome-ignore lint/a11y/noAutofocus: it opens with the keyboard at what is chosen
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
