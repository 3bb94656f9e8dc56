// The reference servers, over both transports, driven through the loop: each of their tools is called.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { cite } from '../support/cite.ts';
import { startEverythingHttp } from '../support/mcp/everythingHttp.ts';
import { everythingScript, filesystemScript, type McpApp, offeredNames, startMcpApp } from '../support/mcp/mcpApp.ts';
import { goneWithin } from '../support/processes.ts';

/** Every tool of the everything server, with arguments, and the expected result. */
const everythingCalls: Record<string, { args?: object; holds: RegExp; outcome?: string; images?: number }> = {
  echo: { args: { message: 'hello' }, holds: /^Echo: hello$/ },
  'get-annotated-message': {
    args: { messageType: 'success', includeImage: true },
    holds: /completed successfully/,
    images: 1,
  },
  'get-env': { holds: /"(?:NO_COLOR|PATH)"/ },
  'get-resource-links': { args: { count: 2 }, holds: /\[Resource: .* at demo:\/\/resource/ },
  'get-resource-reference': {
    args: { resourceType: 'Text', resourceId: 1 },
    holds: /\[Resource demo:\/\/resource\/dynamic\/text\/1, text\/plain\]/,
  },
  'get-roots-list': { holds: /file:\/\// },
  'get-structured-content': { args: { location: 'New York' }, holds: /"temperature"/ },
  'get-sum': { args: { a: 2, b: 40 }, holds: /42/ },
  'get-tiny-image': { holds: /image/, images: 1 },
  'gzip-file-as-resource': {
    args: { name: 'a.gz', data: 'data:text/plain,hello', outputType: 'resource' },
    holds: /application\/gzip/,
  },
  'simulate-research-query': { args: { topic: 'python', ambiguous: true }, holds: /python \(snake\)/ },
  'toggle-simulated-logging': { holds: /Started simulated/ },
  'toggle-subscriber-updates': { holds: /Started simulated/ },
  'trigger-elicitation-request': { holds: /Jane Roe[\s\S]*hero-2/ },
  'trigger-long-running-operation': { args: { duration: 0.4, steps: 4 }, holds: /Long running operation completed/ },
  'trigger-sampling-request': { args: { prompt: 'why?', maxTokens: 20 }, holds: /Because\./ },
  'trigger-url-elicitation': { args: { url: 'https://example.com/sign' }, holds: /User completed the URL/ },
};

/** Acts as the user: fills in forms, visits, allows. */
function answerEverything(app: McpApp): { asked: string[] } {
  const asked: string[] = [];
  app.client.onEvent(({ conversationId, event }) => {
    if (conversationId === null) return;
    if (event.type === 'call.asking') {
      const { question } = event;
      asked.push(question.url ?? question.fields.map(({ name }) => name).join());
      const values = question.fields.some(({ name }) => name === 'interpretation')
        ? { interpretation: 'snake' }
        : { name: 'Jane Roe', integer: 7, titledSingleSelectEnum: 'hero-2', untitledMultipleSelectEnum: ['Drums'] };
      const given = question.url === undefined ? values : {};
      void app.call('question.answer', {
        conversationId,
        questionId: question.questionId,
        action: 'accept',
        values: given,
      });
    }
    if (event.type === 'call.waiting') {
      const { approval } = event;
      asked.push(approval.preview.type === 'text' ? approval.preview.text : approval.preview.type);
      void app.call('approval.answer', { conversationId, approvalId: approval.approvalId, decision: 'allow' });
    }
  });
  return { asked };
}

async function callEverything(app: McpApp): Promise<void> {
  const id = await app.start();
  const { asked } = answerEverything(app);
  app.model.push({ text: 'Hello.' });
  await app.turn(id, 'hello');
  const names = (await app.info('everything')).tools.map(({ name }) => name).sort();
  // A tool missing from the table would not be called.
  expect(Object.keys(everythingCalls).sort()).toEqual(names);
  console.log(`${names.length} tools of server-everything: ${names.join(', ')}`);
  for (const name of names) {
    const { args = {}, holds, images = 0 } = everythingCalls[name] as (typeof everythingCalls)[string];
    if (name === 'trigger-sampling-request') {
      app.model.push([
        { calls: [{ id: 'sampling', name: `mcp__everything__${name}`, arguments: JSON.stringify(args) }] },
      ]);
      app.model.push({ text: 'Because.' }, { text: 'Done.' });
      expect(await app.turn(id, 'go')).toBe('done');
      const row = app.rows(id).find((one) => one.role === 'tool' && one.tool_call_id === 'sampling');
      expect(row).toMatchObject({ outcome: 'ok', content: expect.stringMatching(holds) });
      continue;
    }
    const [result] = await app.calls(id, [[`mcp__everything__${name}`, args]]);
    expect(result, name).toMatchObject({ outcome: 'ok', content: expect.stringMatching(holds) });
    expect(result?.attachments?.length ?? 0, name).toBe(images);
  }
  // The model received what was shown, without tools and without the conversation.
  const sampled = app.model.requests.find(
    ({ text }) => text.includes('You are a helpful test server.') && text.includes('why?'),
  );
  expect(sampled?.body.tools ?? []).toEqual([]);
  expect(sampled?.body.messages.map(({ role }) => role)).toEqual(['system', 'user']);
  expect(asked.some((text) => text.includes('You are a helpful test server.') && text.includes('why?'))).toBe(true);
  expect(asked).toContain('https://example.com/sign');
  expect(app.events.some(({ event }) => event.type === 'call.progress' && event.progress.total === 4)).toBe(true);
}

describe('server-everything', () => {
  test(cite(
    ['MCP-1', 'MCP-4', 'MCP-7'],
    'each of its tools is called over stdio, with forms, visits, sampling, images and progress',
  ), { tags: ['all'] }, async () => {
    const app = await startMcpApp({ env: { PATH: process.env.PATH ?? '', OF_THE_APP: 'not for servers' } });
    await app.save('everything', {
      command: process.execPath,
      args: [everythingScript, 'stdio'],
      env: { MINE: 'yes' },
    });
    await callEverything(app);
    const [environment] = await app.calls(await app.start(), [['mcp__everything__get-env', {}]]);
    expect(environment?.content).toContain('MINE');
    expect(environment?.content).not.toMatch(/API_KEY|OF_THE_APP/);
    const lines = (await app.logs('everything')).map(({ source, text }) => `${source}: ${text}`);
    expect(lines).toEqual(expect.arrayContaining([expect.stringMatching(/^stderr: Starting default/)]));
    expect(lines).toEqual(expect.arrayContaining([expect.stringMatching(/^server: everything-server: Roots updated/)]));
    const pid = (await app.info('everything')).pid as number;
    await app.close();
    await goneWithin(pid, 0);
  });

  test(cite('MCP-1', 'each of its tools is called over Streamable HTTP'), { tags: ['all'] }, async () => {
    const { url } = await startEverythingHttp();
    const app = await startMcpApp();
    const saved = await app.save('everything', { type: 'http', url });
    expect(saved).toMatchObject({ transport: 'http', runs: url, state: 'idle' });
    await callEverything(app);
  });
});

describe('server-filesystem', () => {
  test(cite('MCP-1', 'each of its tools is called over stdio'), { tags: ['all'] }, async () => {
    const app = await startMcpApp();
    const root = path.join(app.folder, 'root');
    mkdirSync(path.join(root, 'sub'), { recursive: true });
    writeFileSync(path.join(root, 'a.txt'), 'one\ntwo\n');
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    );
    writeFileSync(path.join(root, 'dot.png'), png);
    const at = (name: string): string => path.join(app.folder, name);
    // It uses the client's roots as its allowed folders: the project's folder.
    await app.save('files', { command: process.execPath, args: [filesystemScript, root] });
    const calls: Record<string, [args: object, holds: RegExp, images?: number]> = {
      create_directory: [{ path: at('root/made') }, /Successfully created/],
      directory_tree: [{ path: at('root') }, /"a\.txt"/],
      edit_file: [{ path: at('root/a.txt'), edits: [{ oldText: 'two', newText: 'three' }] }, /\+three/],
      get_file_info: [{ path: at('root/a.txt') }, /size: /],
      list_allowed_directories: [{}, new RegExp(app.folder)],
      list_directory: [{ path: at('root') }, /\[DIR\] sub/],
      list_directory_with_sizes: [{ path: at('root') }, /a\.txt/],
      move_file: [{ source: at('root/b.txt'), destination: at('root/sub/c.txt') }, /Successfully moved/],
      read_file: [{ path: at('root/a.txt') }, /one\nthree/],
      read_media_file: [{ path: at('root/dot.png') }, /image/, 1],
      read_multiple_files: [{ paths: [at('root/a.txt'), at('root/sub/c.txt')] }, /three[\s\S]*written/],
      read_text_file: [{ path: at('root/a.txt'), head: 1 }, /^one/],
      search_files: [{ path: at('root'), pattern: '**/*.txt' }, /c\.txt/],
      write_file: [{ path: at('root/b.txt'), content: 'written' }, /Successfully wrote/],
    };
    const id = await app.start();
    app.model.push({ text: 'Hello.' });
    await app.turn(id, 'hello');
    const names = (await app.info('files')).tools.map(({ name }) => name).sort();
    expect(Object.keys(calls).sort()).toEqual(names);
    console.log(`${names.length} tools of server-filesystem: ${names.join(', ')}`);
    const order = ['write_file', 'edit_file', 'move_file', ...names];
    for (const name of [...new Set(order)]) {
      const [args, holds, images = 0] = calls[name] as (typeof calls)[string];
      const [result] = await app.calls(id, [[`mcp__files__${name}`, args]]);
      expect(result, name).toMatchObject({ outcome: 'ok', content: expect.stringMatching(holds) });
      expect(result?.attachments?.length ?? 0, name).toBe(images);
    }
    expect(readFileSync(at('root/a.txt'), 'utf8')).toBe('one\nthree\n');
    const [outside] = await app.calls(id, [['mcp__files__read_text_file', { path: '/etc/hostname' }]]);
    expect(outside).toMatchObject({ outcome: 'error', content: expect.stringContaining('Access denied') });
    expect(offeredNames(app)).toContain('mcp__files__read_text_file');
  });
});
