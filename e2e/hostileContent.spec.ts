// Hostile content in the real page of both hosts, under their own policies: no script runs, nothing is requested,
// nothing opens or navigates. Each entry is also rendered by a trusting renderer in a page without a policy. Another
// test renders every prefix of every entry without a browser; here each host gets some prefixes, and many more with
// THROUGHLINE_TESTS=long.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type Page, test } from '@playwright/test';
import { beginnings, hostileContent } from '../test/renderer/hostileContent.ts';
import { naiveHtml } from '../test/renderer/naiveRenderer.ts';
import { cite } from '../test/support/cite.ts';
import { fullRunOnly, testRun } from '../test/support/volume.ts';
import { serveGallery, serveGalleryAsDesktop } from './support/galleryServer.ts';

const long = testRun === 'long';

/** Records everything that must not happen to a page. */
function watch(page: Page, origin: string): string[] {
  const seen: string[] = [];
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(`${origin}/`)) seen.push(`request ${url}`);
    else if (!/\/(?:gallery\.html|assets\/[\w.-]+|icon\S*\.svg)(?:[?#]|$)/.test(url)) seen.push(`request ${url}`);
  });
  page.on('dialog', (dialog) => {
    seen.push(`dialog ${dialog.message()}`);
    // A dialog that closed with its page needs no answer.
    void dialog.dismiss().catch(() => undefined);
  });
  page.on('popup', (popup) => seen.push(`window ${popup.url()}`));
  page.on('framenavigated', (frame) => {
    if (!frame.url().startsWith(`${origin}/gallery.html`)) seen.push(`navigation ${frame.url()}`);
  });
  page.on('frameattached', () => seen.push('frame'));
  return seen;
}

/** Returns elements and attributes that content must not create. Runs in the page. */
function foreignParts(): string[] {
  const found: string[] = [];
  const tags =
    'script iframe object embed base meta link form style template video audio source portal slot img set animate use foreignObject maction marquee dialog noscript xss';
  for (const element of document.querySelectorAll('[role="log"] *, header *, nav *')) {
    if (tags.split(' ').includes(element.localName)) found.push(`<${element.localName}>`);
    // Calls the prototype, since a form's fields can shadow the element's own members.
    for (const name of Element.prototype.getAttributeNames.call(element)) {
      const value = Element.prototype.getAttribute.call(element, name) ?? '';
      if (name.startsWith('on') || ['srcdoc', 'ping', 'formaction', 'background', 'name'].includes(name)) {
        found.push(`${element.localName} ${name}`);
      }
      if (/^(?:xlink:)?href$|^src$/.test(name) && !/^(?:https?:\/\/|mailto:|blob:)/.test(value)) {
        found.push(`${element.localName} ${name} ${value}`);
      }
      if (name === 'style' && /url\(|fixed/.test(value)) found.push(`style ${value}`);
    }
    if (element.localName === 'a' && element.getAttribute('target') !== '_blank') found.push('a link in place');
  }
  return found;
}

/** Streams each text prefix by prefix, and checks the page after each entry. */
async function streamAll(page: Page, texts: readonly (readonly string[])[]): Promise<string[]> {
  await page.evaluate(`window.foreignParts = ${foreignParts.toString()}`);
  return page.evaluate(async (entries) => {
    const found: string[] = [];
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    const look = Reflect.get(window, 'foreignParts') as () => string[];
    for (const prefixes of entries) {
      for (const prefix of prefixes) {
        dispatchEvent(new CustomEvent('stage:say', { detail: prefix }));
        await frame();
      }
      await frame();
      for (const problem of look()) found.push(`${prefixes.at(-1)}: ${problem}`);
    }
    return found;
  }, texts);
}

/** Returns some of the prefixes; another test tries all of them without a browser. */
function some(text: string): string[] {
  const all = beginnings(text);
  const step = Math.ceil(all.length / (long ? 20 : 5));
  return all.filter((_, at) => at % step === 0 || at === all.length - 1);
}

/** Opens every box in the list, and checks the page each time. */
async function openAll(page: Page): Promise<string[]> {
  await page.evaluate(`window.foreignParts = ${foreignParts.toString()}`);
  return page.evaluate(async () => {
    const found = new Set<string>();
    let opened = 0;
    const boxes = '[role="log"] button[aria-expanded="false"]:not([aria-haspopup])';
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    const look = Reflect.get(window, 'foreignParts') as () => string[];
    const log = document.querySelector('[role="log"]');
    let scroller: Element | null = log;
    while (scroller && !/auto|scroll/.test(getComputedStyle(scroller).overflowY)) scroller = scroller.parentElement;
    if (scroller) scroller.scrollTop = 0;
    for (let rounds = 0; rounds < 400; rounds++) {
      const closed = [...document.querySelectorAll<HTMLElement>(boxes)];
      for (const button of closed) button.click();
      opened += closed.length;
      await frame();
      await frame();
      for (const problem of look()) found.add(problem);
      if (!scroller || (closed.length === 0 && scroller.scrollTop + scroller.clientHeight >= scroller.scrollHeight - 2))
        break;
      if (closed.length === 0) scroller.scrollTop += scroller.clientHeight;
    }
    if (opened === 0) found.add('no box was opened');
    return [...found];
  });
}

/** The hosts differ only in their headers: the second gets a third of the texts, the first the others. */
for (const [host, serve, every, takes] of [
  ['browser', serveGallery, 1, (at: number) => long || at % 3 !== 0],
  ['desktop', serveGalleryAsDesktop, long ? 1 : 3, (at: number) => long || at % 3 === 0],
] as const) {
  test(
    cite('SEC-4', `the ${host} host's page: nothing runs, loads or navigates while content streams`),
    fullRunOnly,
    async ({ page }) => {
      test.setTimeout(240_000);
      const served = await serve();
      try {
        const seen = watch(page, served.origin);
        const response = await page.goto(`${served.origin}/gallery.html?show=stage`);
        expect(response?.headers()['content-security-policy']).toContain("default-src 'none'");
        await expect(page.locator('[role="log"]')).toBeVisible();
        expect(
          await streamAll(
            page,
            hostileContent.filter((_, at) => takes(at)).map(({ text }) => some(text)),
          ),
        ).toEqual([]);
        await expect(page.locator('[data-streaming] .markdown')).toBeVisible();
        expect(seen).toEqual([]);
      } finally {
        await served.close();
      }
    },
  );

  test(
    cite('SEC-4', `the ${host} host's page: nothing runs, loads or navigates wherever content is shown`),
    fullRunOnly,
    async ({ page }) => {
      test.setTimeout(240_000);
      const served = await serve();
      try {
        const seen = watch(page, served.origin);
        const texts = hostileContent.filter((_, at) => at % (long ? 1 : 4 * every) === 0).map(({ text }) => text);
        for (let at = 0; at < texts.length; at += 12) {
          const fragment = encodeURIComponent(JSON.stringify(texts.slice(at, at + 12)));
          await page.goto(`${served.origin}/gallery.html?show=stage&at=${at}#${fragment}`);
          await expect(page.locator('[data-role="user"]').last()).toBeVisible();
          expect(await openAll(page)).toEqual([]);
        }
        expect(seen).toEqual([]);
      } finally {
        await served.close();
      }
    },
  );
}

test(cite('SEC-4', 'the same checks catch a renderer that trusts its content'), fullRunOnly, async ({ context }) => {
  const trusted = hostileContent.filter(({ inert }, at) => !inert && (long || at % 3 === 0));
  const server = createServer(({ url }, response) => {
    const at = Number(new URL(url ?? '/', 'http://page').searchParams.get('at') ?? Number.NaN);
    response.writeHead(200, { 'Content-Type': 'text/html' });
    response.end(`<!doctype html><div role="log">${naiveHtml(trusted[at]?.text ?? '')}</div>`);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    const all: string[] = [];
    // A browser may exit with its last page.
    await context.newPage();
    await context.route(
      (url) => !url.href.startsWith(origin),
      (route) => route.abort(),
    );
    const waiting = [...trusted.entries()];
    const work = async (): Promise<void> => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const [at, { name }] = next;
        const page = await context.newPage().catch((error: unknown) => {
          throw new Error(`${name}: ${String(error)}`);
        });
        const seen = watch(page, origin);
        // Content that navigates away leaves no page to inspect; its requests were still recorded.
        await page.goto(`${origin}/gallery.html?at=${at}`).catch(() => undefined);
        const parts = await page.evaluate(foreignParts).catch(() => []);
        expect(parts.length + seen.length, name).toBeGreaterThan(0);
        all.push(...seen);
        await page.close();
      }
    };
    await Promise.all(Array.from({ length: 3 }, work));
    expect(all.some((what) => what.startsWith('dialog'))).toBe(true);
    expect(all.some((what) => what.startsWith('request'))).toBe(true);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
