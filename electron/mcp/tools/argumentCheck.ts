// Validates arguments against a server's schema, compiled on first use. The schema is untrusted: anything that could
// take forever, such as patterns or dense references, is left to the server (see toCheckableSchema.ts).

import { AjvJsonSchemaValidator } from '@modelcontextprotocol/client/validators/ajv';
import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { toCheckableSchema } from './checkableSchema.ts';

export type ArgumentCheck = (args: unknown) => Result<unknown>;

/** Maximum JSON size of a schema to compile. */
const maxBytes = 64 * 1024;
/** Skips validation above this product of argument values and schemas to check each against. */
const maxComparisons = 300_000;

export function createArgumentCheck(toolName: string, schema: Record<string, unknown>): ArgumentCheck {
  let compiled: ((args: unknown) => string | null) | null = null;
  return (args) => {
    if (typeof args !== 'object' || args === null || Array.isArray(args)) {
      return fail('TOOL_ARGS_INVALID', `the arguments of ${toolName} are not an object.`);
    }
    compiled ??= compile(schema);
    const wrong = compiled(args);
    return wrong === null ? ok(args) : fail('TOOL_ARGS_INVALID', `the arguments of ${toolName} do not fit: ${wrong}.`);
  };
}

const pass = (): null => null;

function compile(schema: Record<string, unknown>): (args: unknown) => string | null {
  try {
    if (JSON.stringify(schema).length > maxBytes) return pass;
    const checkable = toCheckableSchema(schema);
    if (!checkable) return pass;
    const validate = new AjvJsonSchemaValidator().getValidator(checkable.schema);
    return (args) => {
      if (partsOf(args, maxComparisons / checkable.steps) * checkable.steps > maxComparisons) return null;
      try {
        const checked = validate(args);
        return checked.valid ? null : checked.errorMessage.slice(0, 2000);
      } catch {
        return null;
      }
    };
  } catch {
    return pass;
  }
}

/** Counts the values, stopping a little above `max`. */
function partsOf(value: unknown, max: number): number {
  let count = 0;
  const pending = [value];
  while (pending.length > 0 && count <= max) {
    const one = pending.pop();
    count++;
    if (typeof one !== 'object' || one === null) continue;
    for (const inner of Object.values(one)) {
      pending.push(inner);
      if (pending.length > max) return pending.length + 1;
    }
  }
  return count;
}
