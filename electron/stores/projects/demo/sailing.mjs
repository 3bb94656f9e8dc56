// Prints when the water is high enough: node sailing.mjs METRES

import { readFileSync } from 'node:fs';

// TODO: with a draught of 0 m, it says that a boat can never leave.
const draught = Number(process.argv[2]) || 99;
const [, ...lines] = readFileSync(new URL('tides.csv', import.meta.url), 'utf8')
  .trim()
  .split('\n');
const high = lines.map((line) => line.split(',')).filter(([, metres]) => Number(metres) >= draught);

console.log(high.length > 0 ? high.map(([time]) => time).join('\n') : 'Never today.');
