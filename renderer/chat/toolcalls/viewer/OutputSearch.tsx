// The search field of the viewer: Enter goes to the next match, Shift+Enter to the one before.

import { ChevronDown, ChevronUp } from 'lucide-react';
import { strings } from '../../../strings.ts';
import { TextInput } from '../../../ui/Field.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import type { OutputSearchState } from './useOutputSearch.ts';

const words = strings.calls.viewer;

export function OutputSearch({ search }: { search: OutputSearchState }) {
  const { text, matches, more, at, settled } = search;
  const count = `${matches.length}${more ? '+' : ''}`;
  const said = text === '' || !settled ? '' : matches.length === 0 ? words.none : words.matches(at + 1, count);
  return (
    <div className="flex items-center justify-end gap-1">
      <span className="tabular shrink-0 text-ink-3 text-small" role="status">
        {said}
      </span>
      <TextInput
        type="search"
        aria-label={words.search}
        placeholder={words.search}
        className="h-7 max-w-64"
        value={text}
        onChange={(event) => search.setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          search.step(event.shiftKey ? -1 : 1);
        }}
      />
      <IconButton icon={ChevronUp} label={words.previous} size="small" onClick={() => search.step(-1)} />
      <IconButton icon={ChevronDown} label={words.next} size="small" onClick={() => search.step(1)} />
    </div>
  );
}
