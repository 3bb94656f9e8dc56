// External agents as a user adds, allows and chooses them.

import { expect, type Page } from '@playwright/test';
import type { Host } from './host.ts';
import { confirmWithCode } from './window.ts';

/** In the settings: name, command and arguments. */
export async function addAgent(page: Page, name: string, command: readonly string[]): Promise<void> {
  await page.getByRole('button', { name: 'Settings' }).click();
  const settings = page.getByRole('dialog', { name: 'Settings' });
  await settings.getByRole('tab', { name: 'Agents' }).click();
  await settings.getByRole('button', { name: 'Add agent' }).click();
  const [program = '', ...args] = command;
  await settings.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  await settings.getByRole('textbox', { name: 'Command' }).fill(program);
  await settings.getByRole('textbox', { name: 'Arguments' }).fill(args.join('\n'));
  await settings.getByRole('button', { name: 'Save' }).click();
  await expect(settings.locator('[data-agent-detail]')).toContainText('Needs your permission');
  await page.keyboard.press('Escape');
  await expect(settings).toHaveCount(0);
}

/** Finds a model or an agent in the menu by typing. */
export async function chooseModel(page: Page, name: string): Promise<void> {
  await page.locator('[data-control="model"]').click();
  const field = page.getByRole('combobox', { name: 'Find a model or agent, or type a name…' });
  await expect(field).toBeFocused();
  await field.fill(name);
  await expect(page.getByRole('option', { selected: true })).toContainText(name);
  await field.press('Enter');
}

/** Chooses an agent for the first time, and allows its command. */
export async function allowAgent(page: Page, host: Host, name: string): Promise<void> {
  await chooseModel(page, name);
  const asks = page.getByRole('region', { name: `Allow ${name} to start?` });
  await asks.getByRole('button', { name: 'Allow and use', disabled: false }).click();
  await confirmWithCode(page, host);
  await expect(page.locator('[data-control="model"]')).toContainText(name);
}
