// Lets the user point at an element in the browser's window. The page reports a position only; the element is read like any other.

import { ok, type Result } from '../../../shared/core/errors.ts';
import type { PointedElement } from '../../../shared/features/sharedBrowser/methods.ts';
import { elementAt, type PageElement } from '../../../shared/features/sharedBrowser/sharedBrowser.ts';
import { takeScreenshot, viewportOf, visibleElements, withSelectors } from './capture.ts';
import { overlayPoint, removeOverlay } from './pageScripts.ts';
import { explainPageFailure } from './report.ts';
import { readTree } from './snapshot.ts';
import type { Tab } from './tabs.ts';

const pointMs = 120_000;
const readMs = 10_000;

type SavePicture = (bytes: Buffer) => Promise<Result<{ hash: string }>>;

export async function pointInPage(
  { page, session }: Tab,
  signal: AbortSignal,
  save: SavePicture,
): Promise<Result<{ pointed: PointedElement | null }>> {
  try {
    await page.bringToFront();
    const point = await askForPoint(page, signal);
    if (point === null) return ok({ pointed: null });
    const viewport = await viewportOf(session);
    const options = { timeoutMs: readMs, signal };
    const tree = await readTree(page, session, { withFrames: true, ...options });
    const hit = tree && elementAt(visibleElements(tree, viewport), point.x, point.y);
    const [element] = await withSelectors(page, [hit ?? unnamedAt(point)]);
    if (!element) return ok({ pointed: null });
    const picture = await takeScreenshot(page, viewport, options, element).catch(() => null);
    const saved = picture === null ? null : await save(picture);
    const stored = saved?.ok ? { hash: saved.value.hash, mediaType: 'image/jpeg' } : null;
    return ok({ pointed: { url: page.url(), element, picture: stored } });
  } catch (thrown) {
    return explainPageFailure(thrown);
  }
}

function unnamedAt({ x, y }: { x: number; y: number }): PageElement {
  return { role: 'generic', name: '', selector: '', x: x - 20, y: y - 20, width: 40, height: 40 };
}

async function askForPoint(page: Tab['page'], signal: AbortSignal): Promise<{ x: number; y: number } | null> {
  const request = page.evaluate(overlayPoint, pointMs).catch(() => null);
  const aborted = new Promise<null>((resolve) => {
    const timer = setTimeout(resolve, pointMs + 1000, null);
    timer.unref();
    signal.addEventListener('abort', () => resolve(null), { once: true });
  });
  const answer: unknown = await Promise.race([request, aborted]);
  if (signal.aborted) void page.evaluate(removeOverlay).catch(() => {});
  if (typeof answer !== 'object' || answer === null) return null;
  const { x, y } = answer as Record<string, unknown>;
  return typeof x === 'number' && typeof y === 'number' ? { x, y } : null;
}
