// Limits for parsing a reply as Markdown. Text beyond them is shown plain: nothing is omitted, and no text can freeze
// the window. Ordinary replies stay far below; hostileMarkdown.test.tsx measures what the limits prevent.

export const limits = {
  /** Characters of a block that is parsed in one go, repeatedly while it streams. */
  block: 24_000,
  /**
   * Characters after which a list or table continues in another piece, parsed separately; also for pieces of a fence.
   */
  part: 2500,
  code: 6000,
  /** Pieces per list or table; further ones form another block below, rendered when visible. */
  parts: 6,
  /** Pieces per fence or plain text; further ones form another block below that looks like a continuation. */
  codeParts: 64,
  plainParts: 8,
  /** Characters per piece of plain text; a piece renders once and is laid out when visible. */
  piece: 16_000,
  /** Parsed blocks and characters per reply: far more than 60,000 lines. */
  blocks: 60_000,
  reply: 8_000_000,
  /** Characters read at once; longer text is read in slices, to keep the window responsive. */
  first: 40_000,
  slice: 10_000,
  /** The same while streaming; far more than arrives in a frame. */
  streamed: 3000,
  /** Blocks and characters per chunk, which renders as a unit, or not at all while far from the view. */
  chunkBlocks: 24,
  chunk: 3000,
  /**
   * Chunks at the start and end of a finished text that render before the view is known, about one view each. They are
   * parsed in one go while a conversation opens. The last may be short.
   */
  firstChunks: 1,
  lastChunks: 2,
  /** Parsed blocks kept for rendering again, a few views' worth, and the characters of each. */
  recentBlocks: 300,
  recentBlock: 2000,
  /** Nesting of quotes and lists. Each level takes several stack frames; the stack overflows at about 500. */
  depth: 60,
  /** Known `[name]: address` definitions, and the characters of each. */
  definitions: 400,
  definition: 2000,
  /** Per paragraph. A parser compares these pairwise, in quadratic time. */
  paragraph: { marks: 1500, open: 150, strikes: 600, brackets: 2000, tags: 400, word: 8000 },
  /** Per block: lines of `=` or `-` that may turn the text above into a heading. */
  underlines: 300,
  /**
   * Per block: table cells, since a one-character row has as many as its header; and columns, whose widths depend on
   * every row.
   */
  cells: 1500,
  columns: 100,
  /** Combining marks per character: text layout compares them pairwise. */
  marksOfLetter: 30,
  /** Characters of a block from which it renders only a few times a second while streaming. */
  calm: 4000,
  /** Characters per millisecond of that pause. */
  calmLetters: 50,
  /** Cost of a formula in characters, of all formulas in a block, and their number per block. */
  formula: 3000,
  formulaLetters: 6000,
  formulas: 200,
  /** Characters colored per code block, and per line. */
  colours: 400_000,
  colouredLine: 2000,
} as const;
