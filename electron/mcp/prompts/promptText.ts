// Converts a server's prompt to text and images for the model. The user requested it, but the text is untrusted:
// bounded, without invisible characters.

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
  const parts = messages.map(({ role, content }) => ({ role, text: blockText(content, images) }));
  // Label roles only if there are several.
  const isOne = parts.every(({ role }) => role === 'user');
  const text = parts
    .filter((message) => message.text.trim() !== '')
    .map((message) => (isOne ? message.text : `${roleNames[message.role]}:\n${message.text}`))
    .join('\n\n');
  const bytes = Buffer.byteLength(text);
  if (bytes > maxMentionBytes) {
    const most = maxMentionBytes.toLocaleString('en-US');
    return fail(
      'TOOL_EXEC_FAILED',
      say`/${name} is too large: it has ${bytes} bytes, and at most ${most} can be sent.`,
    );
  }
  if (text === '' && images.length === 0)
    return fail('TOOL_EXEC_FAILED', say`/${name} is empty: its server returned no text.`);
  return ok({ text: boundedText(text, maxMentionBytes), ...(images.length > 0 ? { images } : {}) });
}
