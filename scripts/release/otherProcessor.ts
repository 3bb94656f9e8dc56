// Native modules come as a package for each system and processor, and npm installs only this machine's. A universal app
// needs both.

import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const native = ['@lydell/node-pty', '@napi-rs/keyring', '@vscode/ripgrep', 'libsql'];

export function installOtherProcessor(root: string): void {
  const missing = otherProcessorPackages(root, process.platform, process.arch === 'x64' ? 'arm64' : 'x64');
  if (missing.length === 0) return;
  // npm refuses packages for another processor without --force; versions are those in package-lock.json.
  execFileSync('npm', ['install', '--no-save', '--force', '--ignore-scripts', ...missing], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
}

/** Returns what is not installed, as `name@version`. @internal */
export function otherProcessorPackages(root: string, platform: string, arch: string): string[] {
  return native.flatMap((name) => {
    const { optionalDependencies = {} } = JSON.parse(
      readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8'),
    ) as { optionalDependencies?: Record<string, string> };
    return Object.entries(optionalDependencies).flatMap(([each, version]) =>
      // Some name the scope, not the package: @libsql/darwin-x64. Some end with the compiler.
      new RegExp(`[-/]${platform}-${arch}(?:-msvc)?$`).test(each) && !existsSync(join(root, 'node_modules', each))
        ? [`${each}@${version}`]
        : [],
    );
  });
}
