// Analyzes a command line: every command in it at any depth, and every reason for doubt. The shell is /bin/sh, which
// may be dash or bash; anything they read differently is a doubt.

import { type Sentence, SentenceSet, say, type UserText } from '../../../shared/core/sentence.ts';
import { visibleText } from '../../../shared/core/visibleText.ts';
import { isHarmlessVariable } from '../../../shared/permission/commandRules.ts';
import { type CommandFacts, type CommandPart, maxCommandLength } from '../../../shared/permission/permission.ts';
import { createTimeSlice, yieldToEventLoop } from '../../lib/cooperativeYield.ts';
import { builtinDoubt } from './builtins.ts';
import { createShellGrammar, type ShellGrammar } from './grammar.ts';
import { type CommandNode, scanCommands } from './treeCommands.ts';
import { type InnerCommands, unwrapCommand } from './wrappers.ts';

export type ReadCommand = (text: string) => Promise<CommandFacts>;

/** Maximum nesting of shells and wrappers. */
const deepest = 8;
/** Maximum inner commands; anything beyond is not analyzed. */
const maxInner = 200;
const maxTexts = 100;
const maxDoubts = 50;
/** Characters. Longer texts are not analyzed in a single event loop turn. */
const longAtOnce = 1_000;
/** Maximum words to analyze; the arguments of wrappers count again. */
const maxWords = 40_000;

/** `platform` as in `process.platform`; on Windows every command line is a doubt. */
export function createCommandReader(platform: string = process.platform): ReadCommand {
  const grammar = createShellGrammar();
  return async (text) => {
    const doubts = new SentenceSet();
    const into: Reading = {
      platform,
      parts: [],
      launched: [],
      made: [],
      doubt: (...more) => {
        for (const doubt of more) if (doubts.size < maxDoubts) doubts.add(doubt);
      },
      inner: 0,
      texts: 0,
      words: 0,
      slice: createTimeSlice(),
    };
    if (platform === 'win32') into.doubt(say`There is no reliable way to predict how cmd reads a command line.`);
    else if (text.length > maxCommandLength) into.doubt(say`It is too long to check.`);
    else await readInto(into, text, 0, grammar);
    const { parts, launched, made } = into;
    const more = { ...(launched.length > 0 ? { launched } : {}), ...(made.length > 0 ? { made } : {}) };
    return { text, parts, doubts: [...doubts], ...more };
  };
}

interface Reading {
  platform: string;
  parts: CommandPart[];
  launched: CommandPart[];
  made: string[];
  doubt(...sentences: UserText[]): void;
  /** Inner commands so far. */
  inner: number;
  /** Shell texts so far. */
  texts: number;
  words: number;
  slice: ReturnType<typeof createTimeSlice>;
}

async function readInto(into: Reading, text: string, depth: number, grammar: ShellGrammar): Promise<void> {
  into.doubt(...textDoubts(text));
  if (depth > deepest) return into.doubt(tooDeep);
  const isLong = text.length > longAtOnce;
  if (isLong) await yieldToEventLoop();
  const scan = await grammar.parse(text, (root) => scanCommands(root));
  if (!scan.ok) return into.doubt(scan.error.message);
  into.doubt(...scan.value.doubts);
  into.made.push(...scan.value.made);
  if (isLong) await yieldToEventLoop();
  for (const command of scan.value.commands) await addCommand(into, command, depth, grammar);
}

const tooDeep = say`It runs programs within programs, nested too deeply to check.`;
const tooMany = say`It runs too many commands to check.`;

async function addCommand(into: Reading, command: CommandNode, depth: number, grammar: ShellGrammar): Promise<void> {
  const { words, redirections, assignments, made: ofWords } = command;
  into.words += words.length;
  if (depth > 0 && (++into.inner > maxInner || into.words > maxWords)) return into.doubt(tooMany);
  await into.slice();
  const inner = unwrapCommand(words, into.platform);
  const part: CommandPart = {
    words,
    redirections,
    assignments: [...assignments, ...inner.assignments],
    ...(ofWords ? { made: ofWords } : {}),
    ...(inner.commands.length > 0 ? { wraps: true } : {}),
  };
  into.parts.push(part);
  into.doubt(...inner.doubts);
  if (words[0] === null) into.doubt(say`Which program it runs cannot be checked in advance.`);
  const builtin = builtinDoubt(words);
  if (builtin) into.doubt(builtin);
  for (const name of part.assignments) {
    if (!isHarmlessVariable(name))
      into.doubt(say`It sets the variable ${name.slice(0, 60)}, which may change what programs do.`);
  }
  await addInner(into, part, inner, depth, grammar);
}

/** Adds what it runs. Knowledge about a program launched by name applies to the launcher. */
async function addInner(
  into: Reading,
  part: CommandPart,
  { commands, texts, launched }: InnerCommands,
  depth: number,
  grammar: ShellGrammar,
): Promise<void> {
  if (depth >= deepest && commands.length + texts.length + (launched ? 1 : 0) > 0) return into.doubt(tooDeep);
  if (launched) {
    await into.slice();
    into.launched.push({ words: [...launched], redirections: [], assignments: [] });
    const unwrapped = unwrapCommand(launched, into.platform);
    part.assignments.push(...unwrapped.assignments);
    into.words += launched.length;
    into.doubt(...unwrapped.doubts);
    if (into.words > maxWords) return into.doubt(tooMany);
    await addInner(into, part, unwrapped, depth + 1, grammar);
  }
  for (const { words, isLast } of commands) {
    const madeWords = words.includes(null) && part.made ? { made: part.made } : {};
    const inner = { words: [...words], redirections: [], assignments: [], ...madeWords };
    if (!isLast) await addCommand(into, inner, depth + 1, grammar);
    else if (++into.inner > maxInner) return into.doubt(tooMany);
    else into.parts.push(inner);
  }
  for (const text of texts) {
    if (++into.texts > maxTexts) return into.doubt(tooMany);
    await readInto(into, text, depth + 1, grammar);
  }
}

function textDoubts(text: string): Sentence[] {
  const doubts: Sentence[] = [];
  if (visibleText(text) !== text) doubts.push(say`It contains hidden characters.`);
  // Shells join these lines; the grammar reads a space.
  if (/[^\s]\\\n[^\s]/.test(text)) doubts.push(say`A word continues on the next line.`);
  // Some shells translate this; others read a dollar sign and a string.
  if (/\$"/.test(text)) doubts.push(say`It can be interpreted in more than one way.`);
  if (/\$\{?IFS\b|\bIFS=/.test(text)) doubts.push(say`It uses or changes what separates words (IFS).`);
  if (/\/dev\/(?:tcp|udp)\//.test(text)) doubts.push(say`Some shells open a network connection for /dev/tcp.`);
  return doubts;
}
