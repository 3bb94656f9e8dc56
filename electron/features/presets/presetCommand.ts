// throughline preset: lists presets, shows one, applies one to a conversation, or imports a file of this app or another.

import { readFile, stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { describeThrown, fail, ok, type Result } from '../../../shared/core/errors.ts';
import { englishOnly, say, textOf } from '../../../shared/core/sentence.ts';
import type { PresetProblem } from '../../../shared/features/presets/preset.ts';
import {
  type ExitCode,
  type Line,
  reportError,
  resolveConversationPrefix,
  type Terminal,
} from '../../host/terminal/terminal.ts';
import { findNamedPreset } from './choosePreset.ts';
import { createMayAskNothing, resolvePresetScope } from './namedPreset.ts';

type PresetLine = Line<{ json: boolean; yes: boolean }>;

const maxBytes = 1024 * 1024;

export async function presetCommand(terminal: Terminal<PresetLine>): Promise<ExitCode> {
  const [what = 'list', ...rest] = terminal.line.positionals;
  if (what === 'list' && rest.length === 0) return list(terminal);
  if (what === 'show' && rest.length === 1) return show(terminal, rest[0] as string);
  if (what === 'use' && rest.length === 2) return use(terminal, rest[0] as string, rest[1] as string);
  if (what === 'import' && rest.length > 0) return importFiles(terminal, rest);
  terminal.err('preset takes list, show NAME, use ID NAME (or none), or import FILE…\n');
  return 2;
}

async function list(terminal: Terminal<PresetLine>): Promise<ExitCode> {
  const { core, line } = terminal;
  const scope = await resolvePresetScope(terminal);
  if (!scope.ok) return reportError(terminal, scope.error);
  const { presets, problems } = await core.presets.list(scope.value);
  if (line.values.json) {
    terminal.out(`${JSON.stringify({ presets, problems }, englishOnly)}\n`);
    return 0;
  }
  if (presets.length === 0) terminal.out(`No presets. A preset is a Markdown file in ${core.presets.folder}.\n`);
  const { preset: standard } = (await core.settings.read()).settings;
  for (const { ref, name, description, origin } of presets) {
    const isDefault = ref.scope === 'personal' && ref.id === standard;
    const label = [name === ref.id ? '' : name, description].filter(Boolean).join(': ');
    terminal.out(`${ref.id}${label === '' ? '' : `  ${label}`}${isDefault ? '  (for new conversations)' : ''}\n`);
    terminal.out(`  ${origin.label}\n`);
  }
  tellProblems(terminal, problems);
  return 0;
}

function tellProblems({ err }: Terminal, problems: readonly PresetProblem[]): void {
  for (const { label, line, message } of problems)
    err(`${label}${line === null ? '' : `:${line}`}: ${textOf(message)}\n`);
}

async function show(terminal: Terminal<PresetLine>, word: string): Promise<ExitCode> {
  const { core, line } = terminal;
  const scope = await resolvePresetScope(terminal);
  if (!scope.ok) return reportError(terminal, scope.error);
  const preset = await findNamedPreset(core.presets, scope.value, word);
  if (!preset.ok) return reportError(terminal, preset.error);
  if (line.values.json) {
    terminal.out(`${JSON.stringify(preset.value, englishOnly)}\n`);
    return 0;
  }
  const file = await core.presets.text(scope.value, preset.value.ref);
  if (!file.ok) return reportError(terminal, file.error);
  terminal.out(file.value.text.endsWith('\n') ? file.value.text : `${file.value.text}\n`);
  return 0;
}

/** `none` removes it. */
async function use(terminal: Terminal<PresetLine>, prefix: string, word: string): Promise<ExitCode> {
  const { core, line } = terminal;
  const named = await resolveConversationPrefix(terminal, prefix);
  if (!named.ok) return reportError(terminal, named.error);
  const preset = word === 'none' ? ok(null) : await presetOf(terminal, named.value, word);
  if (!preset.ok) return reportError(terminal, preset.error);
  const chosen = await core.choosePreset(
    named.value,
    preset.value?.ref ?? null,
    createMayAskNothing(terminal, line.values.yes, '--yes'),
  );
  if (!chosen.ok) return reportError(terminal, chosen.error);
  for (const problem of chosen.value.problems) terminal.err(`${textOf(problem)}\n`);
  terminal.out(
    preset.value
      ? `The conversation uses “${preset.value.name}” from now on.\n`
      : 'The conversation no longer uses a preset.\n',
  );
  return 0;
}

/** Looks in the conversation's scope: its folder may differ from the one where the command runs. */
async function presetOf({ core }: Terminal, conversationId: string, word: string) {
  const branch = await core.store.readBranch(conversationId, { tail: 1 });
  if (!branch.ok) return branch;
  const project = await core.store.getProject(branch.value.projectId);
  if (!project.ok) return project;
  const { folder, folderExists, trusted } = project.value;
  return findNamedPreset(core.presets, { folder: folderExists ? folder : null, trusted }, word);
}

async function importFiles(terminal: Terminal<PresetLine>, paths: readonly string[]): Promise<ExitCode> {
  const { core, line, folder } = terminal;
  let isBad = false;
  const all: unknown[] = [];
  for (const path of paths) {
    const bytes = await bytesOf(resolve(folder, path));
    const done = bytes.ok ? await core.presets.import(basename(path), bytes.value) : bytes;
    if (!done.ok) return reportError(terminal, done.error);
    const { imported, problems } = done.value;
    all.push({ file: path, imported, problems });
    isBad ||= imported.length === 0;
    if (line.values.json) continue;
    for (const { preset, left } of imported) {
      terminal.out(`${preset.ref.id}  ${preset.name}\n  ${preset.place}\n`);
      if (left.length > 0) terminal.out(`  left out: ${left.join(', ')}\n`);
    }
    tellProblems(
      terminal,
      problems.map((problem) => ({ ...problem, label: path })),
    );
  }
  if (line.values.json) terminal.out(`${JSON.stringify(all, englishOnly)}\n`);
  return isBad ? 1 : 0;
}

async function bytesOf(path: string): Promise<Result<Buffer>> {
  try {
    const stats = await stat(path);
    if (!stats.isFile()) return fail('STORE_READ_FAILED', say`${path} is not a file.`);
    if (stats.size > maxBytes) return fail('STORE_READ_FAILED', say`${path} is larger than ${maxBytes} bytes.`);
    return ok(await readFile(path));
  } catch (thrown) {
    return fail('STORE_READ_FAILED', say`${path} could not be read: ${describeThrown(thrown)}`);
  }
}
