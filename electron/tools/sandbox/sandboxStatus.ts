// Tests whether the sandbox works by using it once: an installed program may still lack permission.

import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { type Sentence, say } from '../../../shared/core/sentence.ts';
import type { SandboxStatus } from '../../ports/sandbox.ts';

const run = promisify(execFile);
/** How long a negative answer is cached; the user may be installing it. */
const againAfterMs = 5_000;

/** Caches the result: forever if it works, a few seconds if not. */
export function createSandboxProbe(probe: () => Promise<SandboxStatus> = probeNow): () => Promise<SandboxStatus> {
  let cachedStatus: Promise<SandboxStatus> | null = null;
  let until = Number.POSITIVE_INFINITY;
  return async () => {
    if (cachedStatus === null || performance.now() > until) {
      cachedStatus = probe();
      until = Number.POSITIVE_INFINITY;
      const pendingStatus = cachedStatus;
      void pendingStatus.then(({ available }) => {
        if (!available && pendingStatus === cachedStatus) until = performance.now() + againAfterMs;
      });
    }
    return cachedStatus;
  };
}

async function probeNow(): Promise<SandboxStatus> {
  if (process.platform === 'linux') return probeBubblewrap();
  if (process.platform === 'darwin') return probeSeatbelt();
  return none(say`Sandboxing is not supported on this system yet.`);
}

async function probeBubblewrap(): Promise<SandboxStatus> {
  try {
    await run('bwrap', ['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc', '--unshare-all', '--', 'true'], {
      timeout: 10_000,
    });
    await run('nsenter', ['--version'], { timeout: 10_000 });
    return { available: true, kind: 'bubblewrap' };
  } catch (thrown) {
    const { code, path, stderr } = thrown as NodeJS.ErrnoException & { stderr?: string };
    if (code === 'ENOENT')
      return none(say`${path ?? 'bwrap'} is not installed.`, await installLine(path === 'nsenter'));
    return none(say`bubblewrap does not work here: ${(stderr ?? '').trim().slice(0, 300) || String(code)}`);
  }
}

async function probeSeatbelt(): Promise<SandboxStatus> {
  try {
    await run('/usr/bin/sandbox-exec', ['-p', '(version 1)(allow default)', '/usr/bin/true'], { timeout: 10_000 });
    return { available: true, kind: 'seatbelt' };
  } catch {
    return none(say`sandbox-exec does not work here.`);
  }
}

function none(reason: Sentence, install: string | null = null): SandboxStatus {
  return { available: false, reason, install };
}

/** By system family, from /etc/os-release. */
async function installLine(isNsenter: boolean): Promise<string | null> {
  const name = isNsenter ? 'util-linux' : 'bubblewrap';
  const release = await readFile('/etc/os-release', 'utf8').catch(() => '');
  const ids = [...release.matchAll(/^ID(?:_LIKE)?="?([^"\n]*)"?$/gm)].flatMap(([, value]) => value?.split(' ') ?? []);
  const family = Object.keys(managers).find((id) => ids.includes(id));
  return family === undefined ? null : `${managers[family]} ${name}`;
}

const managers: Readonly<Record<string, string>> = {
  debian: 'sudo apt-get install',
  ubuntu: 'sudo apt-get install',
  fedora: 'sudo dnf install',
  rhel: 'sudo dnf install',
  arch: 'sudo pacman -S',
  suse: 'sudo zypper install',
  opensuse: 'sudo zypper install',
  alpine: 'sudo apk add',
};
