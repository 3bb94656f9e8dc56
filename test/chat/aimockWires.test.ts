// The whole program against aimock, a third-party model server, over every API that it speaks: what is shown, stored
// and sent next, also when the answer breaks off or the program is killed.

import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { callsOf, type Message, textOf } from '../../shared/conversation/message.ts';
import { type ProviderKind, providerKinds } from '../../shared/features/models/providerKind.ts';
import { startTestApp, type TestApp } from '../support/appHarness.ts';
import { cite } from '../support/cite.ts';
import { namedPng } from '../support/images.ts';
import { sidecar } from '../support/storedConversation.ts';
import { sample } from '../support/volume.ts';
import { type AimockServer, startAimock } from '../support/wires/aimockServer.ts';
import { baseUrlOf } from '../support/wireUnderTest.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const modelOf: Record<ProviderKind, string> = {
  openai: 'deepseek-v4-pro',
  responses: 'gpt-5.4',
  anthropic: 'claude-opus-4-7',
  gemini: 'gemini-3-pro-preview',
  ollama: 'qwen3',
};
const png = namedPng('picture');
const looks = ['notes.txt', 'missing.txt', 'picture.png'].map((file, index) => ({
  id: `call_${index}`,
  name: 'read_file',
  arguments: JSON.stringify({ path: file }),
}));
const looking = { content: 'I look.', reasoning: 'Let me see.', toolCalls: looks };

interface Place {
  app: TestApp;
  /** Creates a conversation with the API's provider and model. */
  talk(kind: ProviderKind): Promise<string>;
}

async function place(server: AimockServer): Promise<Place> {
  const app = await startTestApp({ settings: { approvalMode: 'all' } });
  writeFileSync(path.join(app.folder, 'notes.txt'), 'the content of it\n');
  writeFileSync(path.join(app.folder, 'picture.png'), png);
  return {
    app,
    async talk(kind) {
      const baseUrl = baseUrlOf(kind, server.address);
      const { id: provider } = await app.call('provider.save', { id: null, name: kind, kind, baseUrl });
      const id = await app.start();
      await app.call('conversation.configure', { conversationId: id, model: { provider, model: modelOf[kind] } });
      return id;
    },
  };
}

async function resume(app: TestApp, conversationId: string): Promise<string> {
  const from = app.events.length;
  await app.call('run.resume', { conversationId });
  return (await app.event('run.ended', undefined, from)).end;
}

async function preview(app: TestApp, conversationId: string, text: string): Promise<string> {
  return JSON.stringify((await app.call('conversation.request', { conversationId, text })).body);
}

describe.each(sample(1, providerKinds))('aimock as %s', (kind) => {
  test(
    cite(
      ['STREAM-2', 'STREAM-8', 'SEQ-1', 'PROVIDER-7'],
      'thinking, parallel calls, a failing call, an image: all is stored, and sent back byte for byte as previewed',
    ),
    async () => {
      const server = await startAimock();
      const { app, talk } = await place(server);
      const id = await talk(kind);
      server.say([looking, { content: 'So it is.', reasoning: 'I have seen it.' }]);
      expect(await app.turn(id, 'look')).toBe('done');
      const rows = app.rows(id);
      const reply = rows.find(({ role }) => role === 'assistant') as Message;
      expect(reply).toMatchObject({
        content: 'I look.',
        tool_calls: looks.map(({ name }) => ({ function: { name } })),
      });
      // For Ollama, aimock sends thinking in another API's field.
      if (kind !== 'ollama') expect(reply).toMatchObject({ reasoning: 'Let me see.' });
      const results = callsOf(reply).map((call) =>
        rows.filter((row) => row.role === 'tool' && row.tool_call_id === call.id),
      );
      expect(results.map(({ length }) => length)).toEqual([1, 1, 1]);
      const [notes, missing, picture] = results.flat() as [Message, Message, Message];
      expect(textOf(notes)).toContain('the content of it');
      expect(textOf(missing)).toContain('"missing.txt" does not exist');
      expect(textOf(picture)).toContain('picture.png');
      expect(rows.at(-1)).toMatchObject({ content: 'So it is.', finishReason: 'stop' });

      const shown = await preview(app, id, 'and now?');
      server.say([{ content: 'Fine.' }]);
      expect(await app.turn(id, 'and now?')).toBe('done');
      const [, second, third] = server.requests;
      expect(third?.text).toBe(shown);
      for (const word of ['the content of it', 'missing.txt', png.toString('base64')]) {
        expect(second?.text.includes(word), `${word} behind the calls`).toBe(true);
        expect(third?.text.includes(word), `${word} in the next turn`).toBe(true);
      }
      const own: Partial<Record<ProviderKind, string>> = {
        openai: '"reasoning_content":"Let me see."',
        responses: `"encrypted_content":"${Buffer.from('aimock-encrypted-reasoning:').toString('base64').slice(0, 32)}`,
        anthropic: '"signature":"aimock-placeholder-signature"',
        gemini: '"thought":true',
      };
      expect(third?.text).toContain(own[kind] ?? 'I look.');
    },
  );

  test(
    cite(
      ['STREAM-6', 'LOOP-10', 'SEQ-1'],
      'an error status, an answer that is not JSON, a broken stream: reported, and the conversation continues',
    ),
    async () => {
      const server = await startAimock();
      const { app, talk } = await place(server);
      const id = await talk(kind);
      const said = { content: 'one two three four five six seven eight nine ten eleven twelve thirteen fourteen' };
      server.say([{ error: { message: 'It said no.' }, status: 400 }]);
      expect(await app.turn(id, 'count')).toBe('error');
      expect(JSON.stringify(app.rows(id).at(-1))).toContain('returned 400: It said no.');
      server.say([said], { chaos: { malformedRate: 1 } });
      expect(await resume(app, id)).toBe('error');
      server.say([said], { truncateAfterChunks: 10, chunkSize: 5, latency: 1 });
      expect(await resume(app, id)).toBe('error');
      // No text had arrived: the request is the same each time.
      expect(server.requests.map(({ text }) => text)).toEqual(server.requests.map(() => server.requests[0]?.text));
      const kept = app.rows(id).findLast(({ role }) => role === 'assistant');
      expect(said.content.startsWith(String(kept?.content))).toBe(true);
      expect(kept).toMatchObject({ content: expect.stringMatching(/^one two/) });
      const shown = await preview(app, id, 'Continue.');
      server.say([{ content: 'Fine.' }]);
      expect(await resume(app, id)).toBe('done');
      expect(server.requests.at(-1)?.text).toBe(shown);
      expect(app.rows(id).at(-1)).toMatchObject({ content: 'Fine.' });
    },
  );
});

describe('killed with SIGKILL in the middle of a reply', () => {
  test(cite(
    ['RESUME-8', 'LOOP-15', 'SEQ-1', 'SEQ-7'],
    'each API continues with the stored part: the next request is byte for byte the one another process previewed',
  ), { tags: ['all'] }, async () => {
    const server = await startAimock();
    const { app, talk } = await place(server);
    const ids: string[] = [];
    for (const kind of providerKinds) ids.push(await talk(kind));
    await app.close();
    const long = { content: 'some words that go on '.repeat(400), reasoning: 'Let me see.' };
    const isAnswered = ({ messages }: { messages: { role: string }[] }): boolean =>
      messages.some(({ role }) => role === 'tool');
    server.say((request) => (isAnswered(request) ? long : looking), { chunkSize: 20, latency: 15 });

    const args = ['--disable-warning=ExperimentalWarning', '--import', './scripts/rawText.mjs'];
    const child = spawn(process.execPath, [...args, './test/support/midReply.ts', app.dataDir, 'look', ...ids], {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    const kept = (): number[] => ids.map((id) => String(sidecar(app, id, 'partial.json')?.text ?? '').length);
    await expect.poll(() => Math.min(...kept())).toBeGreaterThan(100);
    const ended = new Promise((resolve) => child.once('close', (_code, signal) => resolve(signal)));
    child.kill('SIGKILL');
    expect(await ended).toBe('SIGKILL');

    server.say([{ content: 'Fine.' }]);
    const started = { dataDir: app.dataDir, folder: app.folder, settings: { approvalMode: 'all' } };
    const one = await startTestApp(started);
    const foretold: string[] = [];
    for (const id of ids) {
      await one.call('conversation.open', { conversationId: id });
      foretold.push(await preview(one, id, 'Continue.'));
    }
    await one.close();
    const other = await startTestApp(started);
    for (const [at, id] of ids.entries()) {
      const kind = providerKinds[at] as ProviderKind;
      await other.call('conversation.open', { conversationId: id });
      const former = server.requests.filter((request) => request.kind === kind);
      expect(former.length, kind).toBe(2);
      expect(await resume(other, id)).toBe('done');
      const next = server.requests.at(-1);
      expect(next?.text, kind).toBe(foretold[at]);
      expect(next?.text, kind).toContain('some words that go on some words');
      // Earlier content trackLoad before it unchanged, including calls and results.
      expect(rowsOf(next?.body).slice(0, rowsOf(former[1]?.body).length), kind).toEqual(rowsOf(former[1]?.body));
      expect(other.rows(id).filter(({ role }) => role === 'tool')).toHaveLength(looks.length);
      expect(other.rows(id).at(-1)).toMatchObject({ content: 'Fine.' });
    }
  });
});

/** As text; cache markers move and are not part of the content. */
function rowsOf(body: Record<string, unknown> | undefined): string[] {
  const rows = (body?.messages ?? body?.input ?? body?.contents ?? []) as unknown[];
  return rows.map((row) => JSON.stringify(row, (key, value) => (key === 'cache_control' ? undefined : value)));
}
