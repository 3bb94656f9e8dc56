// Run manually after a build: creates damaged logs of gigabytes and measures each command of the built program on them.
// Needs 6 GB of disk. `node test/bench/damagedLogs.ts [FOLDER] [GIGABYTES]`; keeps the folder for inspection.

import { closeSync, cpSync, existsSync, mkdirSync, mkdtempSync, openSync, truncateSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeLongConversation } from '../support/longConversation.ts';
import { type Measured, measureThroughline } from '../support/measuredProgram.ts';

const folder = process.argv[2] ?? mkdtempSync(join(tmpdir(), 'throughline-damaged-'));
const gigabytes = Number(process.argv[3] ?? 3);
const size = Math.floor(gigabytes * 1024 ** 3);
const healthy = 'h'.repeat(26);
const damaged = 'a'.repeat(26);

function run(data: string, ...args: string[]): Measured {
  return measureThroughline(folder, [...args, '--data', data]);
}

/** Creates a damaged conversation next to a healthy one. */
function make(name: string, records: number, textLength: number, harm: (path: string, bytes: number) => void): string {
  const data = join(folder, name);
  if (existsSync(data)) return data;
  writeLongConversation(data, { messages: 20, conversationId: healthy });
  const { path, bytes } = writeLongConversation(data, { messages: records, textLength, conversationId: damaged });
  harm(path, bytes);
  return data;
}

function overwrite(path: string, at: number, bytes: Buffer): void {
  const file = openSync(path, 'r+');
  writeSync(file, bytes, 0, bytes.length, at);
  closeSync(file);
}

mkdirSync(folder, { recursive: true });
const cases = {
  'zero bytes after sound records': make('tail', 2000, 400, (path) => truncateSync(path, size)),
  'nothing but zero bytes': make('zeros', 1, 1, (path) => {
    truncateSync(path, 0);
    truncateSync(path, size);
  }),
  'sound records, cut at the end, one zero byte': make(
    'sound',
    Math.floor((2.28e9 * gigabytes) / 3 / 1200),
    1000,
    (path, bytes) => {
      truncateSync(path, bytes - 600);
      overwrite(path, Math.floor(bytes / 2), Buffer.alloc(1));
    },
  ),
};
const idle = run(join(folder, 'none'), 'list').megabytes;
console.log(`${folder}: ${gigabytes} GB; an idle process takes ${idle.toFixed(0)} MB`);
for (const [name, data] of Object.entries(cases)) {
  console.log(`\n${name}`);
  const other = join(folder, 'other');
  if (!existsSync(other))
    cpSync(join(cases['zero bytes after sound records'], 'projects'), join(other, 'projects'), {
      recursive: true,
      filter: (from) => !from.includes(damaged),
    });
  // Commands that change the data run last.
  for (const args of [
    ['list', '--all'],
    ['list', '--all'],
    ['show', damaged, '--tail', '20'],
    ['show', healthy],
    ['request', damaged],
    ['check'],
    ['merge', join(data, 'projects')],
    ['search', 'Message 3'],
    // As one text it exceeds the maximum length of a string.
    ['export', damaged, '--to', 'markdown', '--out', join(folder, `${name.slice(0, 5)}.md`)],
    ['show', damaged, '--tail', '5000'],
    ['check', '--repair'],
    ['run', '--resume', damaged, '-p', 'go on', '--approve', 'reads'],
    ['check'],
  ]) {
    const into = args[0] === 'merge' ? join(folder, 'merged') : data;
    const took = run(into, ...args.map((arg) => (args[0] === 'merge' && arg.endsWith('projects') ? data : arg)));
    const { code, seconds, cpuSeconds, megabytes, blockMs, blockCpuMs } = took;
    const said = (took.stdout + took.stderr).trim();
    const [first = ''] = said.split('\n');
    const figures = [
      `exit ${code}`,
      `${seconds.toFixed(1)} s`,
      `${cpuSeconds.toFixed(1)} s of CPU`,
      `+${(megabytes - idle).toFixed(0)} MB`,
      `longest block ${blockMs.toFixed(0)} ms (${blockCpuMs.toFixed(0)} at work)`,
    ];
    console.log(`${args.join(' ').slice(0, 40).padEnd(42)} ${figures.join('  ')}  ${first.slice(0, 90)}`);
  }
}
