// A hook's standard input: one JSON object in Claude Code's format. Hooks from Claude Code's file get its tool and
// argument names; others get ours, plus the absolute path of a file. Pure.

import { resolve } from 'node:path';
import { isJsonObject, type JsonObject } from '../../../shared/core/json.ts';
import { claudeToolName, type HookEvent, type HookOrigin, matchesTool } from '../../../shared/features/hooks/hook.ts';
import type { ApprovalMode } from '../../../shared/permission/permission.ts';
import type { HookOccasion, HookScope } from '../../chat/turn/turnHooks.ts';

export function hookInput(
  occasion: HookOccasion,
  { conversationId, folder, mode }: Pick<HookScope, 'conversationId' | 'folder' | 'mode'>,
  cwd: string,
  origin: HookOrigin,
): string {
  const common = {
    session_id: conversationId,
    cwd,
    hook_event_name: occasion.event,
    permission_mode: modes[mode] ?? 'default',
  };
  if (occasion.event === 'Stop') {
    const more = { stop_hook_active: occasion.goes > 0, last_assistant_message: occasion.reply };
    return JSON.stringify({ ...common, ...more });
  }
  const { tool, args, call } = occasion;
  const argumentFields = isJsonObject(args) ? args : {};
  const called = {
    ...common,
    tool_name: origin === 'claude' ? claudeToolName(tool) : tool,
    tool_input: {
      ...argumentFields,
      ...(origin === 'claude' ? claudeArguments(tool, argumentFields) : {}),
      ...(typeof argumentFields.path === 'string' && folder !== null
        ? { file_path: resolve(folder, argumentFields.path) }
        : {}),
    },
    tool_use_id: call,
  };
  if (occasion.event === 'PreToolUse') return JSON.stringify(called);
  const { outcome, result } = occasion;
  return JSON.stringify({ ...called, tool_response: { success: outcome === 'ok', outcome, content: result } });
}

const modes: Partial<Record<ApprovalMode, string>> = {
  plan: 'plan',
  edits: 'acceptEdits',
  all: 'bypassPermissions',
};

/** Arguments that have other names there. */
function claudeArguments(tool: string, args: JsonObject): JsonObject {
  switch (tool) {
    case 'edit_file':
      return { old_string: args.old_text, new_string: args.new_text };
    case 'run_command':
      return {
        ...(typeof args.timeout_seconds === 'number' ? { timeout: args.timeout_seconds * 1000 } : {}),
        ...(args.background === true ? { run_in_background: true } : {}),
      };
    case 'run_agent':
      return { description: args.title, prompt: args.task };
    default:
      return {};
  }
}

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

/** Returns the event that a hook is tested with: a call of the first tool that it matches, or the end of a turn. */
export function sampleOccasion({ event, matcher }: { event: HookEvent; matcher: string }): HookOccasion {
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
