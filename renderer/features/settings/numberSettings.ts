// The whole-number settings: labels and displayed bounds.

import type { Settings } from '../../../shared/features/settings/settings.ts';
import { lateStrings } from '../../core/lateStrings.ts';

export type NumberName = keyof Settings &
  ('maxTurns' | 'idleTimeoutSeconds' | 'resultCapMegabytes' | 'undoMegabytes' | 'compactAt' | 'deferToolsAbove');

export interface NumberStrings {
  label: string;
  hint: string;
  /** Error shown next to the field if the value is not a whole number within the bounds. */
  bad: string;
  from: number;
  to: number;
  /** The stored value is the displayed one divided by this; default 1. */
  per?: number;
}

const { run, data } = lateStrings.settings;
const { page } = lateStrings.tools;

export const numberSettings: Record<NumberName, NumberStrings> = {
  maxTurns: { label: run.maxTurns, hint: run.maxTurnsHint, bad: run.maxTurnsBad, from: 1, to: 1000 },
  idleTimeoutSeconds: { label: run.idle, hint: run.idleHint, bad: run.idleBad, from: 5, to: 3600 },
  compactAt: { label: run.compactAt, hint: run.compactAtHint, bad: run.compactAtBad, from: 50, to: 95, per: 100 },
  resultCapMegabytes: { label: data.resultCap, hint: data.resultCapHint, bad: data.resultCapBad, from: 1, to: 4096 },
  undoMegabytes: { label: data.undoRoom, hint: data.undoRoomHint, bad: data.undoRoomBad, from: 1, to: 1_000_000 },
  deferToolsAbove: { label: page.defer, hint: page.deferHint, bad: page.deferBad, from: 1, to: 128 },
};
