// The rules a session file must follow so that the real app resumes it completely: observed with that app (2.1.329),
// and independent of the code that writes the file.

import { isBase64, isObject, type Row, rowOf, rowsOf } from './rows.ts';

interface Block {
  type: string;
  [name: string]: unknown;
}

/** Returns every violated rule; `isSession`: false for a sub-agent's file. */
export function brokenRules(lines: readonly Row[], isSession = true): string[] {
  const broken: string[] = [];
  const uuids = new Set<unknown>();
  const calls = new Set<unknown>();
  const answered = new Set<unknown>();
  lines.forEach((line, at) => {
    const say = (rule: string): number => broken.push(`line ${at + 1}: ${rule}`);
    if (typeof line.uuid !== 'string') return;
    if (uuids.has(line.uuid)) say('its uuid is used twice');
    uuids.add(line.uuid);
    const parent = line.parentUuid ?? line.logicalParentUuid ?? null;
    if (parent !== null && !uuids.has(parent)) say('its parent is not before it');
    if (Number.isNaN(Date.parse(String(line.timestamp)))) say('it has no timestamp');
    if (line.sessionId !== undefined && line.sessionId !== lines.find(({ sessionId }) => sessionId)?.sessionId)
      say('it is of another session');
    if (line.type !== 'user' && line.type !== 'assistant') return;
    if (line.isSidechain !== !isSession) say('it is on the wrong side');
    const message = line.message as Row;
    const { content } = message;
    const blocks = (typeof content === 'string' ? [{ type: 'text', text: content }] : content) as Block[];
    if (blocks.length === 0) say('it has no block');
    if (line.type === 'assistant') {
      if (blocks.length !== 1) say('it has several blocks');
      if (typeof message.id !== 'string' || message.id === '') say('its message has no id');
      if (typeof message.model !== 'string' || message.model === '') say('its message has no model');
    }
    for (const block of blocks) {
      if (block.type === 'text' && (typeof block.text !== 'string' || block.text.trim() === ''))
        say('its text is empty');
      if (typeof block.type !== 'string') say('its block is of no kind');
      if (block.type === 'thinking' && !block.signature) say('its thinking has no signature');
      for (const broken of brokenSources(block)) say(broken);
      if (block.type === 'tool_use') {
        if (!/^[a-zA-Z0-9_-]{1,64}$/.test(String(block.id))) say('the id of its call is refused');
        if (calls.has(block.id)) say('the id of its call is used twice');
        if (!isObject(block.input)) say('its input is no object');
        if (line.type !== 'assistant') say("its call is not the model's");
        if (!/^[a-zA-Z0-9_-]{1,64}$/.test(String(block.name))) say('the name of its tool is refused');
        calls.add(block.id);
      }
      if (block.type !== 'tool_result') continue;
      if (!calls.has(block.tool_use_id)) say('its call is not before it');
      if (answered.has(block.tool_use_id)) say('its call is answered twice');
      if (line.type !== 'user') say('its result is not in the place of the person');
      if (block.content !== undefined && typeof block.content !== 'string' && !Array.isArray(block.content))
        say('its result is neither text nor blocks');
      if (block.is_error !== undefined && typeof block.is_error !== 'boolean') say('is_error is no yes or no');
      answered.add(block.tool_use_id);
      if (line.toolUseResult === undefined && isSession) say('it has no toolUseResult');
    }
  });
  if (!isSession || uuids.size === 0) return broken;
  const last = lines.findLast(({ type }) => type === 'last-prompt');
  if (!uuids.has(last?.leafUuid)) broken.push('no last-prompt names the line to go on from');
  return broken;
}

/** The number of results whose line does not follow the previous line. */
export function forks(lines: readonly Row[]): number {
  const placed = lines.filter(({ uuid }) => uuid !== undefined);
  return placed.filter((line, at) => {
    const isResult = Array.isArray((line.message as Row | undefined)?.content) && line.toolUseResult !== undefined;
    return isResult && line.parentUuid !== placed[at - 1]?.uuid;
  }).length;
}

const imageTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];

/** Checks images and documents, also in results: an invalid one makes the provider reject the whole conversation. */
function brokenSources(block: Row): string[] {
  const inner = block.type === 'tool_result' ? rowsOf(block.content).flatMap(brokenSources) : [];
  if (block.type !== 'image' && block.type !== 'document') return inner;
  const { type, media_type: media, data } = rowOf(block.source);
  if (type === 'url' || type === 'file') return [];
  if (type === 'text' && block.type === 'document') {
    return media === 'text/plain' && typeof data === 'string' && data !== '' ? [] : ['its document has no text'];
  }
  const known = block.type === 'image' ? imageTypes : ['application/pdf'];
  if (type !== 'base64' || !isBase64(data)) return [`its ${block.type} has no bytes`];
  return known.includes(String(media)) ? [] : [`its ${block.type} is of a kind that is refused`];
}

/** The file is named after its session, which every line names. */
export function brokenName(path: string, lines: readonly Row[]): string[] {
  const [, name] = /([^/]+)\.jsonl$/.exec(path) ?? [];
  const sessions = new Set(lines.flatMap(({ sessionId }) => (sessionId === undefined ? [] : [sessionId])));
  return sessions.size === 1 && sessions.has(name ?? '') ? [] : [`${path} is not named by its session`];
}
