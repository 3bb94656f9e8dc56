// Converts a user message to Claude Code's content.

import { type ContentPart, textOf, type UserMessage } from '../../../shared/conversation/message.ts';
import type { JsonObject } from '../../../shared/core/json.ts';
import { expandCommands } from '../calledText.ts';
import type { ExportSource } from '../history.ts';
import { contentOf, keptOf } from './kept.ts';

export async function userContent(record: UserMessage, source: ExportSource): Promise<unknown> {
  const keptData = keptOf(record);
  if (keptData?.content !== undefined) return keptData.content;
  const { content } = record;
  if (typeof content === 'string' || keptData || !content.some(isReference)) return contentOf(record);
  const texts = await Promise.all(
    content.map(async (part) =>
      part.type === 'command' ? expandCommands(part, source.attachment) : textOf({ content: [part] }),
    ),
  );
  const textPart: ContentPart = { type: 'text', text: texts.join('') };
  const otherParts = content.filter(({ type }) => type === 'image' || type === 'file');
  const files = await Promise.all(content.map((part) => mentioned(part, source)));
  return [
    ...(contentOf({ content: [textPart, ...otherParts] }) as JsonObject[]),
    ...files.filter((file) => file !== null),
  ];
}

/** Whether the part stands for other text. */
function isReference({ type }: ContentPart): boolean {
  return type === 'mention' || type === 'command';
}

/** Line with the mentioned file's content, after the text that mentions it. */
async function mentioned(part: ContentPart, source: ExportSource): Promise<JsonObject | null> {
  if (part.type !== 'mention' || part.hash === undefined) return null;
  const bytes = await source.attachment(part.hash);
  return bytes && { type: 'text', text: `Contents of ${part.path}:\n${Buffer.from(bytes).toString('utf8')}` };
}
