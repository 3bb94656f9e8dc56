// Follows the on-screen keyboard: marks the page while it is open, and keeps the page as high as what it leaves. Some browsers
// make the page smaller by their own; the others only report the visible part, and may have moved the page under the keyboard.

/** In pixels. The bars of a browser come and go, too, but no keyboard is lower. */
const minKeyboardHeight = 140;

/** Returns a function that stops it. */
export function followKeyboard(browser: Pick<Window, 'visualViewport' | 'document' | 'scrollTo'>): () => void {
  const { visualViewport, document } = browser;
  if (!visualViewport) return () => {};
  const root = document.documentElement;
  /** Without the keyboard, at this width. */
  let full = { width: 0, height: 0 };
  const follow = (): void => {
    const { width, height, scale, offsetTop } = visualViewport;
    // Zooming with two fingers changes it, too.
    if (scale > 1.01) return;
    if (Math.round(width) !== Math.round(full.width) || height > full.height) full = { width, height };
    root.toggleAttribute('data-keyboard', full.height - height > minKeyboardHeight);
    root.style.setProperty('--visible-height', `${Math.round(height)}px`);
    if (offsetTop > 0) browser.scrollTo(0, 0);
  };
  follow();
  const events = ['resize', 'scroll'] as const;
  for (const event of events) visualViewport.addEventListener(event, follow);
  return () => {
    for (const event of events) visualViewport.removeEventListener(event, follow);
    root.style.removeProperty('--visible-height');
    root.removeAttribute('data-keyboard');
  };
}
