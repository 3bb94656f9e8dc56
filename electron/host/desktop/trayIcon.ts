// Draws the icon of the tray, the app's mark in one color: a ring on a line. Its middle shows the state, so that it can be
// told without color: empty, a dot, or filled.

export type TrayState = 'idle' | 'working' | 'needsYou';

/** Width of the mark in its own units. */
const markSize = 16;
const middle = markSize / 2;
const radius = 4.4;
const stroke = 1.6;

/** How far inside the mark a point is, in its units; negative: outside. */
function insideOf(x: number, y: number, state: TrayState): number {
  const away = Math.hypot(x - middle, y - middle);
  const ring = stroke / 2 - Math.abs(away - radius);
  const line = Math.min(stroke / 2 - Math.abs(y - middle), away - radius, middle - 0.5 - Math.abs(x - middle));
  const center = { idle: -1, working: 2.2 - away, needsYou: radius - away }[state];
  return Math.max(ring, line, center);
}

/** A square bitmap of 4 bytes per pixel, with smooth edges. `shade`: 0 for light bars, 255 for dark ones. */
export function trayBitmap(state: TrayState, pixels: number, shade: number): Buffer {
  const bitmap = Buffer.alloc(pixels * pixels * 4);
  const scale = markSize / pixels;
  for (let at = 0; at < pixels * pixels; at++) {
    const x = ((at % pixels) + 0.5) * scale;
    const y = (Math.floor(at / pixels) + 0.5) * scale;
    const cover = Math.min(1, Math.max(0, insideOf(x, y, state) / scale + 0.5));
    // Premultiplied, as Chromium stores it.
    bitmap.fill(Math.round(shade * cover), at * 4, at * 4 + 3);
    bitmap[at * 4 + 3] = Math.round(255 * cover);
  }
  return bitmap;
}
