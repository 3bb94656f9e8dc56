// Unwraps port results in tests.

import type { AppError, Result } from '../../shared/core/errors.ts';

/** Returns the value; fails the test with the failure's message. */
export function okValue<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw new Error(`${result.error.code}: ${result.error.message}`);
}

/** Returns the error; fails the test on success. */
export function errorOf(result: Result<unknown>): AppError {
  if (!result.ok) return result.error;
  throw new Error(`expected an error and got ${JSON.stringify(result.value)}`);
}
