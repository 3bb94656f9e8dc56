// One contestant in the form: model, effort and preset.

import { X } from 'lucide-react';
import { type Effort, efforts as everyEffort } from '../../../shared/features/models/modelOptions.ts';
import { isSamePreset, type Preset } from '../../../shared/features/presets/preset.ts';
import { lateStrings } from '../../core/lateStrings.ts';
import { locale } from '../../core/strings.ts';
import { SelectField, TextField } from '../../ui/FormFields.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { useSentOptions } from '../models/useSentOptions.ts';
import { type Answerers, type ContestantDraft, modelText, parseModel, visibleModel } from './contestantDraft.ts';
import { compareWords } from './words.ts';

const labels = compareWords.ask;

interface ContestantFieldsProps {
  draft: ContestantDraft;
  number: number;
  answerers: Answerers;
  /** `provider/model` or an agent's name, with where it comes from. */
  suggestions: readonly (readonly [value: string, label?: string])[];
  presets: readonly Preset[];
  /** An error is shown only once the user tried to send. */
  isChecked: boolean;
  onChange: (draft: ContestantDraft) => void;
  /** Absent: it cannot be removed. */
  onRemove?: (() => void) | undefined;
}

export function ContestantFields(props: ContestantFieldsProps) {
  const { draft, number, answerers, suggestions, presets, isChecked, onChange, onRemove } = props;
  const model = parseModel(draft.model, answerers);
  const takes = useSentOptions(model, {});
  const efforts = takes?.ok ? takes.value.abilities.efforts : [];
  const shownEfforts = everyEffort.filter((effort) => efforts.includes(effort) || effort === draft.effort);
  const name = labels.contestant(number.toLocaleString(locale));
  const preset = presets.find((each) => draft.preset !== null && isSamePreset(each.ref, draft.preset));
  return (
    <fieldset aria-label={name} className="flex min-w-0 items-start gap-2">
      <div className="flex min-w-0 flex-1 narrow:flex-row flex-col gap-2">
        <div className="min-w-0 flex-1">
          <TextField
            label={name}
            placeholder={labels.modelHint}
            value={visibleModel(draft.model, answerers)}
            suggestions={suggestions}
            error={isChecked && model === null ? labels.unknown : null}
            maxLength={400}
            autoComplete="off"
            onChange={(text) => onChange({ ...draft, model: text, effort: null })}
          />
        </div>
        {shownEfforts.length > 0 && (
          <SelectField
            label={labels.effort}
            className="narrow:w-32"
            value={draft.effort ?? ''}
            choices={[
              ['', labels.defaultEffort],
              ...shownEfforts.map((effort) => [effort, lateStrings.modelMenu.efforts[effort].label] as const),
            ]}
            onChange={(next) => onChange({ ...draft, effort: next === '' ? null : (next as Effort) })}
          />
        )}
        {presets.length > 0 && (
          <SelectField
            label={labels.preset}
            className="narrow:w-32"
            value={preset ? keyOf(preset) : ''}
            choices={[['', labels.noPreset], ...presets.map((each) => [keyOf(each), each.name] as const)]}
            onChange={(key) => onChange(withPreset(draft, presets.find((each) => keyOf(each) === key) ?? null))}
          />
        )}
      </div>
      {onRemove && (
        <IconButton icon={X} label={labels.remove(number.toLocaleString(locale))} className="mt-6" onClick={onRemove} />
      )}
    </fieldset>
  );
}

function keyOf({ ref: { scope, id } }: Preset): string {
  return `${scope}/${id}`;
}

/** As choosing it in the model menu does: with its model and options. Its approval mode does not apply here. */
function withPreset(draft: ContestantDraft, preset: Preset | null): ContestantDraft {
  if (!preset) return { ...draft, preset: null };
  const { effort, ...options } = preset.modelOptions;
  return {
    ...draft,
    preset: preset.ref,
    ...(preset.model ? { model: modelText(preset.model), options } : {}),
    effort: effort ?? draft.effort,
  };
}
