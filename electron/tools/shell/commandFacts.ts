// Takes a command line apart: every command in it, however deep, and every reason why it cannot be told what it does. The
// shell is /bin/sh, which is dash on one machine and bash on the next: what they read differently is a doubt.

import { isHarmlessVariable } from '../../../shared/permission/commandRules.ts';
import { type CommandFacts, type CommandPart, longestCommand } from '../../../shared/permission.ts';
import { visibleText } from '../../../shared/visibleText.ts';
import { builtinDoubt } from './builtins.ts';
import { createShellGrammar, type ShellGrammar } from './grammar.ts';
import { plainWords } from './plainWords.ts';
import { riskyOptions } from './riskyOptions.ts';
import { type FoundCommand, foundCommands } from './treeCommands.ts';
import { unwrap } from './wrappers.ts';

export type ReadCommand = (text: string) => Promise<CommandFacts>;

/** How deep shells may stand in shells. */
const deepest = 6;
/** Beyond these a command line is asked about as a whole. */
const mostParts = 2_000;
/** Not taken apart at all. Characters. */
const longestParsed = 40_000;

/** `platform`: as in `process.platform`; for Windows every command line is a doubt. */
export function createCommandReader(platform: string = process.platform): ReadCommand {
  const grammar = createShellGrammar();
  return async (text) => {
    const facts: Reading = { parts: [], doubts: new Set() };
    if (platform === 'win32') facts.doubts.add('How cmd reads a command line is not known well enough.');
    else await readInto(facts, text, 0, grammar);
    const { parts, doubts } = facts;
    return { text, parts, doubts: [...doubts] };
  };
}

interface Reading {
  parts: CommandPart[];
  doubts: Set<string>;
}

async function readInto(into: Reading, text: string, depth: number, grammar: ShellGrammar): Promise<void> {
  const { doubts } = into;
  for (const doubt of textDoubts(text)) doubts.add(doubt);
  if (depth > deepest) return void doubts.add('Shells stand in shells in it, deeper than is looked into.');
  if (text.length > longestParsed) return;
  const found = await grammar.parse(text, (root) => foundCommands(root));
  if (!found.ok) return void doubts.add(found.error.message);
  for (const doubt of found.value.doubts) doubts.add(doubt);
  const plain = plainWords(text);
  if (plain && !agrees(plain, found.value.commands)) doubts.add('It can be read in more than one way.');
  for (const command of found.value.commands) await addCommand(into, command, depth, grammar);
}

async function addCommand(into: Reading, command: FoundCommand, depth: number, grammar: ShellGrammar): Promise<void> {
  const { parts, doubts } = into;
  if (parts.length >= mostParts) return void doubts.add('It has more commands than are looked at.');
  const { words, redirections, assignments } = command;
  const risky = riskyOptions(words);
  const { commands, texts, assignments: set, doubts: unclear } = unwrap(words);
  parts.push({ words, redirections, assignments: [...assignments, ...set], cautions: risky.changes });
  for (const doubt of [...risky.runs, ...unclear]) doubts.add(doubt);
  if (words[0] === null) doubts.add('Which program it runs is only known while it runs.');
  const builtin = builtinDoubt(words);
  if (builtin) doubts.add(builtin);
  for (const name of [...assignments, ...set]) {
    if (!isHarmlessVariable(name)) doubts.add(`It sets the variable ${name}, which may change what programs do.`);
  }
  for (const inner of commands) {
    await addCommand(into, { words: [...inner], redirections: [], assignments: [] }, depth, grammar);
  }
  for (const text of texts) await readInto(into, text, depth + 1, grammar);
}

function textDoubts(text: string): string[] {
  const doubts: string[] = [];
  if (visibleText(text) !== text) doubts.push('There are characters in it that cannot be seen.');
  if (text.length > longestCommand) doubts.push('It is too long to be read.');
  // Joined by shells, taken for a space by the grammar.
  if (/[^\s]\\\n[^\s]/.test(text)) doubts.push('A word goes on in the next line.');
  if (/\$\{?IFS\b|\bIFS=/.test(text)) doubts.push('It uses or changes what separates words (IFS).');
  if (/\/dev\/(?:tcp|udp)\//.test(text)) doubts.push('Some shells open a network connection for /dev/tcp.');
  return doubts;
}

function agrees(plain: readonly string[][], commands: readonly FoundCommand[]): boolean {
  const named = commands.filter(({ words }) => words.length > 0);
  return (
    plain.length === named.length &&
    plain.every((words, at) => {
      const other = named[at]?.words ?? [];
      return words.length === other.length && other.every((word, place) => word === null || word === words[place]);
    })
  );
}
