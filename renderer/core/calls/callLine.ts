// The one line of a call, in the person's terms. It says that something was done only when it was, and
// nothing in it hides or turns other letters around.

import type { ToolMessage } from '../../../shared/conversation/message.ts';
import { familiarCall } from '../../../shared/familiarCall.ts';
import { visibleText } from '../../ui/visibleText.ts';
import { strings } from '../strings.ts';
import type { BoxState } from './callState.ts';
import { notRunReason } from './refusal.ts';

export function callLine(
  asked: { name: string; arguments: string; result?: ToolMessage | null },
  state: BoxState,
): string {
  if (!isJson(asked.arguments)) return strings.calls.unreadable(visibleText(asked.name));
  const call = familiarCall(asked);
  // A command that failed has run all the same, unless it was refused before; a change that failed was not made.
  const ran = call.name === 'run_command' && notRunReason(call.result) === null;
  const done = state === 'ok' || (state === 'error' && ran);
  return visibleText(strings.sentences.call(call.name, call.arguments, done));
}

/** An empty text counts: it is how a call without arguments may come. */
export function isJson(text: string): boolean {
  if (text.trim() === '') return true;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
