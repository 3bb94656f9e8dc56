// Pairs a browser as a device, with its code and its check number, as the user does in a window of the browser host.

import { expect, type Page } from '@playwright/test';
import type { Host } from './host.ts';
import { photograph } from './window.ts';

export async function openDevices(page: Page): Promise<void> {
  await page.keyboard.press('ControlOrMeta+,');
  await page.getByRole('dialog').getByRole('tab', { name: 'Devices', exact: true }).click();
  await expect(page.getByText('Only paired devices get in.', { exact: false })).toBeVisible();
}

/** Enters the code of a prompt of the host. `prompt`: its text, with the code as the group. */
export async function confirmPrompt(page: Page, host: Host, prompt: RegExp): Promise<void> {
  await expect.poll(() => host.said()).toMatch(prompt);
  await page
    .getByRole('alertdialog')
    .getByRole('textbox')
    .fill(prompt.exec(host.said())?.[1] ?? '');
  await page.keyboard.press('Enter');
}

export interface Pairing {
  /** A window of the host. */
  page: Page;
  phone: Page;
  host: Host;
  /** The address of the tunnel. */
  origin: string;
  right: string;
}

/** Makes a code in the window, types it into the device, compares the numbers, and accepts the device. */
export async function pairDevice({ page, phone, host, origin, right }: Pairing): Promise<void> {
  await openDevices(page);
  await page.getByRole('button', { name: 'Add a device…' }).click();
  await page.getByRole('radio', { name: right }).check();
  await page.getByRole('button', { name: 'Show the code' }).click();
  await expect(page.getByRole('img', { name: 'QR code with the address and the code' })).toBeVisible();
  await photograph(page, 'device-code');
  const code = await page.getByRole('status', { name: 'Code' }).textContent();
  await phone.goto(`${origin}/`);
  await phone.getByRole('textbox', { name: 'Code' }).fill(code ?? '');
  await phone.getByRole('textbox', { name: 'Name of this device' }).fill('Phone');
  await photograph(phone, 'device-pairing');
  await phone.getByRole('button', { name: 'Pair' }).click();
  const check = /^\d{6}$/;
  await expect(phone.getByText(check)).toBeVisible();
  await expect(page.getByText(check)).toHaveText((await phone.getByText(check).textContent()) ?? '');
  await photograph(page, 'device-arrived');
  await page.getByRole('button', { name: 'Accept' }).click();
  await confirmPrompt(page, host, /Let the device “Phone”.*To allow this, enter (\d{6})/s);
  await expect(page.getByText('“Phone” is paired.')).toBeVisible();
  await page.getByRole('button', { name: 'Done' }).click();
}
