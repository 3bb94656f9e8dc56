// Subscribes to a media query. Widths refer to the default zoom: larger rendering leaves less room, like a narrower
// window.

import { useSyncExternalStore } from 'react';

/** Default root font size, the base of all rem values. */
const usual = 16;

/** Evaluates a media query with its pixel values scaled by the zoom. */
export function matchesMedia(query: string): boolean {
  return matchMedia(scaled(query)).matches;
}

export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    follow,
    () => matchesMedia(query),
    () => false,
  );
}

/** `applyAppearance` reports zoom changes as window resizes. */
function follow(changed: () => void): () => void {
  window.addEventListener('resize', changed);
  return () => window.removeEventListener('resize', changed);
}

function scaled(query: string): string {
  const factor = zoomFactor();
  return query.replace(/(\d+)px/g, (_, pixels: string) => `${Math.round(Number(pixels) * factor)}px`);
}

/** Below these widths, the sidebar and the right panel become sheets over the page. */
export const narrowQuery = '(width < 900px)';
export const panelOverQuery = '(width < 1080px)';

/** The user points with a finger. */
export const touchQuery = '(pointer: coarse)';
/** A phone: one column, and a bar at the bottom. */
export const phoneQuery = '(pointer: coarse) and (width < 600px)';

/** Zoom of the interface, 1 at 100 %. For code that uses pixels, such as fixed row heights. */
export function zoomFactor(): number {
  const size = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  return size > 0 ? size / usual : 1;
}
