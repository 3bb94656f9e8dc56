// Takes a page's screenshot, with the elements that it shows, so that the user can point at one later.

import type { CDPSession, Page } from 'playwright-core';
import { maxElements, type PageElement } from '../../../shared/features/sharedBrowser/sharedBrowser.ts';
import { selectorsAt } from './pageScripts.ts';
import { plainLine } from './plainText.ts';
import { eachNode, type TreeNode } from './snapshot.ts';

const maxLabel = 160;
const quality = 70;
/** In CSS pixels. A window on a very large screen is cut. */
const maxSide = 2000;

export interface Viewport {
  width: number;
  height: number;
}

export async function viewportOf(session: CDPSession): Promise<Viewport> {
  const { cssLayoutViewport } = await session.send('Page.getLayoutMetrics');
  const side = (value: number): number => Math.max(1, Math.min(maxSide, Math.round(value)));
  return { width: side(cssLayoutViewport.clientWidth), height: side(cssLayoutViewport.clientHeight) };
}

export async function takeScreenshot(
  page: Page,
  { width, height }: Viewport,
  options: { timeoutMs: number; signal: AbortSignal },
  /** The part to show; default: all of it. */
  part: { x: number; y: number; width: number; height: number } = { x: 0, y: 0, width, height },
): Promise<Buffer> {
  const [x, y] = [Math.max(0, part.x), Math.max(0, part.y)];
  return page.screenshot({
    type: 'jpeg',
    quality,
    scale: 'css',
    clip: {
      x,
      y,
      width: Math.max(1, Math.min(width, part.x + part.width) - x),
      height: Math.max(1, Math.min(height, part.y + part.height) - y),
    },
    timeout: options.timeoutMs,
    signal: options.signal,
  });
}

/** Returns the meaningful elements within the viewport. */
export function visibleElements(roots: readonly TreeNode[], viewport: Viewport): PageElement[] {
  const elements: PageElement[] = [];
  const visit = (node: TreeNode, offset: { x: number; y: number }): void => {
    const { box, role } = node;
    if (box !== null) {
      const placed = { x: box.x + offset.x, y: box.y + offset.y, width: box.width, height: box.height };
      const name = labelOf(node);
      const isMeaningful = node.ref !== '' && (role !== 'generic' || name !== '') && role !== 'iframe';
      if (isMeaningful && isWithin(placed, viewport)) {
        elements.push({ role, name, selector: '', ...rounded(placed) });
      }
    }
    // The boxes within a frame begin at the frame.
    const inner = role === 'iframe' && box !== null ? { x: offset.x + box.x, y: offset.y + box.y } : offset;
    for (const child of node.children) if (typeof child !== 'string') visit(child, inner);
  };
  for (const root of roots) visit(root, { x: 0, y: 0 });
  return elements.slice(0, maxElements);
}

function labelOf(node: TreeNode): string {
  if (node.name !== '') return plainLine(node.name, maxLabel);
  if (node.text !== '') return plainLine(node.text, maxLabel);
  const texts: string[] = [];
  for (const child of node.children) if (typeof child === 'string') texts.push(child);
  if (texts.length === 0 && node.role !== 'generic') {
    eachNode(node.children.slice(0, 3), ({ name, text }) => texts.push(name || text));
  }
  return plainLine(texts.filter(Boolean).join(' '), maxLabel);
}

function isWithin({ x, y, width, height }: Omit<PageElement, 'role' | 'name' | 'selector'>, view: Viewport): boolean {
  return width > 1 && height > 1 && x < view.width && y < view.height && x + width > 0 && y + height > 0;
}

function rounded(box: {
  x: number;
  y: number;
  width: number;
  height: number;
}): Omit<PageElement, 'role' | 'name' | 'selector'> {
  return {
    x: Math.round(box.x),
    y: Math.round(box.y),
    width: Math.round(box.width),
    height: Math.round(box.height),
  };
}

const selectorMs = 1500;

/** Adds a CSS selector to each element, as far as the page allows. */
export async function withSelectors(page: Page, elements: readonly PageElement[]): Promise<PageElement[]> {
  const points = elements.map(({ x, y, width, height }) => ({ x, y, width, height }));
  const timeout = new Promise<null>((resolve) => setTimeout(resolve, selectorMs, null).unref());
  const answer: unknown = await Promise.race([page.evaluate(selectorsAt, points).catch(() => null), timeout]);
  const selectors: unknown[] = Array.isArray(answer) ? answer : [];
  return elements.map((element, index) => {
    const selector = selectors[index];
    return { ...element, selector: typeof selector === 'string' ? plainLine(selector, 300) : '' };
  });
}
