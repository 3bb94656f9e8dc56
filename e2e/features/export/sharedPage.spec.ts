// A shared page as its recipient opens it: from a file, in a browser with everything allowed. No conversation content
// runs, loads, opens or navigates, and its boxes open without any script.

import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import type { ExportSource } from '../../../electron/interop/history.ts';
import { htmlPage } from '../../../electron/interop/html/page.ts';
import type { Message } from '../../../shared/conversation/message.ts';
import { hostileContent } from '../../../test/renderer/hostileContent.ts';
import {
  assistantMessage,
  call,
  conversationOf,
  toolMessage,
  userMessage,
} from '../../../test/support/messageBuilder.ts';
import { fullRunOnly } from '../../../test/support/volume.ts';
import { freshFolder } from '../../support/folders.ts';

/** Attempts to break out of styles, attributes, titles and text direction. */
const more = [
  '</style><style>body{background:url(http://127.0.0.1:9/style)}</style>',
  '</title><meta http-equiv="refresh" content="0;url=http://127.0.0.1:9/meta"><title>',
  '"><svg onload="window.__ran=1"><image href="http://127.0.0.1:9/svg"/></svg>',
  '[click](javascript:window.__ran=1) [data](data:text/html,<script>window.__ran=1</script>)',
  '![picture](http://127.0.0.1:9/picture) <img src=http://127.0.0.1:9/img onerror="window.__ran=1">',
  '\u202Egnp.exe\u2066\u2067 rm -rf',
  '<details open ontoggle="window.__ran=1"><summary>x</summary></details>',
];

function records(text: string, at: number): Message[] {
  const id = `c${at}`;
  return [
    userMessage(text),
    assistantMessage(text, [call(id, text, JSON.stringify({ [text]: text }))], { reasoning: text, model: text }),
    toolMessage(id, text, { toolName: text, details: { diff: `+${text}` } }),
    assistantMessage('', [], { partType: 'error', error: { code: 'LLM_ERROR', message: text } }),
  ];
}

async function shared(texts: readonly string[]): Promise<string> {
  const messages = conversationOf<Message>(texts.flatMap(records));
  const title = texts.join(' ').slice(0, 5000);
  const whole: ExportSource = {
    ...{ id: 'shared', title, folder: null, model: title, messages, headId: messages.at(-1)?.id ?? null, agents: [] },
    result: async (message) => (message.role === 'tool' ? message.content : ''),
    attachment: async () => null,
    version: 'test',
  };
  let html = '';
  for await (const piece of htmlPage(whole, { language: 'en', mask: (text) => text })) html += piece;
  const file = path.join(freshFolder('shared'), 'page.html');
  writeFileSync(file, html);
  return pathToFileURL(file).href;
}

/** Records everything that must not happen. */
function watch(context: BrowserContext, page: Page, address: string): string[] {
  const seen: string[] = [];
  context.on('request', (request) => {
    if (request.url() !== address && !request.url().startsWith('data:image/')) seen.push(`request ${request.url()}`);
  });
  page.on('dialog', (dialog) => {
    seen.push(`dialog ${dialog.message()}`);
    void dialog.dismiss().catch(() => undefined);
  });
  page.on('popup', (popup) => seen.push(`window ${popup.url()}`));
  page.on('framenavigated', (frame) => frame.url() !== address && seen.push(`navigation ${frame.url()}`));
  return seen;
}

test('nothing in it runs, loads, opens or navigates, whatever the content', fullRunOnly, async ({ page, context }) => {
  const address = await shared([...hostileContent.map(({ text }) => text), ...more]);
  const seen = watch(context, page, address);
  await page.goto(address);
  // Opens every box, and points at everything that reacts to the pointer.
  const found = await page.evaluate(async () => {
    for (const box of document.querySelectorAll('details')) box.open = true;
    for (const element of document.querySelectorAll('main *')) {
      element.dispatchEvent(new MouseEvent('mouseover', { bubbles: true }));
      element.dispatchEvent(new FocusEvent('focus'));
    }
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const attributes = [...document.querySelectorAll('*')].flatMap((element) => [...element.attributes]);
    return {
      ran: '__ran' in window,
      handlers: attributes.filter(({ name }) => /^on|^style$|^srcdoc$|^formaction$/.test(name)).length,
      tags: [...new Set([...document.querySelectorAll('body *')].map(({ localName }) => localName))].filter((name) =>
        /script|style|iframe|object|embed|form|svg|math|link|meta|base|video|audio|img|template|input|button/.test(
          name,
        ),
      ),
      links: [...document.querySelectorAll<HTMLAnchorElement>('a')]
        .map(({ protocol }) => protocol)
        .filter((protocol) => !['http:', 'https:', 'mailto:'].includes(protocol)),
      reports: attributes.filter(({ name, value }) => name === 'href' && /^\s*javascript/i.test(value)).length,
      styles: document.styleSheets.length,
    };
  });
  expect(found).toEqual({ ran: false, handlers: 0, tags: [], links: [], reports: 0, styles: 1 });
  expect(seen).toEqual([]);
});

test('its boxes open by pointer and by keyboard without scripts', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(await shared(['Count the boats']));
  const box = page.locator('details.call');
  const result = box.locator('pre', { hasText: 'Count the boats' }).last();
  await expect(result).toBeHidden();
  await box.locator('summary').click();
  await expect(result).toBeVisible();
  await page.locator('details.thinking summary').focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('details.thinking .inside')).toBeVisible();
  await context.close();
});
