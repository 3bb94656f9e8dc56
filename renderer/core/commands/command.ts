// Looks commands up and asks whether they can run now.

import type { CommandTarget } from '../state/commandTarget.ts';
import type { Command, CommandId, Session } from '../state/session.ts';

/** Whether the command can run now. */
export function isOffered(command: Command, session: Session, target: CommandTarget): boolean {
  return command.run !== undefined && (command.when?.(session, target) ?? true);
}

export function commandOf(commands: readonly Command[], id: CommandId): Command {
  const found = commands.find((command) => command.id === id);
  if (!found) throw new Error(`There is no command ${id}.`);
  return found;
}
