// Rollouts for tests, as Codex writes them, and the rules that its resume applies to a file (observed with 0.169.0).

type Row = Record<string, unknown>;

export const sessionId = '0a1b2c3d-0000-7000-8000-00000000000a';
export const time = '2026-11-22T14:42:40.000Z';

export function meta(more: Row = {}): Row {
  const payload = {
    id: sessionId,
    timestamp: time,
    cwd: '/home/ada/harbour',
    originator: 'codex_exec',
    cli_version: '0.169.0',
  };
  return { timestamp: time, type: 'session_meta', payload: { ...payload, ...more } };
}

export function item(payload: Row, more: Row = {}): Row {
  return { timestamp: time, type: 'response_item', payload, ...more };
}

export function event(payload: Row): Row {
  return { timestamp: time, type: 'event_msg', payload };
}

export function said(role: string, text: string): Row {
  const type = role === 'assistant' ? 'output_text' : 'input_text';
  return item({ type: 'message', role, content: [{ type, text }] });
}

export function asked(id: string, name = 'exec_command', given = '{"cmd":"ls"}'): Row {
  return item({ type: 'function_call', name, arguments: given, call_id: id });
}

export function output(id: string, text: unknown = 'done'): Row {
  return item({ type: 'function_call_output', call_id: id, output: text });
}

export function textOf(rows: readonly (Row | string)[]): string {
  return rows.map((row) => `${typeof row === 'string' ? row : JSON.stringify(row)}\n`).join('');
}
