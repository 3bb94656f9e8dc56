// `npm run bench`: measures speed and memory against the targets, next to alternatives, and writes docs/bench.md.
// `npm run bench -- append open` runs only those parts and writes nothing; `--small` makes everything ten times smaller.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { appendBench } from './appendBench.ts';
import { chainBench } from './chainBench.ts';
import { changesBench } from './changesBench.ts';
import { encryptedBench } from './encryptedBench.ts';
import { endBench } from './endBench.ts';
import type { Section } from './figures.ts';
import { floodBench } from './floodBench.ts';
import { inPlaceBench } from './inPlaceBench.ts';
import { interopBench } from './interopBench.ts';
import { ledgerBench } from './ledgerBench.ts';
import { ledgerCostBench } from './ledgerCostBench.ts';
import { loopBench } from './loopBench.ts';
import { memoryBench } from './memoryBench.ts';
import { openBench } from './openBench.ts';
import { pathBench } from './pathBench.ts';
import { queryBench } from './queryBench.ts';
import { machineText, pageSections, sectionText } from './report.ts';
import { requestBench } from './requestBench.ts';
import { resultBench } from './resultBench.ts';
import { resumeBench } from './resumeBench.ts';
import { sandboxBench } from './sandboxBench.ts';
import { scaleBench } from './scaleBench.ts';
import { searchSection } from './searchSection.ts';
import { startBench } from './startBench.ts';
import { syncBench } from './syncBench.ts';
import { syncPeersBench } from './syncPeersBench.ts';
import { typingBench } from './typingBench.ts';
import { windowBench } from './windowBench.ts';
import { wiresBench } from './wiresBench.ts';

const parts: Record<string, (folder: string, scale: (size: number) => number) => Promise<Section>> = {
  append: (folder, scale) => appendBench(folder, [100, 1_000, 10_000, 100_000].map(scale)),
  open: (folder, scale) => openBench(folder, [200, 2_000, 10_000, 100_000].map(scale)),
  request: (folder, scale) => requestBench(folder, scale),
  resume: (folder, scale) => resumeBench(folder, [0, scale(2_000), scale(10_000)]),
  loop: (folder, scale) => loopBench(folder, [20, 200, scale(2_000)]),
  memory: (folder, scale) => memoryBench(folder, scale(1_000_000), scale(300_000)),
  results: (folder) => resultBench(folder),
  wires: (_folder, scale) => wiresBench(scale),
  search: (folder, scale) => searchSection(folder, scale(1_000_000), scale(20_000)),
  query: (folder, scale) => queryBench(folder, scale(20_000), scale(1_000_000)),
  inPlace: (folder, scale) => inPlaceBench(folder, scale(2_000), scale(5_000), scale(200) * 1024 * 1024),
  chains: (folder, scale) => chainBench(folder, scale(100_000)),
  paths: (folder, scale) => pathBench(folder, scale(100_000)),
  changes: (folder, scale) => changesBench(folder, [5_000, 9_500].map(scale)),
  interop: (folder, scale) => interopBench(folder, scale(300_000), scale(100_000)),
  sandbox: () => sandboxBench(),
  end: (folder) => endBench(folder),
  start: (folder, scale) => startBench(folder, scale(10_000)),
  encrypted: (folder, scale) => encryptedBench(folder, scale(20_000)),
  sync: (folder, scale) => syncBench(folder, scale(20_000)),
  syncPeers: (folder, scale) => syncPeersBench(folder, scale(2_000)),
  scale: (folder) => scaleBench(folder),
  ledger: (_folder, scale) => ledgerBench(scale(Number(process.env.THROUGHLINE_BENCH_CALLS ?? 10_000_000))),
  ledgerCost: (folder, scale) => ledgerCostBench(folder, scale(2_000)),
  typing: (folder, scale) => typingBench(folder, scale),
  flood: (folder, scale) => floodBench(folder, scale),
  window: (folder, scale) => windowBench(folder, scale),
};

const asked = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const small = process.argv.includes('--small');
const unknown = asked.filter((name) => !(name in parts));
if (unknown.length > 0) {
  process.stderr.write(`Unknown part: ${unknown.join(', ')}. Available: ${Object.keys(parts).join(', ')}.\n`);
  process.exit(2);
}

const folder = mkdtempSync(join(process.env.THROUGHLINE_BENCH_FOLDER ?? tmpdir(), 'throughline-bench-'));
const sections: Section[] = [];
try {
  for (const [name, run] of Object.entries(parts)) {
    if (asked.length > 0 && !asked.includes(name)) continue;
    const section = await run(join(folder, name), (size) => (small ? Math.ceil(size / 10) : size));
    sections.push(section);
    process.stdout.write(`${sectionText(section)}\n`);
    rmSync(join(folder, name), { recursive: true, force: true });
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

const broken = sections.flatMap((section) =>
  section.figures.filter((figure) => figure.promise && !figure.promise.kept),
);
if (asked.length === 0 && !small) writeFileSync(join(import.meta.dirname, '../../docs/bench.md'), page());
process.stdout.write(
  broken.length === 0 ? 'Every target was met.\n' : `Missed: ${broken.map(({ name }) => name).join('; ')}.\n`,
);
process.exitCode = broken.length === 0 ? 0 : 1;

function page(): string {
  const head = [
    '# Benchmarks',
    '',
    'Measurements that have a target, written by `npm run bench`. Compare ratios; absolute times vary by machine. IDs such as PERF-1',
    'are rows in `test/requirements.ts`. `npm run bench -- append` runs one part and prints all of its measurements.',
    '',
    machineText(import.meta.dirname),
    `- ${new Date().toISOString().slice(0, 10)}`,
    '',
  ];
  return `${[...head, ...pageSections(sections).map(sectionText)].join('\n')}`;
}
