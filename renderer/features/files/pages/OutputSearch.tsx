// Search field of a viewer, with the current match and their number.

import { strings } from '../../../core/strings.ts';
import { FindField } from '../../../ui/FindField.tsx';
import type { OutputSearchState } from './useOutputSearch.ts';

const words = strings.calls.viewer;

/** `progress`: shown while the search runs. */
export function OutputSearch({
  search,
  label = words.search,
  progress = '',
}: {
  search: OutputSearchState;
  label?: string;
  progress?: string;
}) {
  const { text, matches, more, at, settled } = search;
  const count = `${matches.length}${more ? '+' : ''}`;
  const statusText =
    text === '' ? '' : !settled ? progress : matches.length === 0 ? words.none : words.matches(at + 1, count);
  return <FindField label={label} text={text} status={statusText} onText={search.setText} onStep={search.step} />;
}
