// What of a message the person wrote: without the environment or the summary that the app put before it.

import type { ApiMessage } from '../../../shared/conversation/apiMessage.ts';
import { summaryBeginning } from '../../../shared/conversation/wireMessages.ts';

export function textOfContent(content: ApiMessage['content'] | undefined): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content.map((part) => (part?.type === 'text' ? String(part.text) : '')).join('');
}

export function personsWords(content: string): string {
  const paragraphs = content.split('\n\n');
  const environment = paragraphs.findLastIndex((paragraph) => /^\[(?:Environment|Plan mode)\]/.test(paragraph));
  const rest = paragraphs.slice(environment + 1);
  if (environment < 0 && rest[0]?.startsWith(summaryBeginning)) return (rest.at(-1) ?? '').trim();
  return rest.join('\n\n').trim();
}
