// What is typed between the wish for the palette and its being there, or while something else has taken the focus from it, is
// the palette's: nothing that a quick person types is lost or written elsewhere.

import type { ViewStore } from '../state/viewStore.ts';

/** True when the press was kept for the palette. A line break at the end of `typed`: Enter was pressed. */
export function typeAhead(event: KeyboardEvent, view: ViewStore): boolean {
  if (!view.getState().paletteOpen || event.ctrlKey || event.metaKey || event.altKey) return false;
  if (event.key.length !== 1 && event.key !== 'Enter') return false;
  const field = document.querySelector<HTMLElement>('[data-palette]');
  if (field) {
    // What is typed goes to the field that has the focus when the press is over.
    if (document.activeElement !== field && event.key !== 'Enter') field.focus();
    return false;
  }
  event.preventDefault();
  view.setState(({ typed }) =>
    typed.endsWith('\n') ? {} : { typed: typed + (event.key === 'Enter' ? '\n' : event.key) },
  );
  return true;
}
