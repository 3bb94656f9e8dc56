// The settings that are whole numbers: their words and bounds, as shown.

import type { Settings } from '../../../shared/features/settings/settings.ts';
import { lateStrings } from '../../core/lateStrings.ts';

export type NumberName = keyof Settings &
  ('maxTurns' | 'idleTimeoutSeconds' | 'resultCapMegabytes' | 'undoMegabytes' | 'compactAt' | 'deferToolsAbove');

export interface NumberStrings {
  label: string;
  hint: string;
  /** Said beside the field when it is no whole number between the bounds. */
  bad: string;
  from: number;
  to: number;
  /** The setting is what is shown divided by this; 1 unless given. */
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
