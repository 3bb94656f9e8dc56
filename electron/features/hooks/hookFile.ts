// Parses a hook file and edits it: lists hooks and problems, and adds, replaces or removes one while preserving
// everything else. Pure.

import { z } from 'zod';
import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { isJsonObject, type JsonObject } from '../../../shared/core/json.ts';
import { type Sentence, say, type UserText } from '../../../shared/core/sentence.ts';
import {
  type HookEvent,
  hookEvents,
  hookTimeout,
  matcherFault,
  matcherSubjects,
  maxHookCommandLength,
} from '../../../shared/features/hooks/hook.ts';
import type { HookToSave } from '../../../shared/features/hooks/methods.ts';

export interface HookEntry extends HookToSave {
  /** `PreToolUse.0.1` is the second hook of the first group. */
  id: string;
  problem: Sentence | null;
}

/** More than anyone needs; the file is read at every call. */
const maxHooks = 200;

const groupSchema = z.looseObject({
  matcher: z.string().optional(),
  hooks: z.array(z.unknown()),
});
const hookSchema = z.looseObject({
  type: z.string().default('command'),
  command: z.string().optional(),
  timeout: z.number().optional(),
  onlyTrusted: z.boolean().optional(),
});

export function readHooks(text: string, name: string): { entries: HookEntry[]; problems: UserText[] } {
  let file: unknown;
  try {
    file = JSON.parse(text.trim() === '' ? '{}' : text);
  } catch {
    return { entries: [], problems: [say`${name} is not valid JSON, so none of its hooks run.`] };
  }
  const hooks = isJsonObject(file) ? (file.hooks ?? {}) : null;
  if (!isJsonObject(hooks))
    return { entries: [], problems: [say`${name} has no “hooks” object, so none of its hooks run.`] };
  const problems: UserText[] = [];
  const others = Object.keys(hooks).filter((key) => !hookEvents.some((event) => event === key));
  if (others.length > 0) {
    const otherNames = say.list(others.slice(0, 10).map((other) => other.slice(0, 100)));
    problems.push(say`${name}: hooks for these events do not run here: ${otherNames}.`);
  }
  const entries = hookEvents.flatMap((event) => entriesOf(event, hooks[event], name, problems));
  if (entries.length > maxHooks) problems.push(say`${name}: only the first ${maxHooks} hooks are used.`);
  return { entries: entries.slice(0, maxHooks), problems };
}

function entriesOf(event: HookEvent, groups: unknown, name: string, problems: UserText[]): HookEntry[] {
  if (groups === undefined) return [];
  if (!Array.isArray(groups)) {
    problems.push(say`${name}: ${event} is not a list.`);
    return [];
  }
  return groups.slice(0, maxHooks + 1).flatMap((raw: unknown, at) => {
    const group = groupSchema.safeParse(raw);
    if (!group.success) {
      problems.push(say`${name}: entry ${at + 1} of ${event} has no “hooks” list.`);
      return [];
    }
    const { matcher = '', hooks } = group.data;
    return hooks.slice(0, maxHooks + 1).map((hook, place) => entryOf(`${event}.${at}.${place}`, event, matcher, hook));
  });
}

function entryOf(id: string, event: HookEvent, matcher: string, raw: unknown): HookEntry {
  const parsed = hookSchema.safeParse(raw);
  const {
    type,
    command = '',
    timeout = hookTimeout.default,
    onlyTrusted = false,
  } = parsed.success ? parsed.data : { type: 'command' };
  const bounded = Math.min(hookTimeout.max, Math.max(hookTimeout.min, Math.round(timeout) || hookTimeout.default));
  const hookEntry = { id, event, matcher, command, timeout: bounded, onlyTrusted };
  return {
    ...hookEntry,
    problem: parsed.success ? faultOf(hookEntry, type) : say`It is not an object with a command.`,
  };
}

function faultOf({ event, matcher, command }: HookToSave, type: string): Sentence | null {
  if (type !== 'command') return say`Hooks of the type “${type.slice(0, 100)}” do not run here. Only commands do.`;
  if (command.trim() === '') return say`It has no command.`;
  if (command.length > maxHookCommandLength) return say`Its command is longer than ${maxHookCommandLength} characters.`;
  if (command.includes('\0')) return say`Its command contains a NUL character.`;
  if (matcherSubjects[event] === null) return null;
  switch (matcherFault(matcher)) {
    case 'long':
      return say`Its matcher is too long.`;
    case 'group':
      return say`Its matcher repeats a group or too much text, so it could run forever.`;
    case 'invalid':
      return say`Its matcher is not a valid regular expression.`;
    default:
      return null;
  }
}

/** `hook` null removes the named one; `replaces` null adds one. Fails if it is invalid or missing. */
export function editHooks(
  text: string | null,
  name: string,
  hook: HookToSave | null,
  replaces: string | null,
): Result<string> {
  const fault = hook && faultOf(hook, 'command');
  if (fault) return fail('SETTINGS_INVALID', fault);
  let file: unknown;
  try {
    file = JSON.parse(text === null || text.trim() === '' ? '{}' : text);
  } catch {
    return fail('SETTINGS_INVALID', say`${name} is not valid JSON. Nothing was changed. Fix the file first.`);
  }
  if (!isJsonObject(file) || !isJsonObject(file.hooks ?? {})) {
    return fail('SETTINGS_INVALID', say`${name} has no “hooks” object. Nothing was changed. Fix the file first.`);
  }
  const hooks: JsonObject = { ...(file.hooks as JsonObject | undefined) };
  let otherFields: JsonObject = {};
  let place: string | null = null;
  if (replaces !== null) {
    const [event = '', at = '', inGroup = ''] = replaces.split('.');
    const groups = Array.isArray(hooks[event]) ? [...hooks[event]] : [];
    const group: unknown = groups[Number(at)];
    const inside = isJsonObject(group) && Array.isArray(group.hooks) ? [...group.hooks] : [];
    if (!isJsonObject(group) || Number(inGroup) >= inside.length) return hookNotFound();
    const before: unknown = inside[Number(inGroup)];
    otherFields = isJsonObject(before) ? before : {};
    const stays =
      hook !== null && hook.event === event && (hook.matcher === (group.matcher ?? '') || inside.length === 1);
    if (stays) {
      inside[Number(inGroup)] = { ...otherFields, ...written(hook) };
      place = event;
    } else inside.splice(Number(inGroup), 1);
    const renamed = stays && hook ? matcherField(hook) : {};
    if (inside.length === 0) groups.splice(Number(at), 1);
    else groups[Number(at)] = { ...group, ...renamed, hooks: inside };
    if (groups.length === 0) delete hooks[event];
    else hooks[event] = groups;
  }
  if (hook !== null && place === null) {
    const groups: unknown = hooks[hook.event] ?? [];
    if (!Array.isArray(groups)) return fail('SETTINGS_INVALID', say`${name}: ${hook.event} is not a list.`);
    hooks[hook.event] = [...groups, { ...matcherField(hook), hooks: [{ ...otherFields, ...written(hook) }] }];
  }
  return ok(`${JSON.stringify({ ...file, hooks }, null, 2)}\n`);
}

export function hookNotFound(): Result<never> {
  return fail('SETTINGS_INVALID', say`This hook no longer exists or has changed. Check the list again.`);
}

function matcherField({ event, matcher }: HookToSave): JsonObject {
  return matcherSubjects[event] === null ? {} : { matcher };
}

function written({ command, timeout, onlyTrusted }: HookToSave): JsonObject {
  return { type: 'command', command, timeout, ...(onlyTrusted ? { onlyTrusted } : { onlyTrusted: undefined }) };
}
