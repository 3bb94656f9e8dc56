// Reads what a user writes to name a package: an address, a repository, or a path.

import { homedir } from 'node:os';
import { isAbsolute, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fail, ok, type Result } from '../../../../shared/core/errors.ts';
import { say } from '../../../../shared/core/sentence.ts';
import type { PluginSource } from '../../../../shared/features/plugins/plugin.ts';
import { isLocalAddress, safeAddress, withoutPassword } from '../../git/remote/remotes.ts';

export interface SourceText {
  source: string;
  ref: string;
  path: string;
}

/** `folder`: where relative paths start; null: paths are absolute. */
export function parseSource({ source, ref, path }: SourceText, folder: string | null): Result<PluginSource> {
  if (ref !== '' && !isSafeRef(ref)) return fail('PARAMS_INVALID', say`“${ref}” is not a branch, tag or commit.`);
  if (path !== '' && !isInnerPath(path)) return fail('PARAMS_INVALID', say`“${path}” is not a folder of the package.`);
  const inner = path.replace(/^\.\/|\/+$/g, '');
  const git = (address: string, more: Partial<SourceText> = {}): Result<PluginSource> => {
    const safe = safeAddress(address, folder ?? homedir());
    if (!safe.ok) return safe;
    if (/^http:/i.test(safe.value)) return insecure;
    return ok({ type: 'git', address: safe.value, ref, path: inner, commit: '', ...more });
  };
  if (/^git\+/i.test(source)) return git(source.slice(4));
  const hosted = /^https:\/\/(github\.com|gitlab\.com|codeberg\.org)\/([\w.-]+)\/([\w.-]+?)(?:\.git)?\/?$/i.exec(
    source,
  );
  if (hosted) return git(`https://${hosted[1]}/${hosted[2]}/${hosted[3]}.git`);
  const tree =
    /^https:\/\/github\.com\/([\w.-]+)\/([\w.-]+)\/(?:tree|blob)\/([\w.-]+)\/([\w./-]+?)(?:\/SKILL\.md)?$/i.exec(
      source,
    );
  if (tree && isSafeRef(tree[3] as string) && isInnerPath(tree[4] as string))
    return git(`https://github.com/${tree[1]}/${tree[2]}.git`, { ref: tree[3] as string, path: tree[4] as string });
  if (/^https?:\/\/.*\.git$/i.test(source) || /^(?:ssh:\/\/|[\w.+-]+@[\w.-]+:)/i.test(source)) return git(source);
  if (/^https?:\/\//i.test(source)) return ok({ type: 'url', url: source, path: inner });
  const file = pathOf(source, folder);
  if (file === null) return fail('PARAMS_INVALID', say`“${source}” is not an address or a path.`);
  if (ref !== '' || file.endsWith('.git')) return git(file);
  return ok({ type: 'local', file, path: inner });
}

export const insecure = fail('ADDRESS_REFUSED', say`Packages are only fetched over https.`);

function pathOf(source: string, folder: string | null): string | null {
  if (/^file:\/\//i.test(source)) {
    try {
      return fileURLToPath(source);
    } catch {
      return null;
    }
  }
  if (/^[\w+.-]{2,}:/.test(source) || /\p{Cc}/u.test(source)) return null;
  if (source.startsWith('~/')) return resolve(homedir(), source.slice(2));
  if (isAbsolute(source)) return source;
  return folder === null ? null : resolve(folder, source);
}

function isSafeRef(ref: string): boolean {
  return /^[\w][\w./+-]{0,200}$/.test(ref) && !ref.includes('..') && !ref.endsWith('.lock');
}

function isInnerPath(path: string): boolean {
  return !/^[/\\]|[\p{Cc}\\:]/u.test(path) && path.split('/').every((segment) => segment !== '..');
}

/** For the user: without a password. */
export function sourceLabel(source: PluginSource): string {
  if (source.type === 'url') return withoutPassword(source.url);
  if (source.type === 'local') return source.file;
  const at = source.ref === '' ? '' : ` (${source.ref})`;
  return `${withoutPassword(source.address)}${at}`;
}

/** Whether looking at it uses the user's keys. */
export function usesSignIn(source: PluginSource): boolean {
  return source.type === 'git' && !/^https:/i.test(source.address) && !isLocalAddress(source.address);
}
