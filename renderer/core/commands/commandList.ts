// The commands as a list shows them: by group, in the order of the groups, with those whose titles have every word that was
// typed. Pure.

import type { Command, CommandGroup } from '../state/session.ts';
import { strings } from '../strings.ts';

export interface CommandSection {
  group: CommandGroup;
  title: string;
  commands: Command[];
}

const words = strings.commands;

export function titleOf(command: Command): string {
  return words.titles[command.id];
}

export function commandList(commands: readonly Command[], typed = ''): CommandSection[] {
  const wanted = typed.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const fits = (command: Command): boolean =>
    wanted.every((word) => titleOf(command).toLocaleLowerCase().includes(word));
  return (Object.keys(words.groups) as CommandGroup[]).flatMap((group) => {
    const found = commands.filter((command) => command.group === group && fits(command));
    return found.length === 0 ? [] : [{ group, title: words.groups[group], commands: found }];
  });
}
