// A small project whose Node tests fail, and replies of a model that repairs it in two rounds.

import type { Reply } from './fakeModelServer.ts';

const testFile = `const assert = require('node:assert');
const { test } = require('node:test');
const { sum, product } = require('./math.js');
test('adds', () => assert.equal(sum(2, 3), 5));
test('multiplies', () => assert.equal(product(2, 3), 6));
`;

export const mathSource = (sum: string, product: string): string =>
  `exports.sum = (a, b) => ${sum};\nexports.product = (a, b) => ${product};\n`;

export const testCommand = 'node --test';

/** Both tests fail. */
export const mathFiles = { 'math.js': mathSource('0', '0'), 'math.test.js': testFile };

export function writes(file: string, content: string): Reply {
  return { calls: [{ name: 'write_file', arguments: JSON.stringify({ path: file, content }) }] };
}

/** Two rounds: the first repairs one of the tests, the second the other. */
export const repairs: readonly Reply[] = [
  writes('math.js', mathSource('a + b', '0')),
  { text: 'The sum is right now.' },
  writes('math.js', mathSource('a + b', 'a * b')),
  { text: 'Both are right now.' },
];
