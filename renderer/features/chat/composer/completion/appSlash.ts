// The window's slash commands, named as in other apps. They run without sending anything.

import { commandOf, isOffered } from '../../../../core/commands/commandList.ts';
import { noTarget } from '../../../../core/state/commandTarget.ts';
import type { CommandId, Session } from '../../../../core/state/session.ts';
import { strings } from '../../../../core/strings.ts';
import { customizationWords } from '../../../customizations/words.ts';

export interface AppEntry {
  name: string;
  kind: 'app';
  description: string;
  run(): void;
}

const named: readonly (readonly [name: string, command: CommandId])[] = [
  ['clear', 'chat.new'],
  ['compact', 'context.compact'],
  ['context', 'panel.context'],
  ['cost', 'settings.costs'],
  ['model', 'model.choose'],
  ['permissions', 'approvals.choose'],
  ['commands', 'settings.customizations'],
  ['memory', 'settings.instructions'],
  ['mcp', 'settings.mcp'],
  ['resume', 'palette.open'],
  ['export', 'conversation.export'],
  ['config', 'settings.open'],
  ['help', 'shortcuts.open'],
];

/** Those that can be done now. */
export function appEntries(session: Session): AppEntry[] {
  const plan: AppEntry = {
    name: 'plan',
    kind: 'app',
    description: strings.chat.approval.plan.label,
    run: () => void session.actions.chooseApprovalMode('plan'),
  };
  const found = named.flatMap(([name, id]): AppEntry[] => {
    const command = commandOf(session.commands, id);
    if (!isOffered(command, session, noTarget)) return [];
    const description = customizationWords.app[name] ?? strings.commands.titles[id];
    return [{ name, kind: 'app', description, run: () => command.run?.(session, noTarget) }];
  });
  return [...found, plan];
}
