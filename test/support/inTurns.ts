// Checks the event loop rule: a task must not block others for long.

import { expect } from 'vitest';
import { countTurns, maxStepsInOnePiece } from './turns.ts';

/** Runs a task that must consist of at least `minSteps` steps and yield between them. */
export async function inTurns<T>(minSteps: number, task: () => Promise<T>, stepMs?: number): Promise<T> {
  const { value, steps, longest } = await countTurns(task, stepMs);
  expect(steps).toBeGreaterThanOrEqual(minSteps);
  expect(longest).toBeLessThanOrEqual(maxStepsInOnePiece);
  return value;
}
