// Another device as a window, through a tunnel with TLS: paired with a code and a check number, it answers an approval,
// starts a run, and is thrown out at once when it is removed.

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type Page, test } from '@playwright/test';
import { cite } from '../../../test/support/cite.ts';
import { type FakeModelServer, type Reply, startFakeModelServer } from '../../../test/support/fakeModelServer.ts';
import { type Host, projectFolder, startHost } from '../../support/host.ts';
import { openDevices, pairDevice } from '../../support/pairDevice.ts';
import { deviceContext, startTunnel, type Tunnel, throughTunnel } from '../../support/tunnel.ts';
import { composer, openApp, photograph, send } from '../../support/window.ts';

test.use(throughTunnel);

let host: Host;
let model: FakeModelServer;
let tunnel: Tunnel;

test.afterEach(async () => {
  await host?.stop();
  await model?.close();
  await tunnel?.close();
});

async function open(page: Page, replies: Reply[]): Promise<void> {
  tunnel = await startTunnel();
  model = await startFakeModelServer({ replies });
  const env = { OPENAI_BASE_URL: model.url, OPENAI_API_KEY: 'sk-e2e-0123456789', OPENAI_MODEL: 'fake-model' };
  host = await startHost({ args: ['--project', projectFolder(), '--remote', tunnel.name], env });
  tunnel.leadTo(host.origin);
  await openApp(page, host);
}

const pair = (page: Page, phone: Page, right: string): Promise<void> =>
  pairDevice({ page, phone, host, origin: tunnel.origin, right });

test(
  cite('REMOTE-1', 'a device pairs through a tunnel, answers an approval, starts a run, and is removed'),
  async ({ page, browser }) => {
    await open(page, [
      { calls: [{ id: 'call_1', name: 'run_command', arguments: JSON.stringify({ command: 'node --version' }) }] },
      { text: 'That is the version.' },
      { text: 'Written from the phone.' },
    ]);
    const phone = await (await browser.newContext(deviceContext)).newPage();
    await pair(page, phone, 'Steer');
    await page.keyboard.press('Escape');
    await expect(composer(phone)).toBeVisible();
    await send(page, 'Which Node is this?');
    await phone
      .getByRole('button', { name: /Which Node is this/ })
      .first()
      .click();
    await phone.getByRole('button', { name: 'Allow once' }).first().click();
    await expect(page.getByText('That is the version.')).toBeVisible();
    await composer(phone).fill('And now?');
    await composer(phone).press('Enter');
    await expect(page.getByText('Written from the phone.')).toBeVisible();
    await photograph(phone, 'device-window');
    // A reload signs in again with its key.
    await phone.reload();
    await expect(phone.getByText('Written from the phone.')).toBeVisible();

    await openDevices(page);
    await page.getByRole('button', { name: 'Rename “Phone”' }).click();
    await page.getByRole('textbox', { name: 'Name of the device' }).fill('Pocket');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Rename “Pocket”' })).toBeFocused();
    await page.getByRole('button', { name: 'Remove…' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove', exact: true }).click();
    await expect(phone.getByText('This device is not paired any more')).toBeVisible();
  },
);

test(cite('REMOTE-3', 'no other page can frame it, as a paired device would'), async ({ page, browser }) => {
  await open(page, []);
  const phone = await (await browser.newContext(deviceContext)).newPage();
  await pair(page, phone, 'Watch');
  await expect(phone.locator('[data-device-line]')).toBeAttached();
  // On the same host, so that the browser would send everything that it keeps for the page.
  const other = await startTunnel();
  const pages = createServer((request, response) => {
    const frames = `<iframe src="${tunnel.origin}/"></iframe><iframe src="/other"></iframe>`;
    response.setHeader('content-type', 'text/html').end(request.url === '/other' ? 'other' : frames);
  }).listen(0, '127.0.0.1');
  await once(pages, 'listening');
  other.leadTo(`http://127.0.0.1:${(pages.address() as AddressInfo).port}`);
  await phone.goto(`${other.origin}/`);
  const addresses = () => phone.frames().map((frame) => frame.url());
  await expect.poll(addresses).toEqual([`${other.origin}/`, 'chrome-error://chromewebdata/', `${other.origin}/other`]);
  pages.close();
  await other.close();
});

test(
  cite('REMOTE-5', 'on a device, a dangerous call is allowed only once all of it was on its screen, by holding'),
  async ({ page, browser }) => {
    const command = ['rm -rf src', ...Array.from({ length: 60 }, (_, line) => `echo "step ${line}"`)].join('\n');
    await open(page, [
      { calls: [{ id: 'call_1', name: 'run_command', arguments: JSON.stringify({ command }) }] },
      { text: 'Gone.' },
    ]);
    const phone = await (await browser.newContext(deviceContext)).newPage();
    await pair(page, phone, 'Answer');
    await page.keyboard.press('Escape');
    await send(page, 'Tidy up');
    await phone
      .getByRole('button', { name: /Tidy up/ })
      .first()
      .click();
    const call = phone.locator('[data-waits-for]');
    const allow = call.getByRole('button', { name: 'Hold to allow once' });
    const rest = call.getByRole('button', { name: 'Show the rest' });
    await expect(rest).toBeAttached();
    await expect(call.getByRole('button', { name: 'Allow once', exact: true })).toHaveCount(0);
    await expect(async () => {
      if ((await rest.count()) > 0) await rest.dispatchEvent('click');
      await expect(allow).toBeAttached({ timeout: 300 });
    }).toPass();
    await allow.hover();
    await phone.mouse.down();
    await expect(page.getByText('Gone.')).toBeVisible();
    await phone.mouse.up();
  },
);
