// The rules a rollout must follow so that Codex (0.169.0) resumes it completely.

import { isDataUrl, isTime, linesOf, type Row, rowOf, rowsOf } from './rows.ts';

const calls = ['function_call', 'custom_tool_call'];
const outputs = ['function_call_output', 'custom_tool_call_output'];
const textTypes: Record<string, string> = { user: 'input_text', developer: 'input_text', assistant: 'output_text' };

/** Returns what resuming the file would reject or lose. `path`: its future location. */
export function codexBreaks(text: string, path?: string): string[] {
  const found: string[] = [];
  const rows = linesOf(text);
  const first = rowOf(rows[0]?.payload);
  if (rows[0]?.type !== 'session_meta') found.push('the session is not the first row');
  for (const key of ['id', 'timestamp', 'cwd', 'originator', 'cli_version']) {
    if (typeof first[key] !== 'string') found.push(`the session has no ${key}`);
  }
  const place = /^sessions\/(\d{4})\/(\d\d)\/(\d\d)\/rollout-\1-\2-\3T\d\d-\d\d-\d\d-([0-9a-f-]{36})\.jsonl$/.exec(
    path ?? '',
  );
  if (path !== undefined && place?.[4] !== first.id) found.push(`${path} is not where it is looked for`);
  if (/\\ud[89a-f][0-9a-f]{2}/i.test(text.replaceAll('\\\\', ''))) found.push('half of a character');
  const open = new Set<unknown>();
  const used = new Set<unknown>();
  rows.forEach((row, at) => {
    const payload = rowOf(row.payload);
    const say = (what: string): number => found.push(`row ${at}: ${what}`);
    if (!isTime(row.timestamp)) say('no time');
    if (first.history_mode === 'paginated' && row.ordinal !== at) say('no ordinal');
    if (row.type === 'compacted' && !isList(payload.replacement_history)) say('no replacement');
    if (row.type === 'event_msg' && typeof payload.type !== 'string') say('an event of no kind');
    if (row.type !== 'response_item') return;
    if (payload.type === 'message') for (const broken of messageBreaks(payload)) say(broken);
    if (calls.includes(String(payload.type))) {
      const said = payload.type === 'function_call' ? payload.arguments : payload.input;
      if (typeof payload.name !== 'string' || payload.name === '') say('a call of nothing');
      if (typeof said !== 'string') say('arguments are no text');
      if (typeof payload.call_id !== 'string' || payload.call_id === '') say('a call without an id');
      if (used.has(payload.call_id)) say(`call ${payload.call_id} stands twice`);
      used.add(payload.call_id);
      open.add(payload.call_id);
    }
    if (!outputs.includes(String(payload.type))) return;
    if (!open.delete(payload.call_id)) say(`nobody asked for ${payload.call_id}`);
    // An object would be read as "aborted".
    if (typeof payload.output !== 'string' && !Array.isArray(payload.output)) say('no output');
    for (const part of rowsOf(payload.output)) for (const broken of partBreaks(part)) say(broken);
  });
  return found;
}

function isList(value: unknown): boolean {
  return value === undefined || value === null || Array.isArray(value);
}

function messageBreaks({ role, content }: Row): string[] {
  const known = textTypes[String(role)];
  if (known === undefined) return [`a message of ${String(role)}`];
  if (typeof content === 'string') return [];
  if (!Array.isArray(content)) return ['a message without content'];
  const wrong = rowsOf(content).some(({ type }) =>
    type === 'input_text' || type === 'output_text' ? type !== known : false,
  );
  return [...(wrong ? ['words in the wrong form'] : []), ...rowsOf(content).flatMap(partBreaks)];
}

function partBreaks({ type, text, image_url: url }: Row): string[] {
  if (type === 'input_text' || type === 'output_text')
    return typeof text === 'string' ? [] : ['words that are no text'];
  if (type !== 'input_image') return [];
  return isDataUrl(url) || /^https?:/.test(String(url)) ? [] : ['a picture without bytes'];
}
