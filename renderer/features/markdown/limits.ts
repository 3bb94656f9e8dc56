// How much of a reply is parsed as Markdown. What is above is shown as plain text: nothing is left out, and no text can
// stop the window. Ordinary replies stay far below; what the numbers hold off is measured by hostileMarkdown.test.tsx.

export const limits = {
  /** Letters of one block that is parsed at once, again and again while it streams. */
  block: 24_000,
  /** Letters from which on a list or a table goes on in another piece, parsed by itself; and of a fence's piece. */
  part: 2500,
  code: 6000,
  /** Pieces of one list or table; what is more is another one below it, so that it is drawn when it is seen. */
  parts: 6,
  /** Pieces of one fence, and of text that is shown as it was written; what is more looks like another block below it. */
  codeParts: 64,
  plainParts: 8,
  /** Letters of a piece of plain text: a piece is drawn once and laid out when it is seen. */
  piece: 16_000,
  /** Blocks and letters of one reply that are parsed: far more than 60,000 lines. */
  blocks: 60_000,
  reply: 8_000_000,
  /** Letters that are read at once; a longer text is read in slices, with time for the person between them. */
  first: 40_000,
  slice: 10_000,
  /** The same while it streams: what comes in less than a frame is far less. */
  streamed: 3000,
  /** Blocks and letters that are drawn together, or not at all while they are far from what is seen. */
  chunkBlocks: 24,
  chunk: 3000,
  /**
   * Chunks at the beginning and at the end of a finished text that are drawn before it is known what is seen: about a view
   * of each. They are parsed in one go while a conversation opens. The last one may be short.
   */
  firstChunks: 1,
  lastChunks: 2,
  /** Quotes and lists in one another. Each level is several frames of the stack; it ends at about 500. */
  depth: 60,
  /** Addresses of `[name]: address` that are known, and the letters of one. */
  definitions: 400,
  definition: 2000,
  /** Of one paragraph. A parser compares these with each other: the time grows with their square. */
  paragraph: { marks: 1500, open: 150, strikes: 600, brackets: 2000, tags: 400, word: 8000 },
  /** Of one block: lines of `=` or `-`, that may make a heading of what is above. */
  underlines: 300,
  /** Of one block: cells of tables, where a row of one letter has as many as its head; and columns, whose widths depend on all. */
  cells: 1500,
  columns: 100,
  /** Marks on one letter: what lays out a line compares them with each other. */
  marksOfLetter: 30,
  /** Letters of a block from which on it is drawn a few times a second only, while it streams. */
  calm: 4000,
  /** Letters for each millisecond of pause then. */
  calmLetters: 50,
  /** What a formula costs, in letters, and all of a block; formulas of a block. */
  formula: 3000,
  formulaLetters: 6000,
  formulas: 200,
  /** Letters of a block of code that are coloured, and of one line. */
  colours: 400_000,
  colouredLine: 2000,
} as const;
