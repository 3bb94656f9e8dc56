// Converts calls of other tools to Codex's own where the arguments fit, so that it renders them natively and its model
// sees familiar tools.

import type { JsonObject } from '../../../shared/core/json.ts';
import { callName } from '../../conversation/callNames.ts';
import { jsonObjectOrNull, objectsOf, parseLooseJson, textOrEmpty } from '../looseJson.ts';

interface NamedCall {
  name: string;
  arguments: string;
}

export function toCodexCall(namedCall: NamedCall): NamedCall {
  const call = { ...namedCall, name: callName(namedCall.name) };
  return fitted(call) ?? call;
}

function fitted(call: NamedCall): NamedCall | null {
  const parsed = parseLooseJson(call.arguments);
  const args = jsonObjectOrNull('value' in parsed ? parsed.value : null);
  if (!args) return null;
  switch (call.name) {
    case 'run_command':
    case 'Bash':
    case 'bash':
    case 'run_shell_command':
      return command(args);
    case 'todo_write':
    case 'TodoWrite':
    case 'todowrite':
      return plan(args);
    default:
      return null;
  }
}

/** The command line of a call in Codex's format. */
export function commandIn({ name, arguments: argumentText }: NamedCall): string | null {
  const parsed = name === 'exec_command' ? parseLooseJson(argumentText) : { value: null };
  const line = jsonObjectOrNull('value' in parsed ? parsed.value : null)?.cmd;
  return typeof line === 'string' ? line : null;
}

/** Drops the description and timeout; background commands have no equivalent. */
function command({ command: line, background, run_in_background: runInBackground }: JsonObject): NamedCall | null {
  if (typeof line !== 'string' || background === true || runInBackground === true) return null;
  return { name: 'exec_command', arguments: JSON.stringify({ cmd: line }) };
}

function plan({ todos }: JsonObject): NamedCall | null {
  if (!Array.isArray(todos) || objectsOf(todos).length !== todos.length) return null;
  const steps = objectsOf(todos).map(({ content, status }) => ({
    step: textOrEmpty(content),
    status: textOrEmpty(status),
  }));
  return { name: 'update_plan', arguments: JSON.stringify({ plan: steps }) };
}
