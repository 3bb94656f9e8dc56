// The fields of what starts a schedule's runs.

import type { TriggerType } from '../../../shared/features/schedules/schedule.ts';
import { strings } from '../../core/strings.ts';
import { CheckboxField, SelectField, TextField } from '../../ui/FormFields.tsx';
import { ErrorLine } from '../../ui/ListPage.tsx';
import type { ItemErrors } from '../../ui/useItemForm.ts';
import { formatDue } from './entryText.ts';
import type { ScheduleDraft } from './scheduleDraft.ts';
import type { ReadTime } from './useReadTime.ts';
import { scheduleWords } from './words.ts';

const labels = scheduleWords.form;

interface TriggerFieldsProps {
  draft: ScheduleDraft;
  errors: ItemErrors;
  time: ReadTime | null;
  onChange: (part: Partial<ScheduleDraft>) => void;
}

const types = ['time', 'files', 'command', 'webhook', 'pullRequest'] as const satisfies readonly TriggerType[];

export function TriggerFields({ draft, errors, time, onChange }: TriggerFieldsProps) {
  const { trigger, on } = draft;
  const code = { autoComplete: 'off', spellCheck: false, className: 'font-mono text-code' } as const;
  return (
    <>
      <SelectField
        label={labels.trigger}
        {...(trigger === 'webhook' ? { hint: labels.webhookHint } : {})}
        value={trigger}
        choices={types.map((type) => [type, labels.triggers[type]] as const)}
        onChange={(type) => onChange({ trigger: type })}
      />
      {trigger === 'time' && <TimeFields draft={draft} errors={errors} time={time} onChange={onChange} />}
      {trigger === 'files' && (
        <TextField
          {...code}
          label={labels.globs}
          hint={labels.globsHint}
          error={errors.globs}
          value={draft.globs}
          onChange={(globs) => onChange({ globs })}
        />
      )}
      {trigger === 'command' && (
        <TextField
          {...code}
          label={labels.command}
          hint={labels.commandHint}
          error={errors.command}
          maxLength={4000}
          value={draft.command}
          onChange={(command) => onChange({ command })}
        />
      )}
      {trigger === 'pullRequest' && (
        <>
          <TextField
            label={labels.number}
            hint={labels.numberHint}
            error={errors.number}
            inputMode="numeric"
            autoComplete="off"
            value={draft.number}
            onChange={(number) => onChange({ number })}
          />
          {(['checks', 'reviews'] as const).map((each) => (
            <CheckboxField
              key={each}
              label={labels[each]}
              checked={on.includes(each)}
              onChange={(isOn) => onChange({ on: isOn ? [...on, each] : on.filter((other) => other !== each) })}
            />
          ))}
          <ErrorLine error={errors.on} small />
        </>
      )}
      {(trigger === 'command' || trigger === 'pullRequest') && (
        <TextField
          label={labels.minutes}
          error={errors.minutes}
          inputMode="numeric"
          className="tabular max-w-28"
          value={draft.minutes}
          onChange={(minutes) => onChange({ minutes })}
        />
      )}
    </>
  );
}

function TimeFields({ draft, errors, time, onChange }: TriggerFieldsProps) {
  return (
    <>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(13rem,100%),1fr))] gap-4">
        <TextField
          label={labels.time}
          hint={labels.timeHint}
          error={errors.time}
          autoComplete="off"
          value={draft.time}
          onChange={(text) => onChange({ time: text })}
        />
        <TextField
          label={labels.timeZone}
          autoComplete="off"
          value={draft.timeZone}
          onChange={(timeZone) => onChange({ timeZone })}
        />
      </div>
      <div role="status" className="text-ink-2 text-small empty:hidden">
        {time?.error}
        {time?.cron && (
          <>
            <p>{labels.understood(strings.sentences.host(time.when))}</p>
            <ul className="tabular mt-0.5 text-ink-3">
              {time.next.map((at) => (
                <li key={at}>{formatDue(at)}</li>
              ))}
            </ul>
          </>
        )}
      </div>
    </>
  );
}
