// Syntax highlighting and formulas load lazily: one worker serves all scenes of a page, and a scene is ready only once they
// have arrived.

import { trackLoad } from '../../renderer/core/loadCode.ts';
import type { Highlighter, MathLoader } from '../../renderer/core/state/textTools.ts';
import { createHighlighter } from '../../renderer/features/markdown/highlighter.ts';
import { createMathLoader } from '../../renderer/features/markdown/mathLoader.ts';

const colours = createHighlighter();
const formulas = createMathLoader();

export const highlighter: Highlighter = {
  ...colours,
  start(language) {
    const colouring = colours.start(language);
    return colouring && { next: (text) => trackLoad(colouring.next(text)) };
  },
};

export const mathLoader: MathLoader = { ...formulas, load: () => trackLoad(formulas.load()) };
