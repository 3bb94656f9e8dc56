// A record of a conversation as Markdown for people. What only the model reads, and the app's own marks, are left out.

import { typedWords } from '../../../shared/conversation/apiContent.ts';
import { attachmentNames } from '../../../shared/conversation/attachments.ts';
import { callsOf, type Message, type ToolMessage } from '../../../shared/conversation/message.ts';
import { isRemoved } from '../../../shared/conversation/removed.ts';
import { isBlankText } from '../../../shared/conversation/sendable.ts';
import { closed, codeSpan, fenced, plainLine, quoted } from './fences.ts';

/** How a result that has a file of its own begins; null: the file could not be read. */
export type FirstPart = { text: string; totalBytes: number } | null;

/** Empty for a record that is not shown. `first`: of a result that has a file of its own. */
export function markdownOf(message: Message, first: FirstPart): string {
  const parts = isRemoved(message) ? [`*${titleOf(message)}: removed for good.*`] : partsOf(message, first);
  return parts.filter((part) => part !== '').join('\n\n');
}

function partsOf(message: Message, first: FirstPart): string[] {
  switch (message.role) {
    case 'user':
      return [heading(message), quoted(userWords(message.content)), attached(message)];
    case 'assistant':
      return assistantParts(message);
    case 'tool':
      return resultParts(message, first);
    case 'system': {
      if (message.partType !== 'summary') return [];
      const { records, clearedIds = [] } = message.compaction ?? {};
      if (isBlankText(message.content)) return [`*${clearedIds.length} results were taken out of the context.*`];
      const of = records === undefined ? 'what was said before' : `${records} earlier records`;
      return [`*From here on the model read a summary of ${of}:*`, quoted(message.content)];
    }
  }
}

function assistantParts(message: Message & { role: 'assistant' }): string[] {
  const text = message.content ?? '';
  if (message.partType === 'note') return [`*${plainLine(text)}*`];
  const error = message.error ? `**Error:** ${plainLine(message.error.message)}` : '';
  const said = text.trim() === '' ? '' : closed(text);
  const thought = (message.reasoning ?? '').trim() === '' ? [] : ['*Reasoning:*', quoted(message.reasoning ?? '')];
  const calls = callsOf(message).flatMap((call) => [
    `**Call** ${codeSpan(call.function.name)}`,
    fenced(call.function.arguments, 'json'),
  ]);
  const parts = [...thought, said, ...calls, error].filter((part) => part !== '');
  return parts.length === 0 ? [] : [heading(message), ...parts];
}

function resultParts(message: ToolMessage, first: FirstPart): string[] {
  const time = typeof message.duration === 'number' ? `, ${message.duration} ms` : '';
  const byHand = message.partType === 'tool_run';
  const name = `**${byHand ? 'Run by hand:' : 'Result of'}** ${codeSpan(message.toolName)} (${message.outcome}${time})`;
  const asked = byHand && message.arguments !== undefined ? [fenced(message.arguments, 'json')] : [];
  const head = byHand ? [heading(message)] : [];
  const images = (message.attachments ?? []).length;
  const pictures = images === 0 ? [] : [`*With ${images} ${images === 1 ? 'image' : 'images'}.*`];
  if (message.fullOutputPath === undefined) return [...head, name, ...asked, fenced(message.content), ...pictures];
  const where = codeSpan(message.fullOutputPath);
  if (!first)
    return [...head, name, ...asked, fenced(message.content), `*The whole result is in* ${where}.`, ...pictures];
  const shown = Buffer.byteLength(first.text, 'utf8');
  const pointer = `*The first ${shown} of ${first.totalBytes} bytes. The whole result is in* ${where}.`;
  return [...head, name, ...asked, fenced(first.text), pointer, ...pictures];
}

function heading(message: Message): string {
  const at = /^\d{4}-\d\d-\d\dT\d\d:\d\d/.exec(message.createdAt)?.[0];
  return `## ${titleOf(message)}${at === undefined ? '' : ` · ${at.replace('T', ' ')} UTC`}`;
}

function titleOf(message: Message): string {
  if (message.role === 'assistant') return message.model === undefined ? 'Model' : `Model ${codeSpan(message.model)}`;
  return message.role === 'tool' && message.partType !== 'tool_run' ? 'Result' : 'You';
}

function userWords(content: (Message & { role: 'user' })['content']): string {
  return typeof content === 'string' ? content : content.map(typedWords).join('');
}

function attached(message: Message): string {
  const names = attachmentNames(message);
  return names === '' ? '' : `*Attached:* ${codeSpan(names)}`;
}
