// throughline team items, read, accept, off, and publish of an item.

import { fail, ok, type Result } from '../../../../shared/core/errors.ts';
import { englishOnly, say, textOf } from '../../../../shared/core/sentence.ts';
import type {
  ItemContent,
  ItemFile,
  ItemKind,
  ItemState,
  TeamItem,
} from '../../../../shared/features/sharing/items.ts';
import type { TeamInfo } from '../../../../shared/features/sharing/sharing.ts';
import { type ExitCode, reportError } from '../../../host/terminal/terminal.ts';
import { sizeText, visibleBlock, visibleLine } from '../../../host/terminal/terminalText.ts';
import type { TeamSpaces } from '../teamSpaces.ts';
import {
  publishPrepared,
  readersOf,
  secretLines,
  type TeamParts,
  type TeamTerminal,
  unmaskedIn,
} from '../teamTerminal.ts';

const stateTexts: Readonly<Record<ItemState, string>> = {
  off: 'off',
  on: 'in use',
  changed: 'in use, but another version is published',
  withdrawn: 'in use, but withdrawn by its author',
  mine: 'published by you',
};

export async function listItems(terminal: TeamTerminal, { spaces }: TeamParts): Promise<ExitCode> {
  const items = await spaces.items.list();
  if (terminal.line.values.json) {
    terminal.out(`${JSON.stringify(items)}\n`);
    return 0;
  }
  if (items.length === 0) terminal.err('Nothing is published.\n');
  for (const item of items) terminal.out(`${itemLine(item)}\n`);
  return 0;
}

function itemLine(item: TeamItem): string {
  const { id, author, teamName, version, at, state, accepted } = item;
  const inUse = state === 'changed' ? ` (version ${accepted?.version} of ${accepted?.at.slice(0, 10)})` : '';
  const about = [author, teamName, `version ${version}`, at.slice(0, 10), `${stateTexts[state]}${inUse}`];
  return `${id.slice(0, 8)}  ${visibleLine(titleOf(item))}\n    ${visibleLine(about.join(', '))}`;
}

function titleOf({ kind, name }: Pick<TeamItem, 'kind' | 'name'>): string {
  return kind === name ? kind : `${kind} ${name}`;
}

async function namedItem({ line }: TeamTerminal, spaces: TeamSpaces): Promise<Result<TeamItem>> {
  const query = line.positionals[1] ?? '';
  const all = await spaces.items.list();
  // An author chooses the name, and with patience the beginning of the ID, so neither takes precedence.
  const [only, other] = all.filter(
    ({ id, name, state }) => (query !== '' && id.startsWith(query)) || (name === query && state !== 'mine'),
  );
  if (only && !other) return ok(only);
  return fail(
    'PARAMS_INVALID',
    only
      ? say`Several items are called ${query}. Use the beginning of the ID.`
      : say`There is no item ${query}. “throughline team items” lists them.`,
  );
}

export async function readItem(terminal: TeamTerminal, { spaces }: TeamParts): Promise<ExitCode> {
  const content = await contentOf(terminal, spaces);
  if (!content.ok) return reportError(terminal, content.error);
  if (terminal.line.values.json) terminal.out(`${JSON.stringify(content.value, englishOnly)}\n`);
  else terminal.out(contentText(content.value));
  return 0;
}

async function contentOf(terminal: TeamTerminal, spaces: TeamSpaces): Promise<Result<ItemContent>> {
  const item = await namedItem(terminal, spaces);
  return item.ok ? spaces.items.read(item.value.id) : item;
}

function contentText({ item, effects, files, changes }: ItemContent): string {
  const parts = [
    itemLine(item),
    ...effects.map((effect) => `- ${visibleLine(textOf(effect))}`),
    ...(changes === null ? [] : ['\nChanged since the version that you have accepted:', visibleBlock(changes)]),
    ...filesText(files),
  ];
  return `${parts.join('\n')}\n`;
}

function filesText(files: readonly ItemFile[]): string[] {
  return files.flatMap(({ path, text, bytes }) => [
    `\n${visibleLine(path)}, ${sizeText(bytes)}`,
    text === null ? '  (no text)' : visibleBlock(text),
  ]);
}

export async function acceptItem(terminal: TeamTerminal, { spaces }: TeamParts): Promise<ExitCode> {
  const content = await contentOf(terminal, spaces);
  if (!content.ok) return reportError(terminal, content.error);
  const { item } = content.value;
  if (item.state === 'on') {
    terminal.out('It is in use already.\n');
    return 0;
  }
  terminal.err(contentText(content.value));
  const { yes } = terminal.line.values;
  if (!yes && !terminal.confirm) {
    terminal.err('Nothing was accepted because confirmation needs a terminal. To confirm, add --yes.\n');
    return 2;
  }
  if (!yes && !(await terminal.confirm?.(`Use this on this machine, as ${visibleLine(item.author)} has written it?`))) {
    terminal.err('Nothing was accepted.\n');
    return 1;
  }
  const accepted = await spaces.items.accept(item.id, item.hash);
  if (!accepted.ok) return reportError(terminal, accepted.error);
  terminal.out(`Accepted: ${visibleLine(titleOf(item))}, version ${item.version}.\n`);
  return 0;
}

export async function turnOffItem(terminal: TeamTerminal, { spaces }: TeamParts): Promise<ExitCode> {
  const item = await namedItem(terminal, spaces);
  if (!item.ok) return reportError(terminal, item.error);
  const done = await spaces.items.turnOff(item.value.id);
  if (!done.ok) return reportError(terminal, done.error);
  terminal.out(`Off: ${visibleLine(titleOf(item.value))}.\n`);
  return 0;
}

export async function publishItem(
  terminal: TeamTerminal,
  spaces: TeamSpaces,
  team: TeamInfo,
  { kind, name }: { kind: ItemKind; name: string },
): Promise<ExitCode> {
  const preview = await spaces.prepareItem(team.team, { kind, name, unmasked: unmaskedIn(terminal) });
  if (!preview.ok) return reportError(terminal, preview.error);
  const { files, notes, bytes, secrets, homePaths, replaces, isSame } = preview.value;
  if (isSame) {
    terminal.out('It is published like this already.\n');
    return 0;
  }
  const lines = [
    `${titleOf(preview.value)} for ${readersOf(team)}, ${sizeText(bytes)}`,
    ...notes.map(textOf),
    ...(homePaths > 0 ? [`Your home folder is written as ~ in ${homePaths} places`] : []),
    ...(replaces ? ['This replaces what you have published of it'] : []),
    ...secretLines(secrets),
  ];
  terminal.err(`${[...lines.map(visibleLine), ...filesText(files)].join('\n')}\n\n`);
  return publishPrepared(terminal, spaces, team, preview.value.prepared);
}
