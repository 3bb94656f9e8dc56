import { expect, test } from 'vitest';
import { createUtf8Stream } from '../../electron/lib/utf8Stream.ts';
import { piecesOf, steadyRandom } from '../support/printedOutput.ts';

test('bytes split anywhere decode to the same text as in one piece', () => {
  const random = steadyRandom(17);
  const odd = [
    0x61, 0x0a, 0xff, 0xc3, 0xa9, 0xe4, 0xbc, 0x9a, 0xf0, 0x9f, 0x98, 0x80, 0xed, 0xa0, 0xef, 0xbb, 0xbf, 0xc0,
  ];
  for (let round = 0; round < 3000; round++) {
    const whole = Buffer.from(Array.from({ length: random(24) }, () => odd[random(odd.length)] as number));
    const stream = createUtf8Stream();
    const pieces = [...piecesOf(whole, () => 1 + random(4))].flatMap((bytes) => stream.add(Buffer.from(bytes)));
    expect(pieces.join('') + stream.end()).toBe(new TextDecoder('utf-8', { ignoreBOM: true }).decode(whole));
  }
});

test('valid bytes stay as they are, and are not copied', () => {
  const stream = createUtf8Stream();
  const bytes = Buffer.from('会話');
  expect(stream.add(bytes.subarray(0, 4))).toEqual([Buffer.from('会')]);
  const [, rest] = stream.add(Buffer.concat([bytes.subarray(4), Buffer.from('end')]));
  expect(rest).toEqual(Buffer.from('end'));
  expect(stream.add(Buffer.from([0xff]))).toEqual(['\ufffd']);
});
