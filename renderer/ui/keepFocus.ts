// Recovers lost keyboard focus. An answer, another window or the model may remove, disable or hide the focused element.
// Code that closes something usually moves the focus; where it does not, this moves it to whatever took the element's
// place: the same control of the next row, else the nearest control in the same part of the window, else the composer.

import { composerElement, focusFallback, isFocusLost } from './focus.ts';
import { focusWithoutTip } from './useFocusReturn.ts';
import { matchesMedia, touchQuery } from './useMedia.ts';

const control =
  'button:enabled, input:enabled, textarea:enabled, select:enabled, a[href], summary, [tabindex]:not([tabindex="-1"])';
/** The focus never leaves one of these, unless it is empty. */
const part = '[role="dialog"], [role="alertdialog"], main, nav, aside';

/** After this, closing code has moved the focus, and the browser has removed it from disabled and hidden elements. */
const framesToWait = 4;

/** The position of a removed element. */
interface Gap {
  parent: Element;
  removed: Element;
  before: Node | null;
  after: Node | null;
}

/** Returns a function that stops it. */
export function keepFocus(document: Document): () => void {
  let last: Element | null = null;
  let gap: Gap | null = null;
  let frame = 0;
  /** A pointer is down: its target determines the focus. */
  let pressing = false;

  const removals = new MutationObserver((records) => {
    for (const { target, removedNodes, previousSibling, nextSibling } of records) {
      const inside = gap?.parent ?? last;
      const removed = [...removedNodes].find((node) => node.contains(inside));
      if (!(inside && removed instanceof Element && target instanceof Element)) continue;
      gap = { parent: target, removed, before: previousSibling, after: nextSibling };
    }
    if (gap) settleLater();
  });

  function settleLater(): void {
    cancelAnimationFrame(frame);
    let left = framesToWait;
    const wait = (): void => {
      if (left-- === 0) settle();
      else frame = requestAnimationFrame(wait);
    };
    wait();
  }

  function settle(): void {
    const place = gap;
    gap = null;
    if (last === null || !isFocusLost()) return;
    // It was only disabled briefly, or its row moved.
    const nearby = isVisible(last) ? last : place ? inGap(last, place) : nearest(last, last.parentElement);
    const composer = matchesMedia(touchQuery) ? null : composerElement();
    const fallback = nearby ?? composer ?? controlsIn(document.body)[0];
    if (!(fallback instanceof HTMLElement)) return;
    focusWithoutTip(fallback);
    fallback.setAttribute(focusFallback, '');
  }

  function onFocus({ target }: FocusEvent): void {
    if (!(target instanceof Element)) return;
    last = target;
    gap = null;
    removals.disconnect();
    for (let box = target.parentElement; box; box = box.parentElement) removals.observe(box, { childList: true });
  }

  function onBlur({ relatedTarget }: FocusEvent): void {
    forgetFallback();
    if (relatedTarget === null && pressing) {
      // Clicking an empty area intentionally removes the focus.
      last = null;
      removals.disconnect();
    } else if (relatedTarget === null) settleLater();
  }

  function forgetFallback(): void {
    last?.removeAttribute(focusFallback);
  }

  const ended = new AbortController();
  const always = { capture: true, signal: ended.signal };
  document.addEventListener('focusin', onFocus, always);
  document.addEventListener('focusout', onBlur, always);
  document.addEventListener('keydown', forgetFallback, always);
  for (const type of ['mousedown', 'mouseup'])
    document.addEventListener(
      type,
      () => {
        pressing = type === 'mousedown';
      },
      always,
    );
  return () => {
    ended.abort();
    cancelAnimationFrame(frame);
    removals.disconnect();
  };
}

function inGap(lost: Element, { parent, removed, before, after }: Gap): HTMLElement | null {
  const at = [...removed.querySelectorAll(control)].indexOf(lost);
  for (const row of [after, before]) {
    if (!(row instanceof Element && row.isConnected && row.tagName === removed.tagName)) continue;
    const controls = row.matches(control) ? [row as HTMLElement] : controlsIn(row);
    const same = controls[Math.min(Math.max(at, 0), controls.length - 1)];
    if (same) return same;
  }
  return nearest(after?.isConnected ? after : parent, parent);
}

/** The first control after `place`, or the last one before it, in the smallest container that has any. */
function nearest(place: Node, smallest: Element | null): HTMLElement | null {
  for (let box = smallest; box; box = box.parentElement) {
    const controls = controlsIn(box);
    const next = controls.find((one) => place.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING);
    const target = next ?? controls.at(-1);
    if (target) return target;
    if (box.matches(part)) return box instanceof HTMLElement && box.hasAttribute('tabindex') ? box : null;
  }
  return null;
}

function controlsIn(box: Element): HTMLElement[] {
  return [...box.querySelectorAll<HTMLElement>(control)].filter(isVisible);
}

function isVisible(element: Element): boolean {
  return (
    element.isConnected &&
    element.checkVisibility({ visibilityProperty: true }) &&
    !element.closest(':disabled, [inert], [aria-hidden="true"]')
  );
}
