// Two starts of the app that open nothing: a probe, which shows that a file starts and which version it is; and the watcher, an
// old version that starts its successor. Electron allows one process to use its folder, so the process that installed
// an update has to end before its successor starts, and cannot watch it itself.

import { join } from 'node:path';
import type { App } from 'electron';
import { z } from 'zod';
import type { Environment } from '../../../lib/environment.ts';
import { probeVariable, type Start, startApp } from './appImage.ts';
import { readPending } from './pendingUpdate.ts';
import { watchStart } from './watchStart.ts';

const watchVariable = 'THROUGHLINE_WATCH';

const orderSchema = z.object({
  /** The process that installed the update. */
  pid: z.number().int().min(1),
  /** The journal's folder. */
  folder: z.string(),
  args: z.array(z.string()),
});

const pollMs = 50;
const maxPolls = 600;

/** True: this start is one of the two, and ends itself. */
export function runWithoutWindow(app: App, host: NodeJS.Process, env: Environment, version: string): boolean {
  if (env[probeVariable] === '1') {
    host.stdout.write(`throughline ${version}\n`);
    app.exit(0);
    return true;
  }
  const order = env[watchVariable];
  if (order === undefined) return false;
  const parsed = orderSchema.safeParse(JSON.parse(order));
  if (!parsed.success) return false;
  app.setPath('userData', join(parsed.data.folder, 'watcher'));
  const { [watchVariable]: _order, ...rest } = env;
  void watchSuccessor(parsed.data, host, rest).finally(() => app.exit(0));
  return true;
}

async function watchSuccessor(
  { pid, folder, args }: z.infer<typeof orderSchema>,
  host: NodeJS.Process,
  env: Environment,
) {
  const target = readPending(folder)?.target;
  if (!target) return;
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) host.on(signal, () => stop.abort());
  for (let polls = 0; polls < maxPolls && isRunning(pid); polls++)
    await new Promise((done) => setTimeout(done, pollMs));
  const start = { args, env };
  const outcome = await watchStart({ folder, signal: stop.signal, start: () => startApp(target, start) });
  if (outcome === 'rolledBack') startApp(target, start);
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** `file`: the old version. */
export function startWatcher(file: string, folder: string, { args, env }: Start): void {
  const order: z.infer<typeof orderSchema> = { pid: process.pid, folder, args: [...args] };
  // Electron's own arguments too: without them it may not start here.
  startApp(file, {
    args: args.filter((arg) => !/^--(?:inspect|remote-debugging)/.test(arg)),
    env: { ...env, [watchVariable]: JSON.stringify(order) },
  });
}
