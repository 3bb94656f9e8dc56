// A command of the terminal as one object: its name, its help, its options, and its work, which loads only when it runs.

import type { UnchangedRow } from '../../stores/list/unchangedList.ts';
import type { commonOptions, OptionTable, Values } from './options.ts';
import type { ExitCode, Line, Output, Terminal } from './terminal.ts';

/** Every command, in the order in which throughline --help lists them. */
export const commandNames = [
  'run',
  'chat',
  'acp',
  'compare',
  'record',
  'resolve',
  'tool',
  'list',
  'show',
  'chain',
  'stats',
  'tag',
  'projects',
  'result',
  'export',
  'import',
  'request',
  'context',
  'told',
  'memory',
  'cost',
  'models',
  'compact',
  'check',
  'delete',
  'forget',
  'merge',
  'backup',
  'restore',
  'space',
  'encryption',
  'sync',
  'devices',
  'team',
  'ledger',
  'search',
  'query',
  'scenario',
  'commands',
  'trust',
  'approvals',
  'preset',
  'hooks',
  'plugin',
  'mcp',
  'api',
  'agents',
  'changes',
  'undo',
  'redo',
  'worktree',
  'schedule',
  'service',
  'goal',
  'reindex',
  'doctor',
  'logs',
  'report',
  'open',
] as const;

type CommandName = (typeof commandNames)[number];

export interface UsageEntry {
  /** The name with its arguments and options, one string for each line. */
  synopsis: string | readonly string[];
  /** What it does, with the line breaks that help prints. Left out if the next entry's text covers both. */
  text?: string;
}

export type LineOf<Options extends OptionTable = OptionTable> = Line<Values<Options> & Values<typeof commonOptions>>;

export interface Command<Options extends OptionTable = OptionTable> {
  name: CommandName;
  usage: readonly UsageEntry[];
  /** By property name: `maxOutput` is `--max-output`. Problems are reported in this order. */
  options: Options;
  /** How many it takes; none if left out. `needs` completes "NAME needs …". */
  positionals?: { min: number; max: number; needs: string } | { min: 0; max: number };
  /** What is wrong with the line as a whole; null if nothing is. */
  check?(line: LineOf<Options>): string | null;
  run(terminal: Terminal<LineOf<Options>>): Promise<ExitCode>;
  /** Answers without a core, which takes time to create; null if `run` is needed. */
  runWithoutCore?(
    output: Output<LineOf<Options>>,
    unchangedList: () => Promise<UnchangedRow[] | null>,
  ): Promise<ExitCode | null>;
  /** Runs tools. First ends processes left behind by a killed run. */
  runsTools?: true;
  /**
   * Standard input and output belong to a client program, behind which is a user: nothing else is written there, and
   * questions go to the client.
   */
  servesClient?: true;
  /**
   * No user answers during its runs, but one will continue the conversations. `unattended`: only without a user at the
   * terminal.
   */
  answersLater?: true | 'unattended';
  /** Records exchanges with the model. */
  records?: true;
  /** Prints stored text verbatim; only on a terminal are control characters replaced. */
  printsExactly?: true;
  /** Partial output is of little use: drops the rest when the user stops it. */
  printsAllOrNothing?: true;
}

/** Infers the type of the values that `check` and `run` receive. */
export function defineCommand<const Options extends OptionTable>(command: Command<Options>): Command {
  return command;
}

export const oneConversation = { min: 1, max: 1, needs: 'a conversation ID' } as const;
