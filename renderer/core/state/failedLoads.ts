// Handles code that cannot be loaded: after an update, the open page's files no longer exist; or the host is
// unreachable. Explains which, and what to do; drafts are kept.

import { hostIsAway } from '../loadCode.ts';
import { strings } from '../strings.ts';
import type { Drafts } from './drafts.ts';
import type { Toasts } from './toasts.ts';

/** `away`: the host does not respond. `failed`: it does, and still serves this page. */
export type LoadFailure = 'updated' | 'away' | 'failed';

export interface FailedLoads {
  why(): Promise<LoadFailure>;
  /** Reloads the page once drafts are saved. */
  loadAgain(): void;
  /** Shows a toast, for parts without a place of their own. `again` retries the part. */
  tell(again: () => void): Promise<void>;
}

export interface PageReloader {
  /** Whether the host serves a newer page. Rejects if unreachable. */
  isOutdated(): Promise<boolean>;
  reload(): void;
}

export function createFailedLoads(
  door: PageReloader | undefined,
  drafts: Pick<Drafts, 'flush'>,
  toasts: Pick<Toasts, 'show'>,
): FailedLoads {
  const words = strings.ui.lost;

  async function why(): Promise<LoadFailure> {
    if (hostIsAway()) return 'away';
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

/** Compares the page's script names, which change with each build. */
export function createPageReloader(
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
