// How much work a hostile command line causes. Counted, so that a busy machine changes nothing; the seconds only catch
// endless loops.

import { expect, test } from 'vitest';
import { createCommandReader } from '../../../electron/tools/shell/commandFacts.ts';
import { decide, maxCommandLength } from '../../../shared/permission/permission.ts';
import { cite } from '../../support/cite.ts';
import { inTurns } from '../../support/inTurns.ts';
import { commandCall, denyCommand } from '../../support/permissionRule.ts';

const read = createCommandReader('linux');
const full = (piece: string, before = '', length = maxCommandLength - 10): string =>
  before + piece.repeat(Math.floor((length - before.length) / piece.length));

/** Repeated as often as it fits. */
const repeated = [
  ...['time ', 'nice ', 'sudo ', 'env ', 'env a=b ', 'command ', 'exec ', 'xargs ', 'npx ', 'npm exec -- ', 'uv run '],
  ...['su ', 'strace ', 'su "a b" ', "su 'x y z w' ", 'su "su a" ', 'docker run ', 'find -exec ', 'fd -x ', 'watch '],
  ...['ssh a ', 'sh -c ', 'sh -c a;', 'git-', 'git rebase -x ', 'python -m ', 'nix-shell --run=a '],
  ...['a|', 'a||', 'a&&', 'a;', 'a&', 'a\n', 'a ', '! ', 'a=b ', 'a=b;', 'a"b"', '$a', '"a" ', 'a[0]=b '],
  ...['<<E ', '<<E\n', '<<E;', 'a <<E\nE\n', '<<<', '<<<a ', '<', '>', '2>', '>a ', '12>a ', '<(', '>('],
  ...['${', '${a:-', '$(', '$(a ', '"$(', '`', '(', '((', '{ ', '{a,', '[ a ]&&', '[[ ', '$((1', '?(', "$'a'"],
  ...['if ', 'if a;then ', 'while ', 'for a in a;do ', 'case a in a) ', 'f(){ ', 'select ', 'coproc ', '\\\n', '\\ '],
  ...["'", '"', '#', '#\n', '$', '$!', '=', '~/', ';;', 'é', '😀'],
] as const;

const lines = [
  ...repeated.map((piece) => full(piece)),
  full('-exec a ', 'find . '),
  full('-exec a ; ', 'find . '),
  full('--a ', 'npm '),
  full('-c ', 'git '),
  full('-e p ', 'sed '),
  full('(', '[ '),
  `${'('.repeat(4_900)}${')'.repeat(4_900)}`,
  `${'$('.repeat(3_000)}${')'.repeat(3_000)}`,
  `{ ${'a;'.repeat(2_000)}} ${'>a '.repeat(1_500)}`,
  `${'{ '.repeat(300)}a${';}>a'.repeat(300)}`,
  `sh -c '${full('a;', '', 9_900)}'`,
  `sed 's/${full('\\a', '', 9_900)}'`,
  `"${full('$?', '', 9_900)}"`,
  `"${full('\\', '', 9_900)}"`,
  full('a', 'ls '),
];

test(cite('APPROVE-3', `none of ${lines.length} hostile command lines causes more work than the limit`), {
  tags: ['all'],
}, async () => {
  console.log(`hostile command lines of the longest length: ${lines.length}`);
  for (const text of lines) {
    const shown = JSON.stringify(text.slice(0, 20));
    expect(text.length, shown).toBeLessThanOrEqual(maxCommandLength);
    const { parts, doubts } = await read(text);
    expect(parts.length, shown).toBeLessThanOrEqual(600);
    expect(doubts.length, shown).toBeLessThanOrEqual(50);
    const sizes = parts.map(({ words, assignments }) => words.length + assignments.length);
    expect(
      sizes.reduce((sum, size) => sum + size, 0),
      shown,
    ).toBeLessThanOrEqual(50_000);
    for (const { redirections } of parts) {
      expect(redirections.length, shown).toBeLessThanOrEqual(50);
    }
  }
});

test('the rest of an overlong command line is not parsed', async () => {
  for (const text of [full('a;', '', 40_000), full('sudo ', '', 40_000), `ls ${'x'.repeat(maxCommandLength)}`]) {
    const facts = await read(text);
    expect(facts.parts).toEqual([]);
    expect(facts.doubts.map(String)).toEqual([expect.stringContaining('too long')]);
  }
});

test(
  cite('APPROVE-3', 'anything deeper or longer than the limit counts as doubtful, and earlier findings stay'),
  async () => {
    const action = async (text: string): Promise<string> =>
      decide({ mode: 'all', rules: [denyCommand('rm')], folder: '/project', facts: commandCall(await read(text)) })
        .action;
    expect(await action(`${'env '.repeat(7)}rm x`)).toBe('deny');
    expect(await action(`${'env '.repeat(100)}rm x`)).toBe('ask');
    expect(await action(`rm x; ${'env '.repeat(100)}ls`)).toBe('deny');
    expect(await action(`${'env '.repeat(100)}ls; rm x`)).toBe('deny');
    expect(await action(`${full('su ', '', 3_000)}; rm x`)).toBe('deny');
    expect(await action(`${'su a b c d e f;'.repeat(60)} rm x`)).toBe('deny');
    expect(await action(`su ${'a '.repeat(100)} rm x`)).toBe('ask');
    expect(await action(`${'$('.repeat(200)}rm x${')'.repeat(200)}`)).toBe('ask');
    expect(await action(`rm x; ${'$('.repeat(200)}ls${')'.repeat(200)}`)).toBe('deny');
    expect(await action(`ls ${'>a '.repeat(100)}; rm x`)).toBe('deny');
    expect(await action(`${'a|'.repeat(600)}rm x`)).toBe('ask');
    expect(await action(`find . ${'-exec ls ; '.repeat(100)} -exec rm {} ;`)).toBe('ask');
  },
);

test('several command lines at the same time are parsed one after the other', { tags: ['all'] }, async () => {
  const texts = Array.from({ length: 20 }, (_, at) => (at % 2 ? full('<<E;', '', 1_000) : `ls ${full(`a${at} `)}`));
  const together = await Promise.all(texts.map((text) => read(text)));
  for (const [at, text] of texts.entries()) expect(together[at]).toEqual(await read(text));
});

test('nothing else in the process waits while a hostile command line is parsed', { tags: ['all'] }, async () => {
  await read('ls');
  await inTurns(100, async () => {
    for (const piece of ['time ', 'nice ', 'su ', 'a|', '<<E;', '>', '<<<', '${', 'a;', '$a', 'a '])
      await read(full(piece));
  });
});
