// A part of the window whose code cannot be had: after an update of the app the files of the page that is open are gone, or
// the host is away. Says which of the two it is, and what to do; what was written stays.

import { strings } from '../strings.ts';
import type { Drafts } from './drafts.ts';
import type { Toasts } from './toasts.ts';

/** `away`: the host does not answer. `failed`: it does, and its page is this one. */
export type LoadFailure = 'updated' | 'away' | 'failed';

export interface LostParts {
  why(): Promise<LoadFailure>;
  /** Loads the page again, when drafts are safe. */
  loadAgain(): void;
  /** Says it in a toast, for a part that has no place of its own. `again` asks for the part once more. */
  tell(again: () => void): Promise<void>;
}

export interface PageReloader {
  /** The page that is served now is another one than this. Rejects when it cannot be asked. */
  isOutdated(): Promise<boolean>;
  reload(): void;
}

export function createLostParts(
  door: PageReloader | undefined,
  drafts: Pick<Drafts, 'flush'>,
  toasts: Pick<Toasts, 'show'>,
): LostParts {
  const words = strings.ui.lost;

  async function why(): Promise<LoadFailure> {
    try {
      return (await door?.isOutdated()) ? 'updated' : 'failed';
    } catch {
      return 'away';
    }
  }

  function loadAgain(): void {
    drafts.flush();
    door?.reload();
  }

  return {
    why,
    loadAgain,
    async tell(again) {
      const reason = await why();
      const action =
        reason === 'away' ? { label: strings.ui.tryAgain, run: again } : { label: words.loadAgain, run: loadAgain };
      toasts.show({ tone: 'info', stays: true, message: words[reason], action });
    },
  };
}

/** By the scripts that the page names: each build gives them other names. */
export function createPageDoor(
  page: Pick<Document, 'querySelectorAll'>,
  read: typeof fetch,
  at: Location,
): PageReloader {
  return {
    async isOutdated() {
      const answer = await read(at.pathname + at.search, { cache: 'no-store' });
      if (!answer.ok) throw new Error(`The page is answered with ${answer.status}.`);
      const now = await answer.text();
      const own = [...page.querySelectorAll('script[src]')].map((script) => script.getAttribute('src') ?? '');
      return own.some((src) => !now.includes(src));
    },
    reload: () => at.reload(),
  };
}
