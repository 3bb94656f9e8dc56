// A folder's files as ripgrep lists them: fast, and without what .gitignore excludes. Links are not followed.

import { spawn } from 'node:child_process';
import type { Clock } from '../../ports/clock.ts';
import { hiddenNames } from './folderWalk.ts';

export interface FileListRequest {
  binary: string;
  /** Absolute and without links. */
  folder: string;
  /** Whether the folder is in a repository; outside of one its .gitignore files count all the same. */
  inRepository: boolean;
  timeoutMs: number;
  clock: Clock;
  /** Paths from the folder on, with `/`, some at a time. The next ones wait for it. False ends the list. */
  onPaths(paths: string[]): Promise<boolean>;
}

/** False when it did not come to its end: ripgrep did not start, or the list was ended. */
export async function listFilesOf(request: FileListRequest): Promise<boolean> {
  const fixed = '--no-config --files --hidden --null --no-messages --no-ignore-global --color=never';
  const child = spawn(
    request.binary,
    [
      ...fixed.split(' '),
      ...(request.inRepository ? [] : ['--no-require-git', '--no-ignore-parent']),
      ...hiddenNames.map((name) => `--glob=!${name}`),
    ],
    { cwd: request.folder, stdio: ['ignore', 'pipe', 'ignore'] },
  );
  const exit = new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(null));
    child.once('close', (code) => resolve(code));
  });
  const settled = new AbortController();
  void request.clock.wait(request.timeoutMs, settled.signal).then(() => child.kill('SIGKILL'));
  try {
    let rest: Buffer = Buffer.alloc(0);
    for await (const chunk of child.stdout) {
      const bytes = Buffer.concat([rest, chunk as Buffer]);
      const end = bytes.lastIndexOf(0);
      rest = bytes.subarray(end + 1);
      if (end === -1) continue;
      if (await request.onPaths(bytes.toString('utf8', 0, end).split('\0').map(withSlashes))) continue;
      child.kill('SIGKILL');
      return false;
    }
    // 1: there are none; 2: some folders could not be read, and the rest was listed.
    const code = await exit;
    return code === 0 || code === 1 || code === 2;
  } finally {
    settled.abort();
  }
}

function withSlashes(path: string): string {
  return (process.platform === 'win32' ? path.replaceAll('\\', '/') : path).replace(/^\.\//, '');
}
