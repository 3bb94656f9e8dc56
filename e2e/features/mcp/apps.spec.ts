// Apps of MCP servers in a real browser: opened by the user, drawn in the sealed frame, and unable to get out of it.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, type FrameLocator, type Locator, type Page, test } from '@playwright/test';
import { cite } from '../../../test/support/cite.ts';
import { type FakeModelServer, startFakeModelServer } from '../../../test/support/fakeModelServer.ts';
import { fullRunOnly } from '../../../test/support/volume.ts';
import { type Host, projectFolder, startHost } from '../../support/host.ts';
import { lengthenTimers } from '../../support/slowTimers.ts';
import { composer, confirmWithCode, openApp, photograph, send, toolCalls, waitForIdle } from '../../support/window.ts';

const fileAt = (name: string): string => fileURLToPath(new URL(`../../../${name}`, import.meta.url));
const boardScript = fileAt('test/support/mcp/appServer.mjs');
const basicReact = fileAt('node_modules/@modelcontextprotocol/server-basic-react/dist/index.js');

/** Each app connects like this; `on` receives the host's notifications, and `ask` sends a request. */
const client = `
const pending = new Map();
let next = 0;
const post = (message) => parent.postMessage({ jsonrpc: '2.0', ...message }, '*');
const ask = (method, params) => new Promise((resolve) => { pending.set(++next, resolve); post({ id: next, method, params }); });
const show = (text) => { document.body.append(Object.assign(document.createElement('p'), { textContent: text })); };
addEventListener('message', ({ source, data }) => {
  if (source !== parent || data?.jsonrpc !== '2.0') return;
  if (data.id !== undefined && pending.has(data.id)) return pending.get(data.id)(data.error ? { error: data.error.message } : data.result);
  on(data.method, data.params, data.id);
});
const connect = async () => {
  const { hostContext } = await ask('ui/initialize', { appInfo: { name: 'a', version: '1' }, appCapabilities: {}, protocolVersion: '2026-01-26' });
  post({ method: 'ui/notifications/initialized', params: {} });
  return hostContext;
};`;

const board = `<!doctype html><body><script>${client}
const on = (method, params) => {
  if (method === 'ui/notifications/tool-input') show('input ' + JSON.stringify(params.arguments));
  if (method === 'ui/notifications/tool-result') show('result ' + params.content[0].text + ' ' + params.structuredContent.tool);
  if (method === 'ui/notifications/host-context-changed') show('now ' + params.theme);
};
connect().then(({ theme, locale }) => show(theme + ' ' + locale));
const button = (label, run) => document.body.append(Object.assign(document.createElement('button'), { textContent: label, onclick: run }));
button('Move', async () => show('moved: ' + JSON.stringify(await ask('tools/call', { name: 'move', arguments: { to: 3 } }))));
button('Other', async () => show('other: ' + JSON.stringify(await ask('tools/call', { name: 'run_command', arguments: {} }))));
button('Write', async () => {
  const written = ask('ui/message', { role: 'user', content: [{ type: 'text', text: 'Play e4.' }] });
  post({ method: 'ui/notifications/size-changed', params: { height: 555 } });
  await ask('ping');
  show('asked');
  show('wrote: ' + JSON.stringify(await written));
});
for (const move of ['e5', 'e6']) button(move, async () => show(move + ': ' + JSON.stringify(await ask('ui/update-model-context', { content: [{ type: 'text', text: 'On ' + move + '.' }] }))));
button('Link', async () => show('link: ' + JSON.stringify(await ask('ui/open-link', { url: 'javascript:alert(1)' }))));
button('Flood', () => { for (let n = 0; n < 2000; n++) post({ id: 'f' + n, method: 'ping' }); });
button('Leave', () => { location.href = '/index.html'; });
</script></body>`;

let host: Host;
let model: FakeModelServer;

test.beforeEach(async () => {
  model = await startFakeModelServer();
});

test.afterEach(async () => {
  await host?.stop();
  await model.close();
});

/** The box of a call to a tool with an app, with the server added and approved. */
async function withServer(page: Page, script: string, tool: string): Promise<Locator> {
  const env = { OPENAI_BASE_URL: model.url, OPENAI_API_KEY: 'sk-e2e-0123456789', OPENAI_MODEL: 'fake-model' };
  host = await startHost({ args: ['--project', projectFolder()], env });
  await openApp(page, host);
  await page.getByRole('button', { name: 'Settings' }).click();
  const settings = page.getByRole('dialog', { name: 'Settings' });
  await settings.getByRole('tab', { name: 'MCP servers' }).click();
  await settings.getByRole('button', { name: 'Add server' }).click();
  await settings.getByRole('textbox', { name: 'Name', exact: true }).fill('board');
  await settings.getByRole('textbox', { name: 'Command' }).fill(process.execPath);
  await settings.getByRole('textbox', { name: 'Arguments' }).fill(script);
  await settings.getByRole('button', { name: 'Save' }).click();
  await confirmWithCode(page, host);
  await settings.locator('[data-mcp-detail="board"]').getByRole('button', { name: 'Start now' }).click();
  await expect(settings.locator('[data-mcp-detail="board"]')).toContainText('Ready');
  await page.keyboard.press('Escape');
  model.push({ calls: [{ id: 'c1', name: `mcp__board__${tool}`, arguments: '{}' }] }, { text: 'Here it is.' });
  await send(page, 'show it');
  await page.getByRole('button', { name: 'Allow once', disabled: false }).click();
  await expect(page.getByText('Here it is.')).toBeVisible();
  await waitForIdle(page);
  const box = toolCalls(page).first();
  await box.getByRole('button').first().click();
  return box;
}

/** A script that serves this page, and the file with the calls it received. */
function boardWith(html: string): { script: string; calls: string } {
  const folder = projectFolder();
  const [page, calls, script] = ['page.html', 'calls', 'board.mjs'].map((name) => path.join(folder, name)) as [
    string,
    string,
    string,
  ];
  writeFileSync(page, html);
  writeFileSync(calls, '');
  writeFileSync(
    script,
    `process.argv.splice(2, 9, ${JSON.stringify(page)}, ${JSON.stringify(calls)});\nawait import(${JSON.stringify(boardScript)});\n`,
  );
  return { script, calls };
}

async function openAppIn(box: Locator): Promise<FrameLocator> {
  await expect(box.locator('iframe')).toHaveCount(0);
  await box.getByRole('button', { name: 'Show app from board' }).click();
  return box.frameLocator('iframe');
}

test(
  cite(
    ['MCP-14', 'MCP-15', 'MCP-16'],
    'an app is opened by the user, receives its call, calls its server, and asks before it writes',
  ),
  async ({ page }) => {
    const { script, calls } = boardWith(board);
    const box = await withServer(page, script, 'show');
    await expect(box).toContainText('show done');
    const app = await openAppIn(box);
    await expect(app.getByText('input {}')).toBeVisible();
    await expect(app.getByText('result show done show')).toBeVisible();
    await expect(app.getByText(/^(?:light|dark) en/)).toBeVisible();
    await photograph(page, 'mcp-app');
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect(app.getByText('now dark')).toBeVisible();
    await page.emulateMedia({ colorScheme: 'light' });
    await expect(app.getByText('now light')).toBeVisible();

    await app.getByRole('button', { name: 'Other' }).click();
    await expect(app.getByText('other: {"error":')).toBeVisible();
    await app.getByRole('button', { name: 'Link' }).click();
    await expect(app.getByText('link: {"isError":true}')).toBeVisible();
    await app.getByRole('button', { name: 'Write' }).click();
    await expect(box.locator('[data-app-request="text"]')).toContainText('Play e4.');
    await expect(app.getByText('asked')).toBeVisible();
    // The answers do not move while the user is asked.
    const frame = box.locator('iframe');
    expect((await frame.boundingBox())?.height).not.toBe(555);
    await box.getByRole('button', { name: 'Add', exact: true, disabled: false }).click();
    await expect(app.getByText('wrote: {}')).toBeVisible();
    await expect(frame).toHaveJSProperty('offsetHeight', 555);
    await expect(composer(page)).toHaveValue('Play e4.');
    // Its context is there once: the newer one replaces it.
    for (const move of ['e5', 'e6']) {
      await app.getByRole('button', { name: move }).click();
      await box.getByRole('button', { name: 'Add', exact: true, disabled: false }).click();
      await expect(app.getByText(`${move}: {}`)).toBeVisible();
    }
    await expect(composer(page)).toHaveValue('Play e4.\nOn e6.');

    await app.getByRole('button', { name: 'Move' }).click();
    await page.getByRole('button', { name: 'Allow once', disabled: false }).click();
    await expect(app.getByText('moved: {"content":[{"type":"text","text":"move done')).toBeVisible();
    expect(readFileSync(calls, 'utf8').trim().split('\n')).toEqual(['show {}', 'move {"to":3}']);

    await page.reload();
    const again = toolCalls(page).first();
    await again.getByRole('button').first().click();
    await expect(again.frameLocator('iframe').getByText('result show done show')).toBeVisible();
    await again.getByRole('button', { name: 'Turn off apps of this server' }).click();
    await expect(again.locator('iframe')).toHaveCount(0);
    await expect(again).toContainText('show done');
  },
);

const saving = `<!doctype html><body><script>${client}
const on = async (method, params, id) => {
  if (method === 'ui/notifications/tool-result') show(params.content.map(({ type, data }) => type + ' ' + (data ?? '').length).join(', ') + ' ' + params._meta.at);
  if (method !== 'ui/resource-teardown') return;
  void ask('tools/call', { name: 'move', arguments: params });
  post({ id, result: {} });
};
connect();
</script></body>`;

/** How long an app has to end. */
const endMs = 500;

test(
  cite(['MCP-17', 'MCP-18'], 'an app gets the image of its result, and is notified before its box closes'),
  async ({ page }) => {
    const { script, calls } = boardWith(saving);
    const box = await withServer(page, script, 'picture');
    const app = await openAppIn(box);
    await expect(app.getByText(/^text 0, image \d\d+, resource_link 0 noon$/)).toBeVisible();
    await lengthenTimers(page, endMs);
    await box.getByRole('button').first().click();
    await expect(page.getByRole('button', { name: 'Allow once' })).toBeVisible();
    await expect(box.locator('iframe')).toHaveCount(0);
    expect(readFileSync(calls, 'utf8').trim()).toBe('picture {}');
    await page.getByRole('button', { name: 'Deny' }).first().click();
  },
);

test(cite('MCP-17', 'an app is notified before its conversation is left, and its frame goes'), async ({ page }) => {
  const { script } = boardWith(saving);
  const app = await openAppIn(await withServer(page, script, 'picture'));
  await expect(app.getByText('noon')).toBeVisible();
  await lengthenTimers(page, endMs);
  await page.getByRole('button', { name: 'New chat' }).first().click();
  await expect(toolCalls(page)).toHaveCount(0);
  await expect(page.locator('iframe')).toHaveCount(0);
  await page.locator('[data-conversation]').first().click();
  await expect(page.getByRole('button', { name: 'Allow once' })).toBeVisible();
  await page.getByRole('button', { name: 'Deny' }).first().click();
});

test(cite(['MCP-15', 'MCP-16'], 'an app that floods or leaves its frame is closed'), fullRunOnly, async ({ page }) => {
  const { script } = boardWith(board);
  const box = await withServer(page, script, 'show');
  let app = await openAppIn(box);
  await app.getByRole('button', { name: 'Flood' }).click();
  await expect(box).toContainText('The app sent too many messages and was closed.');
  await page.reload();
  await toolCalls(page).first().getByRole('button').first().click();
  app = toolCalls(page).first().frameLocator('iframe');
  await app.getByRole('button', { name: 'Leave' }).click();
  await expect(toolCalls(page).first()).toContainText('The app tried to leave its frame and was closed.');
  await expect(toolCalls(page).first()).toContainText('show done');
});

test(
  cite(
    ['MCP-15', 'MCP-16'],
    'messages of another frame, window or origin are not those of the app, and refusals end its requests',
  ),
  async ({ page }) => {
    const { script, calls } = boardWith(board);
    const box = await withServer(page, script, 'show');
    const app = await openAppIn(box);
    await expect(app.getByText('input {}')).toBeVisible();
    const request = box.locator('[data-app-request]');
    await page.evaluate(async () => {
      const text = { type: 'text', text: 'forged' };
      const data = { jsonrpc: '2.0', id: 'x', method: 'ui/message', params: { content: [text] } };
      const call = { jsonrpc: '2.0', id: 'y', method: 'tools/call', params: { name: 'move', arguments: {} } };
      const sealed = document.querySelector<HTMLIFrameElement>('[data-mcp-app] iframe');
      if (!sealed) throw new Error('no app');
      for (const message of [data, call]) {
        dispatchEvent(new MessageEvent('message', { data: message, source: window, origin: location.origin }));
        dispatchEvent(new MessageEvent('message', { data: message, source: null, origin: 'null' }));
        const { contentWindow: source } = sealed;
        dispatchEvent(new MessageEvent('message', { data: message, source, origin: location.origin }));
      }
      // Another sealed frame, with the same opaque kind of origin.
      const other = document.createElement('iframe');
      other.sandbox.add('allow-scripts');
      other.src = sealed.src;
      const posts = [data, call, { type: 'forged' }].map((sent) => `parent.postMessage(${JSON.stringify(sent)}, '*');`);
      const source = `<script>${posts.join('')}</${'script'}>`;
      await new Promise<void>((resolve) => {
        addEventListener('message', ({ source: sender, data: { type } }) => {
          if (sender === null || sender !== other.contentWindow) return;
          if (type === 'ready') other.contentWindow?.postMessage({ type: 'draw', kind: 'html', source }, '*');
          if (type === 'forged') resolve();
        });
        document.body.append(other);
      });
      other.remove();
    });
    await app.getByRole('button', { name: 'Link' }).click();
    await expect(app.getByText('link: {"isError":true}')).toBeVisible();
    await expect(request).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Allow once' })).toHaveCount(0);

    // The same message is accepted from the app's frame.
    await page.evaluate(() => {
      const data = {
        jsonrpc: '2.0',
        id: 'x',
        method: 'ui/message',
        params: { content: [{ type: 'text', text: 'its' }] },
      };
      const source = document.querySelector<HTMLIFrameElement>('[data-mcp-app] iframe')?.contentWindow ?? null;
      dispatchEvent(new MessageEvent('message', { data, source, origin: 'null' }));
    });
    await expect(request).toContainText('its');
    await box.getByRole('button', { name: 'Decline' }).click();

    for (let count = 1; count <= 2; count++) {
      await app.getByRole('button', { name: 'Write' }).click();
      await box.getByRole('button', { name: 'Decline' }).click();
      await expect(app.getByText('wrote: {"isError":true}')).toHaveCount(count);
    }
    await app.getByRole('button', { name: 'Write' }).click();
    await expect(app.getByText('wrote: {"isError":true}')).toHaveCount(3);
    await app.getByRole('button', { name: 'Move' }).click();
    await expect(app.getByText('moved: {"error":')).toBeVisible();
    expect(readFileSync(calls, 'utf8').trim()).toBe('show {}');
  },
);

test(
  cite(['MCP-15'], 'an app that refreshes itself to another address reaches nothing and is closed'),
  async ({ page }) => {
    const heard: string[] = [];
    const server = createServer((request, response) => {
      heard.push(`${request.method} ${request.url}`);
      response.end('x');
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const to = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    try {
      const { script } = boardWith(
        `<!doctype html><meta http-equiv="refresh" content="0;url=${to}/refresh"><p>gone soon`,
      );
      const box = await withServer(page, script, 'show');
      await openAppIn(box);
      await expect(box).toContainText('The app tried to leave its frame and was closed.');
      expect(heard).toEqual([]);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  },
);

test(cite(['MCP-15'], 'a hostile app reaches neither the network nor the window'), async ({ page }) => {
  const heard: string[] = [];
  const server = createServer((request, response) => {
    heard.push(`${request.method} ${request.url}`);
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.end('x');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const to = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const hostile = `<!doctype html><body><p id="got">got:</p>
<link rel="prefetch" href="${to}/prefetch"><link rel="preconnect" href="${to}"><img src="${to}/image"><iframe src="${to}/frame"></iframe>
<script type="speculationrules">{"prefetch":[{"urls":["${to}/speculation"],"eagerness":"immediate"}]}</script>
<script>${client}
const on = () => {};
const got = (what) => document.getElementById('got').append(' ' + what);
const attempt = (what, run) => { try { if (run()) got(what); } catch {} };
const later = (what, run) => { try { Promise.resolve(run()).then(() => got(what), () => {}); } catch {} };
later('fetch', () => fetch('${to}/fetch', { mode: 'no-cors' }));
attempt('beacon', () => navigator.sendBeacon('${to}/beacon', 'x') && false);
attempt('rtc', () => new RTCPeerConnection());
attempt('parent', () => parent.document.body);
attempt('storage', () => { localStorage.x = '1'; return true; });
attempt('cookie', () => { document.cookie = 'a=1'; return document.cookie; });
attempt('open', () => window.open('${to}/open'));
attempt('top', () => { top.location = '${to}/top'; });
attempt('frame', () => { document.body.append(document.createElement('iframe')); return window.length > 0; });
attempt('frame class', () => { document.body.append(Object.create(HTMLIFrameElement.prototype)); return window.length > 0; });
attempt('frame instance', () => { document.body.append(new HTMLIFrameElement()); return window.length > 0; });
attempt('frame element', () => {
  customElements.define('x-frame', class extends HTMLIFrameElement {}, { extends: 'iframe' });
  document.body.append(new (customElements.get('x-frame'))());
  return window.length > 0;
});
attempt('built-in', () => { customElements.define('x-of', class extends HTMLElement {}, { extends: 'iframe' }); return new (customElements.get('x-of'))(); });
attempt('is', () => { document.body.append(document.createElement('iframe', { is: 'x-frame' })); return window.length > 0; });
attempt('form', () => { document.body.insertAdjacentHTML('beforeend', '<form method="post" action="${to}/form" target="_blank"><button></button></form>'); document.forms[0].submit(); });
attempt('download', () => { const a = document.createElement('a'); a.href = 'data:text/plain,x'; a.download = 'x.txt'; a.click(); });
attempt('blob', () => { const a = document.createElement('a'); a.href = URL.createObjectURL(new Blob(['x'])); a.download = 'x.bin'; a.click(); });
attempt('link', () => { const a = document.createElement('a'); a.href = '${to}/blank'; a.target = '_blank'; a.ping = '${to}/ping'; a.click(); });
later('service worker', () => navigator.serviceWorker.register('/worker.js'));
attempt('worker', () => { new Worker(URL.createObjectURL(new Blob(['fetch("${to}/worker")']))); });
attempt('socket', () => { new WebSocket('${to}/socket'.replace('http', 'ws')); });
attempt('events', () => { new EventSource('${to}/events'); });
attempt('back', () => { history.back(); history.go(-1); });
parent.postMessage(JSON.parse('{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"move","__proto__":{"polluted":1},"arguments":{"__proto__":{"polluted":1}}},"__proto__":{"polluted":1}}'), '*');
parent.postMessage({ jsonrpc: '2.0', method: 'ui/notifications/size-changed', params: { height: 1e12 } }, '*');
parent.postMessage({ jsonrpc: '2.0', id: {}, method: {}, params: [] }, '*');
connect().then(() => got('the end'));
</script></body>`;
  const opened: string[] = [];
  page.on('popup', () => opened.push('popup'));
  page.on('download', () => opened.push('download'));
  try {
    const { script } = boardWith(hostile);
    const box = await withServer(page, script, 'show');
    const app = await openAppIn(box);
    await expect(app.locator('#got')).toHaveText('got: the end');
    expect(heard).toEqual([]);
    expect(opened).toEqual([]);
    expect(await page.evaluate(() => ({}) as { polluted?: number }).then((plain) => plain.polluted)).toBeUndefined();
    const frame = await box.locator('iframe').boundingBox();
    expect(frame?.height).toBeLessThanOrEqual(600);
    await page.getByRole('button', { name: 'Deny' }).first().click();
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

test(
  cite(['MCP-14'], 'the app of a real server (server-basic-react 2.0.3) shows the time of its call'),
  async ({ page }) => {
    test.skip(!existsSync(basicReact), '@modelcontextprotocol/server-basic-react is not installed');
    const folder = projectFolder();
    const script = path.join(folder, 'react.mjs');
    writeFileSync(
      script,
      `process.argv.splice(2, 9, '--stdio');\nprocess.argv[1] = ${JSON.stringify(basicReact)};\nawait import(${JSON.stringify(basicReact)});\n`,
    );
    const box = await withServer(page, script, 'get-time');
    const app = await openAppIn(box);
    await expect(app.locator('code')).toHaveText(/^\d{4}-\d\d-\d\dT/);
    await photograph(page, 'mcp-app-real');
  },
);
