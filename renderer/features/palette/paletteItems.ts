// Ranks commands, settings and conversations for a query. Recently used commands come before similar ones, and first if the
// query is empty; archived conversations come last. A conversation also matches by its id or an id prefix. Pure.

import fuzzysort from 'fuzzysort';
import { minimumPrefix } from '../../../shared/core/ids.ts';
import type { ConversationRow } from '../../../shared/features/conversations/methods.ts';

export interface NamedCommand {
  id: string;
  title: string;
  /** Hidden until the user types a query. */
  quiet?: boolean | undefined;
}

/** `marks`: positions of the matched letters, in UTF-16 units of the title. */
export interface PaletteMatch<T> {
  item: T;
  marks: readonly number[];
}

/** A setting: matched by its name and its hint. */
export interface NamedSetting {
  label: string;
  hint: string;
}

export interface PaletteItems<C extends NamedCommand, S extends NamedSetting = NamedSetting> {
  /** Recently used commands, if the query is empty. */
  recent: PaletteMatch<C>[];
  commands: PaletteMatch<C>[];
  settings: PaletteMatch<S>[];
  /** Settings come before commands: a setting is the better match. */
  settingsFirst: boolean;
  conversations: PaletteMatch<ConversationRow>[];
  /** Conversations come before commands: a conversation is the better match. */
  conversationsFirst: boolean;
}

export interface PaletteIndex<C extends NamedCommand, S extends NamedSetting = NamedSetting> {
  find(typed: string): PaletteItems<C, S>;
}

export interface PaletteMore<S extends NamedSetting> {
  settings?: readonly S[];
  /** Ids of commands, most recently used first. */
  recent?: readonly string[];
}

const limits = {
  nothingTyped: { recent: 5, commands: 8, conversations: 12 },
  typed: { commands: 6, settings: 5, conversations: 8 },
  commandsOnly: 200,
} as const;
/** Minimum score, from 0 to 1: letters scattered over a title are no match. */
const minScore = 0.4;
/** From this score on, a command is a certain match. */
const sure = 0.75;

/** Score bonus of the most recently used command. */
const maxBonus = 0.12;
/** Score of a setting that matches only by its hint. */
const saidOnly = 0.45;

/** Maximum titles that are compared letter by letter. */
const maxComparedLines = 800;

/** Prefix that limits the query to commands. */
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

  // Built on the first keystroke.
  let lower: string[] | null = null;

  /** Conversations to compare letter by letter, which is slow: those that contain every word, else the newest. */
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
      .go(text, commands, { key: 'title', threshold: minScore })
      .map((result) => ({ item: result.obj, marks: result.indexes, score: result.score + bonus(result.obj) }))
      .toSorted((one, other) => other.score - one.score)
      .slice(0, limit);
  }

  function likeSettings(text: string) {
    const parts = text.toLowerCase().split(/\s+/);
    const named = fuzzysort.go(text, settings, { key: 'label', threshold: minScore });
    const byName = named.map((result) => ({ item: result.obj, marks: result.indexes, score: result.score }));
    const byDescription = settings.filter((setting) => {
      const words = `${setting.label} ${setting.hint}`.toLowerCase();
      return parts.every((part) => words.includes(part)) && !named.some(({ obj }) => obj === setting);
    });
    return [...byName, ...byDescription.map((item) => ({ item, marks: [], score: saidOnly }))].slice(
      0,
      limits.typed.settings,
    );
  }

  return {
    find(typed) {
      const text = typed.trim();
      if (text.startsWith(commandsSign)) {
        const rest = text.slice(1).trim();
        const all = [...lastUsed, ...commands.filter((command) => !lastUsed.includes(command))];
        const matchingCommands =
          rest === '' ? all.map(unmarked) : likeCommands(rest, limits.commandsOnly).map(withoutScore);
        const settings = rest === '' ? [] : likeSettings(rest).map(withoutScore);
        return { ...nothing, commands: matchingCommands, settings, conversationsFirst: false };
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
      const likely = fuzzysort.go(text, candidates(text), { key: 'title', threshold: minScore, limit: 200 });
      const like = likely
        .filter(({ obj }) => !named.includes(obj))
        .map((result) => ({ item: result.obj, marks: result.indexes, score: result.score }))
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

/**
 * Conversations whose id starts with the query: only the exact match if there is one, and none if the query is shorter than a
 * prefix.
 */
function namedBy(typed: string, conversations: readonly ConversationRow[]): ConversationRow[] {
  const exact = conversations.find((row) => row.id === typed);
  if (exact) return [exact];
  if (typed.length < minimumPrefix) return [];
  return conversations.filter((row) => row.id.startsWith(typed)).slice(0, maxNames);
}
