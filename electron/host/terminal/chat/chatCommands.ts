// The commands of a chat in the terminal. What the command line can do by a command of its own is done by that command, about the
// conversation that goes on.

import { approvalModes } from '../../../../shared/permission.ts';
import { compactCommand } from '../context/contextCommand.ts';
import { costCommand } from '../costs/costCommand.ts';
import { pickConversation } from '../run/chooseConversation.ts';
import { listRows, resolveId, type Terminal } from '../terminal.ts';
import { visibleLine } from '../terminalText.ts';
import { undoCommand } from '../undo/changesCommands.ts';
import type { ChatScreen } from './chatScreen.ts';
import type { ChatSession } from './chatSession.ts';
import type { LineInput } from './lineInput.ts';
import { showResult } from './resultPager.ts';
import { slashEntries } from './slashEntries.ts';

export interface ChatParts {
  terminal: Terminal;
  session: ChatSession;
  screen: ChatScreen;
  input: LineInput;
}

interface ChatCommand {
  /** What may follow its name. */
  words: string;
  says: string;
  run(parts: ChatParts, words: string): Promise<void>;
}

const mostListed = 15;

export const chatCommands: Readonly<Record<string, ChatCommand>> = {
  help: { words: '', says: 'lists the commands', run: help },
  model: { words: '[MODEL]', says: 'shows or chooses the model, as provider/model', run: model },
  mode: { words: `[${approvalModes.join('|')}]`, says: 'shows or chooses what passes without asking', run: mode },
  continue: { words: '', says: 'goes on with a turn that broke off', run: ({ session }) => session.resume() },
  last: { words: '', says: 'shows the last result in full', run: (parts) => show(parts, '') },
  show: { words: '[N]', says: 'shows the result with that number in full', run: show },
  compact: { words: '', says: 'compacts the context now', run: (parts) => about(parts, compactCommand) },
  undo: { words: '', says: 'undoes the file changes of the last turn', run: (parts) => about(parts, undoCommand) },
  usage: { words: '', says: 'shows what this conversation cost', run: (parts) => about(parts, costCommand) },
  new: { words: '', says: 'begins a new conversation', run: ({ session, terminal }) => goTo(session, terminal, null) },
  resume: { words: '[ID]', says: 'goes to another conversation of this folder', run: resume },
  list: { words: '', says: 'lists the conversations of this folder', run: list },
  exit: { words: '', says: 'leaves; so does Ctrl-D', run: async ({ session }) => session.leave() },
};

async function help({ terminal, session }: ChatParts): Promise<void> {
  const rows = Object.entries(chatCommands).map(([name, { words, says }]) => [`/${name} ${words}`.trim(), says]);
  const wide = rows.map(([name = '', says = '']) =>
    name.length > 18 ? `  ${name}\n${' '.repeat(22)}${says}` : `  ${name.padEnd(18)}  ${says}`,
  );
  terminal.err(`${wide.join('\n')}\n`);
  const entries = await slashEntries(terminal.core, session);
  const others = entries.filter(({ name }) => !Object.hasOwn(chatCommands, name));
  if (others.length > 0) {
    const lines = others.map(
      ({ name, description }) => `  /${visibleLine(name).padEnd(17)}  ${visibleLine(description).slice(0, 100)}`,
    );
    terminal.err(`Of your files, folder and servers:\n${lines.join('\n')}\n`);
  }
  terminal.err(
    '@ and a path sends a file along; Tab completes both. A command of the chat counts before another of its name.\n',
  );
}

async function model({ terminal, session }: ChatParts, words: string): Promise<void> {
  if (words !== '') {
    const found = await session.chooseModel(words);
    if (!found.ok) return terminal.err(`${found.error.message}\n`);
  }
  terminal.err(`${session.about()}\n`);
}

async function mode({ terminal, session }: ChatParts, words: string): Promise<void> {
  if (words !== '') {
    const chosen = approvalModes.find((one) => one === words.toLowerCase());
    if (!chosen) return terminal.err(`A mode is one of ${approvalModes.join(', ')}, not “${visibleLine(words)}”.\n`);
    if (chosen === 'all' && !(await isSure(terminal))) return terminal.err('Nothing was changed.\n');
    session.chooseMode(chosen);
  }
  terminal.err(`${session.about()}\n`);
}

async function isSure({ confirm }: Terminal): Promise<boolean> {
  const danger = 'Dangerous: every tool call runs without asking, including commands. Do you want that?';
  return (await confirm?.(danger)) === true;
}

async function show({ terminal, session, screen }: ChatParts, words: string): Promise<void> {
  const id = session.conversationId();
  const number = words === '' ? screen.calls.length : Number(words);
  const call = screen.calls[number - 1];
  if (id === null || !call) {
    const known = screen.calls.length;
    return terminal.err(known === 0 ? 'There is no result yet.\n' : `Results have the numbers 1 to ${known}.\n`);
  }
  await showResult(terminal, id, call);
}

/** By the command of that name, as if the conversation had been named to it. */
async function about(
  { terminal, session }: ChatParts,
  command: (terminal: Terminal) => Promise<unknown>,
): Promise<void> {
  const id = session.conversationId();
  if (id === null) return terminal.err('This conversation has not begun yet.\n');
  const { line } = terminal;
  await command({ ...terminal, line: { ...line, id, values: { ...line.values, json: false, yes: false } } });
}

async function resume({ terminal, session }: ChatParts, words: string): Promise<void> {
  const found = words === '' ? await pickConversation(terminal) : await resolveId(terminal, words);
  if (!found.ok) return terminal.err(`${found.error.message}\n`);
  await goTo(session, terminal, found.value);
}

async function goTo(session: ChatParts['session'], terminal: Terminal, id: string | null): Promise<void> {
  if (!(await session.begin(id))) return;
  terminal.err(`${session.about()}\n`);
  await session.settleOpen();
}

async function list({ terminal, session }: ChatParts): Promise<void> {
  const rows = await listRows(terminal, false);
  if (!rows.ok) return terminal.err(`${rows.error.message}\n`);
  if (rows.value.length === 0) return terminal.err('There are no conversations in this folder yet.\n');
  for (const { row } of rows.value.slice(0, mostListed)) {
    const here = row.id === session.conversationId() ? '*' : ' ';
    const when = row.updatedAt.slice(0, 16).replace('T', ' ');
    terminal.err(`${here} ${row.id.slice(0, 8)}  ${when}  ${visibleLine(row.title).slice(0, 80)}\n`);
  }
}
