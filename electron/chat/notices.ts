// Notices for the user that belong to no conversation. They wait until a view is open.

import type { AppEvent } from '../../shared/contract.ts';
import type { NewMessage } from '../../shared/conversation/message.ts';
import { sentenceFields } from '../../shared/core/errors.ts';
import {
  type Sentence,
  sentenceDataOf,
  toUserTextData,
  type UserText,
  type UserTextData,
} from '../../shared/core/sentence.ts';
import type { Feed } from './feed.ts';

export interface Notices {
  tell(message: UserText): void;
  /** Returns the notices before the first call; later ones are published as events. */
  take(): UserTextData[];
}

export function createNotices(feed: Feed<AppEvent>): Notices {
  let waiting: UserTextData[] | null = [];
  return {
    tell(message) {
      if (waiting === null) feed.publish({ type: 'notice', ...sentenceFields(message), tone: 'info' });
      else waiting.push(toUserTextData(message));
    },
    take() {
      const earlier = waiting ?? [];
      waiting = null;
      return earlier;
    },
  };
}

/** A note from the app in the conversation: shown, never sent. */
export function noteRecord(sentence: Sentence): NewMessage {
  const sentenceData = sentenceDataOf(sentence);
  return {
    role: 'assistant',
    partType: 'note',
    content: sentence.text,
    ...(sentenceData ? { said: sentenceData } : {}),
  };
}
