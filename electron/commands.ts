// The terminal commands. Each is an export of the command.ts of its feature or host part, which is found automatically.

import { type Command, commandNames } from './host/terminal/command.ts';

const files = [
  import.meta.glob<Record<string, Command>>('./features/*/command.ts', { eager: true }),
  import.meta.glob<Record<string, Command>>('./host/terminal/*/command.ts', { eager: true }),
];

/** In the order of throughline --help. */
export const commands: readonly Command[] = files
  .flatMap((modules) => Object.values(modules).flatMap((exports) => Object.values(exports)))
  .sort((one, other) => commandNames.indexOf(one.name) - commandNames.indexOf(other.name));
