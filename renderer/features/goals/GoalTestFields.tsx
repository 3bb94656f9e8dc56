// The test of a goal: a command, or a question for a second model. Part of the dialog, and of the form of a schedule.

import { useApp } from '../../core/state/context.tsx';
import { ChoiceList } from '../../ui/ChoiceList.tsx';
import { TextAreaField, TextField } from '../../ui/FormFields.tsx';
import type { ItemErrors } from '../../ui/useItemForm.ts';
import type { GoalDraft } from './goalDraft.ts';
import { goalWords } from './words.ts';

const labels = goalWords.form;

interface GoalTestFieldsProps {
  values: GoalDraft;
  errors: ItemErrors;
  onChange: (part: Partial<GoalDraft>) => void;
}

export function GoalTestFields({ values, errors, onChange }: GoalTestFieldsProps) {
  return (
    <>
      <ChoiceList<GoalDraft['kind']>
        label={labels.kind}
        value={values.kind}
        onChange={(kind) => onChange({ kind })}
        choices={[
          { value: 'command', label: labels.command },
          { value: 'check', label: labels.check },
        ]}
      />
      {values.kind === 'command' ? (
        <TextField
          label={labels.commandField}
          hint={labels.commandHint}
          error={errors.command}
          autoComplete="off"
          spellCheck={false}
          className="font-mono"
          value={values.command}
          onChange={(command) => onChange({ command })}
        />
      ) : (
        <CheckFields values={values} errors={errors} onChange={onChange} />
      )}
    </>
  );
}

function CheckFields({ values, errors, onChange }: GoalTestFieldsProps) {
  const providers = useApp((snapshot) => snapshot.providers);
  return (
    <>
      <TextAreaField
        label={labels.question}
        hint={labels.questionHint}
        error={errors.question}
        rows={2}
        className="resize-y text-prose"
        value={values.question}
        onChange={(question) => onChange({ question })}
      />
      <TextField
        label={labels.model}
        error={errors.model}
        placeholder={labels.ownModel}
        autoComplete="off"
        spellCheck={false}
        suggestions={providers.map(({ id, name }) => [`${id}/`, name] as const)}
        value={values.model}
        onChange={(model) => onChange({ model })}
      />
    </>
  );
}

interface GoalLimitFieldsProps extends GoalTestFieldsProps {
  /** In their order. */
  names: readonly ('rounds' | 'budget' | 'minutes' | 'stall')[];
}

export function GoalLimitFields({ values, errors, onChange, names }: GoalLimitFieldsProps) {
  const placeholders = { rounds: '', budget: labels.none, minutes: labels.none, stall: '' };
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(12rem,100%),1fr))] gap-4">
      {names.map((name) => (
        <TextField
          key={name}
          label={labels[name]}
          error={errors[name]}
          inputMode="decimal"
          autoComplete="off"
          placeholder={placeholders[name]}
          value={values[name]}
          onChange={(value) => onChange({ [name]: value })}
        />
      ))}
    </div>
  );
}
