// Minimal sessions of Copilot CLI, Qwen Code, Cline and Pi, in those apps' own formats.

import type { Turn } from './sessionHome.ts';

type Row = Record<string, unknown>;

const uuid = (n: number, part: number): string => `0000000${part}-0000-4000-8000-${String(n).padStart(12, '0')}`;
const at = (step: number): string => new Date(Date.UTC(2026, 10, 20, 10, 0, step)).toISOString();
const rowId = (n: number, step: number): string =>
  `${String(n).padStart(8, '0')}-1111-4000-8000-${String(step).padStart(12, '0')}`;

function lines(rows: readonly Row[]): string {
  return rows.map((row) => `${JSON.stringify(row)}\n`).join('');
}

/** `from`: the number of earlier turns. */
export function copilotLines(n: number, turns: readonly Turn[], from = 0): string {
  let step = from > 0 ? from * 5 + 1 : 0;
  const event = (type: string, data: Row): Row => ({
    ...{ type, data, id: rowId(n, step), parentId: step === 0 ? null : rowId(n, step - 1) },
    timestamp: at(step++),
  });
  const start = { sessionId: uuid(n, 3), version: 1, producer: 'copilot-agent', context: { cwd: '/home/ada/dock' } };
  return lines([
    ...(from > 0 ? [] : [event('session.start', start)]),
    ...turns.flatMap(({ asked, command, printed, said }, turn) => {
      const toolCallId = `call_${n}_${from + turn}`;
      const request = { toolCallId, name: 'bash', arguments: { command }, type: 'function' };
      return [
        event('user.message', { content: asked }),
        event('assistant.message', { content: '', model: 'copilot-test', toolRequests: [request] }),
        event('tool.execution_start', { toolCallId, toolName: 'bash', arguments: { command } }),
        event('tool.execution_complete', { toolCallId, success: true, result: { content: printed } }),
        event('assistant.message', { content: said, model: 'copilot-test', toolRequests: [] }),
      ];
    }),
  ]);
}

export function qwenLines(n: number, turns: readonly Turn[], from = 0): string {
  let step = from * 4;
  const record = (type: string, parts: Row[], more: Row = {}): Row => ({
    ...{ uuid: rowId(n, step), parentUuid: step === 0 ? null : rowId(n, step - 1), sessionId: uuid(n, 4) },
    ...{ timestamp: at(step++), type, cwd: '/home/ada/jetty', version: '0.24.4' },
    message: { role: type === 'assistant' ? 'model' : 'user', parts },
    ...more,
  });
  return lines(
    turns.flatMap(({ asked, command, printed, said }, turn) => {
      const call = { id: `call_${n}_${from + turn}`, name: 'run_shell_command' };
      const done = { callId: call.id, status: 'success' };
      return [
        record('user', [{ text: asked }], { provenance: 'real_user' }),
        record('assistant', [{ functionCall: { ...call, args: { command } } }], { model: 'qwen-test' }),
        record('tool_result', [{ functionResponse: { ...call, response: { output: printed } } }], {
          toolCallResult: done,
        }),
        record('assistant', [{ text: said }], { model: 'qwen-test' }),
      ];
    }),
  );
}

export function piLines(n: number, turns: readonly Turn[], from = 0): string {
  let step = from * 4;
  const entry = (message: Row): Row => ({
    ...{ type: 'message', id: rowId(n, step), parentId: step === 0 ? null : rowId(n, step - 1) },
    ...{ timestamp: at(step++), message },
  });
  const text = (words: string): Row[] => [{ type: 'text', text: words }];
  const head = { type: 'session', version: 3, id: uuid(n, 6), timestamp: at(0), cwd: '/home/ada/wharf' };
  return lines([
    ...(from > 0 ? [] : [head]),
    ...turns.flatMap(({ asked, command, printed, said }, turn) => {
      const id = `call_${n}_${from + turn}`;
      const reply = { role: 'assistant', model: 'pi-test' };
      return [
        entry({ role: 'user', content: text(asked) }),
        entry({
          ...reply,
          content: [{ type: 'toolCall', id, name: 'bash', arguments: { command } }],
          stopReason: 'toolUse',
        }),
        entry({ role: 'toolResult', toolCallId: id, toolName: 'bash', content: text(printed), isError: false }),
        entry({ ...reply, content: text(said), stopReason: 'stop' }),
      ];
    }),
  ]);
}

/** Cline's two files: the messages, and facts about the session. */
export function clineFiles(n: number, turns: readonly Turn[]): { id: string; messages: string; facts: string } {
  const id = `17958554${String(n).padStart(5, '0')}_test`;
  let step = 0;
  const message = (role: string, content: Row[]): Row => ({
    id: `msg_${n}_${step}`,
    role,
    content,
    ts: Date.parse(at(step++)),
  });
  const messages = turns.flatMap(({ asked, command, printed, said }, turn) => {
    const call = { id: `call_${n}_${turn}`, name: 'run_commands' };
    const content = [{ query: command, result: printed, success: true }];
    return [
      message('user', [{ type: 'text', text: `<user_input mode="act">${asked}</user_input>` }]),
      message('assistant', [{ type: 'tool_use', ...call, input: { commands: [command] } }]),
      message('user', [{ type: 'tool_result', tool_use_id: call.id, name: call.name, content }]),
      message('assistant', [{ type: 'text', text: said }]),
    ];
  });
  const session = { version: 1, updated_at: at(step), agent: 'lead', sessionId: id, messages };
  const facts = { version: 1, session_id: id, cwd: '/home/ada/mole', prompt: turns[0]?.asked ?? '', metadata: {} };
  return { id, messages: JSON.stringify(session, null, 2), facts: JSON.stringify(facts, null, 2) };
}
