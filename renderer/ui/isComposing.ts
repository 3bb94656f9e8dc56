// Whether an IME composition handles the key press: Enter, arrows and Escape then select among its candidates. Safari
// ends a composition before its final key press, which has key code 229
// (https://www.w3.org/TR/uievents/#determine-keydown-keyup-keyCode).

interface Press {
  keyCode: number;
  isComposing?: boolean;
  nativeEvent?: { isComposing: boolean };
}

/** For native and React events. */
export function isComposing({ keyCode, isComposing: own, nativeEvent }: Press): boolean {
  return (own ?? nativeEvent?.isComposing ?? false) || keyCode === 229;
}

/** Elements that use the keys themselves: text fields, the system's lists and ours. */
export const fieldSelector = 'input, textarea, select, [contenteditable], [role="combobox"]';

// Layers such as dialogs listen to the whole document, so they ask here before they close.

/** Marks a field that uses Escape itself: its list is open, or it stops editing. */
export const ownEscapeMark = 'data-own-escape';

function usesEscape(element: EventTarget | null): boolean {
  return (element as Partial<Element> | null)?.hasAttribute?.(ownEscapeMark) ?? false;
}

/** For `onEscapeKeyDown` of a layer: Escape first belongs to an IME composition, then to the focused field. */
export function keepOpenOnEscape(event: KeyboardEvent): void {
  if (isComposing(event) || usesEscape(event.target)) event.preventDefault();
}

const pressesWithList = new WeakSet<Event>();

/** Called while a list is open; the press closes it. */
export function notePressWithList(event: Event): void {
  pressesWithList.add(event);
}

/**
 * For `onPointerDownOutside` of a layer: a press elsewhere closes the list first, as with the system's own lists. Radix
 * asks after the click, when the list is closed.
 */
export function keepOpenOnPress(event: CustomEvent<{ originalEvent: Event }>): void {
  if (pressesWithList.has(event.detail.originalEvent)) event.preventDefault();
}
