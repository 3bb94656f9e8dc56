// Zoom of the interface, 1 at 100 %. For code that uses pixels, such as fixed row heights.

/** Default root font size, the base of all rem values. */
const usual = 16;

export function zoomFactor(): number {
  const size = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  return size > 0 ? size / usual : 1;
}
