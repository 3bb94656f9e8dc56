// The committed icons: every size, in the form of each system, and drawn from renderer/icon.svg.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { filesIn, readBytes } from '../../scripts/house/tree.ts';
import { linuxSizes, macTypes, windowsSizes } from '../../scripts/package/icons.ts';
import { cite } from '../support/cite.ts';

/** Width and height of a PNG file; null: it is none. */
function pngSize(bytes: Uint8Array): string | null {
  const view = Buffer.from(bytes);
  return view.subarray(1, 4).toString('latin1') === 'PNG' ? `${view.readUInt32BE(16)}x${view.readUInt32BE(20)}` : null;
}

test(cite('SHIP-1', 'the icon is there in every size, in the form of each system'), () => {
  const files = filesIn(['build/icons']);
  expect(files.sort()).toEqual(linuxSizes.map((size) => `build/icons/${size}x${size}.png`).sort());
  for (const file of files) expect(file).toBe(`build/icons/${pngSize(readBytes(file))}.png`);

  const ico = readBytes('build/icon.ico');
  const pictures = Array.from({ length: ico.readUInt16LE(4) }, (_, at) => {
    const [length, offset] = [ico.readUInt32LE(6 + 16 * at + 8), ico.readUInt32LE(6 + 16 * at + 12)];
    return ico.subarray(offset, offset + length);
  });
  expect(pictures.map(pngSize)).toEqual(windowsSizes.map((size) => `${size}x${size}`));

  const icns = readBytes('build/icon.icns');
  expect([icns.subarray(0, 4).toString('latin1'), icns.readUInt32BE(4)]).toEqual(['icns', icns.length]);
  const blocks: [string, string | null][] = [];
  for (let at = 8; at < icns.length; at += icns.readUInt32BE(at + 4))
    blocks.push([icns.subarray(at, at + 4).toString('latin1'), pngSize(icns.subarray(at + 8))]);
  expect(blocks).toEqual(macTypes.map(([type, size]) => [type, `${size}x${size}`]));
});

test(cite('SHIP-1', 'all systems have the same pictures, drawn from the icon of the window'), () => {
  const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
  const [ico, icns] = [readBytes('build/icon.ico'), readBytes('build/icon.icns')];
  for (const size of windowsSizes) {
    const png = linuxSizes.find((each) => each === size);
    if (png !== undefined) expect(ico.includes(readBytes(`build/icons/${png}x${png}.png`))).toBe(true);
  }
  for (const [, size] of macTypes) expect(icns.includes(readBytes(`build/icons/${size}x${size}.png`))).toBe(true);
  // e2e/icons.spec.ts draws them again.
  expect(hashOf(readFileSync('renderer/icon.svg'))).toMatchInlineSnapshot(
    `"1659beceaf6ccc8e2cd552571f9e56351e11d4903e2be291a8d9f9cf4363e0e0"`,
  );
});
