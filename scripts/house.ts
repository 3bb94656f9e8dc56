// `npm run house`: measures the code. Fails if a measure exceeds its committed number, on import cycles, and on imports
// that cross a layer. `--update` lowers the numbers and writes docs/house.md; `--names` lists what was counted.

import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { wiringFiles } from './house/features.ts';
import { floors } from './house/floors.ts';
import { importCycles, mutualFolders, readProduct } from './house/graph.ts';
import { measures, shortFiles, siblingOnly } from './house/measures.ts';
import { housePage, pagePath, shown } from './house/page.ts';
import { loweredNumbers, type Numbers, readNumbers, regressions, writeNumbers } from './house/ratchet.ts';
import { root } from './house/tree.ts';
import { vagueTypes } from './house/vagueTypes.ts';
import { floorViolations, layerViolations } from './house/walls.ts';

const product = readProduct();
const now: Numbers = Object.fromEntries(
  measures.flatMap(({ key, count }) => {
    const counted = count(product);
    return counted === null ? [] : [[key, counted]];
  }),
);
const committed = readNumbers();

process.stdout.write('| measure | now | number | target |\n| --- | ---: | ---: | ---: |\n');
for (const { key, name, target } of measures) {
  process.stdout.write(`| ${name} | ${shown(now[key])} | ${shown(committed[key])} | ≤ ${shown(target)} |\n`);
}
if (process.argv.includes('--names')) {
  list('Vague type names', vagueTypes(product));
  list('Short files', shortFiles(product));
  list('Imported by one sibling only', siblingOnly(product));
  list('Wiring files', wiringFiles(product));
}
if (process.argv.includes('--update')) {
  const numbers = loweredNumbers(measures, now, committed);
  writeNumbers(numbers);
  writeFileSync(path.join(root, pagePath), housePage(measures, numbers));
}

const faults = [
  ...regressions(measures, now, committed).map((sentence) => `Worse: ${sentence}`),
  ...importCycles(product).map((files) => `Import cycle: ${files.join(' → ')}`),
  ...mutualFolders(product).map((pair) => `Import each other: ${pair}`),
  ...[...layerViolations(product), ...Object.keys(floors).flatMap((layer) => floorViolations(product, layer))].map(
    (sentence) => `Crosses a layer: ${sentence}`,
  ),
];
for (const fault of faults) process.stderr.write(`${fault}\n`);
process.exitCode = faults.length === 0 ? 0 : 1;

function list(title: string, names: readonly string[]): void {
  process.stdout.write(`\n${title}\n${names.map((name) => `  ${name}\n`).join('')}`);
}
