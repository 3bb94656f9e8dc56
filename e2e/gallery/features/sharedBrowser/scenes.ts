// The shared browser: its settings, a call's box with screenshot and messages, and pointing.

import { ok } from '../../../../shared/core/errors.ts';
import { defaultSettings } from '../../../../shared/features/settings/settings.ts';
import type { PageDetails } from '../../../../shared/features/sharedBrowser/sharedBrowser.ts';
import { snapshotFixture } from '../../appFixture.ts';
import { conversationFixture, script } from '../../conversationFixture.ts';
import { healthTalk } from '../../healthTalk.ts';
import type { Scene } from '../../scene.ts';

const hash = 'b'.repeat(64);

const page: PageDetails = {
  url: 'http://localhost:5173/orders',
  title: 'Orders',
  width: 1280,
  height: 800,
  elements: [
    { role: 'button', name: 'Save', selector: '#save', x: 560, y: 360, width: 160, height: 80 },
    { role: 'link', name: 'Home', selector: 'nav > a', x: 0, y: 0, width: 240, height: 120 },
    { role: 'heading', name: 'Orders', selector: 'main > h1', x: 80, y: 160, width: 400, height: 60 },
  ],
  messages: [
    { type: 'error', text: 'TypeError: order.total is undefined' },
    { type: 'network', text: 'GET http://localhost:5173/api/orders 500' },
    { type: 'dialog', text: 'confirm: Leave without saving?' },
    { type: 'blocked', text: 'https://ads.example/track' },
  ],
};

function inTheBox(): Scene {
  const talked = script()
    .user('Why is the list of orders empty?')
    .asks('I look at the page.', ['browser_open', { url: page.url }])
    .result('heading "Orders"', { details: { page }, attachments: [{ hash, mediaType: 'image/png' }] })
    .says('The server answers with an error.');
  return {
    snapshot: snapshotFixture(),
    conversation: conversationFixture({ messages: talked.messages }),
    press: ['[data-call] button[aria-expanded="false"]'],
  };
}

function pointing(): Scene {
  return { ...inTheBox(), press: ['[role="application"]'], dialog: { type: 'point', hash, page } };
}

function switchedOn(): Scene {
  const sharedBrowser = { on: true, program: '/usr/bin/chromium', headless: false };
  return {
    snapshot: snapshotFixture({ settings: { ...defaultSettings, sharedBrowser } }),
    conversation: conversationFixture({ messages: healthTalk().says('Done.').messages }),
    dialog: { type: 'settings', section: 'sharedBrowser' },
    handlers: {
      'permission.list': async () => ok({ rules: [] }),
      'sharedBrowser.info': async () =>
        ok({
          programs: [{ name: 'Chromium', path: '/usr/bin/chromium' }],
          isOpen: true,
          profile: '/home/mei/.local/share/throughline/browser',
        }),
    },
  };
}

export const sharedBrowserScenes: Record<string, () => Scene> = {
  sharedBrowserPage: inTheBox,
  sharedBrowserPoint: pointing,
  sharedBrowserSettings: switchedOn,
};
