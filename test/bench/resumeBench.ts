// PERF-9: continuing a conversation from the command line, from the process start until the whole request has reached
// the model. Compared with our own older commits, which are always available, and other agents if they are installed.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { roomyModel, writeResumedConversation } from '../support/resumedConversation.ts';
import { count, type Figure, median, megabytes, milliseconds, type Section } from './figures.ts';
import { type Racer, racersHere } from './resumeRacers.ts';
import { resumeServer } from './resumeServer.ts';

interface Promise9 {
  ms: number;
  bytes?: number;
}

const megabyte = 1024 * 1024;
/** By number of calls, as the row states them. */
const promises: Record<number, Promise9> = {
  0: { ms: 250 },
  2000: { ms: 450 },
  10000: { ms: 900, bytes: 300 * megabyte },
};
const rounds = 7;

export async function resumeBench(folder: string, lengths: readonly number[]): Promise<Section> {
  const racers = racersHere(join(folder, 'racers'));
  const server = await resumeServer();
  const figures: Figure[] = [];
  try {
    for (const calls of lengths) {
      for (const racer of racers.found) figures.push(...(await raceOf(folder, racer, calls, server)));
    }
  } finally {
    await server.close();
    racers.end();
  }
  const missing = racers.missing.length === 0 ? '' : ` Not here: ${racers.missing.join(', ')}.`;
  return {
    title: 'Resuming',
    how: `\`throughline run --resume\` in a new process, from its start until a local server has the whole request. The history has small calls with 2 kB results; median of ${rounds}. Memory is the peak of the process.${missing}`,
    figures,
  };
}

async function raceOf(
  folder: string,
  racer: Racer,
  calls: number,
  server: Awaited<ReturnType<typeof resumeServer>>,
): Promise<Figure[]> {
  const place = join(folder, `${racer.name.replaceAll(/\W+/g, '-')}-${calls}`);
  const [dataDir, project] = [join(place, 'data'), join(place, 'project')];
  mkdirSync(project, { recursive: true });
  const { conversationId } = writeResumedConversation(dataDir, calls, project);
  const [times, sizes]: [number[], number[]] = [[], []];
  let bytes = 0;
  // The first round finds no caches from earlier ones.
  for (let round = -1; round < rounds; round++) {
    const words = ['run', '--resume', conversationId, '-p', 'Go on.', '--output', 'json'];
    const came = await server.arrival(racer.command, [...words, '--data', dataDir, '--project', project], {
      cwd: project,
      env: { OPENAI_BASE_URL: server.url, OPENAI_API_KEY: 'sk-bench-0123456789', OPENAI_MODEL: roomyModel },
    });
    if (round >= 0) times.push(came.ms);
    if (came.largest !== null) sizes.push(came.largest);
    bytes = came.bytes;
  }
  const [took, size] = [median(times), sizes.length > 0 ? median(sizes) : null];
  const what = `${racer.name}, ${calls === 0 ? 'no history' : `${count(calls)} calls (${megabytes(bytes)})`}`;
  const owed = racer.isOurs ? promises[calls] : undefined;
  const time: Figure = { name: `${what}: time to request`, value: milliseconds(took) };
  const figures = [
    owed ? { ...time, promise: { row: 'PERF-9', text: `at most ${owed.ms} ms`, kept: took <= owed.ms } } : time,
  ];
  if (size === null) return figures;
  const memory: Figure = { name: `${what}: memory`, value: megabytes(size) };
  const most = owed?.bytes;
  return [
    ...figures,
    most === undefined
      ? memory
      : { ...memory, promise: { row: 'PERF-9', text: `at most ${most / megabyte} MB`, kept: size <= most } },
  ];
}
