// throughline plugin: looks at, installs, updates and removes plugins. The user types the command, and answers after seeing
// what would be installed.

import type { Result } from '../../../shared/core/errors.ts';
import { englishOnly, textOf } from '../../../shared/core/sentence.ts';
import type { PluginInfo, PluginProposal, ProposedFile } from '../../../shared/features/plugins/plugin.ts';
import { type ExitCode, reportError } from '../../host/terminal/terminal.ts';
import { visibleBlock, visibleLine } from '../../host/terminal/terminalText.ts';
import { bundleLines, enteredSettings, type PluginTerminal, settingLine } from './bundleTerminal.ts';
import type { Plugins } from './plugins.ts';
import { parseSource } from './source/parseSource.ts';

type Work = (terminal: PluginTerminal, plugins: Plugins, name: string) => Promise<ExitCode>;

const works: Record<string, Work> = { look, add, set, show, update, back, enable, disable, remove };
const needName =
  'plugin takes list, or one of look, add, set, show, update, back, enable, disable, remove with a name\n';

export async function pluginCommand(terminal: PluginTerminal): Promise<ExitCode> {
  const [action = 'list', name] = terminal.line.positionals;
  const plugins = await terminal.core.plugins.load();
  try {
    if (action === 'list' && name === undefined) return await list(terminal, plugins);
    if (action === 'update' && name === undefined) return await updateAll(terminal, plugins);
    const work = Object.hasOwn(works, action) ? works[action] : undefined;
    if (work !== undefined && name !== undefined) return await work(terminal, plugins, name);
    terminal.err(needName);
    return 2;
  } finally {
    await plugins.close();
  }
}

async function list({ out, err, line }: PluginTerminal, plugins: Plugins): Promise<ExitCode> {
  const all = await plugins.list();
  if (line.values.json) {
    out(`${JSON.stringify(all, englishOnly, 2)}\n`);
    return 0;
  }
  for (const problem of all.problems) err(`${textOf(problem)}\n`);
  for (const plugin of all.plugins) out(`${listedText(plugin)}\n`);
  if (all.plugins.length === 0) err('Nothing is installed. Install a skill with: throughline plugin add SOURCE\n');
  return 0;
}

function listedText({ name, version, kind, enabled, source, changedByHand, bundle }: PluginInfo): string {
  const facts = [
    [bundle ? `${bundle.type} bundle` : kind, version].filter(Boolean).join(' '),
    enabled ? '' : 'off',
    `from ${source}`,
    changedByHand.length === 0 ? '' : `changed by hand: ${changedByHand.slice(0, 5).join(', ')}`,
  ];
  return visibleLine(`${name}: ${facts.filter(Boolean).join(', ')}`);
}

async function show(terminal: PluginTerminal, plugins: Plugins, name: string): Promise<ExitCode> {
  const plugin = (await plugins.list()).plugins.find((each) => each.id === name);
  if (plugin === undefined) return unknown(terminal, name);
  if (terminal.line.values.json) {
    terminal.out(`${JSON.stringify(plugin, englishOnly, 2)}\n`);
    return 0;
  }
  const { description, files, bytes, hash, installedAt, commit, hasPrevious, bundle } = plugin;
  const lines = [
    listedText(plugin),
    description,
    `${files} files, ${bytes} bytes, content ${hash}`,
    commit === '' ? '' : `commit ${commit}`,
    `installed ${installedAt}${hasPrevious ? '; the version before it is kept' : ''}`,
    ...(bundle ? [...bundle.settings.map(settingLine), bundle.problem === null ? '' : textOf(bundle.problem)] : []),
  ];
  terminal.out(`${lines.filter(Boolean).map(visibleLine).join('\n')}\n`);
  return 0;
}

function unknown({ err }: PluginTerminal, name: string): ExitCode {
  err(`No plugin named "${visibleLine(name)}" is installed. See throughline plugin list\n`);
  return 1;
}

async function looked(terminal: PluginTerminal, plugins: Plugins, text: string) {
  const { ref = '', path = '' } = terminal.line.values;
  const source = parseSource({ source: text, ref, path }, terminal.folder);
  return source.ok ? plugins.look(source.value) : source;
}

async function look(terminal: PluginTerminal, plugins: Plugins, text: string): Promise<ExitCode> {
  const proposal = await looked(terminal, plugins, text);
  if (!proposal.ok) return reportError(terminal, proposal.error);
  terminal.out(
    terminal.line.values.json
      ? `${JSON.stringify(proposal.value, englishOnly, 2)}\n`
      : `${proposalText(proposal.value)}\n`,
  );
  return 0;
}

async function add(terminal: PluginTerminal, plugins: Plugins, text: string): Promise<ExitCode> {
  const proposal = await looked(terminal, plugins, text);
  if (!proposal.ok) return reportError(terminal, proposal.error);
  return install(terminal, plugins, proposal.value);
}

async function install(terminal: PluginTerminal, plugins: Plugins, proposal: PluginProposal): Promise<ExitCode> {
  const { name, hash, replaces } = proposal;
  if (replaces?.hash === hash) {
    terminal.err(`${visibleLine(name)} is installed already, with the same content.\n`);
    return 0;
  }
  terminal.err(`${proposalText(proposal)}\n`);
  const entered = await enteredSettings(terminal, proposal.bundle?.settings ?? []);
  if (!entered.ok) return reportError(terminal, entered.error);
  if (!(await isConfirmed(terminal, replaces ? 'Update it?' : 'Install it?'))) return 1;
  const installed = await plugins.install(proposal.id, entered.value);
  if (!installed.ok) return reportError(terminal, installed.error);
  terminal.out(`${replaces ? 'Updated' : 'Installed'} ${visibleLine(name)}.\n`);
  if (proposal.bundle) await nextStep(terminal, plugins, installed.value.id);
  return 0;
}

async function nextStep({ err }: PluginTerminal, plugins: Plugins, id: string): Promise<void> {
  const bundle = (await plugins.list()).plugins.find((each) => each.id === id)?.bundle;
  const problem = bundle?.problem ?? null;
  if (problem === null) err(`Let its server run with: throughline mcp approve ${visibleLine(id)}\n`);
  else err(`${visibleLine(textOf(problem))}\nOr use: throughline plugin set ${visibleLine(id)} --set KEY=VALUE\n`);
}

async function set(terminal: PluginTerminal, plugins: Plugins, name: string): Promise<ExitCode> {
  const plugin = (await plugins.list()).plugins.find((each) => each.id === name);
  if (plugin === undefined) return unknown(terminal, name);
  const { bundle } = plugin;
  if (bundle === null) {
    terminal.err(`${visibleLine(name)} has no settings.\n`);
    return 1;
  }
  const { set: pairs, setFile } = terminal.line.values;
  const isAsking = pairs.length === 0 && setFile.length === 0;
  if (isAsking && !terminal.ask) {
    terminal.out(`${bundle.settings.map(settingLine).join('\n')}\n`);
    return 0;
  }
  const entered = await enteredSettings(terminal, bundle.settings, isAsking);
  if (!entered.ok) return reportError(terminal, entered.error);
  const done = await plugins.configure(name, entered.value);
  if (!done.ok) return reportError(terminal, done.error);
  terminal.out('Saved.\n');
  await nextStep(terminal, plugins, name);
  return 0;
}

async function isConfirmed({ line, confirm, err }: PluginTerminal, question: string): Promise<boolean> {
  if (line.values.yes || (await confirm?.(question))) return true;
  err('Nothing was changed. This needs --yes, or your answer.\n');
  return false;
}

function proposalText(proposal: PluginProposal): string {
  const { name, kind, version, description, source, commit, hash } = proposal;
  const { files, moreFiles, text, effects, replaces, bundle } = proposal;
  const lines = [
    `${name} (${[kind, version].filter(Boolean).join(' ')}): ${description}`,
    `From ${source}${commit === '' ? '' : `, commit ${commit}`}. Content ${hash}`,
    ...effects.map((effect) => `- ${textOf(effect)}`),
    ...(replaces && replaces.changedByHand.length > 0
      ? [`- Changed by hand, and replaced by the update: ${replaces.changedByHand.join(', ')}`]
      : []),
    ...(bundle ? bundleLines(bundle) : []),
    ...files.map(fileLine),
    ...(moreFiles > 0 ? [`… and ${moreFiles} more files`] : []),
  ];
  const body = replaces
    ? files
        .map(({ diff }) => diff)
        .filter(Boolean)
        .join('\n')
    : text;
  return `${lines.map(visibleLine).join('\n')}\n\n${visibleBlock(body)}`;
}

function fileLine({ path, bytes, isScript, change, isCut }: ProposedFile): string {
  const mark = { added: '+', changed: '~', removed: '-', same: ' ' }[change];
  return `${mark} ${path} (${bytes} bytes${isScript ? ', a program' : ''}${isCut ? ', too large to show every difference' : ''})`;
}

async function updateAll(terminal: PluginTerminal, plugins: Plugins): Promise<ExitCode> {
  let code: ExitCode = 0;
  for (const { id } of (await plugins.list()).plugins) code = (await update(terminal, plugins, id)) || code;
  return code;
}

async function update(terminal: PluginTerminal, plugins: Plugins, name: string): Promise<ExitCode> {
  const proposal = await plugins.lookForUpdate(name);
  if (!proposal.ok) return reportError(terminal, proposal.error);
  if (proposal.value !== null) return install(terminal, plugins, proposal.value);
  terminal.out(`${visibleLine(name)}: nothing newer.\n`);
  return 0;
}

async function back(terminal: PluginTerminal, plugins: Plugins, name: string): Promise<ExitCode> {
  const plugin = await plugins.find(name);
  if (!plugin.ok) return unknown(terminal, name);
  if (plugin.value.previous !== null && !(await isConfirmed(terminal, 'Use the earlier version?'))) return 1;
  return report(terminal, await plugins.back(name), 'The earlier version is used.');
}

async function enable(terminal: PluginTerminal, plugins: Plugins, name: string): Promise<ExitCode> {
  return report(terminal, await plugins.enable(name, true), 'It is on.');
}

async function disable(terminal: PluginTerminal, plugins: Plugins, name: string): Promise<ExitCode> {
  return report(terminal, await plugins.enable(name, false), 'It is off.');
}

async function remove(terminal: PluginTerminal, plugins: Plugins, name: string): Promise<ExitCode> {
  const plugin = await plugins.find(name);
  if (!plugin.ok) return unknown(terminal, name);
  if (!(await isConfirmed(terminal, `Remove ${visibleLine(name)}?`))) return 1;
  const removed = await plugins.remove(name);
  const copy = removed.ok && removed.value !== null ? ` Its files are in ${visibleLine(removed.value)}` : '';
  return report(terminal, removed, `Removed.${copy}`);
}

function report(terminal: PluginTerminal, done: Result<unknown>, sentence: string): ExitCode {
  if (!done.ok) return reportError(terminal, done.error);
  terminal.out(`${sentence}\n`);
  return 0;
}
