// The open pages: whose conversation each belongs to, and what each reported. A new window belongs to the conversation of the page
// that opened it; one that the user opened belongs to nobody.

import type { BrowserContext, CDPSession, Page } from 'playwright-core';
import type { PageOwner } from '../../ports/sharedBrowser.ts';
import { createPageLog, type PageLog, watchPage } from './pageLog.ts';

/** Of one conversation. A page could open windows without end. */
const maxTabs = 8;

export interface Tab {
  page: Page;
  session: CDPSession;
  place: PageOwner | null;
  log: PageLog;
  crashed: boolean;
  /** By another page. */
  isOpened: boolean;
}

export interface Tabs {
  /** The conversation's pages in the order of opening. */
  of(place: PageOwner): Tab[];
  current(place: PageOwner): Tab | null;
  choose(tab: Tab): void;
  create(place: PageOwner): Promise<Tab>;
  /** Whose page a frame's document belongs to. `frame`: it is not the main frame of a page. */
  placeOf(frameId: string): Promise<{ place: PageOwner | null; log: PageLog | null } | 'frame'>;
  places(): PageOwner[];
}

export function createTabs(context: BrowserContext, browser: CDPSession): Tabs {
  const tabs = new Map<string, Tab>();
  const byPage = new Map<Page, Promise<Tab>>();
  const current = new Map<string, Tab>();

  function add(page: Page): Promise<Tab> {
    const existing = byPage.get(page);
    if (existing) return existing;

    const made = (async (): Promise<Tab> => {
      const session = await context.newCDPSession(page);
      const { targetInfo } = await session.send('Target.getTargetInfo');
      const opener = targetInfo.openerId === undefined ? undefined : tabs.get(targetInfo.openerId);
      const tab: Tab = {
        page,
        session,
        place: opener?.place ?? null,
        log: createPageLog(),
        crashed: false,
        isOpened: opener !== undefined,
      };
      tabs.set(targetInfo.targetId, tab);
      watchPage(page, tab.log);
      page.on('crash', () => {
        tab.crashed = true;
      });
      page.on('close', () => {
        tabs.delete(targetInfo.targetId);
        byPage.delete(page);
        if (tab.place && current.get(tab.place.conversationId) === tab) current.delete(tab.place.conversationId);
      });
      if (opener?.place) {
        const count = of(opener.place).length;
        const isTooMany = count > maxTabs;
        opener.log.add(
          isTooMany ? 'blocked' : 'info',
          isTooMany ? `a new window: there are ${maxTabs} already` : `a new window was opened as tab ${count}`,
        );
        if (isTooMany) await page.close();
      }
      return tab;
    })();
    byPage.set(page, made);
    made.catch(() => byPage.delete(page));
    return made;
  }

  function of({ conversationId }: PageOwner): Tab[] {
    return [...tabs.values()].filter(({ place, page, isOpened }) => {
      if (place?.conversationId !== conversationId || page.isClosed()) return false;
      // A window that a page opened for a site that is not allowed.
      const isBlocked = isOpened && page.url().startsWith('chrome-error:');
      if (isBlocked) void page.close().catch(() => {});
      return !isBlocked;
    });
  }

  context.on('page', (page) => void add(page).catch(() => {}));
  return {
    of,
    current: (place) => current.get(place.conversationId) ?? of(place).at(-1) ?? null,
    choose(tab) {
      if (tab.place) current.set(tab.place.conversationId, tab);
    },
    async create(place) {
      const page = await context.newPage();
      const tab = await add(page);
      tab.place = place;
      current.set(place.conversationId, tab);
      return tab;
    },
    async placeOf(frameId) {
      const tab = tabs.get(frameId);
      if (tab) return { place: tab.place, log: tab.log };
      try {
        const { targetInfo } = await browser.send('Target.getTargetInfo', { targetId: frameId });
        if (targetInfo.type !== 'page') return 'frame';
        const opener = targetInfo.openerId === undefined ? undefined : tabs.get(targetInfo.openerId);
        return { place: opener?.place ?? null, log: opener?.log ?? null };
      } catch {
        return 'frame';
      }
    },
    places: () => [...tabs.values()].flatMap(({ place }) => place ?? []),
  };
}
