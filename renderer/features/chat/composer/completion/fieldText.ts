// Edits a field so that native undo works, and locates a text position on screen.

/** Replaces the text from `start` to `end`, with the caret after it. */
export function replaceText(field: HTMLTextAreaElement, start: number, end: number, text: string): void {
  field.focus({ preventScroll: true });
  field.setSelectionRange(start, end);
  // The only way to edit a field that its native undo records.
  if (document.execCommand(text === '' ? 'delete' : 'insertText', false, text)) return;
  field.setRangeText(text, start, end, 'end');
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

const copied = [
  'boxSizing',
  'width',
  'paddingTop',
  'paddingRight',
  'paddingBottom',
  'paddingLeft',
  'borderTopWidth',
  'borderRightWidth',
  'borderBottomWidth',
  'borderLeftWidth',
  'fontFamily',
  'fontSize',
  'fontWeight',
  'fontStretch',
  'fontVariationSettings',
  'letterSpacing',
  'lineHeight',
  'tabSize',
  'textIndent',
  'wordSpacing',
] as const;

/**
 * Position of a character in a multi-line field, in pixels from the field's corner. Measures a copy of the field with a
 * marker there, since fields do not expose it.
 */
export function caretPosition(field: HTMLTextAreaElement, position: number): { left: number; top: number } {
  const copy = document.createElement('div');
  const style = getComputedStyle(field);
  for (const name of copied) copy.style[name] = style[name];
  Object.assign(copy.style, {
    position: 'absolute',
    visibility: 'hidden',
    whiteSpace: 'pre-wrap',
    overflowWrap: 'break-word',
    borderStyle: 'solid',
  });
  copy.textContent = field.value.slice(0, position);
  const mark = document.createElement('span');
  mark.textContent = '@';
  copy.append(mark);
  document.body.append(copy);
  const place = { left: mark.offsetLeft, top: Math.max(0, mark.offsetTop - field.scrollTop) };
  copy.remove();
  return place;
}
