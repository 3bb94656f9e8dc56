// `npm run house`: the measures of the code base, now and wanted. Fails on circles between files, on pairs of folders that
// import each other, and on imports through a wall of layers.ts.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { firstLoad } from './house/bundle.ts';
import { circles, importersOf, mutualFolders, readProduct, type SourceFile } from './house/graph.ts';
import { floors } from './house/layers.ts';
import { parseSource } from './house/syntax.ts';
import { readText, root } from './house/tree.ts';
import { brokenFloors, brokenWalls } from './house/walls.ts';

interface Measure {
  name: string;
  now: number | null;
  wanted: string;
}

/** Words that name no thing: a type that has one, or ends with a participle, is named after what happened to it. */
const vague = /^(?:Places?|Words?|Doors?|Seen|Found|Known|Shown|Kept)$/;
const participle =
  /^(?:\w{2,}ed|Begun|Broken|Built|Chosen|Cut|Drawn|Given|Gone|Held|Hidden|Left|Lost|Made|Put|Read|Said|Sent|Taken|Told|Written)$/;
const noParticiple = /^(?:Embed|Feed|Need|Seed|Speed)$/;

const product = readProduct();
const lines = [...product.values()].map(({ text }) => text.trimEnd().split('\n').length).sort((one, two) => one - two);
const circlesNow = circles(product);
const mutualNow = mutualFolders(product);

const measures: Measure[] = [
  { name: 'source files (product)', now: product.size, wanted: '≤ 1,000' },
  { name: 'median lines a file', now: lines[lines.length >> 1] ?? 0, wanted: '~ 90' },
  { name: 'files of ≤ 30 lines', now: lines.filter((count) => count <= 30).length, wanted: '≤ 90' },
  { name: 'files whose only importer is a sibling', now: siblingsOnly(), wanted: '< 200' },
  { name: 'import circles between files', now: circlesNow.length, wanted: '0' },
  { name: 'pairs of folders that import each other', now: mutualNow.length, wanted: '≤ 8' },
  { name: 'exported types named by a participle or a vague word', now: vagueTypes().length, wanted: '< 15' },
  { name: 'product lines', now: lines.reduce((sum, count) => sum + count, 0), wanted: '≤ 96,000' },
  { name: 'files between the composer and fsync', now: filesOfTheWalk(), wanted: '≤ 15' },
  { name: 'first JavaScript, kB compressed', now: firstJavaScript(), wanted: '≤ 220' },
  { name: '`npm test`, minutes (the last run here)', now: minutesOfTheLastTest(), wanted: '≤ 7' },
];

const shown = (value: number | null): string => (value === null ? 'not measured' : value.toLocaleString('en'));
process.stdout.write('| measure | now | wanted |\n|---|---:|---:|\n');
for (const { name, now, wanted } of measures) process.stdout.write(`| ${name} | ${shown(now)} | ${wanted} |\n`);
if (process.argv.includes('--names')) process.stdout.write(`\n${vagueTypes().join('\n')}\n`);

const faults = [...circlesNow.map((files) => files.join(' → ')), ...mutualNow];
const through = [...brokenWalls(product), ...Object.keys(floors).flatMap((layer) => brokenFloors(product, layer))];
for (const fault of faults) process.stderr.write(`Import each other: ${fault}\n`);
for (const fault of through) process.stderr.write(`Through a wall: ${fault}\n`);
process.exitCode = faults.length + through.length === 0 ? 0 : 1;

function siblingsOnly(): number {
  return [...importersOf(product)].filter(
    ([file, [importer, ...others]]) =>
      importer !== undefined && others.length === 0 && path.dirname(importer) === path.dirname(file),
  ).length;
}

function vagueTypes(): string[] {
  return [...product.values()].flatMap((file) =>
    exportedTypes(file)
      .filter(isVague)
      .map((name) => `${name} ${file.path}`),
  );
}

function isVague(name: string): boolean {
  const words = name.match(/[A-Z][a-z0-9]*/g) ?? [];
  const last = words.at(-1) ?? '';
  return words.some((word) => vague.test(word)) || (participle.test(last) && !noParticiple.test(last));
}

function exportedTypes({ path: file, text }: SourceFile): string[] {
  const names: string[] = [];
  parseSource(file, text).walk((node) => {
    if (node.type !== 'ExportNamedDeclaration') return;
    const { declaration } = node;
    if (declaration?.type === 'TSInterfaceDeclaration' || declaration?.type === 'TSTypeAliasDeclaration') {
      names.push(declaration.id.name);
    }
    if (declaration?.type === 'ClassDeclaration' && declaration.id) names.push(declaration.id.name);
  });
  return names;
}

/** The rows of the table in docs/walk.md, one for each file that a message passes. */
function filesOfTheWalk(): number | null {
  const rows = attempt(() => readText('docs/walk.md'))?.match(/^\| \d+ \|/gm);
  return rows?.length ?? null;
}

/** In thousands of bytes, from the last build. */
function firstJavaScript(): number | null {
  const scripts = attempt(firstLoad);
  return scripts && Math.round(scripts.reduce((sum, { bytes }) => sum + bytes, 0) / 1000);
}

function minutesOfTheLastTest(): number | null {
  const report = attempt(() => readFileSync(path.join(root, 'out', 'test-reports', 'time.json'), 'utf8'));
  return report ? Math.round(JSON.parse(report).seconds / 6) / 10 : null;
}

function attempt<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}
