// What scenes get late, colours of code and formulas: one worker for all scenes of a page, and waited for before one stands.

import { createHighlighter, type Highlighter } from '../../renderer/features/markdown/highlighter.ts';
import { createMathsLoader, type MathsLoader } from '../../renderer/features/markdown/mathsLoader.ts';
import { comes } from '../../renderer/ui/coming.ts';

const colours = createHighlighter();
const formulas = createMathsLoader();

export const highlighter: Highlighter = {
  ...colours,
  begin(language) {
    const colouring = colours.begin(language);
    return colouring && { next: (text) => comes(colouring.next(text)) };
  },
};

export const maths: MathsLoader = { ...formulas, load: () => comes(formulas.load()) };
