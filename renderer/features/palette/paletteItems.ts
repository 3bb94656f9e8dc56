// What the palette offers for what was typed: commands, settings and conversations that are like it, the likest first; what was
// used last comes before its likes, and first where nothing was typed. A conversation is also named by its id or the beginning
// of it. Those in the archive come after the others. Pure.

import fuzzysort from 'fuzzysort';
import { minimumPrefix } from '../../../shared/core/ids.ts';
import type { ConversationRow } from '../../../shared/features/conversations/methods.ts';

export interface NamedCommand {
  id: string;
  title: string;
  /** Offered only when it is typed. */
  quiet?: boolean | undefined;
}

/** `marks`: places of the letters that were typed, in UTF-16 units of its title. */
export interface PaletteMatch<T> {
  item: T;
  marks: readonly number[];
}

/** A setting: found by its name, and by what is said of it. */
export interface NamedSetting {
  label: string;
  hint: string;
}

export interface PaletteItems<C extends NamedCommand, S extends NamedSetting = NamedSetting> {
  /** Where nothing was typed: what was used last. */
  recent: PaletteMatch<C>[];
  commands: PaletteMatch<C>[];
  settings: PaletteMatch<S>[];
  /** Settings stand before commands: one is named more exactly. */
  settingsFirst: boolean;
  conversations: PaletteMatch<ConversationRow>[];
  /** Conversations stand before commands: they are named more exactly. */
  conversationsFirst: boolean;
}

export interface PaletteIndex<C extends NamedCommand, S extends NamedSetting = NamedSetting> {
  find(typed: string): PaletteItems<C, S>;
}

export interface PaletteMore<S extends NamedSetting> {
  settings?: readonly S[];
  /** Ids of commands, the one that was used last first. */
  recent?: readonly string[];
}

const limits = {
  nothingTyped: { recent: 5, commands: 8, conversations: 12 },
  typed: { commands: 6, settings: 5, conversations: 8 },
  commandsOnly: 200,
} as const;
/** From 0 to 1: letters that are strewn over a title are no match. */
const least = 0.4;
/** A command that is like this is what was meant. */
const sure = 0.75;

/** What the command that was used last is worth more than its likes. */
const maxBonus = 0.12;
/** Of a setting of which only what is said has the words. */
const saidOnly = 0.45;

/** Titles that are compared letter by letter. */
const maxComparedLines = 800;

/** What stands before the words when only commands are wanted. */
export const commandsSign = '>';

export function createPaletteIndex<C extends NamedCommand, S extends NamedSetting = NamedSetting>(
  commands: readonly C[],
  conversations: readonly ConversationRow[],
  { settings = [], recent = [] }: PaletteMore<S> = {},
): PaletteIndex<C, S> {
  const lastUsed = recent.flatMap((id) => commands.find((command) => command.id === id) ?? []);
  const bonus = ({ id }: C): number => {
    const at = recent.indexOf(id);
    return at < 0 ? 0 : maxBonus * (1 - at / recent.length);
  };

  // Made when the first letter is typed.
  let lower: string[] | null = null;

  /** Those that are worth comparing letter by letter, which is slow: every word is in them, else the newest. */
  function candidates(text: string): ConversationRow[] {
    lower ??= conversations.map(({ title }) => title.toLowerCase());
    const words = text.toLowerCase().split(/\s+/);
    const exact: ConversationRow[] = [];
    for (const [n, title] of lower.entries()) {
      if (exact.length >= maxComparedLines) break;
      if (words.every((word) => title.includes(word))) exact.push(conversations[n] as ConversationRow);
    }
    return exact.length >= limits.typed.conversations
      ? exact
      : [...new Set([...exact, ...conversations.slice(0, maxComparedLines)])];
  }

  function likeCommands(text: string, limit: number) {
    return fuzzysort
      .go(text, commands, { key: 'title', threshold: least })
      .map((found) => ({ item: found.obj, marks: found.indexes, score: found.score + bonus(found.obj) }))
      .toSorted((one, other) => other.score - one.score)
      .slice(0, limit);
  }

  function likeSettings(text: string) {
    const parts = text.toLowerCase().split(/\s+/);
    const named = fuzzysort.go(text, settings, { key: 'label', threshold: least });
    const byName = named.map((found) => ({ item: found.obj, marks: found.indexes, score: found.score }));
    const said = settings.filter((setting) => {
      const words = `${setting.label} ${setting.hint}`.toLowerCase();
      return parts.every((part) => words.includes(part)) && !named.some(({ obj }) => obj === setting);
    });
    return [...byName, ...said.map((item) => ({ item, marks: [], score: saidOnly }))].slice(0, limits.typed.settings);
  }

  return {
    find(typed) {
      const text = typed.trim();
      if (text.startsWith(commandsSign)) {
        const rest = text.slice(1).trim();
        const all = [...lastUsed, ...commands.filter((command) => !lastUsed.includes(command))];
        const found = rest === '' ? all.map(unmarked) : likeCommands(rest, limits.commandsOnly).map(withoutScore);
        const settings = rest === '' ? [] : likeSettings(rest).map(withoutScore);
        return { ...nothing, commands: found, settings, conversationsFirst: false };
      }
      if (text === '') {
        const first = lastUsed.slice(0, limits.nothingTyped.recent);
        const usual = commands
          .filter((command) => !command.quiet && !first.includes(command))
          .slice(0, limits.nothingTyped.commands);
        const rows = conversations.filter(({ archived }) => !archived).slice(0, limits.nothingTyped.conversations);
        return {
          ...nothing,
          recent: first.map(unmarked),
          commands: usual.map(unmarked),
          conversations: rows.map(unmarked),
        };
      }
      const named = namedBy(text, conversations);
      const likely = fuzzysort.go(text, candidates(text), { key: 'title', threshold: least, limit: 200 });
      const like = likely
        .filter(({ obj }) => !named.includes(obj))
        .map((found) => ({ item: found.obj, marks: found.indexes, score: found.score }))
        .toSorted((one, other) => Number(one.item.archived) - Number(other.item.archived) || other.score - one.score);
      const { commands: mostCommands, conversations: maxRows } = limits.typed;
      const foundCommands = likeCommands(text, mostCommands);
      const best = foundCommands[0]?.score ?? 0;
      const foundSettings = likeSettings(text);
      return {
        ...nothing,
        commands: foundCommands.map(withoutScore),
        settings: foundSettings.map(withoutScore),
        settingsFirst: (foundSettings[0]?.score ?? 0) > best,
        conversations: [...named.map(unmarked), ...like].slice(0, Math.max(maxRows, named.length)).map(withoutScore),
        conversationsFirst: named.length > 0 || (best < sure && (like[0]?.score ?? 0) > best),
      };
    },
  };
}

const nothing = {
  recent: [],
  commands: [],
  settings: [],
  settingsFirst: false,
  conversations: [],
  conversationsFirst: true,
};

function unmarked<T>(item: T): PaletteMatch<T> {
  return { item, marks: [] };
}

function withoutScore<T>({ item, marks }: PaletteMatch<T>): PaletteMatch<T> {
  return { item, marks };
}

const maxNames = 50;

/** Those whose id begins with what was typed: the exact one alone, and nobody for less than a prefix has. */
function namedBy(typed: string, conversations: readonly ConversationRow[]): ConversationRow[] {
  const exact = conversations.find((row) => row.id === typed);
  if (exact) return [exact];
  if (typed.length < minimumPrefix) return [];
  return conversations.filter((row) => row.id.startsWith(typed)).slice(0, maxNames);
}
