// What a press means while there is a way back: Escape in the transcript leads back; whoever writes or presses anything
// outside of it has gone on. Pure.

import { isComposing } from '../../ui/isComposing.ts';

/** What is asked of the element that has the focus. */
export type FocusTarget = Pick<Element, 'closest' | 'matches'>;

const over = '[role="dialog"], [role="alertdialog"], [role="menu"]';
const fields = 'input, textarea, select, [contenteditable]';
const held = new Set(['Control', 'Meta', 'Alt', 'Shift', 'AltGraph', 'CapsLock', 'Fn']);

type Press = Pick<KeyboardEvent, 'key' | 'keyCode' | 'isComposing' | 'defaultPrevented'>;

/** Null: the way back stays as it is. */
export function escapeBack(event: Press, target: FocusTarget | null): 'back' | 'end' | null {
  // What lies over the page is answered for itself, and the page is as it was when it is closed.
  if (!target || event.defaultPrevented || held.has(event.key) || target.closest(over)) return null;
  const reads = target.closest('[role="log"]') !== null && !target.matches(fields);
  if (reads) return event.key === 'Escape' && !isComposing(event) ? 'back' : null;
  return target.matches('body') ? null : 'end';
}
