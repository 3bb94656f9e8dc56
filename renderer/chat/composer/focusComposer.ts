// Puts the person back where they write, after they chose something for the message to come.

export function focusComposer(): void {
  composerPlace()?.focus({ preventScroll: true });
}

export function composerPlace(): HTMLElement | null {
  return document.querySelector<HTMLElement>('[data-composer]');
}
