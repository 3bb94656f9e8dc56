import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { chainOf } from '../../shared/conversation/chain.ts';
import { expectCallsAnswered, startTestApp } from '../support/appHarness.ts';
import { cite } from '../support/cite.ts';
import { goneWithin, numberIn } from '../support/processes.ts';

const call = (id: string, name: string, args: unknown) => ({
  id,
  name,
  arguments: typeof args === 'string' ? args : JSON.stringify(args),
});

describe('a turn with tools', () => {
  test(
    cite(
      ['LOOP-14', 'LOOP-1'],
      'a run through the contract leaves its records on disk, calls before their tool starts',
    ),
    async () => {
      const app = await startTestApp({ settings: { approvalMode: 'all' } });
      const id = await app.start();
      // The tool itself reads the file: its own call must already be there, with the text before it.
      app.model.push([
        { text: 'I look.' },
        {
          calls: [
            call('c1', 'run_command', { command: `cat '${app.dataDir}'/projects/*/conversations/${id}/messages.json` }),
          ],
        },
      ]);
      app.model.push({ text: 'Done.' });
      expect(await app.turn(id, 'go')).toBe('done');

      const rows = app.rows(id);
      expect(rows.map((row) => row.partType ?? row.role)).toEqual([
        'environment',
        'user',
        'assistant',
        'tool',
        'assistant',
      ]);
      const seen = rows[3]?.content as string;
      const asked = rows[2];
      expect(asked).toMatchObject({ content: 'I look.', tool_calls: [{ id: 'c1' }] });
      expect(seen).toContain('"content":"I look.","tool_calls":[{"id":"c1"');
      expect(new Set(rows.map((row) => row.id)).size).toBe(rows.length);
      expect(rows.map((row) => row.parentId)).toEqual([null, ...rows.slice(0, -1).map((row) => row.id)]);
    },
  );

  test(cite('LOOP-3', 'arguments reach disk and the next request as the exact string'), async () => {
    const odd = '{ "path" :  "a.txt",\n"limit":1e1 , "offset": 1}';
    const app = await startTestApp({
      settings: { approvalMode: 'reads' },
      replies: [{ calls: [{ id: 'c1', name: 'read_file', arguments: odd, pieces: 7 }] }, { text: 'ok' }],
    });
    writeFileSync(path.join(app.folder, 'a.txt'), 'one\n');
    const id = await app.start();
    await app.turn(id, 'read');
    expect(app.rows(id)[2]).toMatchObject({ tool_calls: [{ function: { arguments: odd } }] });
    expect(app.model.requests[1]?.body.messages.at(-2)?.tool_calls?.[0]?.function.arguments).toBe(odd);
    expect(chainOf(app.rows(id))[0]).toMatchObject({ arguments: odd, outcome: 'ok' });
  });

  test(
    cite('LOOP-2', 'independent calls run in parallel; the next request has their results in call order'),
    async () => {
      const app = await startTestApp({ settings: { approvalMode: 'reads' } });
      writeFileSync(path.join(app.folder, 'a.txt'), 'aaa');
      writeFileSync(path.join(app.folder, 'b.txt'), 'bbb');
      const id = await app.start();
      app.model.push(
        { calls: [call('one', 'read_file', { path: 'a.txt' }), call('two', 'read_file', { path: 'b.txt' })] },
        { text: 'k' },
      );
      await app.turn(id, 'both');
      const sent = app.model.requests[1]?.body.messages.slice(-2) ?? [];
      expect(sent.map((message) => message.tool_call_id)).toEqual(['one', 'two']);
      expect(sent[0]?.content).toContain('aaa');
      expect(sent[1]?.content).toContain('bbb');
    },
  );

  test(cite('LOOP-4', 'a call that cannot run gets an error naming the problem, and the loop continues'), async () => {
    const app = await startTestApp({ settings: { approvalMode: 'all' } });
    const id = await app.start();
    app.model.push(
      {
        calls: [
          call('1', 'no_such_tool', {}),
          call('2', 'read_file', '{"path": "a'),
          call('3', 'read_file', { file: 'a' }),
          call('4', 'read_file', { path: 'missing.txt' }),
          call('5', 'run_command', { command: 'exit 3' }),
        ],
      },
      { text: 'I see.' },
    );
    expect(await app.turn(id, 'go')).toBe('done');
    const results = app.rows(id).filter((row) => row.role === 'tool');
    expect(results.map((row) => row.outcome)).toEqual(['error', 'error', 'error', 'error', 'error']);
    for (const row of results) expect(row.content).toMatch(/^Error: /);
    const text = (callId: string) => results.find((row) => row.tool_call_id === callId)?.content;
    expect(text('1')).toContain('no_such_tool');
    expect(text('2')).toContain('JSON');
    expect(text('3')).toContain('path');
    expect(text('4')).toContain('missing.txt');
    expect(text('5')).toContain('3');
  });

  test(cite('LOOP-4', 'a tool not offered without a folder is rejected by name'), async () => {
    const app = await startTestApp({ replies: [{ calls: [call('1', 'read_file', { path: 'a' })] }, { text: 'ok' }] });
    const { conversationId } = await app.call('conversation.create', { projectId: null });
    await app.call('conversation.open', { conversationId });
    await app.turn(conversationId, 'read a');
    const offered = app.model.requests[0]?.body.tools?.map((tool) => tool.function.name);
    expect(offered).toEqual(expect.arrayContaining(['todo_write', 'read_tool_result', 'ask_user', 'run_agent']));
    for (const name of ['read_file', 'list_files', 'search_files', 'write_file', 'edit_file', 'run_command']) {
      expect(offered).not.toContain(name);
    }
    expect(app.rows(conversationId).find((row) => row.role === 'tool')).toMatchObject({
      outcome: 'error',
      details: { errorCode: 'TOOL_NOT_AVAILABLE' },
    });
  });

  test(cite(['LOOP-9', 'STREAM-5'], 'calls of a reply cut off at its length limit do not run'), async () => {
    const app = await startTestApp({ settings: { approvalMode: 'all' } });
    const id = await app.start();
    const file = path.join(app.folder, 'made');
    app.model.push([{ calls: [call('1', 'run_command', { command: `touch ${file}` })] }, { finish: 'length' }], {
      text: 'ok',
    });
    expect(await app.turn(id, 'go')).toBe('done');
    expect(existsSync(file)).toBe(false);
    expectCallsAnswered(app.rows(id));
  });

  test(cite('STREAM-3', 'missing, repeated or reused IDs: each call keeps its own result'), async () => {
    const app = await startTestApp({ settings: { approvalMode: 'all' } });
    const id = await app.start();
    const echo = (word: string) => JSON.stringify({ command: `echo ${word}` });
    app.model.push(
      {
        calls: [
          { id: 'x', name: 'run_command', arguments: echo('one') },
          { id: 'x', name: 'run_command', arguments: echo('two') },
        ],
      },
      {
        calls: [
          { id: 'x', name: 'run_command', arguments: echo('three') },
          { id: '', name: 'run_command', arguments: echo('four') },
        ],
      },
      { text: 'ok' },
    );
    expect(await app.turn(id, 'go')).toBe('done');
    const chain = chainOf(app.rows(id));
    expect(new Set(chain.map((entry) => entry.id)).size).toBe(4);
    const results = app.model.requests[2]?.body.messages.filter((message) => message.role === 'tool') ?? [];
    expect(results.map((message) => String(message.content).split('\n')[0])).toEqual(['one', 'two', 'three', 'four']);
  });
});

describe('ends of a run', () => {
  test(
    cite('LOOP-6', 'the turn limit stops with its code, stored and shown, and the next message continues'),
    async () => {
      const app = await startTestApp({
        settings: { approvalMode: 'all', maxTurns: 2 },
        replies: [1, 2].map((n) => ({ calls: [call(`c${n}`, 'run_command', { command: `echo ${n}` })] })),
      });
      const id = await app.start();
      expect(await app.turn(id, 'go')).toBe('max_turns');
      expect(app.rows(id).at(-1)).toMatchObject({ partType: 'note', error: { code: 'ENGINE_MAX_TURNS_EXCEEDED' } });
      app.model.push({ text: 'finished' });
      expect(await app.turn(id, 'Continue.')).toBe('done');
      expect(app.model.requests[2]?.body.messages.map((message) => message.role)).toEqual([
        'system',
        'user',
        'assistant',
        'tool',
        'assistant',
        'tool',
        // Replaces the reply that was not requested anymore.
        'assistant',
        'user',
      ]);
    },
  );

  test(cite('LOOP-7', 'three identical failing calls add a hint, the fourth stops the run'), async () => {
    const app = await startTestApp({
      settings: { approvalMode: 'all' },
      otherwise: (body) => ({ calls: [call(`c${body.messages.length}`, 'read_file', { path: 'nope' })] }),
    });
    const id = await app.start();
    expect(await app.turn(id, 'go')).toBe('loop');
    expect(app.model.requests).toHaveLength(4);
    const results = app.rows(id).filter((row) => row.role === 'tool');
    expect(results.map((row) => row.content.includes('3 times in a row'))).toEqual([false, false, true, false]);
    expect(app.rows(id).at(-1)).toMatchObject({ partType: 'note', error: { code: 'ENGINE_LOOP_DETECTED' } });
  });

  test(
    cite('LOOP-8', 'stop in the middle of a stream keeps the text, stores no error, and the next message is sent'),
    async () => {
      const app = await startTestApp({ replies: [[{ text: 'half a ' }, { hang: true }], { text: 'whole' }] });
      const id = await app.start();
      const shown = app.event('reply.delta');
      await app.call('run.send', { conversationId: id, text: 'go' });
      await shown;
      await app.call('run.stop', { conversationId: id });
      expect(app.rows(id).at(-1)).toMatchObject({ role: 'assistant', content: 'half a ', finishReason: 'stopped' });
      expect(app.rows(id).some((row) => row.partType === 'error')).toBe(false);
      expect(await app.turn(id, 'go on')).toBe('done');
      expect(app.model.requests[1]?.body.messages.slice(-2)).toEqual([
        { role: 'assistant', content: 'half a ' },
        { role: 'user', content: 'go on' },
      ]);
    },
  );

  test(
    cite('LOOP-8', 'stop during tools ends their processes, gives every call a result, and the conversation continues'),
    async () => {
      const app = await startTestApp({ settings: { approvalMode: 'all' } });
      const id = await app.start();
      const pidFile = path.join(app.folder, 'pid');
      app.model.push({
        calls: [
          call('1', 'run_command', { command: `sleep 600 & echo $! > ${pidFile}; echo started; sleep 600` }),
          call('2', 'run_command', { command: 'echo never' }),
        ],
      });
      const running = app.event('call.output', (event) => event.text.includes('started'));
      await app.call('run.send', { conversationId: id, text: 'go' });
      await running;
      await app.call('run.stop', { conversationId: id });
      await goneWithin(await numberIn(pidFile), 1000);
      expectCallsAnswered(app.rows(id));
      const outcomes = app.rows(id).flatMap((row) => (row.role === 'tool' ? [row.outcome] : []));
      expect(outcomes).toEqual(['cancelled', 'cancelled']);
      app.model.push({ text: 'ok' });
      expect(await app.turn(id, 'and now?')).toBe('done');
    },
  );

  test(
    cite(
      'LOOP-10',
      'a rejecting server: the message is on disk, the error is a record, and the next request says that there was no reply',
    ),
    async () => {
      const app = await startTestApp({
        replies: [{ status: 400, body: { error: { message: 'bad thing' } } }, { text: 'ok' }],
      });
      const id = await app.start();
      expect(await app.turn(id, 'hello')).toBe('error');
      const rows = app.rows(id);
      expect(rows.at(-2)).toMatchObject({ role: 'user', content: 'hello' });
      expect(rows.at(-1)).toMatchObject({
        role: 'assistant',
        partType: 'error',
        content: null,
        error: { code: 'LLM_ERROR', cause: 'LLM_HTTP_ERROR', status: 400 },
      });
      expect(await app.turn(id, 'again')).toBe('done');
      const roles = app.model.requests[1]?.body.messages.map((message) => message.role);
      expect(roles).toEqual(['system', 'user', 'assistant', 'user']);
      expect(app.model.requests[1]?.body.messages[2]?.content).toBe('[No reply: the model call failed.]');
    },
  );

  test(cite('LOOP-10', 'a cut connection keeps the text that arrived, after all results'), async () => {
    const app = await startTestApp({
      settings: { approvalMode: 'all' },
      replies: [
        { calls: [call('1', 'run_command', { command: 'echo hi' })] },
        [{ text: ['partial ', 'text ', 'never seen'] }, { closeAfter: 3 }],
      ],
    });
    const id = await app.start();
    expect(await app.turn(id, 'go')).toBe('error');
    const rows = app.rows(id);
    expect(rows.slice(2).map((row) => row.partType ?? row.role)).toEqual(['assistant', 'tool', 'error']);
    expect(String(rows.at(-1)?.content)).toMatch(/^partial/);
  });

  test(cite('STREAM-10', 'a busy server is asked again, visibly, and only the accepted reply is stored'), async () => {
    const app = await startTestApp({
      replies: [
        { status: 503, headers: { 'retry-after-ms': '5' }, body: { error: { message: 'busy' } } },
        { text: 'ok' },
      ],
    });
    const id = await app.start();
    const retry = app.event('run.retry');
    expect(await app.turn(id, 'go')).toBe('done');
    expect((await retry).retry).toMatchObject({ attempt: 1, error: { cause: 'LLM_HTTP_ERROR', status: 503 } });
    expect(app.rows(id).map((row) => row.partType ?? row.role)).toEqual(['environment', 'user', 'assistant']);
  });

  test(cite('STREAM-10', 'a stop ends the wait for a retry, and nothing more is sent'), async () => {
    const app = await startTestApp({
      replies: [{ status: 503, headers: { 'retry-after-ms': '25000' }, body: { error: { message: 'busy' } } }],
    });
    const id = await app.start();
    const retry = app.event('run.retry');
    const ended = app.event('run.ended');
    await app.call('run.send', { conversationId: id, text: 'go' });
    await retry;
    await app.call('run.stop', { conversationId: id });
    expect((await ended).end).toBe('stopped');
    expect(app.model.requests).toHaveLength(1);
  });
});

describe('concurrent actions', () => {
  test(
    cite('LOOP-12', 'a message sent during a run is queued, can be withdrawn, and is sent after the results'),
    async () => {
      const app = await startTestApp({ settings: { approvalMode: 'all' } });
      const id = await app.start();
      const gate = path.join(app.folder, 'gate');
      app.model.push({
        calls: [call('1', 'run_command', { command: `echo go; while [ ! -e ${gate} ]; do sleep 0.02; done` })],
      });
      app.model.push({ text: 'both seen' });
      const running = app.event('call.output');
      const from = app.events.length;
      await app.call('run.send', { conversationId: id, text: 'first' });
      await running;
      const kept = await app.call('run.send', { conversationId: id, text: 'second' });
      const dropped = await app.call('run.send', { conversationId: id, text: 'third' });
      expect([kept.queued, dropped.queued]).toEqual([true, true]);
      expect(await app.call('run.withdraw', { conversationId: id, queueId: dropped.messageId })).toEqual({
        text: 'third',
        attachments: [],
      });
      writeFileSync(gate, '');
      await app.event('run.ended', undefined, from);
      const sent = app.model.requests[1]?.body.messages.slice(-4) ?? [];
      expect(sent.map((message) => message.role)).toEqual(['assistant', 'tool', 'assistant', 'user']);
      expect(sent[3]?.content).toBe('second');
      expect(JSON.stringify(app.rows(id))).not.toContain('third');
    },
  );

  test(cite('LOOP-13', 'two conversations run at the same time without mixing'), async () => {
    let openGate: () => void = () => {};
    const gate = new Promise<void>((resolve) => {
      openGate = resolve;
    });
    const app = await startTestApp({
      otherwise: (body) => {
        const asked = String(body.messages.at(-1)?.content);
        return asked.includes('slow')
          ? [{ text: 'slow ' }, { until: gate }, { text: 'answer' }]
          : { text: 'quick answer' };
      },
    });
    const slow = await app.start();
    const quick = await app.start();
    await app.call('run.send', { conversationId: slow, text: 'slow one' });
    expect(await app.turn(quick, 'quick one')).toBe('done');
    expect(app.rows(quick).at(-1)?.content).toBe('quick answer');
    openGate();
    await expect.poll(() => app.rows(slow).at(-1)?.content).toBe('slow answer');
    expect(JSON.stringify(app.rows(slow))).not.toContain('quick');
  });
});
