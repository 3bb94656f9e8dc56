// Runs the built command line to completion in its own process, as `bin/throughline.mjs` starts it, and reports its
// costs.

import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { commandNodeFlags } from '../../scripts/nodePath.mjs';
import { doors } from './commandLine.ts';

export interface Measured {
  code: number | null;
  stdout: string;
  stderr: string;
  seconds: number;
  /** Over all its threads. */
  cpuSeconds: number;
  /** Peak memory in MB. */
  megabytes: number;
  /** The longest the event loop was blocked, in wall-clock and CPU milliseconds. */
  blockMs: number;
  blockCpuMs: number;
}

/** For tests, which count turns instead of measuring time: see `countTurns` in turns.ts. */
export interface Counted extends Measured {
  steps: number;
  longest: number;
}

/** Loaded before the program, since a program that has just started is still loading. */
const reporter = `
import { readFileSync, writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';
let block = 0, blockCpu = 0, at = 0, cpu;
const every = 2;
const turn = () => {
  const now = performance.now();
  const { user, system } = process.threadCpuUsage(cpu);
  block = Math.max(block, now - at - every);
  blockCpu = Math.max(blockCpu, (user + system) / 1000);
  [at, cpu] = [now, process.threadCpuUsage()];
};
// Its threads load this, too, and may block themselves.
if (isMainThread) setTimeout(() => {
  [at, cpu] = [performance.now(), process.threadCpuUsage()];
  setInterval(turn, every).unref();
}, 300).unref();
const counts = process.env.REPORT_TURNS === '1' && isMainThread;
let steps = 0, last = 0, longest = 0;
const look = () => {
  longest = Math.max(longest, steps - last);
  last = steps;
};
if (counts) {
  const began = performance.now();
  performance.now = () => began + ++steps;
  const next = () => {
    look();
    setImmediate(next).unref();
  };
  next();
}
// What the system counts for a process begins with what the one that started it had: Linux tells its own apart.
const own = () => {
  try {
    return Number(/^VmHWM:\\s+(\\d+) kB/m.exec(readFileSync('/proc/self/status', 'utf8'))[1]);
  } catch {
    return process.resourceUsage().maxRSS;
  }
};
if (isMainThread) process.on('exit', () => {
  if (at > 0) turn();
  look();
  const { userCPUTime, systemCPUTime } = process.resourceUsage();
  const cpuSeconds = (userCPUTime + systemCPUTime) / 1e6;
  const took = { cpuSeconds, megabytes: own() / 1024, blockMs: block, blockCpuMs: blockCpu, steps, longest };
  writeFileSync(process.env.REPORT, JSON.stringify(took));
});`;

/** `folder`: its working directory, and the place of its report. */
export function measureThroughline(
  folder: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): Measured {
  const [script, report] = [join(folder, 'report.mjs'), join(folder, 'report.json')];
  writeFileSync(script, reporter);
  const begun = performance.now();
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [...commandNodeFlags, '--import', pathToFileURL(script).href, join(doors, 'cli.js'), ...args],
    { encoding: 'utf8', cwd: folder, env: { ...env, REPORT: report }, maxBuffer: 1e9 },
  );
  const seconds = (performance.now() - begun) / 1000;
  return { code: status, stdout, stderr, seconds, ...JSON.parse(readFileSync(report, 'utf8')) } as Measured;
}

/** The same for a test: counts turns; its times mean nothing. */
export function countedThroughline(folder: string, args: readonly string[]): Counted {
  return measureThroughline(folder, args, { ...process.env, REPORT_TURNS: '1' }) as Counted;
}
