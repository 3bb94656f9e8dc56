// Whether arguments fit the schema that a server gave for them. The schema is a stranger's: what could take for ever, as a
// pattern or a web of references can, is left to the server, which checks for itself. Compiled when it is first needed.

import { AjvJsonSchemaValidator } from '@modelcontextprotocol/client/validators/ajv';
import { fail, ok, type Result } from '../../../shared/errors.ts';

export type ArgumentCheck = (args: unknown) => Result<unknown>;

/** Bytes of JSON above which a schema is not compiled. */
const mostBytes = 64 * 1024;
/** Schemas that one value may be held against, references followed. */
const mostSteps = 5000;

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
    if (JSON.stringify(schema).length > mostBytes || steps(schema, schema, new Map()) > mostSteps) return pass;
    const validate = new AjvJsonSchemaValidator().getValidator(withoutPatterns(schema) as Record<string, unknown>);
    return (args) => {
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

/** A regular expression may take exponential time, and nothing could stop it. */
function withoutPatterns(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutPatterns);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).flatMap(([key, inner]): [string, unknown][] => {
    // A property may have that name: then it is a schema, not a text.
    if (key === 'pattern' && typeof inner === 'string') return [];
    if (key === 'patternProperties' || key === 'propertyNames' || key === 'format')
      return typeof inner === 'object' && key === 'format' ? [[key, withoutPatterns(inner)]] : [];
    return [[key, withoutPatterns(inner)]];
  });
  return Object.fromEntries(entries);
}

/** How many schemas there are when each reference is followed once on each way; a way back to where it came from is not gone. */
function steps(root: unknown, value: unknown, known: Map<unknown, number>): number {
  if (typeof value !== 'object' || value === null) return 0;
  const before = known.get(value);
  if (before !== undefined) return before;
  known.set(value, 1);
  let sum = 1;
  for (const [key, inner] of Object.entries(value)) {
    sum += steps(root, key === '$ref' && typeof inner === 'string' ? targetOf(root, inner) : inner, known);
    if (sum > mostSteps) break;
  }
  known.set(value, sum);
  return sum;
}

function targetOf(root: unknown, reference: string): unknown {
  if (!reference.startsWith('#')) return null;
  let at: unknown = root;
  for (const part of reference.slice(1).split('/').filter(Boolean)) {
    const key = decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return null;
    at = (at as Record<string, unknown>)[key];
  }
  return at;
}
