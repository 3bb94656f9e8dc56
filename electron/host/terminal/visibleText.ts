// Words of somebody else's for a terminal: what it would obey or hide is written out as ⟨U+…⟩, as in the window.

export { visibleText } from '../../../shared/visibleText.ts';
