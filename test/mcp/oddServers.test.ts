// Servers that are missing, slow, silent, broken, hostile or merely odd. Next to each is a healthy one, which must not
// be affected.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { textOf } from '../../shared/core/sentence.ts';
import { cite } from '../support/cite.ts';
import { liveText } from '../support/liveFiles.ts';
import { globalServer, type McpApp, offeredNames, startMcpApp } from '../support/mcp/mcpApp.ts';
import { variable } from '../support/mcp/variable.ts';
import { goneWithin } from '../support/processes.ts';
import { tempFolder } from '../support/tempFolder.ts';
import { sample } from '../support/volume.ts';

/** An app with a healthy server and an odd one, after a first turn that started both. */
async function beside(odd: string[], configuration: object = {}): Promise<{ app: McpApp; id: string }> {
  const app = await startMcpApp();
  await app.saveOdd('sound', []);
  await app.saveOdd('odd', odd, configuration);
  const id = await app.start();
  return { app, id };
}

async function expectSound(app: McpApp, id: string): Promise<void> {
  const [result] = await app.calls(id, [['mcp__sound__say', { a: 1 }]]);
  expect(result).toMatchObject({ outcome: 'ok', content: 'said {"a":1}' });
}

describe('a server that does not start', () => {
  const rows: { what: string; odd: string[]; configuration?: object; problem: RegExp }[] = [
    {
      what: 'whose program is missing',
      odd: [],
      configuration: { command: '/there/is/no/such-program' },
      problem: /ENOENT/,
    },
    {
      what: 'whose folder is missing',
      odd: [],
      configuration: { cwd: '/there/is/no/such-folder' },
      problem: /ENOENT|could not be started/,
    },
    { what: 'that ends at once', odd: ['--exit-early'], problem: /ended with code 3.*cannot open the database/s },
    {
      what: 'that answers nothing',
      odd: ['--silent'],
      configuration: { timeout: 1 },
      problem: /did not respond within 1 s/,
    },
    { what: 'whose variable is not set', odd: [variable('NOT_SET_ANYWHERE')], problem: /NOT_SET_ANYWHERE is not set/ },
    {
      what: 'whose secret is missing',
      odd: [],
      configuration: { env: { A: variable('keychain:NOPE') } },
      problem: /keychain has no NOPE/,
    },
    {
      what: 'at an address where nobody answers',
      odd: [],
      configuration: { command: undefined, args: undefined, url: 'http://127.0.0.1:9/mcp' },
      problem: /fetch failed|ECONNREFUSED|bad port/,
    },
  ];
  for (const { what, odd, configuration = {}, problem } of sample(3, rows)) {
    test(cite('MCP-3', `one ${what} is reported with the reason, and the others work`), { tags: ['all'] }, async () => {
      const { app, id } = await beside(odd, configuration);
      await expectSound(app, id);
      // One that is slow to fail has failed by the next turn.
      if ((await app.info('odd')).state === 'starting') {
        await new Promise<void>((resolve) => {
          const stop = app.client.onEvent(({ event }) => {
            if (event.type === 'mcp.changed')
              void app.info('odd').then(({ state }) => {
                if (state !== 'failed') return;
                stop();
                resolve();
              });
          });
        });
      }
      const info = await app.info('odd');
      expect(info.state).toBe('failed');
      expect(info.problem).toMatch(problem);
      expect(offeredNames(app).some((name) => name.startsWith('mcp__odd'))).toBe(false);
    });
  }

  test(cite('MCP-3', 'a slow one is awaited for a few seconds only, and its tools are in a later request'), {
    tags: ['all'],
  }, async () => {
    const { app, id } = await beside(['--slow=3000']);
    await expectSound(app, id);
    await expectSound(app, id);
    expect(offeredNames(app)).toContain('mcp__odd__say');
  });

  test(cite('MCP-3', 'a run reports the servers it waits for, as they become fewer, and finally none'), async () => {
    const go = path.join(tempFolder(), 'go');
    const { app, id } = await beside([`--until=${go}`]);
    const phases = () => app.events.flatMap(({ event }) => (event.type === 'run.phase' ? [event] : []));
    const waitedFor = () => phases().flatMap(({ starting }) => (starting ? [starting] : []));
    app.model.push({ text: 'Hello.' });
    const turn = app.turn(id, 'hello');
    await expect.poll(waitedFor).toEqual([['sound', 'odd'], ['odd']]);
    expect(app.model.requests).toEqual([]);
    writeFileSync(go, '');
    expect(await turn).toBe('done');
    expect(waitedFor()).toHaveLength(2);
    expect(phases().at(-1)).toEqual({ type: 'run.phase', phase: 'model' });
    expect(offeredNames(app)).toContain('mcp__odd__say');
  });

  test(cite('MCP-3', 'one that exits at the version question is started with the older protocol'), async () => {
    const { app, id } = await beside(['--exits-on-probe']);
    const [result] = await app.calls(id, [['mcp__odd__say', {}]]);
    expect(result?.outcome).toBe('ok');
  });

  test(cite('MCP-3', 'once repaired, a restart finds it, without a new turn'), { tags: ['all'] }, async () => {
    const { app, id } = await beside([variable('MENDED:---exit-early')]);
    await expectSound(app, id);
    expect((await app.info('odd')).state).toBe('failed');
    await app.saveOdd('odd', []);
    const restarted = await app.call('mcp.restart', { server: globalServer('odd') });
    expect(restarted).toMatchObject({ state: 'ready', problem: null });
  });
});

describe('a server that misbehaves while it works', () => {
  test(cite('MCP-3', 'garbage on its output is logged, bounded, and ignored'), { tags: ['all'] }, async () => {
    const { app, id } = await beside(['--garbage', '--flood']);
    const [result] = await app.calls(id, [['mcp__odd__say', { b: 2 }]]);
    expect(result?.content).toBe('said {"b":2}');
    const lines = await app.logs('odd');
    expect(lines.filter(({ text }) => textOf(text).includes('no message')).length).toBeLessThan(30);
    expect(lines.length).toBeLessThanOrEqual(1000);
    expect(lines.reduce((sum, { text }) => sum + textOf(text).length, 0)).toBeLessThan(2_100_000);
  });

  test(cite(
    'MCP-3',
    'tool results: errors, images, kinds that cannot be shown, a broken result, a hundred megabytes',
  ), { tags: ['all'] }, async () => {
    const { app, id } = await beside([]);
    const call = async (name: string, args: object = {}) => {
      const [result] = await app.calls(id, [[name, args]]);
      return result;
    };
    expect(await call('mcp__odd__fails')).toMatchObject({ outcome: 'error', content: 'Error: It did not work.' });
    expect(await call('mcp__odd__throws')).toMatchObject({
      outcome: 'error',
      content: expect.stringMatching(/^Error: throws of the MCP server odd: .*inside/),
    });
    expect((await call('mcp__odd__image'))?.attachments).toEqual([
      { hash: expect.any(String), mediaType: 'image/png' },
    ]);
    expect((await call('mcp__odd__everyKind'))?.content).toBe(
      [
        'words',
        '[Audio: audio/wav, 3 bytes; it cannot be played here]',
        '[Resource: a link at file:///a]',
        '[Resource file:///b, text/plain]\ninlined',
        '[Resource file:///c, application/zip, 3 bytes; not text]',
        '[Image: image/x-odd, 3 bytes; it cannot be shown]',
      ].join('\n'),
    );
    expect((await call('mcp__odd__structured'))?.content).toBe('{\n  "answer": 42\n}');
    const bad = offeredNames(app).find((name) => name.startsWith('mcp__odd__bad_result')) as string;
    expect(await call(bad)).toMatchObject({ outcome: 'ok', content: 'this is no list' });
    const large = await call('mcp__odd__large');
    expect(large).toMatchObject({
      outcome: 'error',
      content: expect.stringMatching(/has 1048\d+ bytes; the limit is 16777216/),
    });
    const big = await call('mcp__odd__big');
    expect(big?.fullOutputPath).toMatch(/^@state\//);
    expect(big?.details).toMatchObject({ bytes: 8 * 1024 * 1024 });
    await expectSound(app, id);
  });

  test(cite(
    'MCP-3',
    'one that crashes during a call: its name, how it exited and its last output; the next call restarts it',
  ), { tags: ['all'] }, async () => {
    const { app, id } = await beside([]);
    const [died, said] = await app.calls(id, [
      ['mcp__odd__die', {}],
      ['mcp__sound__say', {}],
    ]);
    expect(died?.outcome).toBe('error');
    expect(died?.content).toMatch(/MCP server odd was lost while die ran: the process ended with code 7/);
    expect(died?.content).toContain('out of cheese');
    expect(said?.outcome).toBe('ok');
    const [again] = await app.calls(id, [['mcp__odd__say', {}]]);
    expect(again?.content).toBe('said {}');
  });

  test(cite(['MCP-3', 'MCP-4'], "an endless call is ended by its server's timeout, and the server is notified"), {
    tags: ['all'],
  }, async () => {
    const app = await startMcpApp();
    const told = path.join(app.folder, 'told');
    await app.saveOdd('odd', [`--told=${told}`], { timeout: 1 });
    const id = await app.start();
    const [result] = await app.calls(id, [['mcp__odd__hang', {}]]);
    expect(result?.content).toMatch(/hang of the MCP server odd: it took longer than 1 s and was told to stop/);
    expect(result?.details).toMatchObject({ errorCode: 'TOOL_TIMEOUT' });
    // Nobody waits for the server to read it.
    await expect.poll(() => liveText(told)).toContain('"method":"notifications/cancelled"');
  });

  test(cite('MCP-4', 'progress extends the timeout'), { tags: ['all'] }, async () => {
    const { app, id } = await beside([], { timeout: 1 });
    const [result] = await app.calls(id, [['mcp__odd__progress', { steps: 5, ms: 400 }]]);
    expect(result).toMatchObject({ outcome: 'ok', content: 'through' });
    const seen = app.events.flatMap(({ event }) => (event.type === 'call.progress' ? [event.progress] : []));
    expect(seen.map(({ progress }) => progress)).toEqual(expect.arrayContaining([1, 2, 3, 4]));
  });

  test(cite('MCP-4', 'a stop reaches the server'), async () => {
    const app = await startMcpApp();
    const told = path.join(app.folder, 'told');
    await app.saveOdd('odd', [`--told=${told}`]);
    const id = await app.start();
    app.model.push([{ calls: [{ id: 'c1', name: 'mcp__odd__hang', arguments: '{}' }] }]);
    const started = app.event('call.started');
    const end = app.turn(id, 'go');
    await started;
    while (!existsSync(told) || !readFileSync(told, 'utf8').includes('"tools/call"')) await new Promise(setImmediate);
    await app.call('run.stop', { conversationId: id });
    expect(await end).toBe('stopped');
    // Before the app ends it: a busy machine leaves it no time to continue reading then.
    await expect.poll(() => liveText(told)).toContain('"method":"notifications/cancelled"');
    await app.close();
  });

  test(cite('MCP-4', 'a changed list takes effect: the next request offers the new tools'), async () => {
    const { app, id } = await beside([]);
    await app.calls(id, [['mcp__odd__grow', {}]]);
    const [result] = await app.calls(id, [['mcp__odd__grown', {}]]);
    expect(result).toMatchObject({ outcome: 'ok', content: 'called grown' });
    // Within the run in which it changed.
    expect(offeredNames(app, 1)).toContain('mcp__odd__grown');
  });

  test(cite('MCP-3', 'what a server has started ends with the app, including what left its group'), {
    tags: ['all'],
  }, async () => {
    const app = await startMcpApp();
    const child = path.join(app.folder, 'child');
    await app.saveOdd('odd', [`--child=${child}`]);
    const id = await app.start();
    await app.calls(id, [['mcp__odd__say', {}]]);
    const pids = [Number(readFileSync(child, 'utf8').trim().split('\n').at(-1)), (await app.info('odd')).pid as number];
    await app.close();
    for (const pid of pids) await goneWithin(pid, 1000);
  });
});

describe('a server that must not run', () => {
  test(cite('MCP-3', 'disabled: no list, turn or restart starts a process'), async () => {
    const app = await startMcpApp();
    const started = path.join(app.folder, 'started');
    await app.saveOdd('odd', [`--started=${started}`], { disabled: true });
    await app.saveOdd('other', [`--started=${started}`]);
    expect((await app.call('mcp.enable', { server: globalServer('other'), enabled: false })).state).toBe('disabled');
    const id = await app.start();
    app.model.push({ text: 'Hello.' });
    await app.turn(id, 'hello');
    expect(offeredNames(app).filter((name) => name.startsWith('mcp__'))).toEqual([]);
    const { servers } = await app.call('mcp.list', { projectId: null });
    expect(servers.map(({ state }) => state)).toEqual(['disabled', 'disabled']);
    for (const { name } of servers) {
      const refused = await app.client.call('mcp.restart', { server: globalServer(name) });
      expect(refused.ok).toBe(false);
    }
    await app.call('mcp.candidates', { projectId: null });
    expect(existsSync(started)).toBe(false);
    // The spy would have noticed.
    await app.call('mcp.enable', { server: globalServer('other'), enabled: true });
    await app.calls(id, [['mcp__other__say', {}]]);
    expect(readFileSync(started, 'utf8').trim().split('\n').length).toBeGreaterThan(0);
    // Disabled while it runs: it ends, and is no longer offered.
    const pid = (await app.info('other')).pid as number;
    await app.call('mcp.enable', { server: globalServer('other'), enabled: false });
    await goneWithin(pid, 1000);
  });

  test(cite('MCP-1', 'a disabled tool is not offered, and a call of it is rejected'), async () => {
    const { app, id } = await beside([]);
    await expectSound(app, id);
    const info = await app.call('mcp.enableTool', {
      server: globalServer('odd'),
      tool: 'mcp__odd__die',
      enabled: false,
    });
    expect(info.tools.find(({ name }) => name === 'die')).toMatchObject({ enabled: false, callName: 'mcp__odd__die' });
    const [refused] = await app.calls(id, [['mcp__odd__die', {}]]);
    expect(refused?.outcome).toBe('error');
    expect(offeredNames(app)).not.toContain('mcp__odd__die');
    await app.call('mcp.enableTool', { server: globalServer('odd'), tool: 'mcp__odd__die', enabled: true });
    await expectSound(app, id);
    expect(offeredNames(app)).toContain('mcp__odd__die');
  });
});

test(cite('MCP-3', 'schema bombs: the app continues, the call reaches the server'), {
  tags: ['all'],
}, async () => {
  const app = await startMcpApp();
  const file = path.join(app.folder, 'tools.json');
  const web: Record<string, unknown> = { last: { type: 'string' } };
  for (let n = 0; n < 40; n++) {
    const next = n === 39 ? 'last' : `d${n + 1}`;
    web[`d${n}`] = { allOf: [{ $ref: `#/$defs/${next}` }, { $ref: `#/$defs/${next}` }] };
  }
  let deep: object = { type: 'string' };
  for (let n = 0; n < 500; n++) deep = { type: 'object', properties: { a: deep } };
  const tools = [
    { name: 'web', inputSchema: { type: 'object', properties: { a: { $ref: '#/$defs/d0' } }, $defs: web } },
    { name: 'regex', inputSchema: { type: 'object', properties: { a: { type: 'string', pattern: '^(a+)+$' } } } },
    { name: 'deep', inputSchema: deep },
    { name: 'endless', inputSchema: { type: 'object', allOf: [{ $ref: '#' }] } },
    { name: 'broken', inputSchema: { type: 'object', properties: { a: { type: 'no such type' } }, required: 'a' } },
    {
      name: 'huge',
      inputSchema: {
        type: 'object',
        properties: { a: { enum: Array.from({ length: 20_000 }, (_, n) => `value ${n}`) } },
      },
    },
    {
      name: 'strict',
      inputSchema: {
        type: 'object',
        properties: { a: { type: 'integer' } },
        required: ['a'],
        additionalProperties: false,
      },
    },
  ];
  writeFileSync(file, JSON.stringify(tools));
  await app.saveOdd('odd', [`--tools=${file}`]);
  const id = await app.start();
  for (const name of ['web', 'regex', 'deep', 'endless', 'broken', 'huge']) {
    const callName = `mcp__odd__${name}`;
    const [result] = await app.calls(id, [[callName, { a: `${'a'.repeat(40)}!` }]]);
    if (offeredNames(app).includes(callName))
      expect(result, name).toMatchObject({ outcome: 'ok', content: `called ${name}` });
  }
  const [wrong] = await app.calls(id, [['mcp__odd__strict', { a: 'x' }]]);
  expect(wrong).toMatchObject({
    outcome: 'error',
    content: expect.stringMatching(/the arguments of mcp__odd__strict do not fit/),
  });
});
