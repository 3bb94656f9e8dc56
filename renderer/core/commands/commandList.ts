// Command lookup: by id, available now, and visible in lists.

import type { CommandTarget } from '../state/commandTarget.ts';
import { may } from '../state/rights.ts';
import type { Command, CommandGroup, CommandId, Session } from '../state/session.ts';
import { strings } from '../strings.ts';
import { commandNeeds } from './commandNeeds.ts';

export interface CommandSection {
  group: CommandGroup;
  title: string;
  commands: Command[];
}

const words = strings.commands;

export function titleOf(command: Command): string {
  return words.titles[command.id];
}

/** Groups commands in group order, keeping those whose titles contain every typed word. */
export function commandList(commands: readonly Command[], typed = ''): CommandSection[] {
  const terms = typed.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const fits = (command: Command): boolean =>
    terms.every((word) => titleOf(command).toLocaleLowerCase().includes(word));
  return (Object.keys(words.groups) as CommandGroup[]).flatMap((group) => {
    const matches = commands.filter((command) => command.group === group && fits(command));
    return matches.length === 0 ? [] : [{ group, title: words.groups[group], commands: matches }];
  });
}

/** Whether the command can run now. */
export function isAvailable(command: Command, session: Session, target: CommandTarget): boolean {
  if (!may(session.app.store.getState().snapshot, commandNeeds[command.id])) return false;
  return command.run !== undefined && (command.when?.(session, target) ?? true);
}

export function commandOf(commands: readonly Command[], id: CommandId): Command {
  const command = commands.find((each) => each.id === id);
  if (!command) throw new Error(`There is no command ${id}.`);
  return command;
}
