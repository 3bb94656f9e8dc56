// Long texts are searched for secrets in pieces, so that nothing else waits, and nothing at a border is missed.

import { expect, test } from 'vitest';
import { createScrubber } from '../../../electron/features/sharing/publish/scrub.ts';
import { secretSearches } from '../../../electron/features/sharing/publish/secretSearches.ts';
import { jsonPieces } from '../../../electron/lib/jsonPieces.ts';
import { createLiteralSearch } from '../../../electron/lib/literalSearch.ts';
import { findInPieces } from '../../../electron/lib/textSearch.ts';
import { cite } from '../../support/cite.ts';
import { steadyRandom } from '../../support/printedOutput.ts';

const fragments = [
  ...[
    'sk-',
    'sk-a1b2c3d4e5f6a1b2c3d4e5',
    'sk-without-any-digit-in-the-name-of-it',
    '-npm_',
    'a1B2c3D4e5F6'.repeat(3),
    '\\n',
    '%20',
  ],
  ...[
    'eyJhbGciOiJIUzI1NiJ9.',
    'eyJzdWIiOiIxMjM0NTY3ODkwIn0.',
    'a'.repeat(30),
    '_',
    '.',
    ' ',
    '\n',
    '"',
    '\\'.repeat(70),
  ],
  ...[
    '-----BEGIN ',
    '-----BEGIN RSA PRIVATE KEY-----\n',
    'MIIEowIBAAKCAQEAabcdefgh\n',
    '-----END RSA PRIVATE KEY-----',
    '-----',
  ],
  ...[
    'API_TOKEN=',
    'password',
    ': ',
    'hunter2-of-the-tunnel',
    '$VALUE',
    'postgres://ada:',
    'secret1@',
    'db',
    'Bearer ',
    '隧道',
    '😀',
  ],
];

test(cite('SYNC-8', 'in pieces of any length, a search for secrets finds what it finds in the whole text'), () => {
  const random = steadyRandom(7);
  const literals = createLiteralSearch();
  for (const literal of ['hunter2-of-the-tunnel', 'hunter2', 'hu', '隧道隧', 'a'.repeat(45)]) literals.add(literal);
  for (let round = 0; round < 12; round++) {
    const text = Array.from({ length: 120 }, () => fragments[random(fragments.length)]).join('');
    for (const search of [...secretSearches, literals]) {
      const whole = [...search.find(text, 0)];
      for (const length of [7, 64, 500]) {
        const pieces = [...findInPieces(text, search, length)].filter((match) => match !== null);
        expect(pieces).toEqual(whole);
      }
    }
  }
});

test(cite('SYNC-8', 'no search for secrets reads more than a piece without a pause'), async () => {
  const text = `${'a-'.repeat(400_000)} api_key=abc123def456 ${'隧道'.repeat(200_000)} password: hunter2hunter2 end`;
  for (const search of secretSearches) {
    let longest = 0;
    const find = (piece: string, start: number) => {
      longest = Math.max(longest, piece.length);
      return search.find(piece, start);
    };
    expect([...findInPieces(text, { ...search, find })].filter((match) => match === null).length).toBeGreaterThan(10);
    expect(longest).toBeLessThan(100_000);
  }
  const scrub = createScrubber({ ownKeys: [], home: '/home/ada', unmasked: new Set() });
  const searched = scrub.scan(text);
  expect(searched).not.toBeNull();
  await searched;
  expect(await scrub.secrets()).toMatchObject([
    { masked: 'ab…', count: 1 },
    { masked: 'hu…', count: 1 },
  ]);
  expect(await scrub.cleanDeep([text])).toEqual([
    text.replace('abc123def456', '[secret removed]').replace('hunter2hunter2', '[secret removed]'),
  ]);
});

test(cite('SYNC-8', 'a long text is written in pieces, as the same JSON'), () => {
  const long = `${'😀"\\\n'.repeat(40_000)}\ud83d`;
  const values = [
    long,
    `a${long}`,
    { a: long, b: undefined, c: [1, null, `${long}${long}`, { d: 'short' }] },
    [],
    {},
    'short',
    5,
  ];
  for (const value of values) {
    const pieces = [...jsonPieces(value)];
    expect(pieces.join('')).toBe(JSON.stringify(value));
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(400_000);
  }
});
