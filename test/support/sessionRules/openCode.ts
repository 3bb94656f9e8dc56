// What `opencode import` (1.18.33) requires of a file, from its own schemas: one fault rejects the whole file.

import { isDataUrl, isObject, type Row, rowsOf } from './rows.ts';

const states: Record<string, string[]> = {
  pending: ['input', 'raw'],
  running: ['input', 'time'],
  completed: ['input', 'output', 'title', 'metadata', 'time'],
  error: ['input', 'error', 'time'],
};
const parts: Record<string, string[]> = {
  text: ['text'],
  reasoning: ['text', 'time'],
  tool: ['callID', 'tool', 'state'],
  file: ['mime', 'url'],
  'step-start': [],
  'step-finish': ['reason', 'cost', 'tokens'],
  compaction: ['auto'],
  patch: ['hash', 'files'],
  snapshot: ['snapshot'],
  agent: ['name'],
};
const messages: Record<string, string[]> = {
  user: ['time', 'agent', 'model'],
  assistant: ['time', 'parentID', 'modelID', 'providerID', 'mode', 'agent', 'path', 'cost', 'tokens'],
};

export function openCodeBreaks(text: string): string[] {
  const found: string[] = [];
  const { info, messages: given } = JSON.parse(text) as { info: Row; messages: { info: Row; parts: Row[] }[] };
  const needs = (row: Row, keys: readonly string[], where: string): void => {
    for (const key of keys) if (row[key] === undefined || row[key] === null) found.push(`${where} has no ${key}`);
  };
  const begins = (row: Row, key: string, with_: string, where: string): void => {
    if (!String(row[key]).startsWith(with_)) found.push(`${where}: ${key} is ${String(row[key])}`);
  };
  needs(info, ['slug', 'projectID', 'directory', 'title', 'version', 'time'], 'the session');
  begins(info, 'id', 'ses', 'the session');
  const ids: string[] = [];
  const partIds = new Set<unknown>();
  given.forEach(({ info: message, parts: own }, at) => {
    const where = `message ${at}`;
    needs(message, messages[String(message.role)] ?? ['role'], where);
    begins(message, 'id', 'msg', where);
    if (message.role === 'assistant') begins(message, 'parentID', 'msg', where);
    if (message.sessionID !== info.id) found.push(`${where} stands in another session`);
    ids.push(String(message.id));
    for (const part of own) {
      const type = `${where}, ${String(part.type)}`;
      needs(part, parts[String(part.type)] ?? [`known type`], type);
      begins(part, 'id', 'prt', type);
      if (partIds.has(part.id)) found.push(`${type}: its id stands twice`);
      partIds.add(part.id);
      if (part.type === 'file' && !isDataUrl(part.url)) found.push(`${type}: a file without bytes`);
      if (part.sessionID !== info.id || part.messageID !== message.id) found.push(`${type} stands elsewhere`);
      if ('tail_start_id' in part) begins(part, 'tail_start_id', 'msg', type);
      const state = part.type === 'tool' ? (part.state as Row) : null;
      if (!state) continue;
      needs(state, states[String(state.status)] ?? ['known status'], type);
      if (!isObject(state.input)) found.push(`${type}: input is no object`);
      if (typeof part.callID !== 'string' || part.callID === '') found.push(`${type}: a call without an id`);
      for (const file of rowsOf(state.attachments)) needs(file, ['id', 'sessionID', 'messageID', 'mime', 'url'], type);
      for (const key of ['output', 'error', 'title']) {
        if (key in state && typeof state[key] !== 'string') found.push(`${type}: ${key} is no text`);
      }
    }
  });
  if (ids.some((id, at) => at > 0 && id <= (ids[at - 1] as string))) found.push('ids do not sort');
  return found;
}
