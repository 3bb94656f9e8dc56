// PERF-5 and STORE-7: the cost of a gigabyte of command output, and of opening a page of a 100 MB result and searching
// it. Each in its own process with the real loop, tool and store; memory is the process's maximum growth.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pageInProcess, runInProcess, searchInProcess, type Took } from '../support/resultProcess.ts';
import { type Figure, megabytes, milliseconds, type Section } from './figures.ts';

const allowed = 64 * 1024 * 1024;
const gigabyte = 1_000_000_000;
const line = 'one more line of ordinary output, of the kind that a build prints';

export async function resultBench(folder: string): Promise<Section> {
  process.env.THROUGHLINE_TIMED = '1';
  const dataDir = join(folder, 'results');
  const project = join(folder, 'project');
  mkdirSync(dataDir, { recursive: true });
  mkdirSync(project, { recursive: true });

  const printed = await runInProcess(dataDir, project, `yes '${line}' | head -c ${gigabyte}`);
  const wide = await runInProcess(dataDir, project, `yes '会話の記録をここに残します' | head -c ${gigabyte}`);
  writeFileSync(join(dataDir, 'settings.json'), JSON.stringify({ v: 1, resultCapMegabytes: 200 }));
  const kept = await runInProcess(dataDir, project, `yes '${line}' | head -c 100000000; echo needle`);
  const { conversationId } = kept;
  const { id } = kept.value.result;
  const page = await pageInProcess(dataDir, conversationId, id, 50_000_000);
  const search = await searchInProcess(dataDir, conversationId, id, 'NEEDLE');
  if (search.value.matches.length !== 1) throw new Error('the search did not find what is there');

  return {
    title: 'Large results',
    how: `A command prints ${megabytes(gigabyte)}, of which 64 MB are kept; then, with a higher limit, ${megabytes(100_000_000)} that are kept in full. Memory is what the process adds.`,
    figures: [
      figure('a command prints 1 GB', printed, 'STORE-7'),
      figure('the same in Japanese', wide, 'STORE-7'),
      figure('a command prints 100 MB, kept in full', kept, 'PERF-5'),
      figure('a page from the middle of 100 MB', page, 'PERF-5'),
      figure('a search through 100 MB', search, 'PERF-5'),
    ],
  };
}

function figure(name: string, took: Took<unknown>, row: string): Figure {
  return {
    name,
    value: milliseconds(took.ms ?? 0),
    note: `${megabytes(took.grown)} of memory; blocked the main thread for up to ${milliseconds(took.longest)}`,
    promise: { row, text: 'less than 64 MB', kept: took.grown < allowed },
  };
}
