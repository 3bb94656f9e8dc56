// The search of the viewer: which match it is, of how many.

import { strings } from '../../../strings.ts';
import { FindField } from '../../../ui/FindField.tsx';
import type { OutputSearchState } from './useOutputSearch.ts';

const words = strings.calls.viewer;

export function OutputSearch({ search }: { search: OutputSearchState }) {
  const { text, matches, more, at, settled } = search;
  const count = `${matches.length}${more ? '+' : ''}`;
  const said = text === '' || !settled ? '' : matches.length === 0 ? words.none : words.matches(at + 1, count);
  return <FindField label={words.search} text={text} said={said} onText={search.setText} onStep={search.step} />;
}
