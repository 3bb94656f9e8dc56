// The pages of the app's windows: one browser page each. Requests, navigations and pop-ups are routed to the app's process.

import { readFileSync } from 'node:fs';
import type { BrowserContext, Frame, Page, Route } from '@playwright/test';
import { noteReceived, noteSent } from '../sentMessages.ts';
import { pageScript } from './pageScript.ts';
import { type Asks, binding, deliver, type Opened, origin, scheme } from './wire.ts';

export type Ask = <What extends keyof Asks>(ask: What, value: Asks[What][0]) => Promise<Asks[What][1]>;

/** The browser's storage state. */
export type Storage = Awaited<ReturnType<BrowserContext['storageState']>>;

interface Shown extends Opened {
  page: Page;
  /** The host itself navigates the page, which needs no permission. */
  led: boolean;
}

const toApp = (url: string): string => (url.startsWith(origin) ? scheme + url.slice(origin.length) : url);
const toBrowser = (url: string): string => (url.startsWith(scheme) ? origin + url.slice(scheme.length) : url);

export class DesktopPages {
  readonly ask: Ask;
  /** Pages outside the app, by URL; other requests are rejected. */
  readonly elsewhere = new Map<string, string>();
  /** URLs outside the app that a page requested. */
  readonly strayed: string[] = [];
  /** Every frame that the app sent to a page. */
  readonly frames: string[] = [];
  private readonly windows = new Map<number, Shown>();
  private readonly context: BrowserContext;
  private readonly joined: Promise<void>;
  private expected = 0;
  private storage: Storage;

  constructor(context: BrowserContext, storage: Storage, ask: Ask) {
    this.context = context;
    this.storage = storage;
    this.ask = ask;
    this.joined = this.join();
  }

  private async join(): Promise<void> {
    await this.context.exposeBinding(binding, ({ frame }, text: string) => this.hear(frame, text));
    await this.context.route('**/*', (route) => this.answer(route).catch(() => {}));
    // The URL was checked when the window opened; the page itself is always closed.
    this.context.on('page', (page) => {
      if (this.expected === 0) void page.close();
    });
  }

  /** The most recently opened window. */
  last(): Shown | undefined {
    return [...this.windows.values()].at(-1);
  }

  /** The page of a window, counted from 1. */
  at(window: number): Page | undefined {
    return this.windows.get(window)?.page;
  }

  async open(opened: Opened): Promise<void> {
    await this.joined;
    const before = this.windows.get(opened.window);
    if (before && !before.page.isClosed()) return this.lead(before, opened.url);
    this.expected++;
    const page = await this.context.newPage();
    this.expected--;
    const { window, bounds } = opened;
    const shown = { ...opened, page, led: true };
    this.windows.set(window, shown);
    await page.setViewportSize({ width: bounds.width, height: bounds.height });
    await page.addInitScript(pageScript(readFileSync(opened.preload, 'utf8')));
    page.on('crash', () => void this.ask('gone', { window, reason: 'crashed' }).catch(() => {}));
    page.on('framenavigated', (frame) => {
      if (frame !== page.mainFrame() || !frame.url().startsWith(origin)) return;
      void this.ask('shown', { window, url: toApp(frame.url()) }).catch(() => {});
    });
    await this.lead(shown, opened.url);
  }

  /** A navigation by the host. */
  async lead(shown: Shown, url: string): Promise<void> {
    shown.led = true;
    await shown.page.goto(toBrowser(url), { waitUntil: 'commit' });
    shown.led = false;
  }

  /** Electron gives the same contents a new process; a crashed browser page is unusable, so this opens a new one. */
  async reload(window: number): Promise<void> {
    const shown = this.windows.get(window);
    if (!shown) return;
    const url = toApp(shown.page.url());
    await shown.page.close();
    await this.open({ ...shown, url });
  }

  async close(window: number): Promise<void> {
    const shown = this.windows.get(window);
    this.windows.delete(window);
    await this.keepStorage();
    await shown?.page.close().catch(() => {});
  }

  /** When the process exits, every window closes without asking. */
  async end(): Promise<Storage> {
    await this.keepStorage();
    await this.context.close();
    return this.storage;
  }

  private async keepStorage(): Promise<void> {
    if (this.context.pages().length > 0) this.storage = await this.context.storageState().catch(() => this.storage);
  }

  /** A frame that arrives while the page loads is lost, as in Electron. */
  deliver(window: number, channel: string, args: unknown[]): void {
    this.frames.push(String(args[1]));
    const page = this.windows.get(window)?.page;
    if (page) noteReceived(page, String(args[1]));
    void page
      ?.evaluate(([key, to, given]) => Reflect.get(globalThis, Symbol.for(key))?.(to, given), [
        deliver,
        channel,
        args,
      ] as const)
      .catch(() => {});
  }

  private hear(frame: Frame, text: string): void {
    const shown = this.shownIn(frame.page());
    if (!shown) return;
    const [channel, args] = JSON.parse(text) as [string, unknown[]];
    noteSent(shown.page, String(args[1]));
    const isMain = frame === shown.page.mainFrame();
    const from = { window: shown.window, frame: isMain ? 'main' : 'other', url: toApp(frame.url()) } as const;
    void this.ask('ipc', { from, channel, args }).catch(() => {});
  }

  private shownIn(page: Page | null): Shown | null {
    return [...this.windows.values()].find((shown) => shown.page === page) ?? null;
  }

  private async answer(route: Route): Promise<void> {
    const request = route.request();
    const url = toApp(request.url());
    if (request.isNavigationRequest() && !(await this.mayGo(frameOf(route), url))) {
      return route.abort('aborted');
    }
    const elsewhere = this.elsewhere.get(request.url());
    if (elsewhere !== undefined) return route.fulfill({ contentType: 'text/html', body: elsewhere });
    if (!request.url().startsWith(origin)) {
      this.strayed.push(request.url());
      return route.abort();
    }
    const { status, headers, body } = await this.ask('page', { url, method: request.method() });
    await route.fulfill({ status, headers: Object.fromEntries(headers), body: Buffer.from(body, 'base64') });
  }

  private async mayGo(frame: Frame | null, url: string): Promise<boolean> {
    const shown = this.shownIn(frame?.page() ?? null);
    if (!frame || !shown) {
      const opener = this.last();
      if (opener) await this.ask('newWindow', { window: opener.window, url });
      return false;
    }
    const isMainFrame = frame === shown.page.mainFrame();
    if (shown.led && isMainFrame) return true;
    return this.ask('navigate', { window: shown.window, url, isMainFrame });
  }
}

/** Null for the first request of a new page, one that another page opened. */
function frameOf(route: Route): Frame | null {
  try {
    return route.request().frame();
  } catch {
    return null;
  }
}
