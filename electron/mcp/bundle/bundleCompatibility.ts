// Whether a bundle can run here: its systems, the versions that it needs, and a binary's kind. Each reason names what is missing.

import { execFile } from 'node:child_process';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { type Sentence, say } from '../../../shared/core/sentence.ts';
import { visibleText } from '../../../shared/core/visibleText.ts';
import type { Environment } from '../../lib/environment.ts';
import { findBundleProgram } from '../config/bundleCommand.ts';
import type { BundleManifest } from './bundleManifest.ts';
import { commandOf, innerPath } from './bundleServer.ts';

const systems: Readonly<Record<string, string>> = { darwin: 'macOS', win32: 'Windows', linux: 'Linux' };

export interface HostFacts {
  platform: NodeJS.Platform;
  arch: string;
  /** Of this app. */
  version: string;
  env: Environment;
}

export interface Compatibility {
  /** It can never run here. */
  refused: Sentence | null;
  /** It could, once something is installed. */
  missing: Sentence | null;
}

export async function checkCompatibility(
  manifest: BundleManifest,
  root: string,
  host: HostFacts,
): Promise<Compatibility> {
  const { platforms, runtimes = {}, throughline } = manifest.compatibility ?? {};
  const { type } = manifest.server;
  const never = (refused: Sentence): Compatibility => ({ refused, missing: null });
  if (platforms && !platforms.some((each) => each === host.platform))
    return never(
      say`It is for ${platforms.map((each) => systems[each]).join(', ')}, not for ${nameOf(host.platform)}.`,
    );
  if (throughline !== undefined && !(await satisfies(host.version, throughline)))
    return never(say`It needs version ${short(throughline)} of Throughline. This is ${host.version}.`);
  if (type === 'node' && runtimes.node !== undefined && !(await satisfies(process.versions.node, runtimes.node)))
    return never(say`It needs Node.js ${short(runtimes.node)}. Throughline has ${process.versions.node}.`);
  if (type === 'binary') {
    const problem = await binaryProblem(manifest, root, host);
    if (problem !== null) return never(problem);
  }
  const { command } = commandOf(manifest, host.platform);
  if (/[\\/$]/.test(command)) return { refused: null, missing: null };
  const program = await findBundleProgram(command, type, host.env);
  if (!program.ok) return { refused: null, missing: say`${program.error}.` };
  if (type !== 'python' || runtimes.python === undefined) return { refused: null, missing: null };
  const version = await pythonVersion(program.value.command);
  const isOld = version !== null && !(await satisfies(version, runtimes.python));
  return {
    refused: null,
    missing: isOld ? say`It needs Python ${short(runtimes.python)}. Yours is ${version}.` : null,
  };
}

function nameOf(platform: string): string {
  return systems[platform] ?? platform;
}

function short(range: string): string {
  return visibleText(range.slice(0, 60));
}

/** A range that cannot be read requires nothing. Python separates with commas. */
async function satisfies(version: string, range: string): Promise<boolean> {
  const { default: semver } = await import('semver');
  const plain = semver.validRange(range.slice(0, 200).replaceAll(',', ' '));
  // A version before a release counts as the release.
  const release = semver.coerce(version);
  return plain === null || (release !== null && semver.satisfies(release, plain));
}

function pythonVersion(program: string): Promise<string | null> {
  return new Promise((resolve) => {
    execFile(program, ['--version'], { timeout: 5000, windowsHide: true }, (error, stdout, stderr) => {
      resolve(error ? null : (/^Python (\d+\.\d+\.\d+)/.exec(`${stdout}${stderr}`)?.[1] ?? null));
    });
  });
}

async function binaryProblem(manifest: BundleManifest, root: string, host: HostFacts): Promise<Sentence | null> {
  const { command } = commandOf(manifest, host.platform);
  const path = /[\\/]/.test(command) ? innerPath(command) : null;
  const head = path === null ? null : await firstBytes(join(root, ...path.split('/')));
  if (head === null) return null;
  const kind = binaryKind(head);
  if (kind !== null && kind.platform !== host.platform)
    return say`Its program is for ${nameOf(kind.platform)}, not for ${nameOf(host.platform)}.`;
  if (kind?.arch && kind.arch !== host.arch && host.platform === 'linux')
    return say`Its program is for the processor ${kind.arch}. This one is ${host.arch}.`;
  return null;
}

function binaryKind(head: Buffer): { platform: string; arch?: string } | null {
  if (head.readUInt32BE() === 0x7f454c46) {
    const arch = { 62: 'x64', 183: 'arm64', 3: 'ia32', 40: 'arm' }[head.readUInt16LE(18)];
    return { platform: 'linux', ...(arch === undefined ? {} : { arch }) };
  }
  if ([0xfeedface, 0xfeedfacf, 0xcafebabe, 0xcefaedfe, 0xcffaedfe].includes(head.readUInt32BE()))
    return { platform: 'darwin' };
  return head.readUInt16BE() === 0x4d5a ? { platform: 'win32' } : null;
}

async function firstBytes(path: string): Promise<Buffer | null> {
  try {
    const file = await open(path, 'r');
    try {
      const head = Buffer.alloc(20);
      const { bytesRead } = await file.read(head, 0, head.length, 0);
      return bytesRead < head.length ? null : head;
    } finally {
      await file.close();
    }
  } catch {
    return null;
  }
}
