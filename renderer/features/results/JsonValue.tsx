// A compact JSON value in the tree: a quoted, truncated string, or a summary of a list or object.

import { lateStrings } from '../../core/lateStrings.ts';
import { visibleText } from '../../ui/visibleText.ts';
import type { JsonRow } from './jsonRows.ts';
import { WrittenNumber } from './jsonText.ts';

const words = lateStrings.results.json;
const clipped = 200;

/** `whole`: don't truncate strings. */
export function JsonValue({ row: { value, size, open }, whole }: { row: JsonRow; whole: boolean }) {
  if (size !== null) {
    const list = Array.isArray(value);
    const brackets = list ? ['[', ']'] : ['{', '}'];
    if (size === 0) return <span className="text-ink-3">{brackets.join('')}</span>;
    return (
      <span className="text-ink-3">
        {open ? brackets[0] : `${brackets[0]}…${brackets[1]}`}{' '}
        <span className="font-sans text-small">{list ? words.items(size) : words.keys(size)}</span>
      </span>
    );
  }
  if (typeof value === 'string') {
    const cut = !whole && value.length > clipped;
    return (
      <>
        <span className="text-[var(--code-string)]">
          "{visibleText(cut ? value.slice(0, clipped) : value)}
          {cut ? '…' : '"'}
        </span>
        {cut && <span className="font-sans text-ink-3 text-small"> {words.characters(value.length)}</span>}
      </>
    );
  }
  if (typeof value === 'number' || value instanceof WrittenNumber) {
    return (
      <span className="tabular text-[var(--code-number)]">{value instanceof WrittenNumber ? value.text : value}</span>
    );
  }
  return <span className="text-[var(--code-keyword)]">{String(value)}</span>;
}
