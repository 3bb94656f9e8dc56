// A project folder with secrets, git's files and links, and files next to it.

import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { tempFolder } from './tempFolder.ts';

/** The folder, absolute. Call it inside a test. */
export function folderWithSecrets(): string {
  const root = tempFolder();
  const folder = path.join(root, 'project');
  for (const name of ['.git/hooks', '.husky', 'src', 'sub', 'out', 'secrets', '../away']) {
    mkdirSync(path.join(folder, name), { recursive: true });
  }
  for (const name of ['.env', 'server.pem', 'a', 'b', 'README.md', 'src/a.ts', 'secrets/key', '../away/x']) {
    writeFileSync(path.join(folder, name), 'x\n');
  }
  trackNothing(folder);
  const links = {
    'link-to-env': '.env',
    'link-out': '../away',
    'link-git': '.git',
    'link-rm': '/bin/rm',
    'link-secrets': 'secrets',
  };
  for (const [name, target] of Object.entries(links)) symlinkSync(target, path.join(folder, name));
  return folder;
}

/** Turns it into a git repository that tracks nothing. */
export function trackNothing(folder: string): void {
  for (const name of ['objects', 'refs']) mkdirSync(path.join(folder, '.git', name), { recursive: true });
  writeFileSync(path.join(folder, '.git/HEAD'), 'ref: refs/heads/main\n');
  const empty = Buffer.from('44495243000000020000000039d890139ee5356c7ef572216cebcd27aa41f9df', 'hex');
  writeFileSync(path.join(folder, '.git/index'), empty);
}
