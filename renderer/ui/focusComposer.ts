// Puts the person back where they write, after they chose something for the message to come.

export function focusComposer(): void {
  composerPlace()?.focus({ preventScroll: true });
}

export function composerPlace(): HTMLElement | null {
  return document.querySelector<HTMLElement>('[data-composer]');
}

/** Whether the person writes in a field: nothing that happens by itself takes the keyboard from it. */
export function isWriting(): boolean {
  const active = document.activeElement;
  if (active instanceof HTMLInputElement) return !/^(?:button|checkbox|radio|range|submit|file)$/.test(active.type);
  return active instanceof HTMLTextAreaElement || (active instanceof HTMLElement && active.isContentEditable);
}
