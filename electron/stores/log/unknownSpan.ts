// A part of a messages.json that is not in our layout, of any size, which may still hold whole records. One pass from
// its beginning finds resume points; then its values are read from the end, block by block.

import type { LogSource } from '../files/fileWindow.ts';
import { createLenientScan, initialScanState, type ScanState } from './lenientScan.ts';
import { createDamageList, type Damages, type ScannedValue } from './scannedValue.ts';

export interface StrangeSpan {
  start: number;
  end: number;
  /** Start states of the blocks that hold values. */
  blocks: { from: ScanState; to: number }[];
  damage: Damages;
}

const blockBytes = 1024 * 1024;

export async function scanSpan(file: LogSource, start: number, end: number): Promise<StrangeSpan> {
  const span: StrangeSpan = { start, end, blocks: [], damage: createDamageList() };
  let values = 0;
  const inside = { size: end, read: file.read };
  const scan = createLenientScan(inside, initialScanState(start, 1, end - start), () => {
    values++;
  });
  for (let stop = start; stop < end; ) {
    const from = scan.position();
    const before = values;
    stop = Math.min(end, Math.max(stop, from.at) + blockBytes);
    await scan.to(stop);
    if (values > before) span.blocks.push({ from, to: stop });
  }
  span.damage = scan.damage;
  return span;
}

/** Values that end at or before `until`, last first. */
export async function* readValuesBackward(
  file: LogSource,
  { end, blocks }: StrangeSpan,
  until: number,
): AsyncGenerator<ScannedValue> {
  const inside = { size: end, read: file.read };
  for (let index = blocks.length - 1; index >= 0; index--) {
    const { from, to } = blocks[index] as StrangeSpan['blocks'][number];
    if (from.at >= until) continue;
    const values: ScannedValue[] = [];
    const scan = createLenientScan(inside, from, (value) => {
      if (value.end <= until) values.push(value);
    });
    await scan.to(to);
    yield* values.reverse();
  }
}
