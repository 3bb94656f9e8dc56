// Sentences for the person that belong to no conversation. Until a view is there they wait for it.

import type { AppEvent } from '../../shared/contract/contract.ts';
import type { Feed } from './feed.ts';

export interface Notices {
  tell(message: string): void;
  /** What was told before the first call; from then on each is an event. */
  take(): string[];
}

export function createNotices(feed: Feed<AppEvent>): Notices {
  let waiting: string[] | null = [];
  return {
    tell(message) {
      if (waiting === null) feed.publish({ type: 'notice', message, tone: 'info' });
      else waiting.push(message);
    },
    take() {
      const told = waiting ?? [];
      waiting = null;
      return told;
    },
  };
}
