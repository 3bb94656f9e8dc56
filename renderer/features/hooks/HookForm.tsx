// Form to add or change a personal hook. Errors appear next to the field; the command is confirmed outside the window.

import { type FormEvent, useId, useState } from 'react';
import {
  hookEvents,
  hookTimeout,
  matcherFault,
  maxHookCommandLength,
  maxMatcherLength,
} from '../../../shared/features/hooks/hook.ts';
import type { HookInfo, HookToSave } from '../../../shared/features/hooks/methods.ts';
import { lateStrings } from '../../core/lateStrings.ts';
import { useActions } from '../../core/state/context.tsx';
import { strings } from '../../core/strings.ts';
import { BackButton } from '../../ui/BackButton.tsx';
import { Button } from '../../ui/Button.tsx';
import { ChoiceList } from '../../ui/ChoiceList.tsx';
import { Field, TextArea, TextInput } from '../../ui/Field.tsx';
import { hookWords } from './words.ts';

const words = hookWords.form;
const page = hookWords;

export type HookDraft = Pick<HookToSave, 'event' | 'matcher' | 'command' | 'timeout' | 'onlyTrusted'>;

interface Errors {
  matcher?: string;
  command?: string;
  timeout?: string;
  other?: string;
}

interface HookFormProps {
  draft: HookDraft;
  /** Null: a new hook. */
  replaces: HookInfo | null;
  onDone: () => void;
}

export function HookForm({ draft: given, replaces, onDone }: HookFormProps) {
  const { call } = useActions();
  const [draft, setDraft] = useState(given);
  const [timeout, setTimeoutText] = useState(String(given.timeout));
  const [errors, setErrors] = useState<Errors>({});
  const [busy, setBusy] = useState(false);
  const change = (part: Partial<HookDraft>): void => setDraft((now) => ({ ...now, ...part }));
  const title = replaces ? words.editTitle : words.addTitle;

  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const seconds = /^\d{1,3}$/.test(timeout.trim()) ? Number(timeout) : 0;
    const found = faults(draft, seconds);
    setErrors(found);
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    const { event: when, command, onlyTrusted } = draft;
    const matcher = when === 'Stop' ? '' : draft.matcher.trim();
    const answer = await call('hooks.save', {
      hook: { event: when, matcher, command: command.trim(), timeout: seconds, onlyTrusted },
      replaces: replaces && { id: replaces.id, hash: replaces.hash },
    });
    setBusy(false);
    if (answer.ok) onDone();
    else if (answer.error.code !== 'CANCELLED') setErrors({ other: answer.error.message });
  };

  return (
    <form
      noValidate
      onSubmit={(event) => void save(event)}
      aria-label={title}
      className="grid max-w-[640px] grid-cols-1 gap-4 text-ui"
    >
      <div>
        <BackButton label={lateStrings.settings.sections.hooks} onClick={onDone} />
        <h4 className="mt-2 font-strong text-prose">{title}</h4>
      </div>
      <div>
        <p className="mb-1 font-strong">{words.event}</p>
        <ChoiceList
          label={words.event}
          value={draft.event}
          onChange={(event) => change({ event })}
          choices={hookEvents.map((event) => ({
            value: event,
            label: page.events[event],
            hint: words.eventHints[event],
          }))}
        />
      </div>
      {draft.event !== 'Stop' && (
        <Field label={words.matcher} hint={words.matcherHint} error={errors.matcher}>
          {(ids) => (
            <TextInput
              {...ids}
              autoComplete="off"
              maxLength={maxMatcherLength}
              className="font-mono text-code"
              value={draft.matcher}
              onChange={(event) => change({ matcher: event.target.value })}
            />
          )}
        </Field>
      )}
      <Field label={words.command} hint={words.commandHint} error={errors.command}>
        {(ids) => (
          <TextArea
            {...ids}
            rows={3}
            spellCheck={false}
            maxLength={maxHookCommandLength}
            className="resize-y font-mono text-code"
            value={draft.command}
            onChange={(event) => change({ command: event.target.value })}
          />
        )}
      </Field>
      <Field label={words.timeout} error={errors.timeout}>
        {(ids) => (
          <TextInput
            {...ids}
            inputMode="numeric"
            className="tabular max-w-28"
            value={timeout}
            onChange={(event) => setTimeoutText(event.target.value)}
          />
        )}
      </Field>
      <OnlyTrusted checked={draft.onlyTrusted} onChange={(onlyTrusted) => change({ onlyTrusted })} />
      {errors.other !== undefined && (
        <p role="alert" className="wrap-anywhere text-fail">
          {errors.other}
        </p>
      )}
      <div className="flex flex-wrap items-center justify-end gap-2">
        <p className="min-w-48 flex-1 text-ink-3 text-small">{words.saveConfirms}</p>
        <span className="flex gap-2" data-answers>
          <Button tone="ghost" onClick={onDone}>
            {strings.ui.cancel}
          </Button>
          <Button tone="primary" type="submit" disabled={busy}>
            {words.save}
          </Button>
        </span>
      </div>
    </form>
  );
}

function faults({ event, matcher, command }: HookDraft, seconds: number): Errors {
  const fault = event === 'Stop' ? null : matcherFault(matcher.trim());
  return {
    ...(fault ? { matcher: words.errors[fault] } : {}),
    ...(command.trim() === '' ? { command: words.errors.command } : {}),
    ...(seconds < hookTimeout.least || seconds > hookTimeout.most ? { timeout: words.errors.timeout } : {}),
  };
}

function OnlyTrusted({ checked, onChange }: { checked: boolean; onChange: (checked: boolean) => void }) {
  const id = useId();
  return (
    <label htmlFor={id} className="flex items-start gap-3">
      <input
        id={id}
        type="checkbox"
        className="mt-0.5 size-4 shrink-0 accent-accent"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span>
        <span className="block">{words.onlyTrusted}</span>
        <span className="block text-ink-3">{words.onlyTrustedHint}</span>
      </span>
    </label>
  );
}
