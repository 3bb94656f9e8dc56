// A hook's standard input: one JSON object in Claude Code's format. Hooks from Claude Code's file get its tool and
// argument names; others get ours, plus the absolute path of a file. Pure.

import { resolve } from 'node:path';
import { isJsonObject, type JsonObject } from '../../../shared/core/json.ts';
import {
  claudeToolName,
  type HookEvent,
  type HookOrigin,
  matchesSubject,
  plainAgentType,
  subjectValues,
} from '../../../shared/features/hooks/hook.ts';
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
  if (!('tool' in occasion)) return JSON.stringify({ ...common, ...eventFields(occasion) });
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
  if (occasion.event === 'PostToolUseFailure') {
    return JSON.stringify({ ...called, error: occasion.error, is_interrupt: occasion.isInterrupt });
  }
  if (occasion.event !== 'PostToolUse') return JSON.stringify(called);
  const { outcome, result } = occasion;
  return JSON.stringify({ ...called, tool_response: { success: outcome === 'ok', outcome, content: result } });
}

function eventFields(occasion: Exclude<HookOccasion, { tool: string }>): JsonObject {
  switch (occasion.event) {
    case 'SessionStart':
      return { source: occasion.source, model: occasion.model };
    case 'UserPromptSubmit':
      return { prompt: occasion.prompt };
    case 'SubagentStart':
      return { agent_id: occasion.agent.id, agent_type: occasion.agent.type };
    case 'SubagentStop':
      return {
        agent_id: occasion.agent.id,
        agent_type: occasion.agent.type,
        stop_hook_active: occasion.goes > 0,
        last_assistant_message: occasion.reply,
      };
    case 'Stop':
      return { stop_hook_active: occasion.goes > 0, last_assistant_message: occasion.reply };
    case 'StopFailure':
      return { error: occasion.error };
    case 'PreCompact':
    case 'PostCompact':
      return { trigger: occasion.trigger };
    case 'Notification':
      return { notification_type: occasion.type, message: occasion.message };
    case 'SessionEnd':
      return { reason: 'other' };
  }
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

/** Returns the event that a hook is tested with: of a subject that it matches, if an example has one. */
export function sampleOccasion({ event, matcher }: { event: HookEvent; matcher: string }): HookOccasion {
  const first = <Value extends string>(values: readonly Value[]): Value =>
    values.find((value) => matchesSubject(matcher, value)) ?? (values[0] as Value);
  const firstName = /^[\w-]+/.exec(matcher)?.[0];
  const agent = { id: 'agent_example', type: firstName ?? plainAgentType };
  switch (event) {
    case 'SessionStart':
      return { event, source: first(subjectValues.source), model: 'example-model' };
    case 'UserPromptSubmit':
      return { event, prompt: 'An example of a message.' };
    case 'SubagentStart':
      return { event, agent };
    case 'SubagentStop':
      return { event, agent, reply: 'An example of a reply.', goes: 0 };
    case 'Stop':
      return { event, reply: 'An example of a reply.', goes: 0 };
    case 'StopFailure':
      return { event, error: 'An example of an error.' };
    case 'PreCompact':
    case 'PostCompact':
      return { event, trigger: first(subjectValues.trigger) };
    case 'Notification':
      return { event, type: first(subjectValues.notification), message: 'An example of a notification.' };
    case 'SessionEnd':
      return { event };
    default:
      return sampleCall(event, matcher, firstName ?? 'tool');
  }
}

type CallEvent = Extract<HookOccasion, { tool: string }>['event'];

function sampleCall(event: CallEvent, matcher: string, name: string): HookOccasion {
  const { tool, args, result } = samples.find((each) => matchesSubject(matcher, each.tool)) ?? {
    tool: name,
    args: {},
    result: 'An example.',
  };
  const call = { call: 'call_example', tool, args };
  if (event === 'PostToolUse') return { event, ...call, outcome: 'ok', result };
  if (event === 'PostToolUseFailure') return { event, ...call, error: 'An example of an error.', isInterrupt: false };
  return { event, ...call };
}
