// The current shortcut of a command, for tips and menus; undefined if it has none.

import { useApp, useSession } from '../state/context.tsx';
import type { CommandId, Keys } from '../state/session.ts';
import { commandOf } from './commandList.ts';
import { keysFor } from './shortcuts.ts';

export function useKeys(id: CommandId): Keys | undefined {
  const { commands } = useSession();
  return useApp((snapshot) => keysFor(commandOf(commands, id), snapshot)) || undefined;
}
