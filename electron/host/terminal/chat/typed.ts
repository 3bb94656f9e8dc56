// What a typed line means: a command of the chat, something that is called with `/`, or a message. Commands of the chat come before
// others of the same name. A name that nobody knows is told first, and sent as a text when it is entered again.

import { visibleLine } from '../terminalText.ts';
import { type ChatParts, chatCommands } from './chatCommands.ts';
import { slashEntries } from './slashEntries.ts';

/** A path or a text that begins with a slash is none. */
const named = /^\/([\p{L}\d][^\s/]*)(?:\s+([\s\S]*))?$/u;

export async function runTyped(parts: ChatParts, text: string): Promise<void> {
  const { session, terminal } = parts;
  const found = named.exec(text);
  const name = found?.[1] ?? '';
  const command = chatCommands[name.toLowerCase()];
  if (command) {
    if (await isSlash(parts, name))
      terminal.err(`/${visibleLine(name)} is a command of the chat: the one of the same name is not called.\n`);
    return command.run(parts, (found?.[2] ?? '').trim());
  }
  if (found && !(await isSlash(parts, name)) && !(await isMeant(parts, name, text))) return;
  await session.send(text);
}

async function isSlash({ terminal, session }: ChatParts, name: string): Promise<boolean> {
  return (await slashEntries(terminal.core, session)).some((entry) => entry.name === name);
}

/** In a pipe nobody can be asked: it is told, and sent. */
async function isMeant({ terminal }: ChatParts, name: string, text: string): Promise<boolean> {
  const said = `There is no command /${visibleLine(name)}; /help lists them.`;
  if (!terminal.confirm) {
    terminal.err(`${said} It is sent as text.\n`);
    return true;
  }
  return terminal.confirm(`${said} Send “${visibleLine(text).slice(0, 60)}” as text?`);
}
