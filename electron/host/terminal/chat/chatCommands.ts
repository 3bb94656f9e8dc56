// The commands of a terminal chat, and how to interpret a typed line: a chat command, a slash command, or a message.
// Features that the command line has, too, run the command line's command on the open conversation.

import type { SlashEntry } from '../../../../shared/features/slash/slash.ts';
import { approvalModeNamed, approvalModeNames } from '../../../../shared/permission/rule.ts';
import type { Core } from '../../../core.ts';
import { type CompactLine, compactCommand } from '../../../features/context/contextCommand.ts';
import { type CostLine, costCommand } from '../../../features/costs/costCommand.ts';
import { type UndoLine, undoCommand } from '../../../features/undo/changesCommands.ts';
import { pickConversation } from '../run/chooseConversation.ts';
import type { ChatLine } from '../run/turnOptions.ts';
import { listRows, resolveConversationPrefix, type Terminal } from '../terminal.ts';
import { visibleLine, visibleText } from '../terminalText.ts';
import type { ChatScreen, PrintedCall } from './chatScreen.ts';
import type { ChatSession } from './chatSession.ts';
import type { LineInput } from './lineInput.ts';

const modeNames = Object.values(approvalModeNames);

export interface ChatParts {
  terminal: Terminal<ChatLine>;
  session: ChatSession;
  screen: ChatScreen;
  input: LineInput;
}

interface ChatCommand {
  /** Its arguments, for help. */
  words: string;
  says: string;
  run(parts: ChatParts, words: string): Promise<void>;
}

const maxListed = 15;

export const chatCommands: Readonly<Record<string, ChatCommand>> = {
  help: { words: '', says: 'lists the commands', run: help },
  model: { words: '[MODEL]', says: 'shows or sets the model, as provider/model', run: model },
  mode: { words: `[${modeNames.join('|')}]`, says: 'shows or sets what runs without asking', run: mode },
  continue: { words: '', says: 'continues an interrupted turn', run: ({ session }) => session.resume() },
  last: { words: '', says: 'shows the last result in full', run: (parts) => show(parts, '') },
  show: { words: '[N]', says: 'shows the result with this number in full', run: show },
  compact: { words: '', says: 'compacts the context now', run: (parts) => about(parts, compactCommand) },
  undo: { words: '', says: 'undoes the file changes of the last turn', run: (parts) => about(parts, undoCommand) },
  usage: { words: '', says: 'shows the cost of this conversation', run: (parts) => about(parts, costCommand) },
  new: { words: '', says: 'starts a new conversation', run: ({ session, terminal }) => goTo(session, terminal, null) },
  resume: { words: '[ID]', says: 'opens another conversation in this folder', run: resume },
  list: { words: '', says: 'lists the conversations in this folder', run: list },
  exit: { words: '', says: 'exits, like Ctrl+D', run: async ({ session }) => session.leave() },
};

async function help({ terminal, session }: ChatParts): Promise<void> {
  const rows = Object.entries(chatCommands).map(([name, { words, says }]) => [`/${name} ${words}`.trim(), says]);
  const wide = rows.map(([name = '', text = '']) =>
    name.length > 18 ? `  ${name}\n${' '.repeat(22)}${text}` : `  ${name.padEnd(18)}  ${text}`,
  );
  terminal.err(`${wide.join('\n')}\n`);
  const entries = await slashEntries(terminal.core, session);
  const slashCommands = entries.filter(({ name }) => !Object.hasOwn(chatCommands, name));
  if (slashCommands.length > 0) {
    const lines = slashCommands.map(
      ({ name, description }) => `  /${visibleLine(name).padEnd(17)}  ${visibleLine(description).slice(0, 100)}`,
    );
    terminal.err(`From your files, this folder and servers:\n${lines.join('\n')}\n`);
  }
  terminal.err(
    '@ and a path attaches a file. Tab completes both. Built-in commands take precedence over others with the same name.\n',
  );
}

async function model({ terminal, session }: ChatParts, args: string): Promise<void> {
  if (args !== '') {
    const model = await session.chooseModel(args);
    if (!model.ok) return terminal.err(`${model.error.message}\n`);
  }
  terminal.err(`${session.about()}\n`);
}

async function mode({ terminal, session }: ChatParts, args: string): Promise<void> {
  if (args !== '') {
    const mode = approvalModeNamed(args.toLowerCase());
    if (!mode) return terminal.err(`A mode is one of ${modeNames.join(', ')}, not “${visibleLine(args)}”.\n`);
    if (mode === 'all' && !(await isSure(terminal))) return terminal.err('Nothing was changed.\n');
    session.chooseMode(mode);
  }
  terminal.err(`${session.about()}\n`);
}

async function isSure({ confirm }: Terminal): Promise<boolean> {
  const danger = 'Dangerous: every tool call will run without asking, including commands. Continue?';
  return (await confirm?.(danger)) === true;
}

async function show({ terminal, session, screen }: ChatParts, args: string): Promise<void> {
  const id = session.conversationId();
  const number = args === '' ? screen.calls.length : Number(args);
  const call = screen.calls[number - 1];
  if (id === null || !call) {
    const callCount = screen.calls.length;
    return terminal.err(
      callCount === 0 ? 'There are no results yet.\n' : `Results have the numbers 1 to ${callCount}.\n`,
    );
  }
  await showResult(terminal, id, call);
}

/** Runs the command line's command of that name on this conversation. */
async function about(
  { terminal, session }: ChatParts,
  command: (terminal: Terminal<CompactLine & CostLine & UndoLine>) => Promise<unknown>,
): Promise<void> {
  const id = session.conversationId();
  if (id === null) return terminal.err('This conversation has not started yet.\n');
  await command({ ...terminal, line: { positionals: [id], values: { ...terminal.line.values, ...notGiven } } });
}

/** Defaults for options that a chat does not offer. */
const notGiven = {
  json: false,
  days: undefined,
  call: undefined,
  turn: false,
  since: undefined,
  yes: false,
  wait: false,
} as const;

async function resume({ terminal, session }: ChatParts, args: string): Promise<void> {
  const target = args === '' ? await pickConversation(terminal) : await resolveConversationPrefix(terminal, args);
  if (!target.ok) return terminal.err(`${target.error.message}\n`);
  await goTo(session, terminal, target.value);
}

async function goTo(session: ChatParts['session'], terminal: Terminal, id: string | null): Promise<void> {
  if (!(await session.start(id))) return;
  terminal.err(`${session.about()}\n`);
  await session.settleOpen();
}

async function list({ terminal, session }: ChatParts): Promise<void> {
  const rows = await listRows(terminal, false);
  if (!rows.ok) return terminal.err(`${rows.error.message}\n`);
  if (rows.value.length === 0) return terminal.err('There are no conversations in this folder yet.\n');
  for (const { row } of rows.value.slice(0, maxListed)) {
    const marker = row.id === session.conversationId() ? '*' : ' ';
    const when = row.updatedAt.slice(0, 16).replace('T', ' ');
    terminal.err(`${marker} ${row.id.slice(0, 8)}  ${when}  ${visibleLine(row.title).slice(0, 80)}\n`);
  }
}

const pieceBytes = 64 * 1024;
/** Longer lines are cut. */
const maxLineLength = 2000;

async function showResult(terminal: Terminal, conversationId: string, call: PrintedCall): Promise<void> {
  const { core, ask, streams } = terminal;
  terminal.err(`${call.sentence}\n`);
  const rows = Math.max(5, ((streams.stdout as { rows?: number }).rows || 24) - 2);
  let printedLines = 0;
  let rest = '';
  for (let at: number | null = 0; at !== null; ) {
    const page = await core.readResult(conversationId, call.messageId, at, pieceBytes);
    if (!page.ok) return terminal.err(`${page.error.message}\n`);
    at = page.value.nextOffset;
    const lines = (rest + page.value.text).split('\n');
    rest = at === null ? '' : (lines.pop() ?? '');
    for (const line of lines) {
      if (ask && printedLines > 0 && printedLines % rows === 0) {
        const line = await ask('Enter: more. q: back.');
        if (line === null || /^q/i.test(line.trim())) return;
      }
      terminal.out(`${visibleText(line.slice(0, maxLineLength))}\n`);
      printedLines++;
    }
  }
}

/** A path is not a command. */
const commandPattern = /^\/([\p{L}\d][^\s/]*)(?:\s+([\s\S]*))?$/u;

export async function runLine(parts: ChatParts, text: string): Promise<void> {
  const { session, terminal } = parts;
  const match = commandPattern.exec(text);
  const name = match?.[1] ?? '';
  const command = chatCommands[name.toLowerCase()];
  if (command) {
    if (await isSlash(parts, name))
      terminal.err(`/${visibleLine(name)} is a built-in command, so your command with this name was not used.\n`);
    return command.run(parts, (match?.[2] ?? '').trim());
  }
  if (match && !(await isSlash(parts, name)) && !(await confirmMessage(parts, name, text))) return;
  await session.send(text);
}

async function isSlash({ terminal, session }: ChatParts, name: string): Promise<boolean> {
  return (await slashEntries(terminal.core, session)).some((entry) => entry.name === name);
}

/** On a pipe there is no user to ask: it warns, and sends the line. */
async function confirmMessage({ terminal }: ChatParts, name: string, text: string): Promise<boolean> {
  const problem = `There is no command /${visibleLine(name)}. See /help.`;
  if (!terminal.confirm) {
    terminal.err(`${problem} It is sent as text.\n`);
    return true;
  }
  return terminal.confirm(`${problem} Send “${visibleLine(text).slice(0, 60)}” as text?`);
}

export type ChatScope = Pick<ChatSession, 'conversationId' | 'projectId'>;

/** The folder in which it works; null if there is none or the project cannot be read. */
export async function slashEntries(core: Core, place: ChatScope): Promise<readonly SlashEntry[]> {
  const scope = await scopeOf(core, place);
  return scope ? (await core.slash.list(scope)).entries : [];
}

export async function scopeOf(core: Core, scope: ChatScope) {
  const projectId = scope.projectId();
  const conversationId = scope.conversationId();
  const branch = conversationId === null ? null : await core.store.readBranch(conversationId, { tail: 1 });
  const workingDir = await core.store.workingFolder(branch?.ok ? branch.value : { projectId, meta: {} });
  if (!workingDir.ok) return null;
  const { folder, project } = workingDir.value;
  return { conversationId, projectId, folder, trusted: project.trusted };
}
