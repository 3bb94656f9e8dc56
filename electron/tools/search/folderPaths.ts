// Lists a folder's files without ignored ones: with ripgrep, which is fast, or without it. Does not follow links.

import { spawn } from 'node:child_process';
import type { Clock } from '../../ports/clock.ts';
import { createIgnoreRules, repositoryOf } from '../paths/ignoreRules.ts';
import { hiddenNames, walkFolder } from './folderWalk.ts';

export interface FolderPathsRequest {
  /** Path of ripgrep; null: not available. */
  binary: string | null;
  /** Absolute, with links resolved. */
  folder: string;
  timeoutMs: number;
  clock: Clock;
  /** Relative paths with `/`, in batches, with backpressure. False ends the list. */
  onPaths(paths: string[]): Promise<boolean>;
}

/** Without ripgrep. */
const maxWalked = 20_000;

/** May end early. Throws if the folder cannot be read. */
export async function listFolderPaths(request: FolderPathsRequest): Promise<void> {
  const { binary, folder } = request;
  // Outside of a repository, its .gitignore files still apply.
  if (binary !== null) await ripgrepPaths(request, binary, (await repositoryOf(folder)) !== null);
  else await request.onPaths(await walkedPaths(folder));
}

async function walkedPaths(root: string): Promise<string[]> {
  const { signal } = new AbortController();
  const rules = createIgnoreRules(root);
  const walk = await walkFolder({ root, start: [], depth: 20, limit: maxWalked, rules, signal });
  return walk.entries.filter(({ kind }) => kind === 'file').map(({ segments }) => segments.join('/'));
}

async function ripgrepPaths(request: FolderPathsRequest, binary: string, inRepository: boolean): Promise<void> {
  const fixed = '--no-config --files --hidden --null --no-messages --no-ignore-global --color=never';
  const child = spawn(
    binary,
    [
      ...fixed.split(' '),
      ...(inRepository ? [] : ['--no-require-git', '--no-ignore-parent']),
      ...hiddenNames.map((name) => `--glob=!${name}`),
    ],
    { cwd: request.folder, stdio: ['ignore', 'pipe', 'ignore'] },
  );
  const exit = new Promise<void>((resolve) => {
    child.once('error', () => resolve());
    child.once('close', () => resolve());
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
      return;
    }
    await exit;
  } finally {
    settled.abort();
  }
}

function withSlashes(path: string): string {
  return (process.platform === 'win32' ? path.replaceAll('\\', '/') : path).replace(/^\.\//, '');
}
