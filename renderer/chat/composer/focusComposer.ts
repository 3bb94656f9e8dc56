// Puts the person back where they write, after they chose something for the message to come.

export function focusComposer(): void {
  document.querySelector<HTMLElement>('[data-composer]')?.focus({ preventScroll: true });
}
