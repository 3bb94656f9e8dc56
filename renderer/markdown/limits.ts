// How much of a reply is parsed as Markdown. What is above is shown as plain text: nothing is left out, and no text can
// stop the window. Ordinary replies stay far below; what the numbers hold off is measured by hostileMarkdown.test.tsx.

export const limits = {
  /** Letters of one block that is parsed at once, again and again while it streams. */
  block: 24_000,
  /** Letters of a block that is nothing but a fence: it costs a parser little, but the page as much. */
  fence: 60_000,
  /** Letters of a piece of plain text: a piece is drawn once and laid out when it is seen. */
  piece: 16_000,
  /** Blocks and letters of one reply that are parsed. */
  blocks: 1000,
  reply: 300_000,
  /** Quotes and lists in one another. Each level is several frames of the stack; it ends at about 500. */
  depth: 60,
  /** Addresses of `[name]: address` that are known, and the letters of one. */
  definitions: 400,
  definition: 2000,
  /** Of one paragraph. A parser compares these with each other: the time grows with their square. */
  paragraph: { marks: 1500, open: 150, strikes: 600, brackets: 2000, tags: 400, word: 8000 },
  /** Of one block: lines of `=` or `-`, that may make a heading of what is above. */
  underlines: 300,
  /** Of one block: cells of tables. A row of one letter has as many cells as its head. */
  cells: 6000,
  /** Letters of a block from which on it is drawn a few times a second only, while it streams. */
  calm: 4000,
  /** Letters for each millisecond of pause then: of Markdown, and of code. */
  calmLetters: 50,
  calmFenceLetters: 500,
} as const;
