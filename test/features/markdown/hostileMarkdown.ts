// Markdown that is short to send and expensive to render: nesting that overflows the stack, marks that make a parser
// revisit the same letters, and sheer size. Each entry takes the number of repetitions.

export interface HostileText {
  name: string;
  /** Letters per repetition, about: the number of repetitions follows from the wanted size. */
  text(turns: number): string;
  turn: number;
}

const entry = (name: string, turn: number, text: (turns: number) => string): HostileText => ({ name, turn, text });
const again = (name: string, piece: string, end = ''): HostileText =>
  entry(name, piece.length, (turns) => piece.repeat(turns) + end);

export const hostileTexts: readonly HostileText[] = [
  again('quotes in quotes', '>', ' x'),
  again('quotes in quotes, with spaces', '> ', 'x'),
  again('lists in lists on one line', '- ', 'y'),
  again('numbered lists in lists on one line', '1. ', 'y'),
  again('quotes and lists in turn', '> - ', 'y'),
  entry('lists in lists by their indent', 300, (turns) => {
    const lines = Array.from({ length: Math.ceil(Math.sqrt(turns * 300)) }, (_, depth) => `${'  '.repeat(depth)}- y`);
    return lines.join('\n');
  }),
  again('quotes in quotes over many lines', `${'>'.repeat(40)} x\n`),
  entry('brackets that close', 2, (turns) => `${'['.repeat(turns)}x${']'.repeat(turns)}`),
  again('brackets that never close', '['),
  again('closing brackets', '[x]'),
  again('links that never close', '[x]('),
  again('links whose title never closes', '[a](b "'),
  again('links whose address never closes', '[a](<b'),
  again('links', '[a](https://example.com/a) '),
  again('references that lead nowhere', '[a][b] '),
  entry('images in images', 8, (turns) => `${'!['.repeat(turns)}x${'](a)'.repeat(turns)}`),
  again('stars', '*'),
  again('stars that open', '*a '),
  again('stars in stars', '**a *b ', '** *'),
  entry('emphasis in emphasis', 6, (turns) => `${'_a '.repeat(turns)}${'b_ '.repeat(turns)}`),
  entry('strong in strong', 5, (turns) => `${'**a'.repeat(turns)}${'**'.repeat(turns)}`),
  entry(
    'all kinds of emphasis in one another',
    16,
    (turns) => `${'*a **b _c '.repeat(turns)}${'c_ b** a* '.repeat(turns)}`,
  ),
  again('struck through', '~~a '),
  again('one struck through after the other', '~a~ b~'),
  again('ticks', '`', 'x'),
  entry('ticks of every length', 100, (turns) =>
    Array.from({ length: Math.ceil(Math.sqrt(turns * 200)) }, (_, length) => `${'`'.repeat(length + 1)}a`).join(' '),
  ),
  again('code in the line', '`a` '),
  entry('one long code in the line', 1, (turns) => `\`${'a'.repeat(turns)}\``),
  again('HTML whose attribute never closes', '<a b="'),
  again('HTML comments that never close', 'x <!-- '),
  again('HTML instructions that never close', 'x <? '),
  again('HTML declarations that never close', 'x <!A '),
  again('HTML character data that never closes', 'x <![CDATA['),
  again('HTML tags', '<b>'),
  again('HTML blocks', '<div>\n'),
  again('addresses in pointed brackets that never close', '<a:'),
  again('entities', '&amp;'),
  again('entities that are none', '&a'),
  again('escapes', '\\*'),
  again('words with dots', 'a.'),
  again('words with signs of an address', 'a-_.+'),
  again('mail addresses', 'a@b.c '),
  again('a mail address that never ends', 'a@'),
  again('mail names with dots', 'a.b@c.d.'),
  again('web addresses', 'https://a.b/c '),
  again('one web address after the other', 'http://a'),
  again('web names', 'www.a'),
  again('web addresses without blanks', 'https://a.b/c，'),
  again('web names that are none', '(www.-'),
  again('brackets in a web address', 'www.a.b/()'),
  again('brackets at the end of a web address', ')', ' www.a.b'),
  entry('closing brackets after a web address', 1, (turns) => `www.a.b/${')'.repeat(turns)}`),
  entry('entities at the end of a web address', 4, (turns) => `www.a.b/${'&a;'.repeat(turns)}`),
  again('definitions', '[a]: b\n'),
  entry('definitions of many names', 12, (turns) =>
    Array.from({ length: turns }, (_, number) => `[a${number}]: https://b`).join('\n'),
  ),
  entry('definitions of many names, each used in a block of its own', 24, (turns) =>
    Array.from({ length: turns }, (_, number) => `See [a${number}].\n\n[a${number}]: https://b`).join('\n\n'),
  ),
  again('a definition whose title never closes', '[a]: b "\n'),
  again('footnotes', '[^a] '),
  entry('footnotes with their texts', 20, (turns) =>
    Array.from({ length: turns }, (_, number) => `a[^${number}]\n\n[^${number}]: b`).join('\n\n'),
  ),
  entry(
    'a table of many columns',
    8,
    (turns) => `${'|a'.repeat(turns)}|\n${'|-'.repeat(turns)}|\n${'|b'.repeat(turns)}|`,
  ),
  again('a table of many rows', '|x|*y*|\n'),
  entry('a table of many rows that is one', 8, (turns) => `|a|b|\n|-|-|\n${'|x|*y*|\n'.repeat(turns)}`),
  entry('a table of many columns and empty rows', 5, (turns) => {
    const side = Math.ceil(Math.sqrt(turns * 2));
    return `${'|a'.repeat(side)}|\n${'|-'.repeat(side)}|\n${'|\n'.repeat(side * 2)}`;
  }),
  again('pipes', '|'),
  again('headings', '# a\n'),
  again('lines that may be headings', 'a\n=\n'),
  again('rules', '---\n'),
  again('empty list items', '-\n'),
  again('list items', '- **a** `b`\n'),
  again('loose list items', '- a\n\n'),
  again('task items', '- [ ] a\n'),
  again('blocks', 'x\n\n'),
  again('line ends', '\n'),
  again('spaces', ' ', 'x'),
  again('spaces at the end of a line', 'a        \n'),
  again('tabs', '\t', 'x'),
  again('indented code', '    a\n\n'),
  again('one word', 'x'),
  again('one line of words', 'word '),
  again('lines of words', 'word word\n'),
  again('NULs', '\u0000'),
  again('halves of characters', '\ud83d'),
  again('letters that go together', 'e\u0301\u0302\u200d'),
  again('marks on one letter', '\u0301'),
  entry('marks on one letter of code', 1, (turns) => `\`\`\`\ne${'\u0301'.repeat(turns)}`),
  entry('a table of very many columns', 200, (turns) => {
    const columns = Math.min(500, turns);
    return `${'|a'.repeat(columns)}|\n${'|-'.repeat(columns)}|\n${`${'|b'.repeat(columns)}|\n`.repeat(Math.ceil(turns / 5))}`;
  }),
  entry('braces of a formula', 1, (turns) => `$$\n${'{'.repeat(turns / 2)}${'}'.repeat(turns / 2)}\n$$`),
  entry('formulas of as many letters as there may be', 3000, (turns) =>
    Array.from({ length: turns }, () => `$$\n${"x'".repeat(300)}${'{x}'.repeat(100)}\n$$`).join('\n\n'),
  ),
  entry('a formula that says itself', 1500, (turns) =>
    `$$\n\\def\\a{${'x'.repeat(1000)}}${'\\a'.repeat(200)}\n$$\n\n`.repeat(turns),
  ),
  again('characters that turn the direction', '\u202ea\u202c'),
  entry('a fence that never closes', 10, (turns) => `\`\`\`js\n${'var a = 1;'.repeat(turns)}`),
  entry('a fence of many lines that never closes', 11, (turns) => `\`\`\`js\n${'var a = 1;\n'.repeat(turns)}`),
  again('fences that open and close', '```\na\n```\n'),
  entry('a fence in a quote', 6, (turns) => `> \`\`\`\n${'> a *b\n'.repeat(turns)}`),
  entry('what only looks like a fence in a list', 6, (turns) => `- a\n          \`\`\`\n${'  *b\n'.repeat(turns)}`),
  entry('what only looks like list items in a paragraph', 14, (turns) => `a\n${'       - *b _c\n'.repeat(turns)}`),
  entry('what only looks like numbers in a paragraph', 10, (turns) => `a\n${'2. *b _c\n'.repeat(turns)}`),
  entry('what only looks like a table', 8, (turns) => `|a|b|\n|-|\n${'|x *y _z\n'.repeat(turns)}`),
];

/** The text of an entry at about this size. */
export function ofSize(entry: HostileText, letters: number): string {
  return entry.text(Math.max(1, Math.ceil(letters / entry.turn)));
}
