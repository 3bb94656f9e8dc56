// A note of the app in the conversation: shown, and never sent.

import type { NewMessage } from '../../shared/conversation/message.ts';
import { type Sentence, sentenceDataOf } from '../../shared/sentence.ts';

export function noteRecord(sentence: Sentence): NewMessage {
  const said = sentenceDataOf(sentence);
  return { role: 'assistant', partType: 'note', content: sentence.text, ...(said ? { said } : {}) };
}
