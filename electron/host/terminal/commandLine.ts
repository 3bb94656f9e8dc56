// The command line: commands, options, and errors in them. Wrong usage gets one line and exit code 2.

import { parseArgs } from 'node:util';
import type { ModelOptions } from '../../../shared/modelOptions.ts';
import { approvalModes } from '../../../shared/permission.ts';
import {
  type ImportProgram,
  importPrograms,
  openInPrograms,
  type WrittenForm,
  writtenForms,
} from '../../../shared/programs.ts';
import { type ExportForm, exportForms, type WireForm, wireForms } from '../../../shared/shownForms.ts';
import { asOurOptions } from './asOurOptions.ts';
import { modelOptionsLine } from './modelOptionsLine.ts';

const options = {
  prompt: { type: 'string', short: 'p' },
  resume: { type: 'string' },
  pick: { type: 'boolean' },
  continue: { type: 'boolean' },
  provider: { type: 'string' },
  preset: { type: 'string' },
  'base-url': { type: 'string' },
  model: { type: 'string' },
  approve: { type: 'string' },
  effort: { type: 'string' },
  'max-output': { type: 'string' },
  temperature: { type: 'string' },
  output: { type: 'string' },
  as: { type: 'string' },
  to: { type: 'string' },
  out: { type: 'string' },
  'dry-run': { type: 'boolean' },
  content: { type: 'boolean' },
  open: { type: 'boolean' },
  hide: { type: 'string' },
  pin: { type: 'string' },
  'clear-marks': { type: 'string' },
  json: { type: 'boolean' },
  all: { type: 'boolean' },
  tail: { type: 'string' },
  days: { type: 'string' },
  limit: { type: 'string' },
  repair: { type: 'boolean' },
  yes: { type: 'boolean' },
  wait: { type: 'boolean' },
  no: { type: 'boolean' },
  'run-again': { type: 'boolean' },
  skip: { type: 'boolean' },
  'mark-done': { type: 'boolean' },
  'end-process': { type: 'boolean' },
  'no-context': { type: 'boolean' },
  call: { type: 'string' },
  turn: { type: 'boolean' },
  since: { type: 'string' },
  scenario: { type: 'string' },
  worktree: { type: 'boolean' },
  base: { type: 'string' },
  bring: { type: 'boolean' },
  squash: { type: 'boolean' },
  message: { type: 'string', short: 'm' },
  'delete-branch': { type: 'boolean' },
  project: { type: 'string' },
  data: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

type Option = keyof typeof options;

interface CommandShape {
  options: readonly Option[];
  /** The least and the most words after the command. */
  words: [number, number];
}

/** The words of `export --to`. */
const exportTargets = [...exportForms, ...writtenForms] as const;

const everywhere: readonly Option[] = ['data', 'project', 'help'];

const run: readonly Option[] = [
  'prompt',
  'resume',
  'pick',
  'continue',
  'provider',
  'base-url',
  'model',
  'preset',
  'approve',
  'effort',
  'max-output',
  'temperature',
  'output',
  'worktree',
];

const commands = {
  run: { options: [...run, 'scenario'], words: [0, 0] },
  chat: { options: [...run.filter((name) => name !== 'prompt' && name !== 'output'), 'scenario'], words: [0, 0] },
  record: { options: [...run, 'out'], words: [0, 0] },
  resolve: { options: ['run-again', 'skip', 'mark-done', 'end-process', 'approve'], words: [2, 2] },
  tool: { options: ['no-context', 'approve', 'json'], words: [3, 3] },
  list: { options: ['json', 'all', 'limit'], words: [0, 0] },
  show: { options: ['tail', 'json'], words: [1, 1] },
  chain: { options: ['json'], words: [1, 1] },
  export: { options: ['to', 'out', 'content', 'open', 'yes'], words: [1, 1] },
  request: { options: ['prompt', 'as', 'provider', 'base-url', 'model'], words: [1, 1] },
  context: { options: ['json', 'hide', 'pin', 'clear-marks'], words: [1, 1] },
  told: { options: ['json'], words: [1, 1] },
  memory: { options: ['all', 'json'], words: [0, 1] },
  cost: { options: ['days', 'json'], words: [0, 1] },
  models: { options: ['json', 'provider', 'base-url'], words: [0, 1] },
  compact: { options: ['json', 'provider', 'base-url', 'model'], words: [1, 1] },
  result: { options: ['out'], words: [2, 2] },
  check: { options: ['repair', 'json'], words: [0, 1] },
  delete: { options: ['yes'], words: [1, 1] },
  forget: { options: ['yes'], words: [2, 2] },
  space: { options: ['json'], words: [0, 0] },
  merge: { options: ['json', 'yes'], words: [1, 1] },
  search: { options: ['limit', 'wait', 'json'], words: [1, 1_000] },
  scenario: { options: ['out'], words: [1, 1] },
  trust: { options: ['no'], words: [0, 0] },
  commands: { options: ['json'], words: [0, 0] },
  approvals: { options: ['json'], words: [0, 2] },
  preset: { options: ['json', 'yes'], words: [0, 1_000] },
  mcp: { options: ['json', 'yes'], words: [0, 1_000] },
  hooks: { options: ['json', 'yes'], words: [0, 2] },
  changes: { options: ['json'], words: [1, 1] },
  undo: { options: ['call', 'turn', 'since', 'yes', 'wait'], words: [1, 1] },
  redo: { options: ['call', 'turn', 'since', 'yes', 'wait'], words: [1, 1] },
  worktree: { options: ['base', 'bring', 'squash', 'message', 'delete-branch', 'yes', 'json'], words: [0, 2] },
  reindex: { options: [], words: [0, 0] },
  import: { options: ['as', 'dry-run', 'output', 'json'], words: [1, 1_000] },
} as const satisfies Record<string, CommandShape>;

export type CommandName = keyof typeof commands;

export interface CommandLine {
  command: CommandName;
  /** The word after the command; empty when there is none. */
  id: string;
  /** The second word (a message, or an open call); empty when there is none. */
  messageId: string;
  /** All words after the command. */
  text: string;
  words: readonly string[];
  values: {
    prompt?: string;
    resume?: string;
    /** `--resume` without an id: the person picks one. */
    pick: boolean;
    continue?: boolean;
    /** What to do about an open call. */
    choice?: 'run_again' | 'skip' | 'mark_done';
    endProcess?: boolean;
    /** The number of a call whose changes are meant. */
    call?: number;
    since?: string;
    /** The model is not told of what is run. */
    noContext?: boolean;
    /** A file that the demo model answers by. */
    scenario?: string;
    /** An id, a preset or a wire. */
    provider?: string;
    baseUrl?: string;
    model?: string;
    /** A preset's file or name; `none`: none. */
    preset?: string;
    approve?: (typeof approvalModes)[number];
    modelOptions?: ModelOptions;
    output: 'text' | 'json' | 'stream-json';
    as?: WireForm;
    to?: ExportForm | WrittenForm;
    /** Of an import; not set: told by content. */
    from?: ImportProgram;
    dryRun?: boolean;
    /** Spans have what was said in them. */
    content?: boolean;
    /** The session goes where its program looks for it. */
    open?: boolean;
    /** The file that is written. */
    out?: string;
    hide?: string;
    pin?: string;
    clearMarks?: string;
    json: boolean;
    all: boolean;
    tail?: number;
    /** How far back costs are looked at, with today. */
    days?: number;
    limit?: number;
    repair: boolean;
    yes: boolean;
    /** The search answers when it knows all; undoing waits for the folder. */
    wait?: boolean;
    /** A new conversation gets a worktree of its own. */
    worktree?: boolean;
    /** A branch that a worktree begins at. */
    base?: string;
    /** With what is not committed. */
    bring?: boolean;
    squash?: boolean;
    message?: string;
    deleteBranch?: boolean;
    /** Trust is taken back. */
    no: boolean;
    project?: string;
    data?: string;
  };
}

export type CommandLineResult =
  | { kind: 'command'; line: CommandLine }
  | { kind: 'help' }
  | { kind: 'wrong'; message: string };

export function parseCommandLine(argv: readonly string[]): CommandLineResult {
  const [name, ...rest] = argv;
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') return { kind: 'help' };
  if (!Object.hasOwn(commands, name)) return wrong(`There is no command "${name}". See throughline --help.`);
  const command = name as CommandName;
  const shape: CommandShape = commands[command];
  let parsed: ReturnType<typeof parseRest>;
  try {
    parsed = parseRest(asOurOptions(rest, Object.keys(options), command === 'run' || command === 'record'));
  } catch (thrown) {
    return wrong((thrown as Error).message.split('. ')[0] as string);
  }
  const { values, positionals } = parsed;
  if (values.help) return { kind: 'help' };
  const foreign = Object.keys(values).find((key) => ![...shape.options, ...everywhere].includes(key as Option));
  if (foreign) return wrong(`${command} has no option --${foreign}`);
  if (command === 'search' && positionals.join(' ').trim() === '') return wrong('search needs a TEXT');
  if (command === 'import' && positionals.length === 0) return wrong('import needs the PATH of a file or folder');
  if (command === 'merge' && positionals.length === 0) return wrong('merge needs the PATH of a copy');
  if (command === 'tool' && positionals.length < 3) {
    return wrong('tool needs a conversation ID, a tool NAME and its arguments as JSON');
  }
  if (command === 'scenario' && positionals.length === 0) return wrong('scenario needs a FILE');
  if (positionals.length < shape.words[0]) {
    const second = command === 'resolve' || command === 'result' ? ' and a CALL' : ' and a MESSAGE';
    return wrong(`${command} needs a conversation ID${shape.words[0] > 1 ? second : ''}`);
  }
  if (positionals.length > shape.words[1])
    return wrong(`${command}: "${positionals[shape.words[1]]}" is an unexpected argument`);
  return checkValues(command, positionals, values);
}

function parseRest(rest: string[]) {
  return parseArgs({ args: rest, options, allowPositionals: true, strict: true });
}

function checkValues(
  command: CommandName,
  words: readonly string[],
  values: ReturnType<typeof parseRest>['values'],
): CommandLineResult {
  const [id = '', messageId = ''] = words;
  const output = values.output ?? 'text';
  if (output !== 'text' && output !== 'json' && output !== 'stream-json') {
    return wrong(`--output must be text, json or stream-json, not "${output}"`);
  }
  const approve = approvalModes.find((mode) => mode === values.approve);
  if (values.approve !== undefined && !approve)
    return wrong(`--approve must be one of ${approvalModes.join(', ')}, not "${values.approve}"`);
  const modelOptions = modelOptionsLine(values);
  if (typeof modelOptions === 'string') return wrong(modelOptions);
  const from = command === 'import' ? importPrograms.find((one) => one === values.as) : undefined;
  if (command === 'import' && values.as !== undefined && !from) {
    return wrong(`--as must be one of ${importPrograms.join(', ')}, not "${values.as}"`);
  }
  const form = from ? undefined : wireForms.find((one) => one === values.as);
  if (values.as !== undefined && !from && (!form || form === 'provider')) {
    return wrong(`--as must be openai, responses, anthropic, gemini, ollama or mistral, not "${values.as}"`);
  }
  const { provider, 'base-url': baseUrl } = values;
  if (values.preset?.trim() === '') return wrong('--preset needs a name: see throughline preset list');
  if (provider?.trim() === '') return wrong('--provider needs a word: see throughline --help');
  if (baseUrl !== undefined && provider === undefined)
    return wrong('--base-url needs --provider, which says what the server speaks, such as --provider openai');
  if (command === 'models' && id !== '' && provider !== undefined)
    return wrong('models takes PROVIDER or --provider, not both');
  const to = exportTargets.find((one) => one === values.to);
  if (command === 'export' && !to) {
    const given = values.to === undefined ? '' : `, not "${values.to}"`;
    return wrong(`export needs --to ${exportTargets.join('|')}${given}`);
  }
  if (values.open && !openInPrograms.some((one) => one === to))
    return wrong(`--open needs --to ${openInPrograms.join('|')}`);
  if (values.open && values.out !== undefined) return wrong('use either --open or --out');
  if (values.scenario !== undefined && (provider !== undefined || values.model !== undefined))
    return wrong('use either --scenario or --provider and --model');
  if (command === 'record' && values.out === undefined) return wrong('record needs --out FILE');
  if (values.out?.trim() === '') return wrong('--out needs a file name');
  const tail = values.tail === undefined ? undefined : Number(values.tail);
  if (tail !== undefined && !(Number.isInteger(tail) && tail > 0))
    return wrong('--tail must be a whole number above 0');
  const days = values.days === undefined ? undefined : Number(values.days);
  if (days !== undefined && !(Number.isInteger(days) && days > 0 && days <= 3660))
    return wrong('--days must be a whole number from 1 to 3660');
  const limit = values.limit === undefined ? undefined : Number(values.limit);
  if (limit !== undefined && !(Number.isInteger(limit) && limit > 0))
    return wrong('--limit must be a whole number above 0');
  const call = values.call === undefined ? undefined : Number(values.call);
  if (call !== undefined && !(Number.isInteger(call) && call > 0)) return wrong('--call must be a call number');
  if ([values.call, values.turn, values.since].filter((value) => value !== undefined).length > 1)
    return wrong('use only one of --call, --turn and --since');
  const marks = [values.hide, values.pin, values['clear-marks']].filter((value) => value !== undefined);
  if (marks.length > 1) return wrong('use only one of --hide, --pin and --clear-marks');
  if ((command === 'run' || command === 'record') && values.prompt?.trim() === '')
    return wrong(`${command} needs a message: -p "…"`);
  if ((values.resume !== undefined || values.pick) && values.continue)
    return wrong('use either --resume or --continue');
  const chosen = (['run-again', 'skip', 'mark-done'] as const).filter((name) => values[name]);
  if (command === 'resolve' && chosen.length !== 1)
    return wrong('resolve needs one of --run-again, --skip or --mark-done');
  const choice = chosen[0]?.replace('-', '_') as CommandLine['values']['choice'];
  const {
    'run-again': _again,
    skip: _skip,
    'mark-done': _done,
    'end-process': endProcess = false,
    'no-context': noContext = false,
    approve: _approve,
    effort: _effort,
    'max-output': _maxOutput,
    temperature: _temperature,
    call: _call,
    turn: _turn,
    as: _as,
    to: _to,
    tail: _tail,
    days: _days,
    limit: _limit,
    help: _help,
    'clear-marks': clearMarks,
    'base-url': _baseUrl,
    'dry-run': dryRun = false,
    'delete-branch': deleteBranch = false,
    ...plain
  } = values;
  return {
    kind: 'command',
    line: {
      command,
      id,
      messageId,
      text: words.join(' '),
      words,
      values: {
        ...plain,
        output,
        json: values.json ?? (command === 'import' && output === 'json'),
        all: values.all ?? false,
        repair: values.repair ?? false,
        yes: values.yes ?? false,
        no: values.no ?? false,
        pick: values.pick ?? false,
        ...(choice ? { choice, endProcess } : {}),
        ...(noContext ? { noContext } : {}),
        ...(call === undefined ? {} : { call }),
        ...(approve ? { approve } : {}),
        ...(baseUrl === undefined ? {} : { baseUrl }),
        ...(modelOptions ? { modelOptions } : {}),
        ...(clearMarks === undefined ? {} : { clearMarks }),
        ...(form ? { as: form } : {}),
        ...(from ? { from } : {}),
        ...(deleteBranch ? { deleteBranch } : {}),
        ...(dryRun ? { dryRun } : {}),
        ...(to ? { to } : {}),
        ...(tail === undefined ? {} : { tail }),
        ...(days === undefined ? {} : { days }),
        ...(limit === undefined ? {} : { limit }),
      },
    },
  };
}

function wrong(message: string): CommandLineResult {
  return { kind: 'wrong', message };
}
