// A list of messages as OpenAI accepts it, checked with the validator for requests.

import { openAiChatViolations } from '../validators/openAiChat.ts';
import { rowOf } from './rows.ts';

export function messagesBreaks(text: string): string[] {
  const given: unknown = JSON.parse(text);
  const messages = Array.isArray(given) ? given : rowOf(given).messages;
  if (!Array.isArray(messages)) return ['no messages'];
  if (messages.length === 0) return [];
  return openAiChatViolations({ model: 'demo', messages }).map(({ where, message }) => `${where}: ${message}`);
}
