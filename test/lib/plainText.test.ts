import { expect, test } from 'vitest';
import { decodePlainText } from '../../electron/lib/plainText.ts';
import { cite } from '../support/cite.ts';

const wide = (text: string): Buffer => Buffer.from(text, 'utf16le');
const chinese = Buffer.from('c7ebbdcccad5ced2d4f5c3b4d7f6', 'hex');

test.each<[string, Buffer, string | null]>([
  ['nothing', Buffer.alloc(0), ''],
  ['a mark alone', Buffer.from([0xef, 0xbb, 0xbf]), ''],
  ['a mark inside', Buffer.from('a\ufeffb'), 'a\ufeffb'],
  ['UTF-16 with marks twice', wide('\ufeff\ufeffa'), '\ufeffa'],
  ['UTF-16 without a mark, Chinese with line breaks', wide('标题: a b\r\n- 一　二\r\n'), '标题: a b\r\n- 一　二\r\n'],
  ['the same, big-endian', wide('标题: a b\r\n- 一　二\r\n').swap16(), '标题: a b\r\n- 一　二\r\n'],
  ['UTF-16 cut in a unit', wide('\ufeffabc').subarray(0, 7), null],
  ['UTF-16 with half a pair', wide('\ufeffa\ud83d'), null],
  ['UTF-32', Buffer.from('fffe00006100000062000000', 'hex'), null],
  ['UTF-8 with a zero', Buffer.from('a\0b'), null],
  ['numbers of 16 bits', Buffer.from([1, 0, 2, 0, 3, 0, 4, 0]), null],
  ['GB18030', chinese, '请教收我怎么做'],
  ['Shift_JIS', Buffer.from('82b182f182c982bf82cd', 'hex'), null],
  ['Latin-1', Buffer.from('caf\xe9', 'latin1'), null],
])(cite('TEXT-4', 'text of unknown origin: %s'), (_what, bytes, text) => {
  expect(decodePlainText(bytes)).toBe(text);
});

test.each<[string, Buffer, string]>([
  ['UTF-8', Buffer.from('aé').subarray(0, 2), 'a'],
  ['UTF-16', wide('\ufeffab').subarray(0, 5), 'a'],
  ['GB18030', chinese.subarray(0, 13), '请教收我怎么'],
])('cutting %s keeps whole characters', (_what, bytes, text) => {
  expect(decodePlainText(bytes, { cut: true })).toBe(text);
});
