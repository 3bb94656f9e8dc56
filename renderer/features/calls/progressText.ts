// Describes a call's progress: a percentage if the total is known, else steps. Clamps numbers, which come from other
// apps.

import type { CallProgress } from '../../../shared/conversation/event.ts';
import { lateStrings } from '../../core/lateStrings.ts';
import { visibleText } from '../../ui/visibleText.ts';

const words = lateStrings.processing.progress;

/** A whole number from 0 to 100; null without a known total. */
export function percentOf({ progress, total }: CallProgress): number | null {
  if (total === undefined || !Number.isFinite(total) || total <= 0 || !Number.isFinite(progress)) return null;
  return Math.floor(Math.min(1, Math.max(0, progress / total)) * 100);
}

function progressMessage({ message }: CallProgress): string {
  return visibleText(message?.split('\n', 1)[0]?.trim() ?? '');
}

/** "Copying files", else "3 of 10", else "Step 3". Of a task, its state. */
export function progressText(progress: CallProgress): string {
  const message = progressMessage(progress);
  const task = progress.task && words.task[progress.task];
  if (task) return message === '' ? task : `${task} · ${message}`;
  if (message !== '') return message;
  if (!Number.isFinite(progress.progress)) return '';
  const percent = percentOf(progress);
  if (percent === null) return words.step(progress.progress);
  return words.of(progress.progress, progress.total ?? 0);
}

/** The last quarter reached; announcements change only with it. */
export function quarterOf(progress: CallProgress): number | null {
  const percent = percentOf(progress);
  return percent === null ? null : Math.floor(percent / 25) * 25;
}
