// The one line of a call, in the person's terms. It says that something was done only when it was, and
// nothing in it hides or turns other letters around.

import type { ToolMessage } from '../../../shared/conversation/message.ts';
import { familiarCall } from '../../../shared/features/tools/familiarCall.ts';
import { parseArguments } from '../../../shared/features/tools/toolInfo.ts';
import { visibleText } from '../../ui/visibleText.ts';
import { isolated } from '../format/direction.ts';
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
  return strings.sentences.call(visibleText(call.name), visibleArguments(call.arguments), done);
}

/** Names that stand by themselves in the sentence, and hide nothing. What is deeper is in no sentence. */
function visibleArguments(text: string): string {
  const values = Object.entries(parseArguments(text)).filter(([, value]) => typeof value !== 'object');
  const shown = values.map(([name, value]) => [name, typeof value === 'string' ? isolated(visibleText(value)) : value]);
  return JSON.stringify(Object.fromEntries(shown));
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
