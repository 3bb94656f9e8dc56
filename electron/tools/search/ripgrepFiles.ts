// Lists a folder's files with ripgrep: fast, and without ignored files. Does not follow links.

import { spawn } from 'node:child_process';
import type { Clock } from '../../ports/clock.ts';
import { hiddenNames } from './folderWalk.ts';

export interface FileListRequest {
  binary: string;
  /** Absolute, with links resolved. */
  folder: string;
  /** Whether the folder is in a repository; outside of one, its .gitignore files still apply. */
  inRepository: boolean;
  timeoutMs: number;
  clock: Clock;
  /** Relative paths with `/`, in batches, with backpressure. False ends the list. */
  onPaths(paths: string[]): Promise<boolean>;
}

/** False if incomplete: ripgrep did not start, or the list was ended. */
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
    // Exit code 1: no files; 2: some folders were unreadable and the rest was listed.
    const code = await exit;
    return code === 0 || code === 1 || code === 2;
  } finally {
    settled.abort();
  }
}

function withSlashes(path: string): string {
  return (process.platform === 'win32' ? path.replaceAll('\\', '/') : path).replace(/^\.\//, '');
}
