// Form to add or change a personal hook. The command is confirmed outside the window.

import {
  hookEvents,
  hookTimeout,
  type MatcherSubject,
  matcherFault,
  matcherSubjects,
  maxHookCommandLength,
  maxMatcherLength,
  subjectValues,
} from '../../../shared/features/hooks/hook.ts';
import type { HookInfo, HookToSave } from '../../../shared/features/hooks/methods.ts';
import { lateStrings } from '../../core/lateStrings.ts';
import { useActions } from '../../core/state/context.tsx';
import { CheckboxField, SelectField, TextAreaField, TextField } from '../../ui/FormFields.tsx';
import { ItemForm, PageHead } from '../../ui/ItemForm.tsx';
import { type ItemErrors, useItemForm } from '../../ui/useItemForm.ts';
import { hookWords } from './words.ts';

const words = hookWords.form;

export type HookDraft = Pick<HookToSave, 'event' | 'matcher' | 'command' | 'timeout' | 'onlyTrusted'>;
type Values = Omit<HookDraft, 'timeout'> & { timeout: string };

interface HookFormProps {
  draft: HookDraft;
  /** Null: a new hook. */
  replaces: HookInfo | null;
  onDone: () => void;
}

export function HookForm({ draft, replaces, onDone }: HookFormProps) {
  const { call } = useActions();
  const { event, matcher, command, onlyTrusted } = draft;
  const form = useItemForm<Values, unknown>({
    values: { event, matcher, command, onlyTrusted, timeout: String(draft.timeout) },
    check: faults,
    save: (values) =>
      call('hooks.save', {
        hook: {
          ...values,
          matcher: matcherSubjects[values.event] === null ? '' : values.matcher.trim(),
          command: values.command.trim(),
          timeout: secondsOf(values.timeout),
        },
        replaces: replaces && { id: replaces.id, hash: replaces.hash },
      }),
    onSaved: onDone,
  });
  const { values, errors, change } = form;
  const subject = matcherSubjects[values.event];
  const title = replaces ? words.editTitle : words.addTitle;
  return (
    <ItemForm form={form} label={title} note={words.saveConfirms} save={words.save} onCancel={onDone}>
      <PageHead back={lateStrings.settings.sections.hooks} onBack={onDone} title={title} />
      <SelectField
        label={words.event}
        hint={words.eventHints[values.event]}
        value={values.event}
        choices={hookEvents.map((value) => [value, hookWords.events[value]] as const)}
        onChange={(chosen) => change({ event: chosen })}
      />
      {subject !== null && (
        <TextField
          label={words.subjects[subject]}
          hint={subjectHint(subject)}
          error={errors.matcher}
          autoComplete="off"
          maxLength={maxMatcherLength}
          className="font-mono text-code"
          value={values.matcher}
          onChange={(text) => change({ matcher: text })}
        />
      )}
      <TextAreaField
        label={words.command}
        hint={words.commandHint}
        error={errors.command}
        rows={3}
        spellCheck={false}
        maxLength={maxHookCommandLength}
        className="resize-y font-mono text-code"
        value={values.command}
        onChange={(text) => change({ command: text })}
      />
      <TextField
        label={words.timeout}
        error={errors.timeout}
        inputMode="numeric"
        className="tabular max-w-28"
        value={values.timeout}
        onChange={(timeout) => change({ timeout })}
      />
      <CheckboxField
        label={words.onlyTrusted}
        hint={words.onlyTrustedHint}
        checked={values.onlyTrusted}
        onChange={(checked) => change({ onlyTrusted: checked })}
      />
    </ItemForm>
  );
}

function subjectHint(subject: MatcherSubject): string {
  return subject === 'tool' || subject === 'agent' ? words.subjectHints[subject] : words.oneOf(subjectValues[subject]);
}

/** 0: not a number of seconds. */
function secondsOf(timeout: string): number {
  return /^\d{1,3}$/.test(timeout.trim()) ? Number(timeout) : 0;
}

function faults({ event, matcher, command, timeout }: Values): ItemErrors {
  const fault = matcherSubjects[event] === null ? null : matcherFault(matcher.trim());
  const seconds = secondsOf(timeout);
  return {
    ...(fault ? { matcher: words.errors[fault] } : {}),
    ...(command.trim() === '' ? { command: words.errors.command } : {}),
    ...(seconds < hookTimeout.min || seconds > hookTimeout.max ? { timeout: words.errors.timeout } : {}),
  };
}
