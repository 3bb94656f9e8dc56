// Results of ports, unwrapped in tests.

import type { AppError, Result } from '../../shared/core/errors.ts';

/** The value; a failure fails the test with its own words. */
export function okValue<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw new Error(`${result.error.code}: ${result.error.message}`);
}

/** The error; success fails the test. */
export function errorOf(result: Result<unknown>): AppError {
  if (!result.ok) return result.error;
  throw new Error(`expected an error and got ${JSON.stringify(result.value)}`);
}
