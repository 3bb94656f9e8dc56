import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findMentions, maxMentions, mentionText, typedMention } from '../../../shared/conversation/mentions.ts';
import { cite } from '../../support/cite.ts';
import { volume } from '../../support/volume.ts';

/** A text's mentions as `path` or `path first-last`; quoted ones in quotes. */
function found(text: string): string[] {
  return findMentions(text).flatMap((piece) => {
    if (piece.type === 'text') return [];
    const path = piece.quoted ? `"${piece.path}"` : piece.path;
    return [piece.range ? `${path} ${piece.range.start}-${piece.range.end ?? ''}` : path];
  });
}

const cases: Record<string, readonly (readonly [string, ...string[]])[]> = {
  'the forms of a mention': [
    ['@src/a.ts', 'src/a.ts'],
    ['see @src/a.ts now', 'src/a.ts'],
    ['@"path with spaces/a b.md" and', '"path with spaces/a b.md"'],
    ['@a.ts#L10-20', 'a.ts 10-20'],
    ['@a.ts#L10-L20', 'a.ts 10-20'],
    ['@a.ts#L50', 'a.ts 50-50'],
    ['@a.ts#L100-', 'a.ts 100-'],
    ['@a.ts#L-50', 'a.ts 1-50'],
    ['@"a b.ts"#L3-4 x', '"a b.ts" 3-4'],
    ['@"say \\"hi\\".md"', '"say "hi".md"'],
    ['@“smart quotes.md” x', '"smart quotes.md"'],
    ['@a.ts @b.ts\n@c.ts', 'a.ts', 'b.ts', 'c.ts'],
    ['@src/', 'src/'],
    ['@./a.ts', './a.ts'],
    ['@node_modules/@types/node/index.d.ts', 'node_modules/@types/node/index.d.ts'],
    ['@src/[id]/(group)/page.tsx', 'src/[id]/(group)/page.tsx'],
    ['@C#/Program.cs', 'C#/Program.cs'],
  ],
  'what it may follow': [
    ['(@a.ts)', 'a.ts'],
    ['[@a.ts]', 'a.ts'],
    ['{@a.ts}', 'a.ts'],
    ['"@a.ts"', 'a.ts'],
    ["'@a.ts'", 'a.ts'],
    ['（@a.ts）', 'a.ts'],
    ['「@a.ts」と', 'a.ts'],
    ['“@a.ts”', 'a.ts'],
    ['请看@src/a.ts，谢谢', 'src/a.ts'],
    ['请看：@src/a.ts。', 'src/a.ts'],
    ['比较@a.ts和@b.ts', 'a.ts和', 'b.ts'],
    ['\u3000@a.ts', 'a.ts'],
    ['\t@a.ts', 'a.ts'],
  ],
  'what is no mention': [
    ['mail me@example.org please'],
    ['me.too+x@example.org'],
    ['\\@a.ts'],
    ['see\\@a.ts'],
    ['mid@a.ts'],
    ['mid_@a.ts'],
    ['5@a.ts'],
    ['a,@b.ts'],
    ['@'],
    ['@ a.ts'],
    ['@.'],
    ['@...'],
    ['@""'],
    ['@"no end'],
    ['@"no end\nhere"'],
    ['@#L10'],
    ['@@'],
    ['```ts\n@Component({ selector: "a.b" })\n@app.route("/x")\n```'],
    ['~~~\n@a.ts'],
    ['`@a.ts`'],
    ['use `npm i @scope/a.b` or ``x ` @c.ts`` here'],
    ['`one\n@a.ts two`'],
  ],
  'what comes after it': [
    ['@a.ts.', 'a.ts'],
    ['@a.ts,', 'a.ts'],
    ['@a.ts; @b.ts:', 'a.ts', 'b.ts'],
    ['@a.ts!?', 'a.ts'],
    ['(see @a.ts).', 'a.ts'],
    ['@a.ts。', 'a.ts'],
    ['@a.ts，@b.ts、@c.ts；', 'a.ts', 'b.ts', 'c.ts'],
    ['@a.ts：@b.ts！@c.ts？', 'a.ts', 'b.ts', 'c.ts'],
    ['@a.ts…', 'a.ts'],
    ['@a.ts#L10-20.', 'a.ts 10-20'],
    ['@a.ts#L10-20)', 'a.ts 10-20'],
    ['@a.ts#L10的', 'a.ts 10-10'],
    ['@a.ts#L100-, and', 'a.ts 100-'],
    ['@a.ts#L10x', 'a.ts#L10x'],
    ['@.gitignore', '.gitignore'],
    ['@.gitignore.', '.gitignore'],
    ['@src/a.b.ts', 'src/a.b.ts'],
    ['@v1.2/', 'v1.2/'],
    ['@v1.2/.', 'v1.2/'],
    ['@src/(group)', 'src/(group)'],
    ['```\ncode\n```\n@a.ts', 'a.ts'],
    ['`x` @a.ts', 'a.ts'],
    ['`x` @a.ts `y`', 'a.ts'],
    ['a ` @a.ts', 'a.ts'],
    ['a ` b\n\n@a.ts `', 'a.ts'],
    ['`` @a.ts `', 'a.ts'],
    ['\\` @a.ts `', 'a.ts'],
    ['`x\n```\n`@b.ts`\n```\n@a.ts `', 'a.ts'],
  ],
  'whatever it names': [
    ['@/etc/passwd', '/etc/passwd'],
    ['@../x', '../x'],
    ['@~/x', '~/x'],
    ['@C:\\x', 'C:\\x'],
    ['@文档/说明.md', '文档/说明.md'],
    ['@"报告（终稿）.md"', '"报告（终稿）.md"'],
    ['@a.ts#L0', 'a.ts 0-0'],
    ['@a.ts#L20-10', 'a.ts 20-10'],
    [`@${'n'.repeat(300)}.ts`, `${'n'.repeat(300)}.ts`],
    [`@${'n'.repeat(5000)}`],
  ],
};

describe('mentions in a text', () => {
  for (const [name, table] of Object.entries(cases)) {
    test(cite('MENTION-1', name), () => {
      for (const [text, ...mentions] of table)
        expect([text.slice(0, 60), found(text)]).toEqual([text.slice(0, 60), mentions]);
    });
  }

  test(cite('MENTION-1', 'if CJK text follows without a space, shorter candidates are listed too'), () => {
    const [, mention] = findMentions('看@src/a.ts的第三行');
    expect(mention).toMatchObject({ path: 'src/a.ts的第三行', shorter: [{ path: 'src/a.ts', end: 10 }] });
    expect(findMentions('@文档/说明.md')).toMatchObject([{ shorter: [{ path: '文档/' }] }]);
  });

  test(cite('MENTION-1', 'the pieces put together are the text, for any text'), () => {
    const words = fc.constantFrom(
      '@',
      '"',
      '#L',
      '#L3',
      '-',
      '(',
      ')',
      ' ',
      '\n',
      '```',
      'a.ts',
      '的',
      '，',
      '\\',
      '/',
      '😀',
      '“',
      '”',
    );
    fc.assert(
      fc.property(fc.array(words, { maxLength: 40 }), (pieces) => {
        const text = pieces.join('');
        const back = findMentions(text).map((piece) =>
          piece.type === 'text' ? piece.text : text.slice(piece.place.start, piece.place.end),
        );
        expect(back.join('')).toBe(text);
      }),
      { numRuns: volume({ short: 400, all: 2_000 }) },
    );
  });

  test(cite('MENTION-1', 'long and hostile texts take no time, and a message has at most 100 of them'), {
    tags: ['all'],
  }, () => {
    for (const unit of ['@', '(@', ')', '@"', '@a ', '@(((', '@)))', '```\n', '#L1', '@a#', '的@', '` @a ', '`@`` ']) {
      findMentions(unit.repeat(Math.floor(1_000_000 / unit.length)));
    }
    expect(found('@a.ts '.repeat(500))).toHaveLength(maxMentions);
  });

  test(cite('MENTION-1', 'a path is written so that it is read back unchanged, in quotes if necessary'), () => {
    const written = ['src/a.ts', 'a b.md', '报告（终稿）.md', 'say "hi".md', 'odd.', 'a#L3.md', '说明.md', 'src/'].map(
      (path) => mentionText(path),
    );
    expect(written).toEqual([
      '@src/a.ts',
      '@"a b.md"',
      '@"报告（终稿）.md"',
      '@"say \\"hi\\".md"',
      '@"odd."',
      '@"a#L3.md"',
      '@说明.md',
      '@src/',
    ]);
    expect(mentionText('a.ts', { start: 3, end: 3 })).toBe('@a.ts#L3');
    expect(mentionText('a b', { start: 3, end: null })).toBe('@"a b"#L3-');
    const names = fc
      .string({ minLength: 1, maxLength: 20 })
      .filter((name) => !/[\n\\]/.test(name) && name.trim() !== '');
    fc.assert(
      fc.property(names, (path) => {
        expect(findMentions(`x ${mentionText(path)} y`)).toMatchObject([
          { text: 'x ' },
          { path, range: null },
          { text: ' y' },
        ]);
      }),
      { numRuns: volume({ short: 400, all: 2_000 }) },
    );
  });

  test(cite('MENTION-4', 'the typed mention is found before the caret'), () => {
    const typed = (text: string): string | null => {
      const at = text.indexOf('|');
      const mention = typedMention(text.replace('|', ''), at);
      return mention && `${mention.start} ${mention.quoted ? '"' : ''}${mention.typed}`;
    };
    expect(typed('see @sr|')).toBe('4 sr');
    expect(typed('@|')).toBe('0 ');
    expect(typed('看@文|')).toBe('1 文');
    expect(typed('@sr|c')).toBe('0 sr');
    expect(typed('@"a b|')).toBe('0 "a b');
    expect(typed('@node_modules/@ty|')).toBe('0 node_modules/@ty');
    for (const text of ['me@ex|', '\\@a|', '@a b|', '@a\n|', '@"a b" |', '@a.ts#L3|', 'no|', '|@a', '@a，|']) {
      expect([text, typed(text)]).toEqual([text, null]);
    }
  });
});
