// Extracts the user's own text from a message, without the environment, instructions and summary that the app adds.

import type { ApiMessage } from '../../../shared/conversation/apiMessage.ts';
import { summaryPrefix } from '../../conversation/toApiMessages.ts';

export function textOfContent(content: ApiMessage['content'] | undefined): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content.map((part) => (part?.type === 'text' ? String(part.text) : '')).join('');
}

export function userText(content: string): string {
  const paragraphs = content.replace(standing, '$1').split('\n\n');
  const environment = paragraphs.findLastIndex((paragraph) => /^\[(?:Environment|Plan mode)\]/.test(paragraph));
  const rest = paragraphs.slice(environment + 1);
  if (environment < 0 && rest[0]?.startsWith(summaryPrefix)) return (rest.at(-1) ?? '').trim();
  return rest.join('\n\n').trim();
}

/** A tagged context block, or the sentence that revokes it. */
const standing =
  /(^|\n\n)\[[^\]\n]{1,80}\]\n(?:[^\n]*\n<((?:text|instructions)(?:-\d+)?)(?: path="[^"]*")?>\n[\s\S]*?\n<\/\2>(?:\n\[Only [^\n]*\])?|What [^\n]{1,80} no longer applies[^\n]*)(?=\n\n|$)/g;
