// What the palette offers for what was typed: commands and conversations that are like it, the likest first. A conversation is
// also named by its id or the beginning of it. Those in the archive come after the others. Pure.

import fuzzysort, { type KeyResult } from 'fuzzysort';
import type { ConversationRow } from '../../../shared/contract/conversation.ts';
import { minimumPrefix } from '../../../shared/ids.ts';

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

export interface PaletteItems<C extends NamedCommand> {
  commands: PaletteMatch<C>[];
  conversations: PaletteMatch<ConversationRow>[];
  /** Conversations stand before commands: they are named more exactly. */
  conversationsFirst: boolean;
}

export interface PaletteIndex<C extends NamedCommand> {
  find(typed: string): PaletteItems<C>;
}

const limits = {
  nothingTyped: { commands: 8, conversations: 12 },
  typed: { commands: 6, conversations: 8 },
  commandsOnly: 200,
} as const;
/** From 0 to 1: letters that are strewn over a title are no match. */
const least = 0.4;
/** A command that is like this is what was meant. */
const sure = 0.75;

/** Titles that are compared letter by letter. */
const mostCompared = 800;

/** What stands before the words when only commands are wanted. */
export const commandsSign = '>';

export function createPaletteIndex<C extends NamedCommand>(
  commands: readonly C[],
  conversations: readonly ConversationRow[],
): PaletteIndex<C> {
  // Made when the first letter is typed.
  let lower: string[] | null = null;

  /** Those that are worth comparing letter by letter, which is slow: every word is in them, else the newest. */
  function candidates(text: string): ConversationRow[] {
    lower ??= conversations.map(({ title }) => title.toLowerCase());
    const words = text.toLowerCase().split(/\s+/);
    const exact: ConversationRow[] = [];
    for (const [n, title] of lower.entries()) {
      if (exact.length >= mostCompared) break;
      if (words.every((word) => title.includes(word))) exact.push(conversations[n] as ConversationRow);
    }
    return exact.length >= limits.typed.conversations
      ? exact
      : [...new Set([...exact, ...conversations.slice(0, mostCompared)])];
  }

  function likeCommands(text: string, limit: number) {
    return fuzzysort.go(text, commands, { key: 'title', threshold: least, limit });
  }

  return {
    find(typed) {
      const text = typed.trim();
      if (text.startsWith(commandsSign)) {
        const rest = text.slice(1).trim();
        const found = rest === '' ? commands.map(unmarked) : likeCommands(rest, limits.commandsOnly).map(marked);
        return { commands: found, conversations: [], conversationsFirst: false };
      }
      if (text === '') {
        const usual = commands.filter(({ quiet }) => !quiet).slice(0, limits.nothingTyped.commands);
        const rows = conversations.filter(({ archived }) => !archived).slice(0, limits.nothingTyped.conversations);
        return { commands: usual.map(unmarked), conversations: rows.map(unmarked), conversationsFirst: true };
      }
      const named = namedBy(text, conversations);
      const likely = fuzzysort.go(text, candidates(text), { key: 'title', threshold: least, limit: 200 });
      const like = likely
        .filter(({ obj }) => !named.includes(obj))
        .map((found) => ({ item: found.obj, marks: found.indexes, score: found.score }))
        .toSorted((one, other) => Number(one.item.archived) - Number(other.item.archived) || other.score - one.score);
      const { commands: mostCommands, conversations: mostRows } = limits.typed;
      const foundCommands = likeCommands(text, mostCommands);
      const best = foundCommands[0]?.score ?? 0;
      return {
        commands: foundCommands.map(marked),
        conversations: [...named.map(unmarked), ...like].slice(0, Math.max(mostRows, named.length)).map(withoutScore),
        conversationsFirst: named.length > 0 || (best < sure && (like[0]?.score ?? 0) > best),
      };
    },
  };
}

function marked<C>(found: KeyResult<C>): PaletteMatch<C> {
  return { item: found.obj, marks: found.indexes };
}

function unmarked<T>(item: T): PaletteMatch<T> {
  return { item, marks: [] };
}

function withoutScore<T>({ item, marks }: PaletteMatch<T>): PaletteMatch<T> {
  return { item, marks };
}

const mostNamed = 50;

/** Those whose id begins with what was typed: the exact one alone, and nobody for less than a prefix has. */
function namedBy(typed: string, conversations: readonly ConversationRow[]): ConversationRow[] {
  const exact = conversations.find((row) => row.id === typed);
  if (exact) return [exact];
  if (typed.length < minimumPrefix) return [];
  return conversations.filter((row) => row.id.startsWith(typed)).slice(0, mostNamed);
}
