// throughline open: starts the app that this command line is part of, which passes everything on to its open window.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { isLink, readLink } from '../../../shared/features/links/link.ts';
import type { LineOf } from '../../host/terminal/command.ts';
import type { Flag } from '../../host/terminal/options.ts';
import type { ExitCode, Output } from '../../host/terminal/terminal.ts';

type OpenLine = LineOf<Record<'newChat' | 'newWindow' | 'quick', Flag>>;

/** `node`: the Node that runs the command line; in a package it is in its resources (scripts/package/command.ts). */
export async function openCommand(
  { line, err }: Pick<Output<OpenLine>, 'line' | 'err'>,
  node: string = process.execPath,
): Promise<ExitCode> {
  const app = appOf(node);
  if (app === null) {
    err('Only the command of an installed app can open it. From the sources, use npm start.\n');
    return 1;
  }
  const targets: string[] = [];
  for (const target of line.positionals) {
    const problem = isLink(target) ? linkProblem(target) : fileProblem(target);
    if (problem !== null) {
      err(`${problem}\n`);
      return 1;
    }
    targets.push(isLink(target) ? target : path.resolve(target));
  }
  if (targets.length > 1 && targets.some((target) => isLink(target) || isFolder(target))) {
    err('open takes either one link, one folder or files.\n');
    return 2;
  }
  const { newChat, newWindow, quick } = line.values;
  const action = quick ? ['--quick'] : newWindow ? ['--new-window'] : newChat ? ['--new-chat'] : [];
  // Options next to a link would be ignored.
  const env = { ...process.env, ...(line.values.data === undefined ? {} : { THROUGHLINE_HOME: line.values.data }) };
  const child = spawn(app, ['--', ...action, ...targets], { detached: true, stdio: 'ignore', env });
  child.unref();
  const failure = await Promise.race([once(child, 'spawn').then(() => null), once(child, 'error')]);
  if (failure === null) return 0;
  err(`The app could not be started: ${String(failure[0])}\n`);
  return 1;
}

function linkProblem(link: string): string | null {
  return readLink(link).ok ? null : 'Throughline has no such link.';
}

function fileProblem(file: string): string | null {
  return existsSync(file) ? null : `${file} does not exist.`;
}

function isFolder(target: string): boolean {
  return statSync(target, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/** Returns the app's binary; null: it is not in a package. */
function appOf(node: string): string | null {
  const resources = path.dirname(path.dirname(node));
  if (!existsSync(path.join(resources, 'app.asar'))) return null;
  const names = { darwin: 'MacOS/Throughline', win32: 'Throughline.exe' };
  const binary = path.join(resources, '..', names[process.platform as 'darwin' | 'win32'] ?? 'throughline');
  return existsSync(binary) ? binary : null;
}
