// Keeps all cores busy while something is measured: two processes per core that never sleep.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';

export async function whileCoresAreBusy<T>(action: () => Promise<T>): Promise<T> {
  const script = "process.stdout.write('.'); for (;;) {}";
  const busy = Array.from({ length: 2 * availableParallelism() }, () =>
    spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] }),
  );
  try {
    await Promise.all(busy.map(({ stdout }) => once(stdout, 'data')));
    return await action();
  } finally {
    for (const child of busy) child.kill('SIGKILL');
  }
}
