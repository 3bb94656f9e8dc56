// What the keyboard is at: the message or the call in which the focus is, so that a command can be about it.

export interface CommandTarget {
  /** What had the focus, also before the palette took it. */
  element: Element | null;
  /** The row of the focused message: an element with `data-message`. */
  message: HTMLElement | null;
  /** The box of the focused call: an element with `data-tool-call`. */
  call: HTMLElement | null;
}

export const noTarget: CommandTarget = { element: null, message: null, call: null };

function targetOf(element: Element | null): CommandTarget {
  if (!element?.isConnected) return noTarget;
  return {
    element,
    message: element.closest<HTMLElement>('[data-message]'),
    call: element.closest<HTMLElement>('[data-tool-call]'),
  };
}

export function focusedTarget(): CommandTarget {
  return targetOf(document.activeElement);
}
