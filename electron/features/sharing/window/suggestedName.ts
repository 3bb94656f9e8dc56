// A name to begin with in the form of a team: as git knows the user, else as the system does.

import { readFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import type { Environment } from '../../../lib/environment.ts';
import { programEnvironment } from '../../../lib/startProgram.ts';
import { findProgram, runProgram } from '../../git/repository/git.ts';
import { maxNameLength } from '../team/teamConfig.ts';

interface NameSources {
  env: Environment;
  home: string;
  /** The account's login, and the file with the full names of accounts. */
  account?: { login: string; passwd: string };
}

const maxBytes = 4_096;
const timeoutMs = 3_000;

export async function suggestedName({ env, home, account = accountHere() }: NameSources): Promise<string> {
  const name = (await gitName(env, home)) || (await fullName(env, home, account)) || account.login;
  return name.slice(0, maxNameLength);
}

function accountHere(): { login: string; passwd: string } {
  try {
    return { login: userInfo().username, passwd: '/etc/passwd' };
  } catch {
    // An account without an entry.
    return { login: '', passwd: '/etc/passwd' };
  }
}

function gitName(env: Environment, home: string): Promise<string> {
  return printed('git', ['config', '--get', 'user.name'], env, home);
}

async function fullName(env: Environment, home: string, { login, passwd }: { login: string; passwd: string }) {
  if (process.platform === 'darwin') return printed('id', ['-F'], env, home);
  if (process.platform === 'win32') return '';
  const lines = (await readFile(passwd, 'utf8').catch(() => '')).split('\n');
  const [name = ''] = (lines.find((line) => line.startsWith(`${login}:`))?.split(':')[4] ?? '').split(',');
  // The system's own way of writing the login, in upper case.
  return name.replace('&', login.slice(0, 1).toUpperCase() + login.slice(1)).trim();
}

/** The first line; empty if it fails. */
async function printed(program: string, args: readonly string[], env: Environment, cwd: string): Promise<string> {
  const path = await findProgram(program, env);
  if (path === null) return '';
  const answer = await runProgram(path, args, { cwd, env: programEnvironment(env), timeoutMs, maxBytes });
  if (!answer.ok || answer.value.code !== 0) return '';
  return answer.value.out.toString('utf8').split('\n')[0]?.trim() ?? '';
}
