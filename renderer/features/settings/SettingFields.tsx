// Form fields that save one setting each: choices side by side, a checkbox, a number.

import { useId } from 'react';
import type { Settings } from '../../../shared/features/settings/settings.ts';
import { lateStrings } from '../../core/lateStrings.ts';
import { useApp } from '../../core/state/context.tsx';
import { Field, TextInput } from '../../ui/Field.tsx';
import { useNumberField } from './useNumberField.ts';
import { useSetting } from './useSetting.ts';

type SegmentName = keyof Settings &
  ('theme' | 'accent' | 'contrast' | 'motion' | 'density' | 'language' | 'titles' | 'updates' | 'logs');

interface SegmentSettingProps<Name extends SegmentName> {
  name: Name;
  label: string;
  hint?: string;
  /** `swatch`: an accent color shown next to the label. */
  choices: readonly { value: Settings[Name]; label: string; lang?: string; swatch?: string }[];
}

/** A setting with a few short choices, side by side; they wrap on a narrow page. */
export function SegmentSetting<Name extends SegmentName>({ name, label, hint, choices }: SegmentSettingProps<Name>) {
  const id = useId();
  const value = useApp((snapshot) => snapshot.settings[name]);
  const { error, change } = useSetting();
  return (
    <div className="text-ui" data-field={label}>
      <p id={id} className="mb-1 font-strong">
        {label}
      </p>
      <div
        role="radiogroup"
        aria-labelledby={id}
        aria-describedby={hint ? `${id}-hint` : undefined}
        className="inline-flex max-w-full flex-wrap gap-0.5 rounded-l border border-line bg-soft p-0.5"
      >
        {choices.map((choice) => (
          <label
            key={choice.value}
            lang={choice.lang}
            className="relative flex h-7 items-center rounded-m px-3 text-ink-2 hover:text-ink has-checked:bg-over has-checked:text-ink has-checked:shadow-[0_0_0_1px_var(--line-strong)] has-focus-visible:outline-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name={id}
              checked={choice.value === value}
              onChange={() => void change({ [name]: choice.value })}
              className="absolute inset-0 appearance-none rounded-m outline-none"
            />
            {choice.swatch && (
              <span
                data-accent={choice.swatch}
                data-colours
                className="mr-1.5 size-3 shrink-0 rounded-full bg-accent"
                aria-hidden
              />
            )}
            {choice.label}
          </label>
        ))}
      </div>
      {error && (
        <p className="mt-1 text-fail text-small" role="alert">
          {error}
        </p>
      )}
      {hint && (
        <p id={`${id}-hint`} className="mt-1 text-ink-3 text-small">
          {hint}
        </p>
      )}
    </div>
  );
}

interface CheckboxSettingProps {
  name: keyof Settings &
    (
      | 'keepAwake'
      | 'languageServers'
      | 'maskTokens'
      | 'memory'
      | 'noticeContent'
      | 'notifications'
      | 'otherInstructions'
      | 'trayIcon'
    );
  label: string;
  hint: string;
}

/** A boolean setting. */
export function CheckboxSetting({ name, label, hint }: CheckboxSettingProps) {
  const on = useApp((snapshot) => snapshot.settings[name]);
  const { error, change } = useSetting();
  const put = (checked: boolean): void => void change({ [name]: checked });
  return <SettingCheckbox label={label} hint={hint} checked={on} error={error} onChange={put} />;
}

const { run, data } = lateStrings.settings;
const { page } = lateStrings.tools;

const numberSettings: Record<NumberName, NumberStrings> = {
  maxTurns: { label: run.maxTurns, hint: run.maxTurnsHint, bad: run.maxTurnsBad, from: 1, to: 1000 },
  idleTimeoutSeconds: { label: run.idle, hint: run.idleHint, bad: run.idleBad, from: 5, to: 3600 },
  retryMinutes: { label: run.retries, hint: run.retriesHint, bad: run.retriesBad, from: 0, to: 1440 },
  compactAt: { label: run.compactAt, hint: run.compactAtHint, bad: run.compactAtBad, from: 50, to: 95, per: 100 },
  resultCapMegabytes: { label: data.resultCap, hint: data.resultCapHint, bad: data.resultCapBad, from: 1, to: 4096 },
  undoMegabytes: { label: data.undoRoom, hint: data.undoRoomHint, bad: data.undoRoomBad, from: 1, to: 1_000_000 },
  deferToolsAbove: { label: page.defer, hint: page.deferHint, bad: page.deferBad, from: 1, to: 128 },
};

/** A whole-number setting with bounds. */
export function NumberSetting({ name }: { name: NumberName }) {
  const { label, hint, per = 1, ...bounds } = numberSettings[name];
  const saved = useApp((snapshot) => Math.round(snapshot.settings[name] * per));
  const { error, input } = useNumberField({ saved, ...bounds, toPatch: (value) => ({ [name]: value / per }) });
  return (
    <Field label={label} hint={hint} error={error}>
      {(ids) => <TextInput {...ids} {...input} className="tabular max-w-28" />}
    </Field>
  );
}

/** The whole-number settings: labels and displayed bounds. */
type NumberName = keyof Settings &
  (
    | 'maxTurns'
    | 'idleTimeoutSeconds'
    | 'retryMinutes'
    | 'resultCapMegabytes'
    | 'undoMegabytes'
    | 'compactAt'
    | 'deferToolsAbove'
  );

interface NumberStrings {
  label: string;
  hint: string;
  /** Error shown next to the field if the value is not a whole number within the bounds. */
  bad: string;
  from: number;
  to: number;
  /** The stored value is the displayed one divided by this; default 1. */
  per?: number;
}

interface SettingCheckboxProps {
  label: string;
  hint: string;
  checked: boolean;
  disabled?: boolean;
  error?: string | null;
  onChange: (checked: boolean) => void;
}

/** A checkbox with an explanation. */
export function SettingCheckbox({ label, hint, checked, disabled = false, error, onChange }: SettingCheckboxProps) {
  const id = useId();
  return (
    <div className="text-ui" data-field={label}>
      <label htmlFor={id} className="flex items-start gap-3 rounded-l border border-line px-3 py-2.5 hover:bg-hover">
        <input
          id={id}
          type="checkbox"
          className="mt-0.5 size-4 shrink-0 accent-accent"
          checked={checked}
          disabled={disabled}
          aria-describedby={`${id}-hint`}
          onChange={(event) => onChange(event.target.checked)}
        />
        <span className="min-w-0 flex-1">
          <span className="block">{label}</span>
          <span id={`${id}-hint`} className="wrap-anywhere block text-ink-3">
            {hint}
          </span>
        </span>
      </label>
      {error && (
        <p className="mt-1 text-fail text-small" role="alert">
          {error}
        </p>
      )}
    </div>
  );
}
