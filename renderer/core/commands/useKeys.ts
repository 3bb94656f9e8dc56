// The shortcut that a command has now, for tips and menus; undefined where it has none.

import { useApp, useSession } from '../state/context.tsx';
import type { CommandId, Keys } from '../state/session.ts';
import { commandOf } from './commandList.ts';
import { keysFor } from './shortcuts.ts';

export function useKeys(id: CommandId): Keys | undefined {
  const { commands } = useSession();
  return useApp((snapshot) => keysFor(commandOf(commands, id), snapshot)) || undefined;
}
