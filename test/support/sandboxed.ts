// Runs a command line in the real sandbox, and outside of it, in a project with its own home and data.

import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Sandbox, SandboxOpening, SandboxRequest } from '../../electron/ports/sandbox.ts';
import { createSandbox, type SandboxOptions } from '../../electron/tools/sandbox/sandbox.ts';
import type { SandboxViolation } from '../../shared/conversation/sandbox.ts';
import { okValue } from './result.ts';

export interface Ran {
  output: string;
  code: number | null;
  violations: SandboxViolation[];
}

export interface SandboxedPlace {
  sandbox: Sandbox;
  project: string;
  home: string;
  data: string;
  run(command: string, more?: Partial<SandboxRequest>): Promise<Ran>;
  runOutside(command: string): Promise<Ran>;
  remove(): Promise<void>;
}

/**
 * Not below /tmp, since the sandbox has its own. The home contains a key, the data folder a conversation, and the
 * project is a repository.
 */
export function sandboxedPlace(
  network: SandboxOptions['network'] = {},
  env: (home: string) => NonNullable<SandboxOptions['env']> = () => ({}),
): SandboxedPlace {
  const root = mkdtempSync('/var/tmp/throughline-');
  const [project, home, data] = [join(root, 'project'), join(root, 'home'), join(root, 'data')];
  for (const folder of [join(project, '.git', 'hooks'), join(home, '.ssh'), data])
    mkdirSync(folder, { recursive: true });
  writeFileSync(join(project, '.git', 'config'), '[core]\n');
  writeFileSync(join(home, '.ssh', 'id_x'), 'the private key\n');
  writeFileSync(join(data, 'messages.json'), 'the conversation\n');
  const sandbox = createSandbox({
    home,
    protectedFolders: [data],
    folder: join(data, 'sandbox'),
    env: env(home),
    network,
  });
  const opening: SandboxOpening = { paths: [], hosts: [], refusedHosts: [] };

  async function run(command: string, more: Partial<SandboxRequest> = {}): Promise<Ran> {
    const program = okValue(await sandbox.open({ conversationId: 'one', folder: project, opening, ...more }));
    const { file, args, env } = program.wrap(['/bin/sh', '-c', command], project);
    const ended = await outputOf(file, args, project, { ...process.env, HOME: home, ...env });
    return { ...ended, violations: await program.end(ended.code === 0 ? '' : ended.output) };
  }

  return {
    ...{ sandbox, project, home, data, run },
    async remove() {
      await sandbox.closeAll();
      rmSync(root, { recursive: true, force: true });
    },
    async runOutside(command) {
      const env = { ...process.env, HOME: home };
      return { ...(await outputOf('/bin/sh', ['-c', command], project, env)), violations: [] };
    },
  };
}

function outputOf(
  file: string,
  args: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv,
): Promise<{ output: string; code: number | null }> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (bytes: Buffer) => (output += bytes.toString()));
    child.once('error', reject);
    child.once('close', (code) => resolve({ output, code }));
  });
}
