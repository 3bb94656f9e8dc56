// Resolves each command's shortcut: its default, or the user's from settings.shortcuts.

import type { AppSnapshot } from '../../../shared/features/start/methods.ts';
import { useApp, useSession } from '../state/context.tsx';
import type { Command, CommandId, Keys } from '../state/session.ts';
import { commandOf } from './commandList.ts';
import { isBrowserReserved, isEditingShortcut, needsModifier } from './keys.ts';

export type ShortcutSource = Pick<AppSnapshot, 'host'> & { settings: Pick<AppSnapshot['settings'], 'shortcuts'> };

/** @internal */
export function defaultKeys({ keys }: Command, host: AppSnapshot['host']): Keys {
  return typeof keys === 'object' ? keys[host] : (keys ?? '');
}

/** Empty if it has none. */
export function keysFor(command: Command, { host, settings }: ShortcutSource): Keys {
  if (command.fixed) return defaultKeys(command, host);
  return settings.shortcuts[command.id] ?? defaultKeys(command, host);
}

export function hasCustomShortcut(command: Command, { settings }: ShortcutSource): boolean {
  return !command.fixed && settings.shortcuts[command.id] !== undefined;
}

/** Commands by shortcut; several if they apply in different states. */
export function commandsByShortcut(commands: readonly Command[], source: ShortcutSource): Map<Keys, Command[]> {
  const byShortcut = new Map<Keys, Command[]>();
  for (const command of commands) {
    if (command.fixed) continue;
    for (const keys of [keysFor(command, source), command.also ?? '']) {
      if (keys !== '') byShortcut.set(keys, [...(byShortcut.get(keys) ?? []), command]);
    }
  }
  return byShortcut;
}

export type Refusal =
  | { why: 'taken'; by: Command }
  /** Without a modifier; used by text fields; used by the browser. */
  | { why: 'bare' | 'editing' | 'browser' };

/** Why a command cannot have this shortcut; null if it can. */
export function shortcutRefusal(
  command: Command,
  keys: Keys,
  commands: readonly Command[],
  source: ShortcutSource,
): Refusal | null {
  if (needsModifier(keys)) return { why: 'bare' };
  if (isEditingShortcut(keys)) return { why: 'editing' };
  if (source.host === 'browser' && isBrowserReserved(keys)) return { why: 'browser' };
  const by = commands.find(
    (other) => other.id !== command.id && (keysFor(other, source) === keys || other.also === keys),
  );
  return by ? { why: 'taken', by } : null;
}

/** The new settings.shortcuts; `keys` null: reset to the default. */
export function withKeys(
  command: Command,
  keys: Keys | null,
  { host, settings }: ShortcutSource,
): Record<string, string> {
  const { [command.id]: _, ...others } = settings.shortcuts;
  return keys === null || keys === defaultKeys(command, host) ? others : { ...others, [command.id]: keys };
}

/** The current shortcut of a command, for tips and menus; undefined if it has none. */
export function useKeys(id: CommandId): Keys | undefined {
  const { commands } = useSession();
  return useApp((snapshot) => keysFor(commandOf(commands, id), snapshot)) || undefined;
}
