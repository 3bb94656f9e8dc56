// A single or multiple choice: all options visible if there are few, otherwise a select. A custom answer, if allowed,
// has its own field.

import { lateStrings } from '../../../core/lateStrings.ts';
import { labelIdOf, TextInput } from '../../../ui/Field.tsx';
import { Select } from '../../../ui/select/Select.tsx';
import { VisibleText } from '../../../ui/VisibleText.tsx';
import { visibleText } from '../../../ui/visibleText.ts';
import { type DrawnField, FieldLabel, FieldNotes } from './FieldParts.tsx';

const words = lateStrings.approvals.question;
const maxOnScreen = 7;
const otherValue = '\u0000other';

export function ChoiceField(props: DrawnField) {
  const { field, id } = props;
  const { draft, error, onChange } = props;
  const one = field.type === 'choice';
  if (one && (field.options?.length ?? 0) > maxOnScreen) return <ChoiceList {...props} />;
  const nothing = draft.chosen.length === 0 && !draft.takesOther;
  const shared = { group: one ? id : null, wrong: Boolean(error) };
  const choose = (chosen: string[], takesOther: boolean): void => onChange({ ...draft, chosen, takesOther });
  return (
    <fieldset className="min-w-0" aria-describedby={props.describedBy}>
      <legend className="wrap-anywhere mb-1 font-strong text-ui">
        <FieldLabel field={field} />
      </legend>
      <div className="grid gap-1">
        {one && !field.required && (
          <Option
            {...shared}
            id={`${id}-none`}
            label={words.none}
            checked={nothing}
            onCheck={() => choose([], false)}
          />
        )}
        {field.options?.map(({ value, label }, index) => (
          <Option
            key={value}
            {...shared}
            id={`${id}-${index}`}
            label={label || value}
            checked={draft.chosen.includes(value)}
            onCheck={(on) => choose(one ? [value] : toggled(draft.chosen, value, on), !one && draft.takesOther)}
          />
        ))}
        {field.allowOther && (
          <Option
            {...shared}
            id={`${id}-other`}
            label={words.other}
            checked={draft.takesOther}
            onCheck={(on) => choose(one ? [] : draft.chosen, on)}
          />
        )}
      </div>
      {field.allowOther && props.draft.takesOther && <Other {...props} />}
      <FieldNotes {...props} />
    </fieldset>
  );
}

function toggled(chosen: readonly string[], value: string, on: boolean): string[] {
  const others = chosen.filter((other) => other !== value);
  return on ? [...others, value] : others;
}

interface OptionProps {
  id: string;
  /** Name of the radio group; null: checkboxes. */
  group: string | null;
  label: string;
  checked: boolean;
  wrong: boolean;
  onCheck: (on: boolean) => void;
}

function Option({ id, group, label, checked, wrong, onCheck }: OptionProps) {
  return (
    <label htmlFor={id} className="flex items-start gap-2.5 rounded-m px-1 py-0.5 text-ui hover:bg-hover">
      <input
        id={id}
        type={group === null ? 'checkbox' : 'radio'}
        {...(group === null ? {} : { name: group })}
        className="mt-0.5 size-4 shrink-0 accent-accent"
        checked={checked}
        aria-invalid={wrong}
        onChange={(event) => onCheck(event.target.checked)}
      />
      <span className="wrap-anywhere min-w-0">
        <VisibleText text={label} />
      </span>
    </label>
  );
}

function Other({ field, draft, error, describedBy, onChange }: DrawnField) {
  return (
    <div className="mt-1 pl-7.5">
      <TextInput
        aria-label={words.otherValue(visibleText(field.label || field.name))}
        aria-invalid={Boolean(error)}
        aria-describedby={describedBy}
        value={draft.other}
        onChange={(event) => onChange({ ...draft, other: event.target.value })}
      />
    </div>
  );
}

function ChoiceList(props: DrawnField) {
  const { field, draft, error, id, describedBy, onChange } = props;
  const value = draft.takesOther ? otherValue : (draft.chosen[0] ?? '');
  return (
    <div className="min-w-0">
      <label id={labelIdOf(id)} htmlFor={id} className="wrap-anywhere mb-1 block font-strong text-ui">
        <FieldLabel field={field} />
      </label>
      <Select
        id={id}
        aria-describedby={describedBy}
        aria-invalid={Boolean(error)}
        aria-required={field.required}
        value={value}
        options={[
          { value: '', label: words.none },
          ...(field.options ?? []).map((option) => ({
            value: option.value,
            label: visibleText(option.label || option.value),
          })),
          ...(field.allowOther ? [{ value: otherValue, label: words.other }] : []),
        ]}
        onChange={(next) =>
          onChange({
            ...draft,
            takesOther: next === otherValue,
            chosen: next === '' || next === otherValue ? [] : [next],
          })
        }
      />
      {field.allowOther && draft.takesOther && <Other {...props} />}
      <FieldNotes {...props} />
    </div>
  );
}
