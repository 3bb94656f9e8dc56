// What is typed between the wish for the palette and its being there, or while something else has taken the focus from it, is
// the palette's: nothing that a quick person types is lost or written elsewhere, and no Enter sends what stands in a field.

import type { ViewStore } from '../core/state/viewStore.ts';

/** True when the press was kept for the palette, and is nobody else's. A line break at the end of `typed`: Enter was pressed. */
export function typeAhead(event: KeyboardEvent, view: ViewStore): boolean {
  const { paletteOpen, typed } = view.getState();
  if (!paletteOpen || event.ctrlKey || event.metaKey || event.altKey) return false;
  const { key } = event;
  if (key.length !== 1 && key !== 'Enter' && key !== 'Backspace' && key !== 'Escape') return false;
  const field = document.querySelector<HTMLElement>('[data-palette]');
  if (field) {
    if (document.activeElement === field || key === 'Escape') return false;
    // What is typed goes to the field that has the focus when the press is over.
    field.focus();
    if (key !== 'Enter') return false;
  } else if (key === 'Escape') view.setState({ paletteOpen: false });
  else if (key === 'Backspace') view.setState({ typed: typed.slice(0, -1) });
  else if (!typed.endsWith('\n')) view.setState({ typed: typed + (key === 'Enter' ? '\n' : key) });
  event.preventDefault();
  event.stopPropagation();
  return true;
}
