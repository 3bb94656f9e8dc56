// The message or call with the focus, as the target of commands.

export interface CommandTarget {
  /** The focused element, or the one before the palette opened. */
  element: Element | null;
  /** The focused message row: an element with `data-message`. */
  message: HTMLElement | null;
  /** The focused call: an element with `data-tool-call`. */
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
