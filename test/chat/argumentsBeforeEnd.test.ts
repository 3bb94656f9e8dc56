import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { expectCallsAnswered, startTestApp } from '../support/appHarness.ts';
import { startByteServer, streamHead } from '../support/byteServer.ts';
import { cite } from '../support/cite.ts';
import { deltaStep, type ReplyStep } from '../support/fakeModelServer.ts';

const whole = '{"path":"made.txt","content":"made"}';

/** A piece of the first call's arguments; the first one names the call. */
function piece(text: string, isFirst = false): ReplyStep {
  const named = isFirst ? { id: 'c1', type: 'function', function: { name: 'write_file', arguments: text } } : {};
  return deltaStep({ tool_calls: [{ index: 0, function: { arguments: text }, ...named }] });
}

describe('arguments that are complete before the stream ends', () => {
  test(cite('LOOP-9', 'nothing runs while the stream is open, even if the call is complete so far'), async () => {
    let end: () => void = () => {};
    const held = new Promise<void>((resolve) => {
      end = resolve;
    });
    const app = await startTestApp({ settings: { approvalMode: 'all' } });
    const id = await app.start();
    app.model.push([piece(whole, true), { until: held }, { finish: 'tool_calls' }], { text: 'ok' });
    const from = app.events.length;
    await app.call('run.send', { conversationId: id, text: 'go' });
    await app.event('reply.call', ({ argumentsLength }) => argumentsLength === whole.length, from);
    // Everything that could run on its own has had its turn.
    for (let turns = 0; turns < 50; turns++) await new Promise((resolve) => setImmediate(resolve));
    expect(readdirSync(app.folder)).toEqual([]);
    expect(app.rows(id).map((row) => row.role)).not.toContain('assistant');
    end();
    await app.event('run.ended', () => true, from);
    expect(existsSync(path.join(app.folder, 'made.txt'))).toBe(true);
  });

  const endings: [string, ReplyStep[]][] = [
    ['the connection is cut', [piece(whole, true), { closeAfter: 1 }]],
    ['it is cut in the middle of another piece', [piece(whole, true), piece(' '), { closeAfter: 2 }]],
    ['the length limit cut it', [piece(whole, true), { finish: 'length' }]],
    ['an error follows', [piece(whole, true), { chunk: { error: { message: 'overloaded', code: 529 } } }]],
    [
      'it ends without a word that it has ended',
      [piece(whole, true), { finish: null }, { usage: null }, { done: false }],
    ],
  ];
  for (const [what, steps] of endings) {
    test(cite('LOOP-9', `nothing runs when ${what}`), async () => {
      const app = await startTestApp({ settings: { approvalMode: 'all' }, otherwise: { text: 'ok' } });
      const id = await app.start();
      app.model.push(steps, steps, steps, steps, steps, steps);
      const from = app.events.length;
      await app.call('run.send', { conversationId: id, text: 'go' });
      // Retried, given up or answered: only what became of the call matters.
      await Promise.race([
        app.event('run.retry', () => true, from),
        app.event('run.ended', () => true, from),
        app.event('message.appended', ({ message }) => message.role === 'tool', from),
      ]);
      await app.call('run.stop', { conversationId: id });
      expect(readdirSync(app.folder)).toEqual([]);
      const rows = app.rows(id);
      expectCallsAnswered(rows);
      for (const row of rows) if (row.role === 'tool') expect(row).toMatchObject({ outcome: 'error' });
    });
  }

  test(cite('LOOP-9', 'text after a complete value belongs to it: the prefix does not run'), async () => {
    const app = await startTestApp({ settings: { approvalMode: 'all' } });
    const id = await app.start();
    const rest = ' and more';
    app.model.push([piece(whole, true), piece(rest)], { text: 'ok' });
    expect(await app.turn(id, 'go')).toBe('done');
    expect(readdirSync(app.folder)).toEqual([]);
    const rows = app.rows(id);
    expect(rows[2]).toMatchObject({ tool_calls: [{ function: { arguments: whole + rest } }] });
    expect(rows[3]).toMatchObject({ outcome: 'error', details: { errorCode: 'TOOL_ARGS_INVALID_JSON' } });
  });

  test(
    cite('LOOP-9', 'when a complete object follows another, as some servers send, only the last one runs'),
    async () => {
      const app = await startTestApp({ settings: { approvalMode: 'all' } });
      const id = await app.start();
      app.model.push([piece('{}', true), piece(whole.replace('made', 'first')), piece(whole)], { text: 'ok' });
      expect(await app.turn(id, 'go')).toBe('done');
      expect(readdirSync(app.folder)).toEqual(['made.txt']);
      expect(app.rows(id).filter((row) => row.role === 'tool')).toHaveLength(1);
    },
  );

  test(cite('LOOP-9', 'a growing value runs in its final form'), async () => {
    const app = await startTestApp({ settings: { approvalMode: 'all' } });
    const id = await app.start();
    // Each piece but the last makes a shorter call that would parse if completed: `{"limit":1`, `{"limit":12`.
    const command = '{"command":"echo end > made.txt","timeout_seconds":1';
    const pieces = [command, '2', '0', '}'];
    const asCall = (text: string, first: boolean) =>
      deltaStep({
        tool_calls: [
          first
            ? { index: 0, id: 'c1', type: 'function', function: { name: 'run_command', arguments: text } }
            : { index: 0, function: { arguments: text } },
        ],
      });
    app.model.push(
      pieces.map((text, at) => asCall(text, at === 0)),
      { text: 'ok' },
    );
    expect(await app.turn(id, 'go')).toBe('done');
    const started = app.rows(id).filter((row) => row.role === 'tool');
    expect(started).toHaveLength(1);
    expect(app.rows(id)[2]).toMatchObject({ tool_calls: [{ function: { arguments: pieces.join('') } }] });
  });

  test(cite('LOOP-9', 'streamed byte by byte, a call runs once, after the last byte'), async () => {
    const event = (value: unknown): string => `data: ${JSON.stringify(value)}\n\n`;
    const chunk = (delta: unknown, finish: string | null = null) =>
      event({ object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason: finish }] });
    const asked = chunk({
      tool_calls: [{ index: 0, id: 'c1', type: 'function', function: { name: 'write_file', arguments: whole } }],
    });
    let requests = 0;
    let seen: string[] = [];
    let folder = '';
    const server = await startByteServer((socket, request) => {
      if (!request.startsWith('POST')) return void socket.end('HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n');
      if (requests++ > 0) return void socket.end(`${streamHead}${chunk({ content: 'ok' }, 'stop')}data: [DONE]\n\n`);
      socket.write(streamHead);
      const bytes = Buffer.from(asked);
      const next = (at: number): void => {
        if (at < bytes.length) {
          socket.write(bytes.subarray(at, at + 1), () => next(at + 1));
          return;
        }
        setTimeout(() => {
          seen = readdirSync(folder);
          socket.end(`${chunk({}, 'tool_calls')}data: [DONE]\n\n`);
        }, 50);
      };
      next(0);
    });
    const app = await startTestApp({
      settings: { approvalMode: 'all' },
      env: { OPENAI_BASE_URL: server.url },
    });
    folder = app.folder;
    const id = await app.start();
    expect(await app.turn(id, 'go')).toBe('done');
    expect(seen).toEqual([]);
    expect(readdirSync(app.folder)).toEqual(['made.txt']);
    expect(app.rows(id).filter((row) => row.role === 'tool')).toMatchObject([{ outcome: 'ok' }]);
    await app.close();
    await server.close();
  });

  test(cite('LOOP-9', 'when stopped with a complete call, it is neither run nor stored'), async () => {
    const app = await startTestApp({ settings: { approvalMode: 'all' } });
    const id = await app.start();
    app.model.push([{ text: 'I write.' }, piece(whole, true), { hang: true }]);
    const from = app.events.length;
    await app.call('run.send', { conversationId: id, text: 'go' });
    await app.event('reply.call', ({ argumentsLength }) => argumentsLength === whole.length, from);
    await app.call('run.stop', { conversationId: id });
    expect(readdirSync(app.folder)).toEqual([]);
    const last = app.rows(id).at(-1);
    expect(last).toMatchObject({ role: 'assistant', content: 'I write.', finishReason: 'stopped' });
    expect(last).not.toHaveProperty('tool_calls');
  });
});
