// Parses a call's arguments: as they are, or as they are clearly meant.

import { ok, type Result } from '../../../shared/core/errors.ts';
import { coerceArguments, coercionNote } from '../../lib/coerceArguments.ts';
import type { Tool } from '../../ports/tool.ts';

export interface CheckedArguments {
  args: unknown;
  /** For the model: how invalid arguments were interpreted; else empty. */
  note: string;
}

/** Errors list every problem, even if the arguments could be interpreted. */
export function checkArguments(tool: Pick<Tool, 'check' | 'parameters'>, parsed: unknown): Result<CheckedArguments> {
  const checked = tool.check(parsed);
  if (checked.ok) return ok({ args: checked.value, note: '' });
  const { args, notes } = coerceArguments(tool.parameters, parsed);
  if (notes.length === 0) return checked;
  const again = tool.check(args);
  return again.ok ? ok({ args: again.value, note: coercionNote(notes) }) : again;
}
