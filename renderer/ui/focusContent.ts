// Where the focus goes when a layer opens: to the field that asked for it, else to the layer itself. Never to the first
// button, which would show its tip and take Enter.

export function focusContent(event: Event): void {
  event.preventDefault();
  const content = event.currentTarget as HTMLElement;
  if (!content.contains(document.activeElement)) content.focus();
}
