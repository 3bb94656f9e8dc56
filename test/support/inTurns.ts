// Holds a task to the rule of the event loop: nothing else waits for long.

import { expect } from 'vitest';
import { countTurns, maxStepsInOnePiece } from './turns.ts';

/** Runs a task that must be made of at least `minSteps` steps, and give up its turn between them. */
export async function inTurns<T>(minSteps: number, task: () => Promise<T>, stepMs?: number): Promise<T> {
  const { value, steps, longest } = await countTurns(task, stepMs);
  expect(steps).toBeGreaterThanOrEqual(minSteps);
  expect(longest).toBeLessThanOrEqual(maxStepsInOnePiece);
  return value;
}
