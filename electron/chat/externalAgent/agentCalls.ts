// An external agent's calls as records: their names, arguments and results. Pure.

import type { AllowedBy, Outcome, ToolCall, ToolDetails, ToolMessage } from '../../../shared/conversation/message.ts';
import { isJsonObject } from '../../../shared/core/json.ts';
import {
  type AgentCallKind,
  agentCallKinds,
  type ExternalCallDetails,
} from '../../../shared/features/externalAgents/externalAgent.ts';
import { nativeToolName } from '../../../shared/features/tools/familiarCall.ts';
import { isBuiltInTool } from '../../../shared/features/tools/toolInfo.ts';
import type { AgentCall } from '../../ports/externalAgents.ts';

/** Characters of arguments stored with a call: a whole file written by it fits. */
const maxArguments = 2_000_000;
/** Characters of each JSON value in the details, and of all diffs together. */
const maxRaw = 20_000;
const maxDiffs = 400_000;
const maxLocations = 100;
const maxTitle = 2000;

/** A call as the agent last described it. */
export interface CallState {
  /** The agent's id of it. */
  readonly id: string;
  call: AgentCall;
  /** Null: announced, and not stored yet. */
  stored: StoredCall | null;
  isEnded: boolean;
  /** Monotonic milliseconds when it was stored. */
  startedAt: { iso: string; elapsed: number } | null;
  waitedMs: number;
  /** Null: our rules, mode or user were not asked about it. */
  allowed: AllowedBy | null;
  permission: ExternalCallDetails['permission'];
  /** Set when it was denied: its result, in place of the agent's own text. */
  denied: { content: string; details: ToolDetails } | null;
  /** Its text that views have seen. */
  shown: string;
  /** Details from our own tools that worked for it. */
  ours: ToolDetails;
}

interface StoredCall {
  messageId: string;
  index: number;
  call: ToolCall;
}

export function newCallState(call: AgentCall): CallState {
  return {
    id: call.id,
    call,
    stored: null,
    isEnded: false,
    startedAt: null,
    waitedMs: 0,
    allowed: null,
    permission: undefined,
    denied: null,
    shown: '',
    ours: {},
  };
}

/** For its result: how long it waited for the user, and who allowed it. */
export function approvalFields({ waitedMs, allowed, denied }: CallState): Pick<ToolMessage, 'waitedMs' | 'allowed'> {
  return { ...(waitedMs > 0 ? { waitedMs } : {}), ...(allowed && !denied ? { allowed } : {}) };
}

/** Fills in what an agent left out. */
export function completeCall(partial: Partial<AgentCall> & Pick<AgentCall, 'id'>): AgentCall {
  return { title: '', kind: 'other', status: 'pending', content: [], locations: [], ...withoutUndefined(partial) };
}

/** Applies an update: only the fields that it has. */
export function updatedCall(call: AgentCall, update: Partial<AgentCall>): AgentCall {
  const next = { ...call, ...withoutUndefined(update), id: call.id };
  // A call that has begun does not become pending again.
  return next.status === 'pending' && call.status !== 'pending' ? { ...next, status: call.status } : next;
}

function withoutUndefined<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined)) as T;
}

/** The id of a call whose own id is unusable or taken. */
export function renamedId(unique: string): string {
  return `renamed_${unique}`;
}

export function isRenamed(id: string): boolean {
  return id.startsWith('renamed_');
}

export function hasEnded({ status }: AgentCall): boolean {
  return status === 'completed' || status === 'failed';
}

/** A command that a stop interrupted counts as cancelled: OpenCode reports it as completed, other agents as failed. */
export function outcomeOfCall({ status, kind }: AgentCall, isStopped: boolean): Outcome {
  if (isStopped && kind === 'execute') return 'cancelled';
  return status === 'failed' ? 'error' : 'ok';
}

/**
 * It has begun or ended, so its arguments are final. A pending call may have a part of them: OpenCode announces a command
 * with only its folder.
 */
export function isReady({ status }: AgentCall): boolean {
  return status !== 'pending';
}

/** Returns a name that every provider accepts: the agent's own, a title that is a known tool's name, or the kind. */
export function nameOfCall({ toolName, title, kind, rawInput }: AgentCall): string {
  if (toolName !== undefined && isName(toolName)) return toolName;
  // OpenCode replays its own name for it as “1 todos”.
  if (kind === 'other' && isTodoInput(rawInput)) return 'todowrite';
  if (isName(title) && (isBuiltInTool(nativeToolName(title)) || /^mcp__/.test(title))) return title;
  return (agentCallKinds as readonly string[]).includes(kind) ? kind : 'other';
}

function isTodoInput(input: unknown): boolean {
  const list = isJsonObject(input) && Object.keys(input).length === 1 ? input.todos : null;
  const isTodo = (entry: unknown): boolean =>
    isJsonObject(entry) && typeof entry.content === 'string' && typeof entry.status === 'string';
  return Array.isArray(list) && list.length > 0 && list.every(isTodo);
}

function isName(text: string): boolean {
  return /^[a-zA-Z0-9_-]{1,64}$/.test(text);
}

/** Returns the arguments as JSON text; without any, the title and the path. */
export function argumentsOfCall({ rawInput, title, locations }: AgentCall): string {
  const named = { ...(title === '' ? {} : { title: title.slice(0, maxTitle) }), ...pathOf(locations) };
  const isObject = typeof rawInput === 'object' && rawInput !== null && !Array.isArray(rawInput);
  const value = isObject ? rawInput : rawInput === undefined || rawInput === null ? named : { input: rawInput };
  const text = jsonText(Object.keys(value).length === 0 ? named : value);
  return text.length <= maxArguments ? text : jsonText({ ...named, omitted: `${text.length} characters of arguments` });
}

export function toolCallOf(id: string, call: AgentCall): ToolCall {
  return { id, type: 'function', function: { name: nameOfCall(call), arguments: argumentsOfCall(call) } };
}

function pathOf([first]: AgentCall['locations']): { path?: string } {
  return first === undefined ? {} : { path: first.path };
}

function jsonText(value: unknown): string {
  try {
    return (JSON.stringify(value) ?? 'null').toWellFormed();
  } catch {
    return '{}';
  }
}

/** Returns the text of a call's content, for live output and for the result. */
export function textOfContent(content: AgentCall['content']): string {
  return content
    .flatMap((block) => {
      if (block.type === 'text') return [block.text];
      if (block.type === 'link') return [`${block.name} (${block.uri})`];
      if (block.type === 'diff') return [`${block.oldText === null ? 'Created' : 'Changed'} ${block.path}.`];
      return [];
    })
    .join('\n');
}

/** Returns the text of a result; `terminal`: the output of terminals that it shows. */
export function resultText({ content, rawOutput, status }: AgentCall, terminal: string): string {
  const parts = [textOfContent(content), terminal].filter((text) => text.trim() !== '');
  const text = parts.length > 0 ? parts.join('\n') : outputText(rawOutput);
  const whole = text.trim() === '' ? '(no output)' : text.toWellFormed();
  return status === 'failed' && !whole.startsWith('Error: ') ? `Error: ${whole}` : whole;
}

/** A denied call that the agent reports as completed keeps the agent's text. */
export function deniedText({ status }: AgentCall, denied: string, text: string): string {
  return status === 'completed' ? `${denied}\nThe agent reports that it ran anyway:\n${text}` : denied;
}

function outputText(rawOutput: unknown): string {
  if (rawOutput === undefined || rawOutput === null) return '';
  if (typeof rawOutput === 'string') return rawOutput;
  const { output } = rawOutput as { output?: unknown };
  return typeof output === 'string' ? output : jsonText(rawOutput);
}

/** Returns what a result's details hold of the agent's call. */
export function externalDetails(agentId: string, { call, stored, permission }: CallState): ExternalCallDetails {
  const { title, kind, rawInput, rawOutput, locations } = call;
  const diffs = diffsOf(call);
  const isStored = rawInput === undefined || stored?.call.function.arguments === argumentsOfCall(call);
  return {
    agentId,
    title: title.slice(0, maxTitle),
    kind: kindOf(kind),
    ...(isStored ? {} : bounded('rawInput', rawInput)),
    ...bounded('rawOutput', rawOutput),
    locations: locations.slice(0, maxLocations),
    ...(diffs.length > 0 ? { diffs } : {}),
    ...(permission ? { permission } : {}),
  };
}

function kindOf(kind: string): AgentCallKind {
  return agentCallKinds.find((known) => known === kind) ?? 'other';
}

/** A value that is too long is left out: the result's text has it. */
function bounded(name: 'rawInput' | 'rawOutput', value: unknown): Record<string, unknown> {
  if (value === undefined || value === null) return {};
  return jsonText(value).length <= maxRaw ? { [name]: value } : {};
}

function diffsOf({ content }: AgentCall): NonNullable<ExternalCallDetails['diffs']> {
  let room = maxDiffs;
  return content.flatMap((block) => {
    if (block.type !== 'diff') return [];
    room -= block.newText.length + (block.oldText?.length ?? 0);
    const { path, oldText, newText } = block;
    return room < 0 ? [] : [{ path, oldText, newText }];
  });
}
