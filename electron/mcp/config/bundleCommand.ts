// Finds the program of a bundle's server. Bundles of the type `node` run on the app's Node, so that nobody has to install one.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ok, type Result } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import type { Environment } from '../../lib/environment.ts';
import { findExecutable } from '../../tools/process/findExecutable.ts';
import { toolFailure } from '../../tools/toolOutput.ts';

interface FoundProgram {
  command: string;
  /** Variables that it needs. */
  env: Readonly<Record<string, string>>;
}

/** Names of a program in the order in which they are tried. */
const namesOf: Readonly<Record<string, readonly string[]>> = {
  python: ['python', 'python3', 'py'],
  python3: ['python3', 'python'],
};

/** `type`: of the bundle's server. */
export async function findBundleProgram(
  command: string,
  type: string,
  env: Environment,
): Promise<Result<FoundProgram>> {
  const name = command.toLowerCase().replace(/\.(?:exe|cmd)$/, '');
  if (type === 'node' && (name === 'node' || name === 'nodejs')) return ok(appNode());
  if (/[\\/]/.test(command)) return ok({ command, env: {} });
  for (const each of namesOf[name] ?? [command]) {
    const program = await findExecutable(each, env);
    if (program !== null) return ok({ command: program, env: {} });
  }
  return toolFailure(missingProgram(name));
}

/** A package has Node next to the app, which itself does not run as Node (docs/decisions/packaging.md). */
function appNode(): FoundProgram {
  if (process.versions.electron === undefined) return { command: process.execPath, env: {} };
  const packaged = join(process.resourcesPath ?? '', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  if (existsSync(packaged)) return { command: packaged, env: {} };
  return { command: process.execPath, env: { ELECTRON_RUN_AS_NODE: '1' } };
}

/** With how to get it. */
function missingProgram(name: string): ReturnType<typeof say> {
  if (/^py(?:thon[\d.]*)?$/.test(name))
    return say`It needs Python, which is not in PATH. Install it from python.org or your system’s packages`;
  if (/^uvx?$/.test(name)) return say`It needs uv, which is not in PATH. Install it from docs.astral.sh/uv`;
  if (/^(?:npx|npm|node)$/.test(name))
    return say`It needs ${name} of Node.js, which is not in PATH. Install it from nodejs.org`;
  return say`It needs ${name}, which is not in PATH. Install it first`;
}
