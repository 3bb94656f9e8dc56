// MCP bundles in the terminal: what they state about themselves, and their settings. A secret is asked for without an echo, or read
// from a file; a command line would show it to other apps.

import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import type {
  BundleProposal,
  BundleSetting,
  BundleTool,
  SettingValue,
} from '../../../shared/features/plugins/bundle.ts';
import type { Line, Terminal } from '../../host/terminal/terminal.ts';
import { visibleLine } from '../../host/terminal/terminalText.ts';
import { diskErrorReason } from '../../lib/diskReason.ts';
import { checkValue, effectiveValue, missingSettings } from '../../mcp/bundle/bundleSettings.ts';
import type { SettingEntries } from './bundleSettings.ts';

export type PluginTerminal = Terminal<
  Line<{
    json: boolean;
    yes: boolean;
    ref: string | undefined;
    path: string | undefined;
    set: [string, string][];
    setFile: [string, string][];
  }>
>;

export function bundleLines({ type, author, license, links, tools, prompts, ...bundle }: BundleProposal): string[] {
  const named = (all: readonly BundleTool[]): string => all.map(({ name }) => name).join(', ');
  const lines = [
    `MCP bundle of the type ${type}, by ${author}${license === '' ? '' : `, licence ${license}`}`,
    ...links.map(({ kind, address }) => `${kind === 'privacy' ? 'privacy policy' : kind}: ${address}`),
    tools.length === 0 ? '' : `tools: ${named(tools)}${bundle.moreTools ? ', and others' : ''}`,
    prompts.length === 0 ? '' : `prompts: ${named(prompts)}`,
    ...bundle.environment.map(({ name, value }) => `variable ${name}=${value}`),
    ...bundle.settings.map(settingLine),
  ];
  return lines.filter(Boolean);
}

export function settingLine(setting: BundleSetting): string {
  const { key, title, type, required, sensitive, isStored } = setting;
  const value = effectiveValue(setting);
  const facts = [
    type,
    required ? 'required' : '',
    sensitive ? (isStored ? 'a secret, stored' : 'a secret') : '',
    sensitive || value === null || value === '' ? '' : `now ${Array.isArray(value) ? value.join(', ') : value}`,
  ];
  return visibleLine(`setting ${key} (${facts.filter(Boolean).join(', ')}): ${title}`);
}

/** `all`: asks for each setting, not only those that are missing. */
export async function enteredSettings(
  terminal: PluginTerminal,
  settings: readonly BundleSetting[],
  all = false,
): Promise<Result<SettingEntries>> {
  const values: Record<string, SettingValue | null> = {};
  const secrets: Record<string, string | null> = {};
  const { set, setFile } = terminal.line.values;
  for (const [key, text] of set) {
    const setting = settings.find((each) => each.key === key);
    if (setting === undefined) return fail('PARAMS_INVALID', `There is no setting “${visibleLine(key)}”.`);
    if (setting.sensitive && text !== '')
      return fail(
        'PARAMS_INVALID',
        `“${visibleLine(key)}” is a secret, which a command line would show to other apps. Leave it out to be asked for it, or use --set-file.`,
      );
    if (setting.sensitive) secrets[key] = null;
    else if (text === '') values[key] = null;
    else if (setting.multiple) values[key] = [...listOf(values[key]), absolute(setting, text, terminal)];
    else values[key] = absolute(setting, text, terminal);
  }
  for (const [key, file] of setFile) {
    const setting = settings.find((each) => each.key === key);
    if (setting === undefined) return fail('PARAMS_INVALID', `There is no setting “${visibleLine(key)}”.`);
    const text = await readFile(resolve(terminal.folder, file), 'utf8').catch((thrown: unknown) =>
      fail('STORE_READ_FAILED', say`${file} could not be read: ${diskErrorReason(thrown)}.`),
    );
    if (typeof text !== 'string') return text;
    const [line = ''] = text.split(/\r?\n/);
    if (setting.sensitive) secrets[key] = line;
    else values[key] = line;
  }
  const questions = all ? settings : missingSettings(settings);
  for (const setting of questions) {
    if (Object.hasOwn(values, setting.key) || Object.hasOwn(secrets, setting.key)) continue;
    const done = await askFor(terminal, setting, values, secrets);
    if (!done.ok) return done;
  }
  if (Object.values(secrets).some(Boolean) && !(await terminal.core.keepsSecrets()))
    return fail('NOT_SUPPORTED', 'This system has no keychain, so a secret cannot be kept. Nothing was saved.');
  return ok({ values, secrets });
}

async function askFor(
  { ask, askSecret, err, line }: PluginTerminal,
  setting: BundleSetting,
  values: Record<string, SettingValue | null>,
  secrets: Record<string, string | null>,
): Promise<Result<void>> {
  const question = setting.sensitive ? askSecret : ask;
  if (!question || line.values.yes) return ok(undefined);
  for (;;) {
    const reply = await question(`${visibleLine(setting.title)} (${setting.key}):`);
    if (reply === null) return fail('CANCELLED', 'Stopped. Nothing was changed.');
    if (reply.trim() === '') return ok(undefined);
    const value = setting.multiple ? reply.split(',').map((each) => each.trim()) : reply.trim();
    const checked = checkValue(setting, value);
    if (!checked.ok) err(`${checked.error.message}\n`);
    else if (setting.sensitive) secrets[setting.key] = reply.trim();
    else values[setting.key] = checked.value;
    if (checked.ok) return ok(undefined);
  }
}

function listOf(value: SettingValue | null | undefined): string[] {
  return Array.isArray(value) ? value : [];
}

/** Paths on a command line start in its folder. */
function absolute({ type }: BundleSetting, text: string, { folder }: PluginTerminal): string {
  return type === 'directory' || type === 'file' ? resolve(folder, text) : text;
}
