// Checks the files of an unpacked bundle against its manifest, and lets its program be run.

import { createHash } from 'node:crypto';
import { chmod, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fail, ok, type Result } from '../../../../shared/core/errors.ts';
import { say } from '../../../../shared/core/sentence.ts';
import { visibleText } from '../../../../shared/core/visibleText.ts';
import type { BundleManifest } from '../../../mcp/bundle/bundleManifest.ts';
import { checkCommand, commandOf, innerPath } from '../../../mcp/bundle/bundleServer.ts';
import { settingKey } from '../../../mcp/bundle/bundleSettings.ts';

const [maxSettings, maxText] = [200, 20_000];

/** Bundles are named freely; plugins are folders. */
export function bundleId(name: string): string {
  const plain = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 50)
    .replace(/-+$/, '');
  if (plain !== '') return plain;
  return `bundle-${createHash('sha256').update(name).digest('hex').slice(0, 10)}`;
}

export async function checkBundle(manifest: BundleManifest, root: string): Promise<Result<void>> {
  const wrongKey = Object.keys(manifest.user_config ?? {}).find((key) => !settingKey.test(key));
  if (wrongKey !== undefined) {
    const key = visibleText(wrongKey.slice(0, 80));
    return fail('NOT_SUPPORTED', say`Its setting “${key}” has a name that is not allowed. Nothing was installed.`);
  }
  if (Object.keys(manifest.user_config ?? {}).length > maxSettings)
    return fail('NOT_SUPPORTED', say`It has more than ${maxSettings} settings. Nothing was installed.`);
  const checked = checkCommand(manifest, process.platform);
  if (!checked.ok) return checked;
  const { command, args, env } = commandOf(manifest, process.platform);
  if ([command, ...args, ...Object.values(env)].some((text) => text.length > maxText || text.includes('\0')))
    return fail('NOT_SUPPORTED', say`Its command cannot be used. Nothing was installed.`);
  const entry = innerPath(manifest.server.entry_point);
  const program = /[\\/]/.test(command) ? innerPath(command) : null;
  for (const path of [entry, program]) {
    if (path === null) continue;
    const isNeeded = path === program || [command, ...args].some((text) => text.replaceAll('\\', '/').endsWith(path));
    const place = join(root, ...path.split('/'));
    const isThere = (await isFile(place)) || (process.platform === 'win32' && (await isFile(`${place}.exe`)));
    if (isNeeded && !isThere)
      return fail(
        'NOT_SUPPORTED',
        say`It has no file ${visibleText(path.slice(0, 200))}, which it runs. Nothing was installed.`,
      );
    // Archives made on Windows mark no file as executable.
    if (isThere && (path === program || manifest.server.type === 'binary')) await chmod(place, 0o700).catch(() => {});
  }
  return ok(undefined);
}

async function isFile(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null))?.isFile() ?? false;
}
