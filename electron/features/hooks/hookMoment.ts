// When a hook runs, in English, for the terminal and for confirmations.

import { type HookEvent, matcherSubjects } from '../../../shared/features/hooks/hook.ts';

/** Such as `before edit_file` or `when a turn ends`. */
export function hookMoment({ event, matcher }: { event: HookEvent; matcher: string }): string {
  const moment = moments[event];
  const isAll = matcher === '' || matcher === '*';
  if (matcherSubjects[event] === 'tool') return moment.replace('{tool}', () => (isAll ? 'every tool' : matcher));
  return isAll || matcherSubjects[event] === null ? moment : `${moment} (${matcher})`;
}

const moments: Record<HookEvent, string> = {
  SessionStart: 'when a session starts',
  UserPromptSubmit: 'when you send a message',
  PreToolUse: 'before {tool}',
  PermissionRequest: 'before you are asked about {tool}',
  PostToolUse: 'after {tool}',
  PostToolUseFailure: 'after {tool} fails',
  SubagentStart: 'when an agent starts',
  SubagentStop: 'when an agent ends',
  PreCompact: 'before the context is compacted',
  PostCompact: 'after the context is compacted',
  Notification: 'when you are notified',
  Stop: 'when a turn ends',
  StopFailure: 'when a run fails',
  SessionEnd: 'when the app closes',
};
