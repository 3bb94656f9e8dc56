// START-6: how soon the command line exits on request, while a reply streams and while a command runs.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Reply, startFakeModelServer } from '../support/fakeModelServer.ts';
import { builtFolder } from './builtHost.ts';
import { type Figure, median, milliseconds, type Section } from './figures.ts';

const rounds = 7;
const maxMs = 2_000;

export async function endBench(folder: string): Promise<Section> {
  const streams: Reply = [{ text: 'It begins. ' }, { hang: true }];
  const command = 'echo It begins.; sleep 600';
  const runs: Reply = { calls: [{ name: 'run_command', arguments: JSON.stringify({ command }) }] };
  return {
    title: 'Ending',
    how: `\`throughline run\` as a new process each time, from SIGTERM to its end; median of ${rounds}.`,
    figures: [
      await figure('while a reply streams', join(folder, 'streams'), streams),
      await figure('while a command runs', join(folder, 'runs'), runs),
    ],
  };
}

async function figure(name: string, folder: string, reply: Reply): Promise<Figure> {
  const took: number[] = [];
  for (let round = 0; round < rounds; round++) took.push(await endOnce(join(folder, String(round)), reply));
  const ms = median(took);
  return {
    name,
    value: milliseconds(ms),
    note: `${milliseconds(Math.max(...took))} at most`,
    promise: { row: 'START-6', text: 'at most 2 s', kept: ms <= maxMs },
  };
}

async function endOnce(folder: string, reply: Reply): Promise<number> {
  const [data, project] = [join(folder, 'data'), join(folder, 'project')];
  for (const path of [data, project]) mkdirSync(path, { recursive: true });
  writeFileSync(join(data, 'settings.json'), JSON.stringify({ v: 1, approvalMode: 'all' }));
  const model = await startFakeModelServer({ replies: [reply] });
  const env = { OPENAI_BASE_URL: model.url, OPENAI_API_KEY: 'sk-test-0123456789abcdef', OPENAI_MODEL: 'fake-model' };
  const run = spawn(
    process.execPath,
    [
      '--disable-warning=ExperimentalWarning',
      join(builtFolder, 'cli.js'),
      ...['run', '-p', 'go', '--output', 'stream-json', '--project', project, '--data', data],
    ],
    { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, ...env } },
  );
  for await (const printed of run.stdout) if (String(printed).includes('It begins.')) break;
  const ended = once(run, 'exit');
  const asked = performance.now();
  run.kill('SIGTERM');
  await ended;
  const ms = performance.now() - asked;
  await model.close();
  return ms;
}
