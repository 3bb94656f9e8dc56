// The shortcut that a command has now, for tips and menus; undefined where it has none.

import { useApp } from '../state/context.tsx';
import type { CommandId, Keys } from './command.ts';
import { keysFor } from './shortcuts.ts';
import { commandOf } from './table.ts';

export function useKeys(id: CommandId): Keys | undefined {
  return useApp((snapshot) => keysFor(commandOf(id), snapshot)) || undefined;
}
