// Small sessions in each app's format: turns with a question, a tool call, its result and an answer.

import { claudeCodeFormat } from '../../../electron/interop/claudeCode/reader.ts';
import { codexFormat } from '../../../electron/interop/codex/format.ts';
import { copilotFormat } from '../../../electron/interop/copilot/format.ts';
import { geminiCliFormat } from '../../../electron/interop/geminiCli/format.ts';
import type { HistoryFormat } from '../../../electron/interop/history.ts';
import { piFormat } from '../../../electron/interop/pi/format.ts';
import { qwenFormat } from '../../../electron/interop/qwen/format.ts';

export type Row = Record<string, unknown>;

export interface SessionForm {
  format: HistoryFormat;
  /** Its name, in the app's own scheme. */
  file: string;
  /** The content before the first turn. */
  head: Row[];
  /** A turn's rows: the question, the call, its result, the answer. */
  turn(at: number): Row[];
}

const time = (at: number): string => new Date(Date.UTC(2026, 10, 22) + at * 1000).toISOString();
const uuid = (at: number, part: number): string => `00000000-0000-4000-8000-${String(at * 4 + part).padStart(12, '0')}`;
const sessionId = '99999999-0000-4000-8000-000000000000';

function claudeLine(at: number, part: number, message: Row, more: Row = {}): Row {
  const place = at === 0 && part === 0 ? null : part === 0 ? uuid(at - 1, 3) : uuid(at, part - 1);
  const type = message.role;
  return {
    parentUuid: place,
    isSidechain: false,
    type,
    message,
    uuid: uuid(at, part),
    timestamp: time(at),
    sessionId,
    cwd: '/home/ada',
    ...more,
  };
}

function claudeTurn(at: number): Row[] {
  const reply = (part: number, id: string, content: Row): Row =>
    claudeLine(at, part, { id, type: 'message', role: 'assistant', model: 'claude-x', content: [content] });
  const result = { type: 'tool_result', tool_use_id: `toolu_${at}`, content: `result ${at}` };
  return [
    claudeLine(at, 0, { role: 'user', content: `question ${at}` }),
    reply(1, `msg_${at}a`, { type: 'tool_use', id: `toolu_${at}`, name: 'Bash', input: { command: `run ${at}` } }),
    claudeLine(at, 2, { role: 'user', content: [result] }, { toolUseResult: { stdout: `result ${at}`, stderr: '' } }),
    reply(3, `msg_${at}b`, { type: 'text', text: `answer ${at}` }),
  ];
}

function codexTurn(at: number): Row[] {
  const item = (payload: Row): Row => ({ timestamp: time(at), type: 'response_item', payload });
  const said = (id: string, role: string, type: string, text: string): Row =>
    item({ type: 'message', id, role, content: [{ type, text }] });
  return [
    said(`msg_${at}`, 'user', 'input_text', `question ${at}`),
    item({
      type: 'function_call',
      id: `fc_${at}`,
      name: 'exec_command',
      arguments: `{"cmd":"run ${at}"}`,
      call_id: `call_${at}`,
    }),
    item({ type: 'function_call_output', call_id: `call_${at}`, output: `result ${at}` }),
    said(`msg_${at}b`, 'assistant', 'output_text', `answer ${at}`),
  ];
}

function geminiTurn(at: number): Row[] {
  const row = (id: string, type: string, content: unknown, more: Row = {}): Row => ({
    id,
    timestamp: time(at),
    type,
    content,
    ...more,
  });
  const call = { id: `call_${at}`, name: 'run_shell_command', args: { command: `run ${at}` } };
  const result = [{ functionResponse: { id: call.id, name: call.name, response: { output: `result ${at}` } } }];
  return [
    row(`user-${at}`, 'user', [{ text: `question ${at}` }]),
    row(`call-${at}`, 'gemini', '', { toolCalls: [{ ...call, status: 'executing' }] }),
    row(`call-${at}`, 'gemini', '', { toolCalls: [{ ...call, status: 'success', result }] }),
    row(`answer-${at}`, 'gemini', `answer ${at}`),
  ];
}

const copilotEvent = (at: number, part: number, type: string, data: Row): Row => ({
  type,
  data,
  id: uuid(at, part),
  timestamp: time(at),
  parentId: at === 0 && part === 0 ? null : part === 0 ? uuid(at - 1, 3) : uuid(at, part - 1),
});

function copilotTurn(at: number): Row[] {
  const call = { toolCallId: `call_${at}`, name: 'bash', arguments: { command: `run ${at}` }, type: 'function' };
  const result = { toolCallId: call.toolCallId, success: true, result: { content: `result ${at}` } };
  return [
    copilotEvent(at, 0, 'user.message', { content: `question ${at}` }),
    copilotEvent(at, 1, 'assistant.message', { content: '', toolRequests: [call] }),
    copilotEvent(at, 2, 'tool.execution_complete', result),
    copilotEvent(at, 3, 'assistant.message', { content: `answer ${at}`, toolRequests: [] }),
  ];
}

function qwenTurn(at: number): Row[] {
  const record = (part: number, type: string, parts: Row[], more: Row = {}): Row => ({
    ...{ uuid: uuid(at, part), parentUuid: at === 0 && part === 0 ? null : uuid(at, part - 1), sessionId },
    ...{ timestamp: time(at), type, cwd: '/home/ada', version: '0.24.4' },
    message: { role: type === 'assistant' ? 'model' : 'user', parts },
    ...more,
  });
  const id = `call_${at}`;
  const name = 'run_shell_command';
  return [
    record(0, 'user', [{ text: `question ${at}` }]),
    record(1, 'assistant', [{ functionCall: { id, name, args: { command: `run ${at}` } } }], { model: 'qwen-x' }),
    record(2, 'tool_result', [{ functionResponse: { id, name, response: { output: `result ${at}` } } }], {
      toolCallResult: { callId: id, status: 'success' },
    }),
    record(3, 'assistant', [{ text: `answer ${at}` }], { model: 'qwen-x' }),
  ];
}

function piTurn(at: number): Row[] {
  const entry = (part: number, message: Row): Row => ({
    ...{ type: 'message', id: uuid(at, part), timestamp: time(at), message },
    parentId: at === 0 && part === 0 ? null : uuid(at, part - 1),
  });
  const text = (words: string): Row[] => [{ type: 'text', text: words }];
  const call = { type: 'toolCall', id: `call_${at}`, name: 'bash', arguments: { command: `run ${at}` } };
  const result = { toolCallId: call.id, toolName: 'bash', content: text(`result ${at}`), isError: false };
  return [
    entry(0, { role: 'user', content: text(`question ${at}`) }),
    entry(1, { role: 'assistant', content: [call], model: 'pi-x', stopReason: 'toolUse' }),
    entry(2, { role: 'toolResult', ...result }),
    entry(3, { role: 'assistant', content: text(`answer ${at}`), model: 'pi-x', stopReason: 'stop' }),
  ];
}

const codexSession: Row = {
  timestamp: time(0),
  type: 'session_meta',
  payload: { id: sessionId, timestamp: time(0), cwd: '/home/ada', originator: 'codex_exec', cli_version: '0.169.0' },
};

/** Apps with one row per line. */
export const sessionForms: Record<string, SessionForm> = {
  'Claude Code': { format: claudeCodeFormat, file: `${sessionId}.jsonl`, head: [], turn: claudeTurn },
  Codex: {
    format: codexFormat,
    file: `rollout-2026-11-22T00-00-00-${sessionId}.jsonl`,
    head: [codexSession],
    turn: codexTurn,
  },
  'Gemini CLI': {
    format: geminiCliFormat,
    file: 'session-2026-11-22T00-00-99999999.jsonl',
    head: [{ sessionId, projectHash: 'p', startTime: time(0), lastUpdated: time(0), kind: 'main' }],
    turn: geminiTurn,
  },
  'Copilot CLI': {
    format: copilotFormat,
    file: `${sessionId}.jsonl`,
    head: [
      {
        ...{ type: 'session.start', id: uuid(1000, 0), timestamp: time(0), parentId: null },
        data: { sessionId, version: 1, producer: 'copilot-agent', context: { cwd: '/home/ada' } },
      },
    ],
    turn: copilotTurn,
  },
  'Qwen Code': { format: qwenFormat, file: `${sessionId}.jsonl`, head: [], turn: qwenTurn },
  Pi: {
    format: piFormat,
    file: `2026-11-22T00-00-00-000Z_${sessionId}.jsonl`,
    head: [{ type: 'session', version: 3, id: sessionId, timestamp: time(0), cwd: '/home/ada' }],
    turn: piTurn,
  },
};

export function rowsOf({ head, turn }: SessionForm, turns: number): Row[] {
  return [...head, ...Array.from({ length: turns }, (_, at) => turn(at)).flat()];
}

export function textOf(rows: readonly (Row | string)[]): string {
  return rows.map((row) => `${typeof row === 'string' ? row : JSON.stringify(row)}\n`).join('');
}
