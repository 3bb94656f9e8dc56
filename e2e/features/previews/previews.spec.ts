// Previews of a reply's content under the policies of both hosts: what they render, and that nothing in them reaches
// the network, the window or anything else. The test's own server counts what arrives.

import { createSocket, type Socket } from 'node:dgram';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type Page, test } from '@playwright/test';
import { cite } from '../../../test/support/cite.ts';
import { fullRunOnly } from '../../../test/support/volume.ts';
import { serveGallery, serveGalleryAsDesktop } from '../../support/galleryServer.ts';

interface Elsewhere {
  address: string;
  udpPort: number;
  /** Requests and packets received. */
  heard: string[];
  stop(): void;
}

async function elsewhere(): Promise<Elsewhere> {
  const heard: string[] = [];
  const server = createServer((request, response) => {
    heard.push(`${request.method} ${request.url}`);
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.end('x');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const udp: Socket = createSocket('udp4');
  udp.on('message', () => heard.push('packet'));
  await new Promise<void>((done) => udp.bind(0, '127.0.0.1', done));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    udpPort: udp.address().port,
    heard,
    stop() {
      server.closeAllConnections();
      server.close();
      udp.close();
    },
  };
}

/** A page that tries every way out and writes what it obtained into its own text; without `to` it tries nothing. */
function escapes({ address: to, udpPort }: Elsewhere): string {
  const rtc = `new RTCPeerConnection({iceServers:[{urls:'stun:127.0.0.1:${udpPort}'}]})`;
  return `<!doctype html><body><p id="got">got:</p>
<style>@import '${to}/import'; body{background:url(${to}/background)} @font-face{font-family:x;src:url(${to}/font)} p{font-family:x}</style>
<link rel="stylesheet" href="${to}/sheet"><link rel="prefetch" href="${to}/prefetch"><link rel="preload" as="image" href="${to}/preload">
<link rel="modulepreload" href="${to}/modulepreload"><link rel="preconnect" href="${to}"><link rel="manifest" href="${to}/manifest">
<img src="${to}/image" srcset="${to}/srcset 2x"><video src="${to}/video" poster="${to}/poster"></video><audio src="${to}/audio"></audio>
<object data="${to}/object"></object><embed src="${to}/embed"><iframe src="${to}/frame"></iframe>
<iframe srcdoc="<img src='${to}/inner'><script>const p=${rtc};p.createDataChannel('x');p.createOffer().then(o=>p.setLocalDescription(o))</script>"></iframe>
<svg><image href="${to}/svg"/><use href="${to}/use#a"/></svg>
<script src="${to}/script"></script><script type="module">import '${to}/module'</script>
<script type="speculationrules">{"prefetch":[{"urls":["${to}/speculation"],"eagerness":"immediate"}]}</script>
<form id="f" action="${to}/form" method="post"><input name="a"></form>
<a id="blank" target="_blank" href="${to}/blank">b</a><a id="top" target="_top" href="${to}/topLink">t</a><a id="ping" ping="${to}/ping" href="#x">p</a>
<script>
const got = (what) => { document.getElementById('got').append(' ' + what); };
const attempt = (what, run) => { try { const found = run(); if (found) got(what); } catch {} };
const later = (what, run) => { try { Promise.resolve(run()).then(() => got(what), () => {}); } catch {} };
later('fetch', () => fetch('${to}/fetch', { mode: 'no-cors' }));
later('dynamic import', () => import('${to}/dynamic'));
later('service worker', () => navigator.serviceWorker.register('${to}/worker'));
later('caches', () => caches.open('x'));
attempt('xhr', () => { const x = new XMLHttpRequest(); x.open('GET', '${to}/xhr', false); x.send(); return true; });
attempt('socket', () => { new WebSocket('${to.replace('http', 'ws')}/socket').onopen = () => got('socket'); });
attempt('events', () => { new EventSource('${to}/events').onopen = () => got('events'); });
attempt('beacon', () => { navigator.sendBeacon('${to}/beacon', 'x'); });
attempt('new image', () => { new Image().src = '${to}/newImage'; });
attempt('worker', () => new Worker(URL.createObjectURL(new Blob(["fetch('${to}/inWorker')"]))) && false);
attempt('rtc', () => { const p = ${rtc}; p.createDataChannel('x'); p.createOffer().then((o) => p.setLocalDescription(o)); return true; });
attempt('frame by name', () => document.body.append(document.createElement('iframe')) ?? window.length > 0);
attempt('frame by markup', () => { document.body.insertAdjacentHTML('beforeend', '<ifr' + 'ame srcdoc="x"></iframe>'); return window.length > 0; });
attempt('frame in pieces', () => { document.write('<ifr'); document.write('ame srcdoc="x"></iframe>'); return window.length > 0; });
attempt('frame of a space', () => { document.body.append(document.createElementNS('http://www.w3.org/1999/xhtml', 'x:iframe')); return window.length > 0; });
attempt('frame of a document', () => { const made = document.implementation.createDocument('http://www.w3.org/1999/xhtml', 'iframe').documentElement; document.body.append(made); return window.length > 0; });
attempt('frame of XML', () => { const made = new DOMParser().parseFromString('<x:ifr' + 'ame xmlns:x="http://www.w3.org/1999/xhtml" srcdoc="x"/>', 'application/xhtml+xml').documentElement; document.body.append(made); return window.length > 0; });
attempt('frame in XML', () => { const made = document.implementation.createDocument('http://www.w3.org/1999/xhtml', 'div').documentElement; made.innerHTML = '<y:ifr' + 'ame xmlns:y="http://www.w3.org/1999/xhtml" srcdoc="x"/>'; document.body.append(made); return window.length > 0; });
attempt('link of XML', () => { const made = new DOMParser().parseFromString('<x:li' + 'nk xmlns:x="http://www.w3.org/1999/xhtml" rel="preconnect" href="${to}"/>', 'application/xhtml+xml').documentElement; document.head.append(made); return 'relList' in made; });
attempt('link without a policy', () => { const made = document.createElement('div'); made.setHTML('<link rel="preconnect" href="${to}">', { sanitizer: { elements: ['link'], attributes: ['rel', 'href'] } }); return made.firstChild; });
attempt('RTC of a frame', () => { const f = document.implementation.createDocument('http://www.w3.org/1999/xhtml', 'iframe').documentElement; f.srcdoc = "<script>const p=${rtc};p.createDataChannel('x');p.createOffer().then(o=>p.setLocalDescription(o))<" + "/script>"; document.body.append(f); });
attempt('local storage', () => { localStorage.x = '1'; return true; });
attempt('session storage', () => { sessionStorage.x = '1'; return true; });
attempt('cookie', () => { document.cookie = 'a=1'; return document.cookie !== ''; });
attempt('database', () => indexedDB.open('x') && true);
attempt('parent document', () => parent.document.body && true);
attempt('parent address', () => parent.location.href);
attempt('frame element', () => window.frameElement);
attempt('top', () => { top.location = '${to}/top'; });
attempt('open', () => window.open('${to}/open'));
attempt('dialogs', () => { alert(1); return confirm(1) || prompt(1); });
attempt('eval', () => eval('1'));
for (const id of ['blank', 'top', 'ping']) attempt(id, () => document.getElementById(id).click());
attempt('form', () => document.getElementById('f').submit());
parent.postMessage({ type: 'height', height: 1e9 }, '*');
parent.postMessage({ type: 'drawn', svg: '<img src=${to}/posted>' }, '*');
got('the end');
</script>`;
}

const leaves = (to: string): string[] => [
  `<script>location.href = '${to}/location'</script>`,
  `<meta http-equiv="refresh" content="0;url=${to}/refresh">`,
  `<script>setTimeout(() => location.replace('${to}/replace'))</script>`,
  `<script>location = URL.createObjectURL(new Blob(["<script>fetch('${to}/blob')<" + "/script>"], { type: 'text/html' }))</script>`,
  `<script>location = '/index.html'</script>`,
  '<script>location.reload()</script>',
];

const block = (code: string, language = 'html'): string => `\`\`\`${language}\n${code}\n\`\`\``;

async function openTexts(page: Page, origin: string, texts: readonly string[]): Promise<void> {
  const fragment = encodeURIComponent(JSON.stringify([texts.join('\n\n')]));
  await page.goto(`${origin}/gallery.html?show=stage#${fragment}`);
}

/** The reply's code blocks; the same texts also occur in the user's message and in results. */
const blocks = (page: Page) => page.locator('[data-role="assistant"]').last().locator('.code-block');

for (const [host, serve] of [
  ['browser', serveGallery],
  ['desktop', serveGalleryAsDesktop],
] as const) {
  test(
    cite(['UI-17', 'SEC-4'], `the ${host} host's previews render, and nothing in them gets out or gains access`),
    host === 'browser' ? {} : fullRunOnly,
    async ({ page }) => {
      const [served, other] = [await serve(), await elsewhere()];
      const seen: string[] = [];
      page.on('dialog', (dialog) => void dialog.dismiss().then(() => seen.push('dialog')));
      page.on('popup', () => seen.push('window'));
      page.on('download', () => seen.push('download'));
      page.on('pageerror', (error) => seen.push(String(error)));
      try {
        const gone = leaves(other.address);
        await openTexts(page, served.origin, [
          block(
            'flowchart LR\n  A["<img src=x onerror=alert(1)> one"] --> B\n  click A "javascript:alert(1)"',
            'mermaid',
          ),
          block(
            `<svg viewBox="0 0 9 9" onload="alert(1)"><image href="${other.address}/svg"/><script>alert(1)</script></svg>`,
            'svg',
          ),
          block('flowchart LR\n  A[', 'mermaid'),
          block(escapes(other)),
          ...gone.map((code) => block(code)),
        ]);
        await expect(blocks(page)).toHaveCount(4 + gone.length);
        await expect(page).toHaveTitle(/· Throughline$/);
        const address = page.url();
        const title = await page.title();
        expect(await page.locator('iframe').count()).toBe(0);
        // By keyboard: each preview moves the buttons below it, also while the pointer presses one.
        for (const shown of await blocks(page).all())
          await shown.getByRole('button', { name: 'Preview' }).press('Enter');

        const diagram = blocks(page).nth(0).frameLocator('iframe');
        await expect(diagram.locator('svg .node')).toHaveCount(2);
        await expect(diagram.locator('[onerror], [*|href^="javascript"]')).toHaveCount(0);
        const picture = blocks(page).nth(1).locator('iframe');
        await expect(picture).toHaveAttribute('sandbox', '');
        await expect(picture).toHaveAttribute('title', 'Image preview');
        await expect(blocks(page).nth(2)).toContainText('This diagram has an error');
        const hostile = blocks(page).nth(3).frameLocator('iframe');
        await expect(hostile.locator('#got')).toHaveText('got: the end');
        expect(await blocks(page).nth(3).locator('iframe').getAttribute('sandbox')).toBe('allow-scripts');
        for (const at of gone.keys()) {
          await expect(blocks(page).nth(4 + at)).toContainText('The preview tried to go to another page');
        }
        // Any request would have arrived by now: every frame has loaded or been removed.
        await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
        await expect(hostile.locator('#got')).toHaveText('got: the end');
        expect(other.heard).toEqual([]);
        expect(seen).toEqual([]);
        expect([page.url(), await page.title()]).toEqual([address, title]);
        expect(
          await page.evaluate(() => [...Array(localStorage.length).keys()].map((at) => localStorage.key(at))),
        ).not.toContain('x');
        expect((await blocks(page).nth(3).locator('[data-preview]').boundingBox())?.height).toBeLessThanOrEqual(600);
      } finally {
        other.stop();
        await served.close();
      }
    },
  );
}

test(
  cite('UI-17', 'a page that never finishes blocks neither the window nor its own removal'),
  fullRunOnly,
  async ({ page }) => {
    const served = await serveGallery();
    try {
      await openTexts(page, served.origin, [
        block(
          '<p>It begins.</p><script>setTimeout(() => { parent.postMessage({ type: "height", height: 333 }, "*"); setTimeout(() => { for (;;); }); }, 100)</script>',
        ),
      ]);
      const shown = blocks(page).last();
      await shown.getByRole('button', { name: 'Preview' }).click();
      // It claims this height, and claims more forever.
      await expect(shown.locator('[data-preview]')).toHaveCSS('height', '333px');
      const composer = page.getByRole('textbox', { name: 'Message' });
      await composer.fill('still here');
      await expect(composer).toHaveValue('still here');
      await shown.getByRole('button', { name: 'Code', exact: true }).click();
      await expect(shown.locator('iframe')).toHaveCount(0);
      await expect(shown.getByText('It begins.')).toBeVisible();
    } finally {
      await served.close();
    }
  },
);
