// What a server answers for a prompt, as one text for the model with the images that go with it. It is a stranger's text that the
// person asked for: bounded, and without what nobody would see in it.

import type { GetPromptResult } from '@modelcontextprotocol/client';
import { maxMentionBytes } from '../../../shared/conversation/mentions.ts';
import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import type { SlashExpansion } from '../../ports/slash.ts';
import { boundedText } from '../connection/boundedText.ts';
import { type BroughtImages, blockText } from '../connection/resultContent.ts';

const roleNames = { user: 'User', assistant: 'Assistant' } as const;

export function promptText({ messages }: GetPromptResult, name: string): Result<SlashExpansion> {
  const images: BroughtImages = [];
  const said = messages.map(({ role, content }) => ({ role, text: blockText(content, images) }));
  // Of the person alone nobody need be told apart.
  const isOne = said.every(({ role }) => role === 'user');
  const text = said
    .filter((message) => message.text.trim() !== '')
    .map((message) => (isOne ? message.text : `${roleNames[message.role]}:\n${message.text}`))
    .join('\n\n');
  const bytes = Buffer.byteLength(text);
  if (bytes > maxMentionBytes) {
    const most = maxMentionBytes.toLocaleString('en-US');
    return fail('TOOL_EXEC_FAILED', say`/${name} is too large: it has ${bytes} bytes; at most ${most} can be sent.`);
  }
  if (text === '' && images.length === 0)
    return fail('TOOL_EXEC_FAILED', say`/${name} is empty: its server gave no text.`);
  return ok({ text: boundedText(text, maxMentionBytes), ...(images.length > 0 ? { images } : {}) });
}
