// Extracts commands from the grammar's tree, and doubts for anything not plain. Unknown node kinds are doubts, so new
// ones never pass unnoticed.

import { type Sentence, SentenceSet, say, type UserText } from '../../../shared/core/sentence.ts';
import type { CommandPart } from '../../../shared/permission/permission.ts';
import type { ShellNode } from './grammar.ts';
import { type ShellToken, tokenOf } from './tokens.ts';

export type CommandNode = Pick<CommandPart, 'words' | 'redirections' | 'assignments' | 'made'>;

/** Beyond any of these limits the rest is skipped with a doubt: the work must stay linear. */
const limits = { commands: 400, nodes: 12_000, depth: 150, redirections: 50, heredocs: 50 };

export interface CommandScan {
  /** In text order, at most 400. */
  commands: CommandNode[];
  doubts: UserText[];
  /** Words computed at run time that belong to no command. */
  made: string[];
}

/** Nodes that may contain commands and have no meaning of their own. */
const structure = new Set([
  ...['program', 'list', 'pipeline', 'compound_statement', 'subshell', 'if_statement', 'elif_clause', 'else_clause'],
  ...['while_statement', 'do_group', 'case_statement', 'case_item', 'negated_command', 'command_substitution'],
  ...['comment', 'string', 'string_content', 'concatenation', 'word', 'number', 'raw_string', 'command_name'],
  ...['simple_expansion', 'special_variable_name', 'variable_name', 'variable_assignment', 'redirected_statement'],
  ...[
    'command',
    'file_redirect',
    'file_descriptor',
    'for_statement',
    'test_command',
    'declaration_command',
    'unset_command',
  ],
  ...['heredoc_redirect', 'heredoc_start', 'heredoc_body', 'heredoc_content', 'heredoc_end', 'expansion'],
  ...['unary_expression', 'binary_expression', 'parenthesized_expression', 'test_operator'],
]);

const differently = say`which shells interpret differently`;
const doubtful: Readonly<Record<string, Sentence>> = {
  ERROR: say`The command line cannot be fully parsed.`,
  process_substitution: say`It uses <(…) or >(…), ${differently}.`,
  herestring_redirect: say`It uses <<<, ${differently}.`,
  ansi_c_string: say`It writes characters as $’…’, ${differently}.`,
  translated_string: say`It uses $"…", ${differently}.`,
  brace_expression: say`It uses braces, ${differently}.`,
  arithmetic_expansion: say`It calculates values at run time.`,
  function_definition: say`It defines a function.`,
  c_style_for_statement: say`It uses for ((…)), ${differently}.`,
  subscript: say`It uses an array, ${differently}.`,
  array: say`It uses an array, ${differently}.`,
  extglob_pattern: say`It uses a pattern, ${differently}.`,
  regex: say`It uses a pattern, ${differently}.`,
};

const wordTypes = new Set([
  ...['word', 'concatenation', 'string', 'raw_string', 'ansi_c_string', 'translated_string', 'number'],
  ...[
    'simple_expansion',
    'expansion',
    'command_substitution',
    'process_substitution',
    'arithmetic_expansion',
    'brace_expression',
  ],
]);

export function scanCommands(root: ShellNode): CommandScan {
  const scan: CommandScan = { commands: [], doubts: [], made: [] };
  const doubts = new SentenceSet();
  visit(root, { ...scan, doubts, nodes: 0, depth: 0, heredocs: 0 });
  if (root.hasError) doubts.add(doubtful.ERROR as Sentence);
  return { ...scan, doubts: [...doubts] };
}

interface Visit {
  commands: CommandNode[];
  doubts: SentenceSet;
  made: string[];
  /** Visited nodes. */
  nodes: number;
  depth: number;
  heredocs: number;
}

function visit(node: ShellNode, state: Visit): void {
  if (isBeyond(state)) return;
  state.nodes++;
  state.depth++;
  note(node, state);
  if (node.type === 'command') addCommand(node, state);
  else if (node.type === 'redirected_statement') redirected(node, state);
  else visitOther(node, state);
  state.depth--;
}

function isBeyond({ commands, nodes, depth, doubts }: Visit): boolean {
  if (depth >= limits.depth) doubts.add(say`It is nested too deeply to check.`);
  else if (commands.length >= limits.commands || nodes >= limits.nodes) {
    doubts.add(say`It has too many commands and words to check.`);
  } else return false;
  return true;
}

function visitOther(node: ShellNode, state: Visit): void {
  if (node.type === 'declaration_command' || node.type === 'unset_command' || node.type === 'test_command') {
    const command: CommandNode = { words: [], redirections: [], assignments: assignedBy(node) };
    for (const word of leafWords(node)) addWord(command, word);
    state.commands.push(command);
  } else if (node.type === 'variable_assignment') {
    state.commands.push({ words: [], redirections: [], assignments: [nameOf(node)] });
  } else if (node.type === 'file_redirect' || node.type === 'heredoc_redirect') {
    const { redirections, words } = redirection(node, state.doubts);
    const command: CommandNode = { words: [], redirections, assignments: [] };
    for (const word of words) addWord(command, word);
    state.commands.push(command);
  }
  visitChildren(node, state);
}

function visitChildren(node: ShellNode, state: Visit): void {
  for (const child of node.children) if (child) visit(child, state);
}

/** Notes nodes that are a doubt by their mere presence. */
function note(node: ShellNode, state: Visit): void {
  const { doubts } = state;
  const { type, text } = node;
  if (ofNoCommand.has(type)) for (const child of node.namedChildren) if (child) noteMade(child, state);
  if (node.isMissing) doubts.add(doubtful.ERROR as Sentence);
  if (!node.isNamed) {
    if (/^(?:\|&|&>>?|;&|;;&|function|\(\(|coproc|select|\$\(\()$/.test(text))
      doubts.add(say`It uses ${text}, ${differently}.`);
    if (text === '[[') doubts.add(say`It uses [[ ]], ${differently}.`);
    return;
  }
  if (Object.hasOwn(doubtful, type)) doubts.add(doubtful[type] as Sentence);
  else if (!structure.has(type)) doubts.add(say`Part of it could not be parsed (${type.replaceAll('_', ' ')}).`);
  if (type === 'expansion' && !/^\$\{[A-Za-z_]\w*(?:(?::?[-+?]|%%?|##?)[^=:/^,@!]*)?\}$/.test(text)) {
    doubts.add(say`It uses an expansion, ${differently}.`);
  }
  if (type === 'command_substitution' && text.startsWith('`') && text.includes('\\')) {
    doubts.add(say`It uses quotes inside backquotes.`);
  }
  if (type === 'test_command' && /(?<!\\)[<>(]/.test(text))
    doubts.add(say`It uses a comparison that a shell may treat as a redirection.`);
  if (type === 'for_statement') {
    const variable = node.namedChildren.find((child) => child?.type === 'variable_name')?.text ?? '';
    if (!/^[a-z][a-z0-9_]*$/.test(variable) || variable.endsWith('_proxy')) {
      doubts.add(say`It sets the variable ${variable}, which may change what programs do.`);
    }
    if (node.children[0]?.text !== 'for') doubts.add(say`It uses ${node.children[0]?.text}, ${differently}.`);
  }
  if (type === 'file_descriptor' && text.length > 1)
    doubts.add(say`It uses a two-digit file descriptor, ${differently}.`);
  if (type === 'heredoc_redirect') {
    if (++state.heredocs > limits.heredocs) doubts.add(say`It has too many here-documents to check.`);
    else heredoc(node, doubts);
  }
  // The grammar takes a line that starts with a backslash as more words of the previous line.
  if (type === 'word' && /\s/.test(text.replace(/\\[\s\S]/g, '')))
    doubts.add(say`It can be interpreted in more than one way.`);
}

const ofNoCommand = new Set(['for_statement', 'case_statement', 'case_item', 'variable_assignment', 'array']);

function noteMade(node: ShellNode, { made }: Visit): void {
  const word = wordTypes.has(node.type) ? tokenOf(node) : null;
  if (word?.text === null && word.made !== undefined) made.push(word.made);
}

function addCommand(node: ShellNode, state: Visit): void {
  const command: CommandNode = { words: [], redirections: [], assignments: [] };
  // Before its nested commands, to keep text order.
  state.commands.push(command);
  for (const child of node.children) {
    if (!child) continue;
    state.nodes++;
    if (child.type === 'variable_assignment') command.assignments.push(nameOf(child));
    else if (
      child.type === 'file_redirect' ||
      child.type === 'herestring_redirect' ||
      child.type === 'heredoc_redirect'
    ) {
      const redirected = redirection(child, state.doubts);
      addRedirections(command, redirected.redirections, state);
      for (const word of redirected.words) addWord(command, word);
      note(child, state);
    } else if (child.type === 'command_name' || wordTypes.has(child.type)) {
      const word = tokenOf(child);
      if (word.doubt) state.doubts.add(word.doubt);
      addWord(command, word);
    } else if (child.isNamed && child.type !== 'comment') command.words.push(null);
    if (!['file_redirect', 'heredoc_redirect'].includes(child.type)) note(child, state);
    visitChildren(child, state);
  }
}

function addWord(command: CommandNode, word: ShellToken): void {
  const text = wordIn(command, word);
  command.words.push(text);
  if (text === null && word.made !== undefined) command.made = [...(command.made ?? []), word.made];
}

/** A number is acceptable as a word, except as a program name; printed text may contain some. */
function wordIn({ words }: CommandNode, { text, isNumber, printed }: ShellToken): string | null {
  if (words.length === 0) return isNumber ? null : text;
  return text ?? (words[0] === 'echo' && printed !== undefined ? printed : null);
}

function addRedirections(command: CommandNode, more: CommandNode['redirections'], { doubts }: Visit): void {
  command.redirections.push(...more.slice(0, limits.redirections - command.redirections.length));
  if (command.redirections.length >= limits.redirections) doubts.add(say`It has too many redirections to check.`);
}

/** A redirection after a group applies to every command in it. */
function redirected(node: ShellNode, state: Visit): void {
  const before = state.commands.length;
  const group: CommandNode = { words: [], redirections: [], assignments: [] };
  const behind: ShellToken[] = [];
  for (const child of node.children) {
    if (!child) continue;
    if (child.type !== 'file_redirect' && child.type !== 'heredoc_redirect' && child.type !== 'herestring_redirect') {
      visit(child, state);
    }
  }
  const inner = state.commands.slice(before);
  for (const child of node.children) {
    if (!child) continue;
    if (child.type !== 'file_redirect' && child.type !== 'heredoc_redirect' && child.type !== 'herestring_redirect')
      continue;
    note(child, state);
    const { redirections, words } = redirection(child, state.doubts);
    addRedirections(group, redirections, state);
    behind.push(...words);
    visitChildren(child, state);
  }
  const [only] = inner;
  if (!only) {
    for (const word of behind) addWord(group, word);
    state.commands.splice(before, 0, group);
  } else {
    for (const command of inner) addRedirections(command, group.redirections, state);
    // Words after a redirection belong to the command before it.
    if (inner.length === 1) for (const word of behind) addWord(only, word);
    else if (behind.length > 0) state.doubts.add(doubtful.ERROR as Sentence);
  }
}

/** Its target, and the words after it that belong to the command. */
function redirection(
  node: ShellNode,
  doubts: SentenceSet,
): { redirections: CommandNode['redirections']; words: ShellToken[] } {
  const operator = node.children.find((child) => child && !child.isNamed)?.text ?? '';
  const targets = node.namedChildren.flatMap((child) => (child && wordTypes.has(child.type) ? [tokenOf(child)] : []));
  if (node.type !== 'file_redirect')
    return { redirections: [], words: node.type === 'heredoc_redirect' ? targets : [] };
  const [target, ...words] = targets;
  for (const { doubt } of targets) if (doubt) doubts.add(doubt);
  const text = target?.isNumber ? null : (target?.text ?? null);
  const isCopy = (operator === '>&' || operator === '<&') && /^(?:\d+|-)$/.test(text ?? '');
  if (isCopy || operator === '>&-' || operator === '<&-') {
    return { redirections: [], words: operator.endsWith('-') && target ? targets : words };
  }
  if (operator === '>&' || operator.startsWith('&>')) doubts.add(say`It uses ${operator}, ${differently}.`);
  return {
    redirections: [
      {
        mode: operator.startsWith('<') && operator !== '<>' ? 'read' : 'write',
        path: text,
        ...(text === null && target?.made !== undefined ? { made: target.made } : {}),
      },
    ],
    words,
  };
}

/** A here-document is plain only if it ends where a simple reading says and contains no expansion. */
function heredoc(node: ShellNode, doubts: SentenceSet): void {
  const start = node.namedChildren.find((child) => child?.type === 'heredoc_start')?.text ?? '';
  const body = node.namedChildren.find((child) => child?.type === 'heredoc_body')?.text ?? '';
  const end = node.namedChildren.find((child) => child?.type === 'heredoc_end')?.text ?? '';
  const isQuoted = /^(?:'\w+'|"\w+")$/.test(start);
  const name = isQuoted ? start.slice(1, -1) : start;
  if (!/^\w+$/.test(name) || end !== name) return void doubts.add(say`It is unclear where its here-document ends.`);
  if (!isQuoted && /[$`\\]/.test(body)) doubts.add(say`Its here-document cannot be checked in advance.`);
  const lines = node.tree.rootNode.text.slice(0, node.endIndex).split('\n');
  const first = lines.findIndex(
    (line) => line.includes(`<<${start}`) || line.includes(`<< ${start}`) || line.includes(`<<-${start}`),
  );
  const ends = lines.findIndex((line, at) => at > first && line.replace(/^\t+/, '') === name);
  if (first < 0 || ends !== lines.length - 1) doubts.add(say`It is unclear where its here-document ends.`);
}

function nameOf(assignment: ShellNode): string {
  return assignment.text.split(/[+=[]/)[0] as string;
}

function assignedBy(node: ShellNode): string[] {
  return node.namedChildren.flatMap((child) => (child?.type === 'variable_assignment' ? [nameOf(child)] : []));
}

/** All words of a construct with its own syntax, such as `[ -f a ]`. */
function leafWords(node: ShellNode, depth = 0): ShellToken[] {
  if (depth > limits.depth) return [{ text: null }];
  return node.children.flatMap((child): ShellToken[] => {
    if (!child) return [];
    if (wordTypes.has(child.type)) return [tokenOf(child)];
    const isWhole = child.childCount === 0 || child.type === 'variable_assignment';
    return isWhole ? [{ text: child.text }] : leafWords(child, depth + 1);
  });
}
