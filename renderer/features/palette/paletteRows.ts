// The palette's rows by section, and the action of each.

import type { ConversationRow } from '../../../shared/features/conversations/methods.ts';
import type { SearchHit } from '../../../shared/features/search/methods.ts';
import { isAvailable } from '../../core/commands/commandList.ts';
import { keysFor } from '../../core/commands/shortcuts.ts';
import { lateStrings } from '../../core/lateStrings.ts';
import type { CommandTarget } from '../../core/state/commandTarget.ts';
import type { Session } from '../../core/state/session.ts';
import { strings } from '../../core/strings.ts';
import { hitKey } from '../search/hitGroups.ts';
import type { Hits } from '../search/hitSearch.ts';
import {
  commandsSign,
  type NamedCommand,
  type PaletteIndex,
  type PaletteItems,
  type PaletteMatch,
} from './paletteItems.ts';
import type { SettingsField } from './settingsFields.ts';

export interface PaletteCommand extends NamedCommand {
  keys: string;
  run(): void;
}

export type PaletteRow = { id: string; run: () => void } & (
  | { kind: 'command'; title: string; marks: readonly number[]; keys: string }
  | { kind: 'setting'; field: SettingsField; marks: readonly number[] }
  | { kind: 'conversation'; row: ConversationRow; marks: readonly number[] }
  | { kind: 'hit'; hit: SearchHit }
  | { kind: 'all'; text: string }
);

export interface PaletteSection {
  id: 'recent' | 'commands' | 'settings' | 'conversations' | 'hits';
  title: string;
  rows: PaletteRow[];
}

/** The currently available commands, in the order of the table. */
export function availableCommands(session: Session, target: CommandTarget): PaletteCommand[] {
  const snapshot = session.app.store.getState().snapshot;
  return session.commands
    .filter((command) => command.id !== 'palette.open' && isAvailable(command, session, target))
    .map((command) => ({
      id: command.id,
      title: strings.commands.titles[command.id],
      quiet: command.quiet,
      keys: snapshot ? keysFor(command, snapshot) : '',
      run: () => command.run?.(session, target),
    }));
}

export interface PaletteDoing {
  show(conversationId: string): void;
  open(hit: SearchHit): void;
  showAll(): void;
  goTo(field: SettingsField): void;
}

const words = lateStrings.search.palette;

export function paletteSections(
  typed: string,
  index: PaletteIndex<PaletteCommand, SettingsField>,
  results: Pick<Hits, 'hits' | 'cursor'>,
  doing: PaletteDoing,
): PaletteSection[] {
  const items = index.find(typed);
  const text = typed.trim();
  const rows: PaletteRow[] = results.hits.map((hit) => ({
    id: `hit-${hitKey(hit)}`,
    kind: 'hit' as const,
    hit,
    run: () => doing.open(hit),
  }));
  if (rows.length > 0) rows.push({ id: 'all', kind: 'all', text, run: doing.showAll });
  const hits: PaletteSection = { id: 'hits', title: words.hits, rows };
  return [...nearSections(items, doing), hits].filter((section) => section.rows.length > 0);
}

function nearSections(items: PaletteItems<PaletteCommand, SettingsField>, doing: PaletteDoing): PaletteSection[] {
  const { recent, commands: offered, settings, conversations, conversationsFirst, settingsFirst } = items;
  const commandRow = ({ item, marks }: PaletteMatch<PaletteCommand>): PaletteRow => ({
    id: item.id,
    kind: 'command',
    title: item.title,
    marks,
    keys: item.keys,
    run: item.run,
  });
  const usedLast: PaletteSection = { id: 'recent', title: words.recent, rows: recent.map(commandRow) };
  const toDo: PaletteSection = { id: 'commands', title: words.commands, rows: offered.map(commandRow) };
  const toSet: PaletteSection = {
    id: 'settings',
    title: words.settings,
    rows: settings.map(({ item, marks }) => ({
      id: `setting-${item.section}-${item.label.replace(/\s+/g, '_')}`,
      kind: 'setting',
      field: item,
      marks,
      run: () => doing.goTo(item),
    })),
  };
  const toShow: PaletteSection = {
    id: 'conversations',
    title: words.conversations,
    rows: conversations.map(({ item, marks }) => ({
      id: item.id,
      kind: 'conversation',
      row: item,
      marks,
      run: () => doing.show(item.id),
    })),
  };
  const done = settingsFirst ? [toSet, toDo] : [toDo, toSet];
  return [usedLast, ...(conversationsFirst ? [toShow, ...done] : [...done, toShow])];
}

/** The row selected first. Enter on an empty query leads somewhere: not to the conversation that is already open. */
export function initialRow(rows: readonly PaletteRow[], typed: string, openId: string | null): PaletteRow | undefined {
  if (typed !== '') return rows[0];
  return rows.find((row) => row.kind !== 'conversation' || row.id !== openId) ?? rows[0];
}

/** The query for message search; empty if there is none, as when only commands are wanted. */
export function messageQuery(typed: string): string {
  const text = typed.trim();
  return text.startsWith(commandsSign) ? '' : text;
}
