// Renders a record as Markdown. The user's text stays as typed, and attachments are listed. Skips model-only text and
// the app's marks; restored files get a line.

import { attachmentNames } from '../../../shared/conversation/attachments.ts';
import { environmentOf } from '../../../shared/conversation/environment.ts';
import { rangeText } from '../../../shared/conversation/mentions.ts';
import {
  callsOf,
  type Message,
  type SystemMessage,
  type ToolMessage,
  textOf,
} from '../../../shared/conversation/message.ts';
import { isRemoved } from '../../../shared/conversation/removed.ts';
import { isBlankText } from '../../../shared/conversation/sendable.ts';
import { formatListedPath } from '../../lib/listedPath.ts';
import { balancedMarkdown, blockquote, codeBlock, codeSpan, escapeMarkdownLine } from './markdownBlocks.ts';

/** The start of a result with a separate file; null if unreadable. */
export type FirstPart = { text: string; totalBytes: number } | null;

/** Empty for a hidden record. `first` is for a result with a separate file. */
export function markdownOf(message: Message, first: FirstPart): string {
  const parts = isRemoved(message) ? [`*${titleOf(message)}: permanently removed.*`] : partsOf(message, first);
  return parts.filter((part) => part !== '').join('\n\n');
}

function partsOf(message: Message, first: FirstPart): string[] {
  switch (message.role) {
    case 'user':
      return [heading(message), blockquote(textOf(message)), attached(message), mentionList(message.content)];
    case 'assistant':
      return assistantParts(message);
    case 'tool':
      return resultParts(message, first);
    case 'system': {
      if (environmentOf(message) === 'changes') return restoredFiles(message);
      if (message.partType !== 'summary') return [];
      const { records, clearedIds = [] } = message.compaction ?? {};
      if (isBlankText(message.content)) return [`*${clearedIds.length} results were removed from the context.*`];
      const of = records === undefined ? 'what was said before' : `${records} earlier records`;
      return [`*From here on, the model read a summary of ${of}:*`, blockquote(message.content)];
    }
  }
}

function assistantParts(message: Message & { role: 'assistant' }): string[] {
  const text = message.content ?? '';
  if (message.partType === 'note') return [`*${escapeMarkdownLine(text)}*`];
  const error = message.error ? `**Error:** ${escapeMarkdownLine(message.error.message)}` : '';
  const body = text.trim() === '' ? '' : balancedMarkdown(text);
  const thought = (message.reasoning ?? '').trim() === '' ? [] : ['*Reasoning:*', blockquote(message.reasoning ?? '')];
  const calls = callsOf(message).flatMap((call) => [
    `**Call** ${codeSpan(call.function.name)}`,
    codeBlock(call.function.arguments, 'json'),
  ]);
  const parts = [...thought, body, ...calls, error].filter((part) => part !== '');
  return parts.length === 0 ? [] : [heading(message), ...parts];
}

function resultParts(message: ToolMessage, first: FirstPart): string[] {
  const time = typeof message.duration === 'number' ? `, ${message.duration} ms` : '';
  const byHand = message.partType === 'tool_run';
  const name = `**${byHand ? 'Run by you:' : 'Result of'}** ${codeSpan(message.toolName)} (${message.outcome}${time})`;
  const argumentLines = byHand && message.arguments !== undefined ? [codeBlock(message.arguments, 'json')] : [];
  const head = byHand ? [heading(message)] : [];
  const images = (message.attachments ?? []).length;
  const pictures = images === 0 ? [] : [`*With ${images} ${images === 1 ? 'image' : 'images'}.*`];
  if (message.fullOutputPath === undefined)
    return [...head, name, ...argumentLines, codeBlock(message.content), ...pictures];
  const where = codeSpan(message.fullOutputPath);
  if (!first)
    return [
      ...head,
      name,
      ...argumentLines,
      codeBlock(message.content),
      `*The full result is in* ${where}.`,
      ...pictures,
    ];
  const shownBytes = Buffer.byteLength(first.text, 'utf8');
  const pointer = `*The first ${shownBytes} of ${first.totalBytes} bytes. The full result is in* ${where}.`;
  return [...head, name, ...argumentLines, codeBlock(first.text), pointer, ...pictures];
}

function heading(message: Message): string {
  const at = /^\d{4}-\d\d-\d\dT\d\d:\d\d/.exec(message.createdAt)?.[0];
  return `## ${titleOf(message)}${at === undefined ? '' : ` · ${at.replace('T', ' ')} UTC`}`;
}

function titleOf(message: Message): string {
  if (message.role === 'assistant') return message.model === undefined ? 'Model' : `Model ${codeSpan(message.model)}`;
  return message.role === 'tool' && message.partType !== 'tool_run' ? 'Result' : 'You';
}

function attached(message: Message): string {
  const names = attachmentNames(message);
  return names === '' ? '' : `*Attached:* ${codeSpan(names)}`;
}

/** `/` calls and `@` mentions, once each: what was included, or why not. */
function mentionList(content: (Message & { role: 'user' })['content']): string {
  if (typeof content === 'string') return '';
  const lines = content.flatMap((part) => {
    if (part.type === 'command') return [`- ${codeSpan(`/${part.name}`)} (${escapeMarkdownLine(String(part.from))})`];
    if (part.type !== 'mention' || typeof part.path !== 'string') return [];
    const name = codeSpan(formatListedPath(part.path) + rangeText(part.range));
    if (part.problem === undefined && part.hash !== undefined) return [`- ${name}`];
    return [`- ${name} (not attached: ${escapeMarkdownLine(part.problem ?? 'nothing was read')})`];
  });
  return lines.length === 0 ? '' : `*Mentioned:*\n\n${[...new Set(lines)].join('\n')}`;
}

/** In the record's own words: its heading, and what became of each file. */
function restoredFiles({ content }: SystemMessage): string[] {
  const [head = '', ...rest] = content.split('\n');
  const files = rest.filter((line) => line.startsWith('- ') || line.startsWith('Left as '));
  const title = /^\[(.+)\]$/.exec(head)?.[1] ?? 'Files restored';
  return [`*${escapeMarkdownLine(title)}:*`, blockquote(files.map(plainPutBack).join('\n'))];
}

function plainPutBack(line: string): string {
  return line.startsWith('- ') ? `- ${escapeMarkdownLine(line.slice(2))}` : `\n${escapeMarkdownLine(line)}\n`;
}
