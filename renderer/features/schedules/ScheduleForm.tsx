// Form to add or change a schedule. The time is read back as a sentence with the next times while it is typed.

import { approvalModes } from '../../../shared/permission/rule.ts';
import { lateStrings } from '../../core/lateStrings.ts';
import { useActions, useApp } from '../../core/state/context.tsx';
import { strings } from '../../core/strings.ts';
import { CheckboxField, SelectField, TextAreaField, TextField } from '../../ui/FormFields.tsx';
import { ItemForm, PageHead } from '../../ui/ItemForm.tsx';
import { type ItemErrors, useItemForm } from '../../ui/useItemForm.ts';
import { visibleText } from '../../ui/visibleText.ts';
import { GoalLimitFields, GoalTestFields } from '../goals/GoalTestFields.tsx';
import type { GoalDraft } from '../goals/goalDraft.ts';
import { draftErrors, goalField, type ScheduleDraft, wishOf } from './scheduleDraft.ts';
import { TriggerFields } from './TriggerFields.tsx';
import { useReadTime } from './useReadTime.ts';
import { scheduleWords } from './words.ts';

const labels = scheduleWords.form;

interface ScheduleFormProps {
  /** Null: a new one. */
  id: string | null;
  draft: ScheduleDraft;
  onDone: () => void;
}

export function ScheduleForm({ id, draft: first, onDone }: ScheduleFormProps) {
  const { call } = useActions();
  const readTime = useReadTime(first);
  const form = useItemForm<ScheduleDraft, unknown>({
    values: first,
    check: (values) => draftErrors(values, readTime.value?.cron ?? null),
    save: (values) => call('schedules.save', { id, wish: wishOf(values, readTime.value?.cron ?? null) }),
    onSaved: onDone,
  });
  const { values, errors } = form;
  const change = (part: Partial<ScheduleDraft>): void => {
    form.change(part);
    if (part.time !== undefined || part.timeZone !== undefined) readTime.read({ ...values, ...part });
  };
  const title = id === null ? labels.add : labels.edit;
  return (
    <ItemForm form={form} label={title} save={labels.save} isLong onCancel={onDone}>
      <PageHead back={lateStrings.settings.sections.schedules} onBack={onDone} title={title} />
      <TextField
        label={labels.name}
        error={errors.name}
        autoComplete="off"
        maxLength={100}
        value={values.name}
        onChange={(name) => change({ name })}
      />
      <TextAreaField
        label={labels.prompt}
        hint={labels.promptHint}
        error={errors.prompt}
        rows={4}
        className="resize-y text-prose"
        value={values.prompt}
        onChange={(prompt) => change({ prompt })}
      />
      <GoalFields draft={values} errors={errors} onChange={change} />
      <TriggerFields draft={values} errors={errors} time={readTime.value} onChange={change} />
      <FolderField draft={values} error={errors.folder} onChange={change} />
      <LimitFields draft={values} errors={errors} onChange={change} />
    </ItemForm>
  );
}

function GoalFields({ draft, errors, onChange }: LimitFieldsProps) {
  const { isGoal, goal } = draft;
  const names = ['command', 'question', 'model', 'rounds', 'stall'];
  const ofGoal = Object.fromEntries(names.map((name) => [name, errors[goalField(name)]]));
  const changeGoal = (part: Partial<GoalDraft>): void => {
    const cleared = Object.keys(part).map((name) => [goalField(name), undefined]);
    onChange({ goal: { ...goal, ...part }, ...Object.fromEntries(cleared) });
  };
  return (
    <>
      <SelectField
        label={labels.work}
        value={isGoal ? 'goal' : 'turn'}
        choices={[
          ['turn', labels.works.turn],
          ['goal', labels.works.goal],
        ]}
        onChange={(work) => onChange({ isGoal: work === 'goal' })}
      />
      {isGoal && (
        <>
          <GoalTestFields values={goal} errors={ofGoal} onChange={changeGoal} />
          <GoalLimitFields names={['rounds', 'stall']} values={goal} errors={ofGoal} onChange={changeGoal} />
        </>
      )}
    </>
  );
}

function FolderField({ draft, error, onChange }: FieldsProps & { error: string | undefined }) {
  const projects = useApp((snapshot) => snapshot.projects);
  const folders = projects.flatMap(({ folder }) => folder ?? []);
  const all = [...new Set([...(draft.folder === '' ? [] : [draft.folder]), ...folders])];
  return (
    <>
      <SelectField
        label={labels.folder}
        error={error}
        value={draft.folder}
        choices={[['', labels.noFolder], ...all.map((folder) => [folder, visibleText(folder)] as const)]}
        onChange={(folder) => onChange({ folder })}
      />
      {draft.folder !== '' && (
        <CheckboxField
          label={labels.worktree}
          checked={draft.worktree}
          onChange={(worktree) => onChange({ worktree })}
        />
      )}
    </>
  );
}

interface FieldsProps {
  draft: ScheduleDraft;
  onChange: (part: Partial<ScheduleDraft>) => void;
}

interface LimitFieldsProps extends FieldsProps {
  errors: ItemErrors;
}

function LimitFields({ draft, errors, onChange }: LimitFieldsProps) {
  const providers = useApp((snapshot) => snapshot.providers);
  const isKnown = draft.provider === '' || providers.some(({ id }) => id === draft.provider);
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(13rem,100%),1fr))] gap-4">
      <SelectField
        label={labels.provider}
        value={draft.provider}
        choices={[
          ['', labels.asUsual],
          ...providers.map(
            ({ id, name, origin }) => [id, origin === 'demo' ? strings.chat.demoBadge : visibleText(name)] as const,
          ),
          ...(isKnown ? [] : [[draft.provider, visibleText(draft.provider)] as const]),
        ]}
        onChange={(provider) => {
          const model = providers.find(({ id }) => id === provider)?.defaultModel?.model ?? '';
          onChange({ provider, model });
        }}
      />
      <TextField
        label={labels.model}
        error={errors.model}
        autoComplete="off"
        maxLength={300}
        disabled={draft.provider === ''}
        placeholder={draft.provider === '' ? labels.asUsual : ''}
        value={draft.model}
        onChange={(model) => onChange({ model })}
      />
      <TextField
        label={labels.preset}
        hint={labels.presetHint}
        autoComplete="off"
        maxLength={200}
        value={draft.preset}
        onChange={(preset) => onChange({ preset })}
      />
      <SelectField
        label={labels.approval}
        hint={draft.approvalMode === 'all' ? labels.approvalAll : labels.approvalHint}
        value={draft.approvalMode}
        choices={[
          ['', labels.asUsual],
          ...approvalModes.map((mode) => [mode, strings.chat.approval[mode].name] as const),
        ]}
        onChange={(approvalMode) => onChange({ approvalMode })}
      />
      <TextField
        label={labels.budget}
        error={errors.budget}
        inputMode="decimal"
        autoComplete="off"
        placeholder={labels.empty}
        value={draft.budget}
        onChange={(budget) => onChange({ budget })}
      />
      <TextField
        label={labels.timeLimit}
        error={errors.timeLimit}
        inputMode="numeric"
        autoComplete="off"
        placeholder={labels.empty}
        value={draft.timeLimit}
        onChange={(timeLimit) => onChange({ timeLimit })}
      />
      <SelectField
        label={labels.catchUp}
        value={draft.catchUp}
        choices={[
          ['none', labels.catchUps.none],
          ['last', labels.catchUps.last],
          ['all', labels.catchUps.all],
        ]}
        onChange={(catchUp) => onChange({ catchUp })}
      />
      <TextField
        label={labels.pauseAfter}
        error={errors.pauseAfter}
        inputMode="numeric"
        autoComplete="off"
        value={draft.pauseAfter}
        onChange={(pauseAfter) => onChange({ pauseAfter })}
      />
    </div>
  );
}
