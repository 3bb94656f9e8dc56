// Describes a call in one line of plain language. Claims that something was done only if it was; shows no hidden or
// reordering characters.

import type { ToolMessage } from '../../../shared/conversation/message.ts';
import { agentCallKinds } from '../../../shared/features/externalAgents/externalAgent.ts';
import { toNativeCall } from '../../../shared/features/tools/familiarCall.ts';
import { isBuiltInTool, parseArguments } from '../../../shared/features/tools/toolInfo.ts';
import { visibleText } from '../../ui/visibleText.ts';
import { isolateBidi } from '../format/direction.ts';
import { strings } from '../strings.ts';
import type { BoxState } from './callState.ts';
import { notRunReason } from './refusal.ts';

/** `folder`: where an external agent worked, for its whole paths. */
export function callLine(
  toolCall: { name: string; arguments: string; result?: ToolMessage | null; folder?: string | undefined },
  state: BoxState,
): string {
  if (!isJson(toolCall.arguments)) return strings.calls.unreadable(visibleText(toolCall.name));
  const call = toNativeCall(toolCall);
  const title = agentTitle(call);
  if (title !== null) return title;
  // A failed command still ran, unless it was rejected first; a failed change was not made.
  const ran = call.name === 'run_command' && notRunReason(call.result) === null;
  const done = state === 'ok' || (state === 'error' && ran);
  return strings.sentences.call(visibleText(call.name), visibleArguments(call), done);
}

/** Returns an external agent's title of a call that our own words do not cover; null: no such call. */
function agentTitle({ name, arguments: text, result, folder }: Parameters<typeof callLine>[0]): string | null {
  if (isBuiltInTool(name)) return null;
  const isKind = (agentCallKinds as readonly string[]).includes(name);
  const title = result?.details?.external?.title || (isKind && parseArguments(text).title);
  return typeof title === 'string' && title.trim() !== '' && title !== name
    ? isolateBidi(visibleText(relativeText(title, folder)))
    : null;
}

/** Arguments made safe for use in a sentence. Omits nested values. */
function visibleArguments({
  arguments: text,
  folder,
}: Pick<Parameters<typeof callLine>[0], 'arguments' | 'folder'>): string {
  const values = Object.entries(parseArguments(text)).filter(([, value]) => typeof value !== 'object');
  const visibleValues = values.map(([name, value]) => [
    name,
    typeof value === 'string' ? isolateBidi(visibleText(name === 'path' ? relativeText(value, folder) : value)) : value,
  ]);
  return JSON.stringify(Object.fromEntries(visibleValues));
}

/** Without the folder before paths, as our own tools' rows are. */
export function relativeText(text: string, folder = ''): string {
  if (folder === '') return text;
  return text === folder ? '.' : ['/', '\\'].reduce((left, separator) => withoutPrefix(left, folder + separator), text);
}

/** Keeps it inside a longer path. */
function withoutPrefix(text: string, prefix: string): string {
  const [first = '', ...rest] = text.split(prefix);
  return rest.reduce((left, piece) => left + (/[\w.~/\\-]$/.test(left) ? prefix : '') + piece, first);
}

/** Accepts empty text, which some calls without arguments have. */
export function isJson(text: string): boolean {
  if (text.trim() === '') return true;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
