// Changing the text of a field so that its undo takes it back, and where a place of it stands.

/** `text` in the place of what stands from `start` to `end`; the caret stands behind it. */
export function replaceText(field: HTMLTextAreaElement, start: number, end: number, text: string): void {
  field.focus({ preventScroll: true });
  field.setSelectionRange(start, end);
  // The only way to change a field that its undo knows of.
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
 * Where a place of the text stands in a field of several lines, in pixels from the field's corner: a copy of the field is laid
 * out with a mark at that place, since a field does not tell.
 */
export function caretPlace(field: HTMLTextAreaElement, position: number): { left: number; top: number } {
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
