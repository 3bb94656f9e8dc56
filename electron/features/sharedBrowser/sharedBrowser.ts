// The browser that the user and the model share. It starts with the first call and ends with the app.

import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import type { BrowserProgram, SharedBrowserInfo } from '../../../shared/features/sharedBrowser/methods.ts';
import type { PageMessage, SharedBrowserSetting } from '../../../shared/features/sharedBrowser/sharedBrowser.ts';
import { type Environment, environmentProxies } from '../../lib/environment.ts';
import type { Permissions } from '../../ports/permissions.ts';
import type { PageOwner, PageReport, SharedBrowser } from '../../ports/sharedBrowser.ts';
import { commandEnvironment } from '../../tools/process/commandEnvironment.ts';
import { performAction, settle } from './actions.ts';
import { findPrograms, isProgram } from './findPrograms.ts';
import { type GuardRules, guardRequests } from './guard.ts';
import { launchBrowser } from './launch.ts';
import { startNetworkGuard } from './networkGuard.ts';
import { explainPageFailure, type ReportWish, reportPage } from './report.ts';
import { createSiteAccess, type SiteAccess } from './siteAccess.ts';
import { createTabs, type Tab, type Tabs } from './tabs.ts';
import { parsePageAddress, webOrigin } from './webPage.ts';

export interface SharedBrowserService extends SharedBrowser {
  /** Required before the first call; the rules are created later. */
  setPermissions(permissions: Pick<Permissions, 'list'>): void;
  info(): Promise<SharedBrowserInfo>;
  /** The program that a setting means; NOT_SUPPORTED: there is none. */
  programOf(setting: Pick<SharedBrowserSetting, 'program'>): Promise<Result<BrowserProgram>>;
  /** It starts again with the next call. */
  close(): Promise<void>;
  /** Closes it for good. */
  end(): Promise<void>;
}

export interface SharedBrowserOptions {
  dataDir: string;
  env: Environment;
  readSettings(): Promise<{ sharedBrowser: SharedBrowserSetting }>;
  /** Milliseconds without a call, after which a browser without a window closes. */
  idleMs?: number;
}

interface Running {
  context: BrowserContext;
  tabs: Tabs;
  headless: boolean;
}

const defaultIdleMs = 10 * 60_000;
const openMs = 30_000;
const responseMs = 2_000;

export function createSharedBrowser(options: SharedBrowserOptions): SharedBrowserService {
  const { dataDir, env, readSettings, idleMs = defaultIdleMs } = options;
  const profile = join(dataDir, 'browser');
  let access: SiteAccess = createSiteAccess({ list: async () => [] });
  let starting: Promise<Result<Running>> | null = null;
  let running: Running | null = null;
  let idle: NodeJS.Timeout | null = null;
  let isClosed = false;

  async function programOf({ program }: Pick<SharedBrowserSetting, 'program'>): Promise<Result<BrowserProgram>> {
    const installed = await findPrograms(env);
    if (program === '') {
      const [first] = installed;
      return first
        ? ok(first)
        : fail('NOT_SUPPORTED', say`No Chrome, Chromium, Edge or Brave was found on this machine.`);
    }
    if (!(await isProgram(program))) return fail('NOT_SUPPORTED', say`${program} is not a program on this machine.`);
    return ok(installed.find(({ path }) => path === program) ?? { name: program, path: program });
  }

  async function start(): Promise<Result<Running>> {
    const { sharedBrowser: setting } = await readSettings();
    if (!isConfirmed(setting))
      return fail('NOT_SUPPORTED', say`The shared browser is off. You can turn it on in Settings, under Browser.`);
    const program = await programOf(setting);
    if (!program.ok) return program;
    const { headless } = setting;
    const environment = commandEnvironment(env, [], dataDir);
    // Nothing is allowed before the rules hold.
    let isKnown: GuardRules['isKnown'] = async () => false;
    const proxies = environmentProxies(env);
    const network = await startNetworkGuard({ proxies, isKnown: (origin) => isKnown(origin) });
    const launch = { program: program.value.path, profile, headless, env: environment, proxy: network.address };
    const launched = await launchBrowser(launch);
    if (!launched.ok) {
      network.close();
      return launched;
    }
    const context = launched.value;
    context.on('close', network.close);
    try {
      const browser = context.browser();
      if (browser === null) throw new Error('the browser has no session');
      const session = await browser.newBrowserCDPSession();
      const tabs = createTabs(context, session);
      const rules = guardRules(tabs);
      await guardRequests(session, rules);
      isKnown = rules.isKnown;
      context.setDefaultTimeout(openMs);
      const now: Running = { context, tabs, headless };
      context.on('close', () => {
        if (running === now) running = null;
        starting = null;
        access.clear();
      });
      if (isClosed) throw new Error('the app is closing');
      running = now;
      return ok(now);
    } catch (thrown) {
      await context.close().catch(() => {});
      return explainPageFailure(thrown);
    }
  }

  function guardRules(tabs: Tabs): GuardRules {
    const isAnywhere = async (origin: string, how: 'isAllowed' | 'isNamed'): Promise<boolean> => {
      for (const place of [null, ...tabs.places()]) if (await access[how](place, origin)) return true;
      return false;
    };
    return {
      isKnown: (origin) => isAnywhere(origin, 'isNamed'),
      async mayOpen(origin, frameId) {
        const owner = await tabs.placeOf(frameId);
        // Frames of other conversations' sites load, but are not read.
        return owner === 'frame' ? isAnywhere(origin, 'isAllowed') : access.isAllowed(owner.place, origin);
      },
      blocked(url, frameId) {
        void tabs.placeOf(frameId).then((owner) => {
          if (owner !== 'frame') owner.log?.add('blocked', url);
        });
      },
    };
  }

  async function ensure(): Promise<Result<Running>> {
    if (isClosed) return fail('NOT_SUPPORTED', say`The app is closing.`);
    starting ??= start().then((started) => {
      if (!started.ok) starting = null;
      return started;
    });
    return starting;
  }

  function keepAwake(): void {
    if (idle) clearTimeout(idle);
    if (running?.headless) {
      idle = setTimeout(() => void close(), idleMs);
      idle.unref();
    }
  }

  async function close(): Promise<void> {
    if (idle) clearTimeout(idle);
    const started = await starting?.catch(() => null);
    starting = null;
    running = null;
    if (started?.ok) await started.value.context.close().catch(() => {});
  }

  /** The conversation's page, if the user still allows its site. */
  async function pageFor(place: PageOwner, tab?: number): Promise<Result<Tab>> {
    const all = running?.tabs.of(place) ?? [];
    const chosen = tab === undefined ? running?.tabs.current(place) : all[tab - 1];
    if (!chosen) {
      const sentence = say`There is no such page. Open one with browser_open.`;
      return fail('TOOL_EXEC_FAILED', sentence);
    }
    if (chosen.crashed) {
      await chosen.page.close().catch(() => {});
      return fail('TOOL_EXEC_FAILED', say`The page crashed and was closed. Open it again with browser_open.`);
    }
    running?.tabs.choose(chosen);
    return (await isAllowedPage(place, chosen)) ? ok(chosen) : refusePage(chosen.log.take().messages);
  }

  async function isAllowedPage(place: PageOwner, { page }: Tab): Promise<boolean> {
    const origin = webOrigin(page.url());
    return origin !== null && (await access.isAllowed(place, origin));
  }

  async function report(place: PageOwner, tab: Tab, wish: ReportWish): Promise<Result<PageReport>> {
    const isAllowedFrame = (origin: string): Promise<boolean> => access.isAllowed(place, origin);
    const read = await reportPage(tab, running?.tabs.of(place) ?? [], isAllowedFrame, wish);
    // It may have moved on while it was read.
    return (await isAllowedPage(place, tab)) ? ok(read) : refusePage(read.details.messages);
  }

  return {
    setPermissions(permissions) {
      access = createSiteAccess(permissions);
    },
    isOn: async () => isConfirmed((await readSettings()).sharedBrowser),
    parse: parsePageAddress,
    origin: (place) => webOrigin(running?.tabs.current(place)?.page.url() ?? ''),
    programOf,
    close,
    async end() {
      isClosed = true;
      await close();
    },

    async info() {
      const { sharedBrowser: setting } = await readSettings();
      const programs = await findPrograms(env);
      const isOther = setting.program !== '' && !programs.some(({ path }) => path === setting.program);
      const all = isOther ? [...programs, { name: setting.program, path: setting.program }] : programs;
      return { programs: all, isOpen: running !== null, profile };
    },

    async open(place, url, newTab, wish) {
      const started = await ensure();
      if (!started.ok) return started;
      // A wildcard allows it already, and less: no private addresses.
      if (!(await access.isAllowed(place, url.origin))) access.grant(place, url.origin);
      const { tabs } = started.value;
      try {
        const before = newTab ? null : tabs.current(place);
        const isUsable = before !== null && !before.crashed && (await responds(before.page));
        if (before && !isUsable) await abandon(before.page);
        const tab = isUsable ? before : await tabs.create(place);
        tabs.choose(tab);
        const { signal } = wish;
        await tab.page.goto(url.href, { timeout: openMs, waitUntil: 'commit', signal }).catch((thrown) => {
          // Reported as blocked, or as the address that the page moved on to.
          if (!/ERR_BLOCKED_BY_CLIENT|interrupted by another navigation|ERR_ABORTED/.test(String(thrown))) throw thrown;
        });
        await settle(tab.page, signal);
        const page = await pageFor(place);
        return page.ok ? await report(place, page.value, { ...wish, offset: 0 }) : page;
      } catch (thrown) {
        return explainPageFailure(thrown);
      } finally {
        keepAwake();
      }
    },

    async read(place, { offset, tab }, wish) {
      const page = await pageFor(place, tab);
      if (!page.ok) return page;
      try {
        return await report(place, page.value, { ...wish, offset });
      } catch (thrown) {
        return explainPageFailure(thrown);
      } finally {
        keepAwake();
      }
    },

    async act(place, action, origin, wish) {
      const page = await pageFor(place);
      if (!page.ok) return page;
      try {
        if (webOrigin(page.value.page.url()) !== origin) {
          return fail(
            'TOOL_EXEC_FAILED',
            say`The page changed since this was approved. Nothing was done. Read it again.`,
          );
        }
        const done = await performAction(page.value.page, action, wish.signal);
        if (!done.ok) return done;
        const after = await pageFor(place);
        if (!after.ok) {
          // Closing the last page is no failure.
          if (action.action === 'close' && running?.tabs.current(place) === null) return ok(closedReport);
          return after;
        }
        return await report(place, after.value, { ...wish, offset: null });
      } catch (thrown) {
        return explainPageFailure(thrown);
      } finally {
        keepAwake();
      }
    },
  };
}

/** Earlier versions stored no path for the first installed program, so another one could have taken its place. */
function isConfirmed({ on, program }: SharedBrowserSetting): boolean {
  return on && program !== '';
}

function refusePage(messages: readonly PageMessage[]): Result<never> {
  const blocked = messages.findLast(({ type }) => type === 'blocked');
  if (blocked) {
    return fail(
      'ADDRESS_REFUSED',
      say`The page leads to ${blocked.text}, which the user has not allowed. Call browser_open with it to ask them.`,
    );
  }
  return fail(
    'ADDRESS_REFUSED',
    say`The page in this tab is not of a site that the user has allowed. Open another one with browser_open.`,
  );
}

/** A page whose script runs without end answers nothing. */
async function responds(page: Page): Promise<boolean> {
  const answer = page.evaluate(() => true).catch(() => true);
  return Promise.race([answer, new Promise<boolean>((resolve) => setTimeout(resolve, responseMs, false).unref())]);
}

async function abandon(page: Page): Promise<void> {
  const closing = page.close().catch(() => {});
  await Promise.race([closing, new Promise((resolve) => setTimeout(resolve, responseMs).unref())]);
}

const closedReport = {
  head: '[The page was closed. The conversation has no other.]',
  details: { url: '', title: '', width: 1, height: 1, elements: [], messages: [] },
  screenshot: null,
};
