// Follows what had the focus while the row that it stands in is replaced by another, as by the row of another branch: when it
// goes, the focus is given to what takes its place. The keyboard is never left nowhere.

/** Two seconds of a window that draws. */
const mostFrames = 120;

/** `place`: what is to have it, once it is there. Ends when the person has gone elsewhere. */
export function focusWhenLost(place: () => HTMLElement | null, from: Element | null = document.activeElement): void {
  let frames = 0;
  const look = (): void => {
    const now = document.activeElement;
    if (now === null || now === document.body) {
      const found = place();
      found?.focus({ preventScroll: true });
      if (found && document.activeElement === found) return;
    } else if (now !== from && !now.closest('[role="menu"], [data-branches]')) return;
    if (frames++ < mostFrames) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
