// Sessions written by other apps, if they are next to the project; and what the app makes of a file, on its command
// line.

import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Message } from '../../../shared/conversation/message.ts';
import { commandHere } from '../../support/commandHere.ts';

export const examples = ((): string | null => {
  for (let at = import.meta.dirname; ; at = path.dirname(at)) {
    const found = path.join(at, 'shared', 'sessions');
    if (existsSync(found)) return found;
    if (at === path.dirname(at)) return null;
  }
})();

export function exampleText(name: string): string {
  return readFileSync(path.join(examples ?? '', name), 'utf8');
}

export interface Imported {
  conversations: { conversationId: string; program: string; messages: number; state: string }[];
  problems: { file: string; line: number | null; message: string }[];
  code: number;
  /** The log as stored on disk. */
  log(conversationId: string): string;
  records(conversationId: string): Message[];
  /** The conversation in another format, in files below a test folder. */
  run(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }>;
}

/** `source`: a file or a folder. The data is below `root`. */
export async function importInto(root: string, source: string): Promise<Imported> {
  const project = path.join(root, 'project');
  mkdirSync(project, { recursive: true });
  const data = path.join(root, 'data');
  const run = (...args: string[]) => commandHere([...args, '--data', data, '--project', project]);
  const { code, stdout, stderr } = await run('import', source, '--output', 'json');
  if (stdout === '') throw new Error(stderr);
  const report = JSON.parse(stdout) as Pick<Imported, 'conversations' | 'problems'>;
  const log = (conversationId: string): string => {
    const projects = path.join(data, 'projects');
    const found = readdirSync(projects)
      .map((name) => path.join(projects, name, 'conversations', conversationId, 'messages.json'))
      .find((file) => existsSync(file));
    if (found === undefined) throw new Error(`${conversationId} is not there`);
    return readFileSync(found, 'utf8');
  };
  return { ...report, code, log, records: (id) => JSON.parse(log(id)) as Message[], run };
}
