// How much larger than usual everything is drawn: 1 at 100 %. For what reckons in pixels, such as rows of a fixed height.

/** The usual size of the root's letters, of which all measures in rem are made. */
const usual = 16;

export function zoomFactor(): number {
  const size = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  return size > 0 ? size / usual : 1;
}
