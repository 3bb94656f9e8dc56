// The event that a hook is tried with: a call of the first tool that it means, or the end of a turn. Pure.

import { type HookEvent, matchesTool } from '../../../shared/features/hooks/hook.ts';
import type { HookOccasion } from '../../chat/turn/turnHooks.ts';

const samples: readonly { tool: string; args: Record<string, unknown>; result: string }[] = [
  {
    tool: 'edit_file',
    args: { path: 'example.txt', old_text: 'before', new_text: 'after' },
    result: 'Edited "example.txt" (+1 −1 lines).',
  },
  {
    tool: 'write_file',
    args: { path: 'example.txt', content: 'An example.\n' },
    result: 'Created "example.txt" (12 bytes, 1 line).',
  },
  { tool: 'run_command', args: { command: 'echo example' }, result: 'example\n[exit code 0]' },
  { tool: 'read_file', args: { path: 'example.txt' }, result: 'An example.' },
];

export function sampleOf({ event, matcher }: { event: HookEvent; matcher: string }): HookOccasion {
  if (event === 'Stop') return { event, reply: 'An example of a reply.', goes: 0 };
  const named = /^[\w-]+/.exec(matcher)?.[0] ?? 'tool';
  const { tool, args, result } = samples.find((each) => matchesTool(matcher, each.tool)) ?? {
    tool: named,
    args: {},
    result: 'An example.',
  };
  const call = { call: 'call_example', tool, args };
  return event === 'PreToolUse' ? { event, ...call } : { event, ...call, outcome: 'ok', result };
}
