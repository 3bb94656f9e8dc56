// Keyboard movement, type-ahead, filtering and placement of a list of options. Pure.

export interface ListOption<T extends string = string> {
  value: T;
  label: string;
  /** Shown after the label, in a lower voice. */
  hint?: string | undefined;
  /** Heading of the options that follow each other with the same group. */
  group?: string | undefined;
  disabled?: boolean;
}

type Options = readonly Pick<ListOption, 'label' | 'disabled'>[];

/** Rows that PageUp and PageDown skip. */
const pageSize = 8;

/**
 * The option that a key moves to from `from` (-1: none); null: the key moves nowhere. Skips disabled options, and stays where
 * it is at either end.
 */
export function moveByKey(key: string, from: number, options: Options): number | null {
  const last = options.length - 1;
  const enabledFrom = (start: number, by: 1 | -1): number => {
    for (let at = start; at >= 0 && at <= last; at += by) if (!options[at]?.disabled) return at;
    return from;
  };
  switch (key) {
    case 'ArrowDown':
      return enabledFrom(from + 1, 1);
    case 'ArrowUp':
      return enabledFrom(from < 0 ? last : from - 1, -1);
    case 'Home':
      return enabledFrom(0, 1);
    case 'End':
      return enabledFrom(last, -1);
    case 'PageDown':
      return enabledFrom(Math.min(from + pageSize, last), from + pageSize >= last ? -1 : 1);
    case 'PageUp':
      return enabledFrom(Math.max(from - pageSize, 0), from - pageSize <= 0 ? 1 : -1);
    default:
      return null;
  }
}

/**
 * The option that typed characters select: the next one that begins with them, otherwise the next that contains them, so that
 * `login` finds `feature/login`. Repeating one character cycles through its options. -1: none.
 */
export function findTyped(query: string, from: number, options: Options): number {
  const text = query.toLocaleLowerCase();
  const [first = ''] = text;
  const cycles = [...text].every((character) => character === first);
  const search = cycles ? first : text;
  // More characters refine the current option; a repeated one leaves it.
  const start = cycles ? from + 1 : Math.max(from, 0);
  const order = options.map((_, index) => (start + index) % options.length);
  const labelAt = (index: number): string => {
    const option = options[index];
    return option && !option.disabled ? option.label.toLocaleLowerCase() : '';
  };
  return (
    order.find((index) => labelAt(index).startsWith(search)) ??
    order.find((index) => labelAt(index).includes(search)) ??
    -1
  );
}

/** The options that contain the text in their value or label, those that begin with it first. */
export function filterOptions<O extends Pick<ListOption, 'value' | 'label'>>(
  query: string,
  options: readonly O[],
): O[] {
  const text = query.trim().toLocaleLowerCase();
  if (text === '') return [...options];
  const begins: O[] = [];
  const contains: O[] = [];
  for (const option of options) {
    const texts = [option.value, option.label].map((each) => each.toLocaleLowerCase());
    if (texts.some((each) => each.startsWith(text))) begins.push(option);
    else if (texts.some((each) => each.includes(text))) contains.push(option);
  }
  return [...begins, ...contains];
}

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

interface Size {
  width: number;
  height: number;
}

interface PopupPlace {
  left: number;
  /** From the window's top; null: placed by `bottom`, so that a list above its field stays attached when it shrinks. */
  top: number | null;
  /** From the window's lower edge. */
  bottom: number | null;
  maxHeight: number;
}

/** Between the field and its list. */
const gap = 4;
/** Between the list and the window's edge. */
const margin = 8;
const tallest = 320;

/**
 * Below the field if the list fits there or there is more space than above, and always inside the window. `list`: the size that
 * the list would like to have.
 */
export function placePopup(field: Box, list: Size, window: Size): PopupPlace {
  const below = window.height - field.bottom - gap - margin;
  const above = field.top - gap - margin;
  const height = Math.min(list.height, tallest);
  const opensBelow = height <= below || below >= above;
  const left = Math.max(margin, Math.min(field.left, window.width - margin - list.width));
  const maxHeight = Math.max(0, Math.min(tallest, opensBelow ? below : above));
  return opensBelow
    ? { left, top: field.bottom + gap, bottom: null, maxHeight }
    : { left, top: null, bottom: window.height - field.top + gap, maxHeight };
}
