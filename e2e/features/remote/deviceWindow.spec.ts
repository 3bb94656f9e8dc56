// The window on a device: it offers what the device's right allows, explains the rest, and follows a change at once.

import { expect, type Page, test } from '@playwright/test';
import { cite } from '../../../test/support/cite.ts';
import { type FakeModelServer, startFakeModelServer } from '../../../test/support/fakeModelServer.ts';
import { type Host, projectFolder, startHost } from '../../support/host.ts';
import { confirmPrompt, openDevices, pairDevice } from '../../support/pairDevice.ts';
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

/** Collects the methods that the host refused to the device. */
function refusals(page: Page): string[] {
  const refused: string[] = [];
  page.on('websocket', (socket) => {
    const methods = new Map<number, string>();
    socket.on('framesent', ({ payload }) => {
      const { id, method } = JSON.parse(String(payload));
      if (method) methods.set(id, method);
    });
    socket.on('framereceived', ({ payload }) => {
      const { id, error } = JSON.parse(String(payload));
      if (error?.code === 'DEVICE_REFUSED') refused.push(methods.get(id) ?? '?');
    });
  });
  return refused;
}

async function openPalette(page: Page, typed: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+K');
  await page.getByRole('combobox').fill(typed);
}

test(
  cite('REMOTE-11', 'a device that may watch is offered nothing that the host refuses, and more once it may do more'),
  async ({ page, browser }) => {
    const call = { id: 'call_1', name: 'run_command', arguments: JSON.stringify({ command: 'node --version' }) };
    model = await startFakeModelServer({ replies: [{ calls: [call] }, { text: 'That is the version.' }] });
    tunnel = await startTunnel();
    const env = { OPENAI_BASE_URL: model.url, OPENAI_API_KEY: 'sk-e2e-0123456789', OPENAI_MODEL: 'fake-model' };
    host = await startHost({ args: ['--project', projectFolder(), '--remote', tunnel.name], env });
    tunnel.leadTo(host.origin);
    await openApp(page, host);
    const phone = await (await browser.newContext(deviceContext)).newPage();
    const refused = refusals(phone);
    await pairDevice({ page, phone, host, origin: tunnel.origin, right: 'Watch' });
    await page.keyboard.press('Escape');
    await send(page, 'Which Node is this?');
    await phone
      .getByRole('button', { name: /Which Node is this/ })
      .first()
      .click();

    // The call that waits is shown, without its answers, and both places explain why.
    const line = 'This device may watch. Change it on the desktop: Settings → Devices.';
    await expect(phone.locator('[data-tool-call]').getByText(line)).toBeVisible();
    await expect(phone.getByText(line)).toHaveCount(2);
    await expect(composer(phone)).toHaveCount(0);
    for (const name of ['Allow once', 'Deny', 'New chat', 'Stop'])
      await expect(phone.getByRole('button', { name, exact: true })).toHaveCount(0);
    await photograph(phone, 'device-watches');

    // The palette and the keyboard.
    await openPalette(phone, 'conversation');
    await expect(phone.getByRole('option', { name: /Export this conversation/ }).first()).toBeVisible();
    await expect(phone.getByRole('option', { name: /Delete this|Archive this|Pin this/ })).toHaveCount(0);
    await phone.getByRole('combobox').fill('terminal');
    await expect(phone.getByRole('option', { name: /^Terminal/ })).toHaveCount(0);
    await phone.keyboard.press('Escape');
    await phone.keyboard.press('ControlOrMeta+Shift+O');
    await expect(phone.locator('[data-tool-call]')).toBeVisible();

    // The settings: what can be read is read, and nothing of it can be changed.
    await phone.keyboard.press('ControlOrMeta+,');
    const settings = phone.getByRole('dialog');
    // About this device only, which has no use for a passkey.
    await settings.getByRole('tab', { name: 'Devices', exact: true }).click();
    await expect(settings.getByRole('tabpanel').getByText(line)).toBeVisible();
    await expect(settings.getByRole('tabpanel').getByRole('button')).toHaveCount(0);
    for (const tab of await settings.getByRole('tab').all()) {
      await tab.click();
      await expect(settings.getByRole('tabpanel')).toBeVisible();
    }
    await settings.getByRole('tab', { name: 'Appearance', exact: true }).click();
    await expect(settings.getByText('Change them on the desktop.', { exact: false })).toBeVisible();
    for (const radio of await settings.getByRole('radio').all()) await expect(radio).toBeDisabled();
    await photograph(phone, 'device-settings');
    await phone.keyboard.press('Escape');
    expect(refused).toEqual([]);

    // More rights, without a reload.
    await phone.evaluate(() => Object.assign(window, { isSamePage: true }));
    const change = async (right: string): Promise<void> => {
      await openDevices(page);
      await page.getByRole('combobox', { name: /^Rights/ }).click();
      await page.getByRole('option', { name: right }).click();
    };
    await change('Steer');
    const prompt =
      /Let the device “Phone” read all conversations, answer approvals and questions, and send messages.*enter (\d{6})/s;
    await confirmPrompt(page, host, prompt);
    await expect(composer(phone)).toBeVisible();
    await phone.getByRole('button', { name: 'Allow once', exact: true }).click();
    await expect(phone.getByText('That is the version.')).toBeVisible();
    // Still not what only the desktop does.
    await expect(
      phone.locator('[data-control="folder"], [data-control="approvals"]').filter({ visible: true }),
    ).toHaveCount(0);
    await page.keyboard.press('Escape');

    // And less.
    await change('Watch');
    await expect(composer(phone)).toHaveCount(0);
    await expect(phone.getByText(line)).toBeVisible();
    expect(await phone.evaluate(() => 'isSamePage' in window)).toBe(true);
    expect(refused).toEqual([]);
  },
);
