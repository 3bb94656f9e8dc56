// Zoom levels in percent: the same steps as in browsers. Stored as a setting, so that all windows share it, and clamped to its
// bounds.

import type { Actions } from '../../core/state/actions.ts';
import type { AppStore } from '../../core/state/appStore.ts';

const defaultZoom = 100;
/** @internal */
export const zoomSteps = [50, 67, 75, 80, 90, 100, 110, 125, 150, 175, 200] as const;

/** The next level above (1) or below (-1) any value; unchanged at the ends. @internal */
export function nextZoom(zoom: number, by: 1 | -1): number {
  const step = by === 1 ? zoomSteps.find((step) => step > zoom) : zoomSteps.findLast((step) => step < zoom);
  return step ?? zoom;
}

/** Zooms in (1), out (-1), or resets (0). */
export async function changeZoom({ app, actions }: { app: AppStore; actions: Actions }, by: 1 | -1 | 0): Promise<void> {
  const now = app.store.getState().snapshot?.settings.zoom;
  if (now === undefined) return;
  const zoom = by === 0 ? defaultZoom : nextZoom(now, by);
  if (zoom === now) return;
  const answer = await actions.call('settings.update', { patch: { zoom } });
  if (!answer.ok) actions.report(answer.error);
}
