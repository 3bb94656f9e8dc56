// A fresh project folder with files.

import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { tempFolder } from './tempFolder.ts';

export function projectFolder(files: Record<string, string> = {}): string {
  const folder = path.join(tempFolder(), 'project');
  mkdirSync(folder);
  for (const [name, content] of Object.entries(files)) writeFileSync(path.join(folder, name), content);
  return folder;
}
