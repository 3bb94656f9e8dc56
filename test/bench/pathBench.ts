// MENTION-4: completing a path in a tree of real files.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock } from '../../electron/lib/clock.ts';
import { createPathCompleter } from '../../electron/tools/search/pathCompleter.ts';
import { findRipgrep } from '../../electron/tools/search/ripgrep.ts';
import { count, type Figure, median, milliseconds, type Section, timed } from './figures.ts';

const most = 50;
const rounds = 15;
const asked = ['c', 'component', 'p3m4c5', 'handler77', 'package12/module3', 'co hand 7', 'zzz', ''];

export async function pathBench(folder: string, files: number): Promise<Section> {
  for (let at = 0; at < files; at += 50) {
    const place = join(folder, `package${Math.floor(at / 2000)}`, `module${(at / 50) % 40}`);
    mkdirSync(place, { recursive: true });
    for (let n = 0; n < 50; n++) writeFileSync(join(place, `component${n}Handler${at + n}.ts`), '');
  }
  const completer = createPathCompleter({ clock: systemClock, findRipgrep });
  const first = await timed(() => completer.complete(folder, 'c', 20));
  const whole = await timed(async () => {
    while (!(await completer.complete(folder, 'c', 20)).complete);
  });
  const figures: Figure[] = [
    { name: 'the first answer', value: milliseconds(first), note: `all files known ${milliseconds(whole)} later` },
  ];
  for (const typed of asked) {
    const took: number[] = [];
    for (let n = 0; n < rounds; n++) took.push(await timed(() => completer.complete(folder, typed, 20)));
    const longest = Math.max(...took);
    figures.push({
      name: typed === '' ? 'empty query' : `“${typed}”`,
      value: milliseconds(median(took)),
      note: `up to ${milliseconds(longest)}`,
      promise: { row: 'MENTION-4', text: `less than ${most} ms`, kept: median(took) < most },
    });
  }
  return {
    title: `Completing a path among ${count(files)} files`,
    how: `Real files, 20 suggestions per query; median of ${rounds}.`,
    figures,
  };
}
