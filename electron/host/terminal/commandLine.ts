// Parses the command line against the objects of the commands, and prints their help. Wrong usage gets one line and exit
// code 2.

import { parseArgs } from 'node:util';
import type { Command, LineOf, UsageEntry } from './command.ts';
import { commonOptions, manySeparator, type Option, type OptionTable } from './options.ts';

export type ParsedCommandLine =
  | { kind: 'command'; command: Command; line: LineOf }
  | { kind: 'help' }
  | { kind: 'wrong'; message: string };

export function parseCommandLine(argv: readonly string[], commands: readonly Command[]): ParsedCommandLine {
  const [name, ...rest] = argv;
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') return { kind: 'help' };
  const command = commands.find((one) => one.name === name);
  if (!command && name.startsWith('-'))
    return wrong(`Only --data and --project may come before the command. See throughline --help.`);
  if (!command) return wrong(`Unknown command "${name}". See throughline --help.`);
  // Options of other commands are known, so that the message can say where they belong.
  const vocabulary = Object.assign(
    {},
    ...commands.map(({ options }) => byTypedName(options)),
    byTypedName(commonOptions),
  );
  let parsed: ReturnType<typeof parseTyped>;
  try {
    parsed = parseTyped(withValues(rest, Object.keys(vocabulary), command.options.prompt), vocabulary);
  } catch (thrown) {
    // Node explains a value that begins with a dash in three lines; the last one says how to write it.
    const [problem = '', ...advice] = (thrown as Error).message.split('\n');
    return wrong(advice.length > 0 ? `${problem} ${advice.at(-1)}` : (problem.split('. ')[0] ?? ''));
  }
  const { values: options, positionals } = parsed;
  if (options.help) return { kind: 'help' };
  const allowed = { ...command.options, ...commonOptions };
  const foreign = Object.keys(options).find((option) => !Object.hasOwn(byTypedName(allowed), option));
  if (foreign) return wrong(`${name} has no option --${foreign}`);
  const problem = countProblem(command, positionals);
  if (problem !== null) return wrong(problem);
  return readValues(command, allowed, positionals, options);
}

type Given = Readonly<Record<string, string | boolean | string[] | undefined>>;

function parseTyped(
  args: string[],
  vocabulary: Readonly<Record<string, Option>>,
): { values: Given; positionals: string[] } {
  const options = Object.fromEntries(
    Object.entries(vocabulary).map(([name, option]) => [
      name,
      {
        type: option.type,
        ...(option.short === undefined ? {} : { short: option.short }),
        ...('many' in option ? { multiple: true } : {}),
      },
    ]),
  );
  return parseArgs({ args, options, allowPositionals: true, strict: true }) as { values: Given; positionals: string[] };
}

function countProblem({ name, positionals }: Command, positionalsGiven: readonly string[]): string | null {
  const { min, max } = positionals ?? { min: 0, max: 0 };
  if (positionals && 'needs' in positionals && positionalsGiven.length < min)
    return `${name} needs ${positionals.needs}`;
  return positionalsGiven.length > max ? `${name}: "${positionalsGiven[max]}" is an unexpected argument` : null;
}

function readValues(
  command: Command,
  options: OptionTable,
  positionals: readonly string[],
  givenOptions: Given,
): ParsedCommandLine {
  const values: Record<string, unknown> = {};
  for (const [name, option] of Object.entries(options)) {
    const optionName = typedName(name);
    const input = givenOptions[optionName];
    const value = Array.isArray(input) ? input.join(manySeparator) : input;
    if (option?.type !== 'string') {
      values[name] = value === true;
      continue;
    }
    const read = option.read(typeof value === 'string' ? value : undefined, `--${optionName}`);
    if (!read.ok) return wrong(read.error.message);
    values[name] = read.value;
  }
  const line = { positionals, values } as LineOf;
  const problem = command.check?.(line) ?? null;
  return problem === null ? { kind: 'command', command, line } : wrong(problem);
}

/**
 * Accepts options as users of other tools write them: `--resume` without an ID lets the user choose, `-p` without a
 * message reads standard input, and `--output-format` is `--output`. `prompt`: the command's own option.
 */
function withValues(args: readonly string[], names: readonly string[], prompt: Option | undefined): string[] {
  const bare = prompt?.type === 'string' ? prompt.bare : undefined;
  const result: string[] = [];
  const isOption = (arg: string): boolean => {
    const [, long] = /^--([a-z-]+)(?:=|$)/.exec(arg) ?? [];
    return /^-[a-z]$/.test(arg) || (long !== undefined && [...names, 'output-format'].includes(long));
  };
  for (let at = 0; at < args.length; at++) {
    const [arg = '', next] = args.slice(at, at + 2);
    // The rest is the command line of an MCP server.
    if (arg === '--') return [...result, ...args.slice(at)];
    if (arg === '-p' || arg === '--prompt') {
      const isBare = bare !== undefined && (next === undefined || isOption(next));
      result.push(arg, ...(isBare ? [bare] : args.slice(at + 1, at + 2)));
      if (!isBare) at++;
    } else if (arg === '--resume' && (next === undefined || next.startsWith('-'))) result.push('--pick');
    else result.push(arg.replace(/^--output-format(?==|$)/, '--output'));
  }
  return result;
}

function byTypedName(options: OptionTable): Record<string, Option> {
  return Object.fromEntries(
    Object.entries(options).flatMap(([name, option]) => (option ? [[typedName(name), option]] : [])),
  );
}

/** `maxOutput` becomes `--max-output`. */
function typedName(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

function wrong(message: string): ParsedCommandLine {
  return { kind: 'wrong', message };
}

/** Column of the command descriptions. */
const column = 24;

export function helpText(commands: readonly Command[]): string {
  return `Usage: throughline COMMAND

${commands.flatMap(({ usage }) => usage.map(entryText)).join('\n')}
  serve                 serves the app to a browser; takes the options of npm start

  --project DIR (default: the working directory)   --data DIR (default: the app's data folder)
  These two may also come before the command.
  You can shorten an ID to a unique prefix of at least 4 characters.`;
}

function entryText({ synopsis, text }: UsageEntry): string {
  const [first = '', ...more] = typeof synopsis === 'string' ? [synopsis] : synopsis;
  const head = [`  ${first}`, ...more.map((line) => `      ${line}`)].join('\n');
  if (text === undefined) return head;
  const body = text.replaceAll(/^/gm, ' '.repeat(column));
  return head.length <= column - 2 && more.length === 0
    ? `${head.padEnd(column)}${body.trimStart()}`
    : `${head}\n${body}`;
}
