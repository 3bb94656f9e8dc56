// A device with a passkey, in a real browser with a virtual authenticator: added right after pairing, asked for when
// something is allowed and not when it is denied, and removed on the desktop.

import { type CDPSession, expect, type Page, test } from '@playwright/test';
import { cite } from '../../../test/support/cite.ts';
import { type FakeModelServer, type Reply, startFakeModelServer } from '../../../test/support/fakeModelServer.ts';
import { type Host, projectFolder, startHost } from '../../support/host.ts';
import { confirmPrompt, openDevices, pairDevice } from '../../support/pairDevice.ts';
import { deviceContext, startTunnel, type Tunnel, throughTunnel } from '../../support/tunnel.ts';
import { openApp, photograph, send } from '../../support/window.ts';

test.use(throughTunnel);

let host: Host;
let model: FakeModelServer;
let tunnel: Tunnel;

test.afterEach(async () => {
  await host?.stop();
  await model?.close();
  await tunnel?.close();
});

const runs = (id: string): Reply => ({
  calls: [{ id, name: 'run_command', arguments: JSON.stringify({ command: `node --version ${id}` }) }],
});

interface Phone {
  phone: Page;
  cdp: CDPSession;
  authenticatorId: string;
}

/** Pairs a phone that recognizes its user. */
async function pairPhone(page: Page, phone: Page, replies: Reply[]): Promise<Phone> {
  tunnel = await startTunnel();
  model = await startFakeModelServer({ replies });
  const env = { OPENAI_BASE_URL: model.url, OPENAI_API_KEY: 'sk-e2e-0123456789', OPENAI_MODEL: 'fake-model' };
  host = await startHost({ args: ['--project', projectFolder(), '--remote', tunnel.name], env });
  tunnel.leadTo(host.origin);
  await openApp(page, host);
  const cdp = await phone.context().newCDPSession(phone);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true },
      ...{ isUserVerified: true, automaticPresenceSimulation: true },
    },
  });
  await pairDevice({ page, phone, host, origin: tunnel.origin, right: 'Steer' });
  return { phone, cdp, authenticatorId };
}

async function addOffered(phone: Page): Promise<void> {
  const offer = phone.getByRole('dialog', { name: 'Add a passkey?' });
  await expect(offer).toBeVisible();
  await photograph(phone, 'passkey-offer');
  await offer.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(offer.getByText('This device has a passkey.')).toBeVisible();
  await offer.getByRole('button', { name: 'Done' }).click();
}

async function openConversation(phone: Page, name: RegExp): Promise<void> {
  await phone.getByRole('button', { name }).first().click();
}

test(
  cite('REMOTE-12', 'a passkey is added after pairing, asked for to allow and not to deny, and removed on the desktop'),
  async ({ page, browser }) => {
    const { phone, cdp, authenticatorId } = await pairPhone(
      page,
      await (await browser.newContext(deviceContext)).newPage(),
      [
        runs('call_1'),
        { text: 'Allowed.' },
        runs('call_2'),
        { text: 'Denied.' },
        runs('call_3'),
        { text: 'Allowed without it.' },
      ],
    );
    const signatures = async (): Promise<number> => {
      const { credentials } = await cdp.send('WebAuthn.getCredentials', { authenticatorId });
      return credentials[0]?.signCount ?? 0;
    };
    await addOffered(phone);
    const before = await signatures();
    await expect(page.getByText(/^Passkey, added/)).toBeVisible();
    await expect(page.getByRole('checkbox', { name: 'Ask for the passkey' })).toBeChecked();
    await photograph(page, 'device-with-passkey');
    await page.keyboard.press('Escape');
    await send(page, 'Which Node is this?');
    await openConversation(phone, /Which Node is this/);
    await phone.getByRole('button', { name: 'Allow once' }).first().click();
    await expect(page.getByText('Allowed.', { exact: true })).toBeVisible();
    await expect(phone.getByRole('dialog')).toHaveCount(0);
    expect(await signatures()).toBe(before + 1);
    await send(page, 'And again?');
    await phone.getByRole('button', { name: 'Deny', exact: true }).first().click();
    await expect(page.getByText('Denied.', { exact: true })).toBeVisible();

    await openDevices(page);
    await page.getByRole('button', { name: 'Remove passkey…' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove', exact: true }).click();
    await confirmPrompt(page, host, /without its passkey.*To allow this, enter (\d{6})/s);
    await expect(page.getByText(/^Passkey, added/)).toHaveCount(0);
    await page.keyboard.press('Escape');
    await send(page, 'And now?');
    await phone.getByRole('button', { name: 'Allow once' }).first().click();
    await expect(page.getByText('Allowed without it.')).toBeVisible();
    // Neither denying nor this needed it.
    expect(await signatures()).toBe(before + 1);
  },
);

test(
  cite('REMOTE-14', 'a passkey that does not recognize the user leaves the question open, to try again or deny'),
  async ({ page, browser }) => {
    const { phone, cdp, authenticatorId } = await pairPhone(
      page,
      await (await browser.newContext(deviceContext)).newPage(),
      [runs('call_1'), { text: 'Allowed.' }],
    );
    await addOffered(phone);
    await page.keyboard.press('Escape');
    await send(page, 'Which Node is this?');
    await openConversation(phone, /Which Node is this/);
    await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
    await phone.getByRole('button', { name: 'Allow once' }).first().click();
    const prompt = phone.getByRole('dialog', { name: 'Use your passkey' });
    await expect(prompt.getByRole('alert')).toContainText('The passkey was not used');
    await photograph(phone, 'passkey-cancelled');
    await prompt.getByRole('button', { name: 'Cancel' }).click();
    await expect(phone.getByRole('button', { name: 'Deny', exact: true }).first()).toBeVisible();
    await phone.getByRole('button', { name: 'Allow once' }).first().click();
    await expect(prompt.getByRole('alert')).toBeVisible();
    await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true });
    await prompt.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('Allowed.', { exact: true })).toBeVisible();
  },
);

test(cite('REMOTE-12', 'a passkey is added later, in the settings of the device'), async ({ page, browser }) => {
  const { phone } = await pairPhone(page, await (await browser.newContext(deviceContext)).newPage(), []);
  await phone.getByRole('dialog').getByRole('button', { name: 'Not now' }).click();
  await phone.keyboard.press('ControlOrMeta+,');
  await phone.getByRole('tab', { name: 'Devices', exact: true }).click();
  await expect(phone.getByText('This device has no passkey.')).toBeVisible();
  await photograph(phone, 'own-device');
  await phone.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(phone.getByText('This device has a passkey.')).toBeVisible();
  await expect(page.getByText(/^Passkey, added/)).toBeVisible();
  // Each further one needs the first.
  await phone.getByRole('button', { name: 'Add another passkey' }).click();
  await expect(phone.getByText('This passkey has been added already.')).toBeVisible();
  await expect(phone.getByText('This device has a passkey.')).toBeVisible();
});
