// The test of a goal on a command line: its options, and the test that they describe.

import { ok, type Result } from '../../../shared/core/errors.ts';
import { type GoalTest, goalBounds } from '../../../shared/features/goals/goal.ts';
import type { ModelRef } from '../../../shared/features/models/modelOptions.ts';
import { resolveModelText } from './namedModel.ts';
import { nonBlank, numeric } from './options.ts';
import type { Terminal } from './terminal.ts';

const { rounds, stallAfter, testSeconds } = goalBounds;

export const goalTestOptions = {
  test: nonBlank('--test needs a command'),
  check: nonBlank('--check needs a question'),
  checkModel: nonBlank('--check-model needs a model, such as openai/gpt-5.1'),
  rounds: whole(rounds),
  stall: whole(stallAfter),
  testTimeout: whole(testSeconds),
} as const;

export interface GoalTestValues {
  test: string | undefined;
  check: string | undefined;
  checkModel: string | undefined;
  rounds: number | undefined;
  stall: number | undefined;
  testTimeout: number | undefined;
}

/** Null: neither --test nor --check. Defaults are left out. */
export async function goalTestOf(
  terminal: Pick<Terminal, 'core'>,
  { test, check, checkModel, testTimeout }: GoalTestValues,
): Promise<Result<Partial<GoalTest> | null>> {
  if (test !== undefined) {
    return ok({
      type: 'command',
      command: test,
      ...(testTimeout === undefined ? {} : { timeoutSeconds: testTimeout }),
    });
  }
  if (check === undefined) return ok(null);
  const model = checkModel === undefined ? ok<ModelRef | null>(null) : await resolveModelText(terminal, checkModel);
  return model.ok ? ok({ type: 'check', question: check, model: model.value }) : model;
}

export function whole({ min, max }: { min: number; max: number }) {
  return numeric(
    (value) => Number.isInteger(value) && value >= min && value <= max,
    `a whole number from ${min} to ${max}`,
  );
}
