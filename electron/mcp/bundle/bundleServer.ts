// Builds the entry of a bundle's server: its command for this system, with variables replaced. Sensitive settings stay references to
// the keychain. A manifest whose paths lead out of the bundle is refused.

import { isAbsolute, posix } from 'node:path';
import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import { visibleText } from '../../../shared/core/visibleText.ts';
import type { BundleSetting } from '../../../shared/features/plugins/bundle.ts';
import { type BundleFolders, replaceVariables, variablesIn } from './bundleFolders.ts';
import type { BundleManifest } from './bundleManifest.ts';
import { effectiveValue } from './bundleSettings.ts';

interface BundleCommand {
  command: string;
  args: readonly string[];
  env: Readonly<Record<string, string>>;
}

/** An entry under `mcpServers`. */
export interface BundleEntry {
  command: string;
  args: string[];
  env: Record<string, string>;
  cwd: string;
  /** The type of the server: how its command is found (electron/mcp/config/bundleCommand.ts). */
  bundle: string;
}

/** For this system. As in the reference implementation, each field that an override has replaces the whole. */
export function commandOf({ server }: BundleManifest, platform: string): BundleCommand {
  const { type, entry_point, mcp_config } = server;
  if (mcp_config === undefined)
    return { command: 'uv', args: ['run', '--directory', `${root}`, `${root}/${entry_point}`], env: {} };
  const overrides = mcp_config.platform_overrides ?? {};
  const override = Object.hasOwn(overrides, platform) ? overrides[platform] : undefined;
  const command = override?.command || mcp_config.command;
  const isBare = type === 'binary' && platform === 'win32' && !/\.[a-z]{3}$/i.test(command) && /[\\/]/.test(command);
  return {
    command: isBare ? `${command}.exe` : command,
    args: override?.args ?? mcp_config.args ?? [],
    env: override?.env ?? mcp_config.env ?? {},
  };
}

const root = '$' + '{__dirname}';

/** The app decides these. */
const reserved = /^(?:ELECTRON_|THROUGHLINE_)/i;

export function isReservedVariable(name: string): boolean {
  return reserved.test(name);
}

export function bundleEntry(
  manifest: BundleManifest,
  places: BundleFolders,
  settings: readonly BundleSetting[],
  platform: string,
): BundleEntry {
  const { command, args, env } = commandOf(manifest, platform);
  const text = expander(places, settings);
  const { type } = manifest.server;
  const usesPython = type === 'python' || type === 'uv' || /^(?:uvx?|python[\d.]*)(?:\.exe)?$/.test(command);
  return {
    command: commandPath(text(command), places),
    args: args.flatMap((arg) => listArguments(arg, settings)?.map(literal) ?? [text(arg)]),
    env: {
      // Written next to the code, they would be changes of the bundle.
      ...(usesPython
        ? {
            PYTHONPYCACHEPREFIX: literal(`${places.data}/pycache`),
            UV_PROJECT_ENVIRONMENT: literal(`${places.data}/venv`),
          }
        : {}),
      ...Object.fromEntries(
        Object.entries(env)
          .filter(([name, value]) => !isReservedVariable(name) && !isUnset(value, settings))
          .map(([name, value]) => [name, text(value)]),
      ),
    },
    cwd: literal(places.root),
    bundle: type,
  };
}

/** A path in the bundle; a program's name is looked up when it starts. */
function commandPath(command: string, places: BundleFolders): string {
  if (!/[\\/]/.test(command) || isAbsolute(command)) return command;
  return `${literal(places.root)}${places.separator}${command.replace(/^\.[\\/]/, '')}`;
}

/** `${` that is no reference, in the form that electron/mcp/config/expandConfig.ts reads. */
function literal(text: string): string {
  return text.replaceAll('${', `$${'{$}{'}`);
}

function expander(places: BundleFolders, settings: readonly BundleSetting[]): (text: string) => string {
  const lookUp = (name: string): string | null => {
    const setting = settingNamed(name, settings);
    if (setting === undefined) return null;
    if (setting.isStored) return `\${keychain:${setting.key}}`;
    const value = effectiveValue(setting);
    return literal(Array.isArray(value) ? value.join(',') : String(value ?? ''));
  };
  return (text) => replaceVariables(text, places, lookUp, literal);
}

function settingNamed(name: string, settings: readonly BundleSetting[]): BundleSetting | undefined {
  return name.startsWith('user_config.') ? settings.find(({ key }) => `user_config.${key}` === name) : undefined;
}

/** The setting that is a whole text. */
function wholeSetting(text: string, settings: readonly BundleSetting[]): BundleSetting | undefined {
  const [, name] = /^\$\{([^{}]*)\}$/.exec(text) ?? [];
  return name === undefined ? undefined : settingNamed(name, settings);
}

/** One argument for each value of a list; null: it is no list. */
function listArguments(arg: string, settings: readonly BundleSetting[]): string[] | null {
  const setting = wholeSetting(arg, settings);
  if (setting === undefined || setting.sensitive) return null;
  const value = effectiveValue(setting);
  if (Array.isArray(value)) return value;
  return setting.multiple ? (value === null || value === '' ? [] : [String(value)]) : null;
}

/** Servers test whether a variable is there, so one without a value is left out. */
function isUnset(text: string, settings: readonly BundleSetting[]): boolean {
  const setting = wholeSetting(text, settings);
  if (setting === undefined || setting.isStored) return false;
  const value = effectiveValue(setting);
  return value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

/** A path in the bundle, with `/`; null: it leads out. */
export function innerPath(path: string): string | null {
  const plain = path.replaceAll(/\$\{(?:\/|pathSeparator)\}/g, '/').replaceAll('\\', '/');
  const inner = plain.startsWith(root) ? plain.slice(root.length).replace(/^\/+/, '') : plain;
  if (inner.includes('${') || /^\/|^[A-Za-z]:/.test(inner)) return null;
  const normal = posix.normalize(inner || '.');
  return normal === '..' || normal.startsWith('../') ? null : normal;
}

/** Refuses texts of the command that only a manifest with bad intentions has. */
export function checkCommand(manifest: BundleManifest, platform: string): Result<void> {
  const { command, args, env } = commandOf(manifest, platform);
  const refuse = (text: string): Result<never> =>
    fail(
      'NOT_SUPPORTED',
      say`Its manifest leads out of the bundle: ${visibleText(text.slice(0, 200))}. Nothing was installed.`,
    );
  if (innerPath(manifest.server.entry_point) === null) return refuse(manifest.server.entry_point);
  if (command.trim() === '' || /[\p{Cc}\p{Cf};|&<>`"]/u.test(command))
    return fail(
      'NOT_SUPPORTED',
      say`Its command is not the name or path of a program: ${visibleText(command.slice(0, 200))}. Nothing was installed.`,
    );
  for (const text of [command, ...args, ...Object.values(env)]) {
    for (const [path] of text.replaceAll(/\$\{(?:\/|pathSeparator)\}/g, '/').matchAll(/\$\{__dirname\}[^:;,"'=\s]*/g)) {
      // Settings in a path are the user's.
      if (innerPath(path.replaceAll(/\$\{user_config\.[^{}]*\}/g, 'x')) === null) return refuse(text);
    }
  }
  if (/[\\/]/.test(command) && !isAbsolute(command) && !command.startsWith('${') && innerPath(command) === null)
    return refuse(command);
  return ok(undefined);
}

/** Variables in the command that nothing replaces. */
export function unknownVariables(manifest: BundleManifest, platform: string): string[] {
  const { command, args, env } = commandOf(manifest, platform);
  const keys = new Set(Object.keys(manifest.user_config ?? {}).map((key) => `user_config.${key}`));
  const places = ['__dirname', 'HOME', 'DESKTOP', 'DOCUMENTS', 'DOWNLOADS', '/', 'pathSeparator'];
  const names = [command, ...args, ...Object.values(env)].flatMap(variablesIn);
  return [...new Set(names)].filter((name) => !keys.has(name) && !places.includes(name));
}
