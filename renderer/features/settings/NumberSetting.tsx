// A whole-number setting with bounds.

import type { Settings } from '../../../shared/features/settings/settings.ts';
import { lateStrings } from '../../core/lateStrings.ts';
import { useApp } from '../../core/state/context.tsx';
import { Field, TextInput } from '../../ui/Field.tsx';
import { useNumberField } from './useNumberField.ts';

const { run, data } = lateStrings.settings;
const { page } = lateStrings.tools;

const numberSettings: Record<NumberName, NumberStrings> = {
  maxTurns: { label: run.maxTurns, hint: run.maxTurnsHint, bad: run.maxTurnsBad, from: 1, to: 1000 },
  idleTimeoutSeconds: { label: run.idle, hint: run.idleHint, bad: run.idleBad, from: 5, to: 3600 },
  compactAt: { label: run.compactAt, hint: run.compactAtHint, bad: run.compactAtBad, from: 50, to: 95, per: 100 },
  resultCapMegabytes: { label: data.resultCap, hint: data.resultCapHint, bad: data.resultCapBad, from: 1, to: 4096 },
  undoMegabytes: { label: data.undoRoom, hint: data.undoRoomHint, bad: data.undoRoomBad, from: 1, to: 1_000_000 },
  deferToolsAbove: { label: page.defer, hint: page.deferHint, bad: page.deferBad, from: 1, to: 128 },
};

export function NumberSetting({ name }: { name: NumberName }) {
  const { label, hint, per = 1, ...bounds } = numberSettings[name];
  const saved = useApp((snapshot) => Math.round(snapshot.settings[name] * per));
  const { error, input } = useNumberField({ saved, ...bounds, toPatch: (shown) => ({ [name]: shown / per }) });
  return (
    <Field label={label} hint={hint} error={error}>
      {(ids) => <TextInput {...ids} {...input} className="tabular max-w-28" />}
    </Field>
  );
}

/** The whole-number settings: labels and displayed bounds. */
type NumberName = keyof Settings &
  ('maxTurns' | 'idleTimeoutSeconds' | 'resultCapMegabytes' | 'undoMegabytes' | 'compactAt' | 'deferToolsAbove');

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
