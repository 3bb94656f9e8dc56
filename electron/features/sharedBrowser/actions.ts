// The model's actions on a page.

import type { Page } from 'playwright-core';
import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import type { PageAction } from '../../ports/sharedBrowser.ts';

const actionMs = 10_000;
const waitMs = 30_000;
/** After an action, how long a navigation may take to begin, and a page to load. */
const settleMs = 200;
const loadMs = 5_000;

export async function performAction(
  page: Page,
  { action, ref, text = '' }: PageAction,
  signal: AbortSignal,
): Promise<Result<void>> {
  const options = { timeout: actionMs, signal };
  if (needsElement.has(action) && ref === undefined)
    return fail('TOOL_ARGS_INVALID', say`ref: missing; ${action} needs an element`);
  const element = ref === undefined ? null : page.getByRef(ref);
  switch (action) {
    case 'click':
      await element?.click(options);
      break;
    case 'double_click':
      await element?.dblclick(options);
      break;
    case 'hover':
      await element?.hover(options);
      break;
    case 'fill':
      await element?.fill(text, options);
      break;
    case 'press':
      if (element) await element.press(text, options);
      else await page.keyboard.press(text);
      break;
    case 'select':
      await element?.selectOption(text, options);
      break;
    case 'scroll':
      if (element) await element.scrollIntoViewIfNeeded(options);
      else await scroll(page, text === 'up' ? -1 : 1);
      break;
    case 'back':
      await page.goBack({ timeout: waitMs, waitUntil: 'commit', signal });
      break;
    case 'wait_for':
      await page.getByText(text).first().waitFor({ timeout: waitMs, signal });
      break;
    case 'close':
      await page.close();
      return ok(undefined);
  }
  await settle(page, signal);
  return ok(undefined);
}

const needsElement = new Set<PageAction['action']>(['click', 'double_click', 'hover', 'fill', 'select']);

async function scroll(page: Page, direction: 1 | -1): Promise<void> {
  // Most of a screen, so that nothing is skipped.
  const distance = (page.viewportSize()?.height ?? 800) * 0.8 * direction;
  await page.mouse.move(10, 10);
  await page.mouse.wheel(0, distance);
}

/** Waits for what an action started. A page that never finishes loading is used as it is. */
export async function settle(page: Page, signal: AbortSignal): Promise<void> {
  await page.waitForTimeout(settleMs);
  await page.waitForLoadState('load', { timeout: loadMs, signal }).catch(() => {});
}
