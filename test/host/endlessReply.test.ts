// An endless reply, and one with thousands of calls, through the built host: it keeps working for another conversation,
// in bounded memory, and exits in time on request, whatever is open. THROUGHLINE_TESTS=long prints the figures.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { ConversationEvent } from '../../shared/conversation/event.ts';
import { cite } from '../support/cite.ts';
import { startThroughline, throughline } from '../support/commandLine.ts';
import { event, said, startEndlessServer } from '../support/endlessServer.ts';
import { connected, runningHost } from '../support/runningHost.ts';
import { tempFolder } from '../support/tempFolder.ts';
import { sample, testRun } from '../support/volume.ts';

const manyCalls = (name: string, given: (at: number) => object): string => {
  const asked = Array.from({ length: 3000 }, (_one, index) => {
    const call = { index, id: `c${index}`, function: { name, arguments: JSON.stringify(given(index)) } };
    return event({ choices: [{ index: 0, delta: { tool_calls: [call] } }] });
  });
  return `${asked.join('')}${event({ choices: [{ index: 0, delta: {}, finish_reason: 'tool_calls' }] })}data: [DONE]\n\n`;
};
const writes = manyCalls('write_file', (at) => ({ path: `f${at}.txt`, content: 'x' }));
const sleeps = manyCalls('run_command', () => ({ command: 'sleep 600' }));
const reads = manyCalls('read_file', (at) => ({ path: `f${at}.txt` }));

function place(url: string, approvalMode: 'manual' | 'all') {
  const root = tempFolder();
  const [data, project] = [join(root, 'data'), join(root, 'project')];
  for (const path of [data, project]) mkdirSync(path);
  writeFileSync(join(data, 'settings.json'), JSON.stringify({ v: 1, approvalMode }));
  const env = { OPENAI_BASE_URL: url, OPENAI_API_KEY: 'sk-test-0123456789abcdef', OPENAI_MODEL: 'fake-model' };
  return { data, project, env, at: ['--project', project, '--data', data] };
}

/** Megabytes: current, and peak so far. */
function memoryOf(pid: number): { now: number; most: number } {
  const text = readFileSync(`/proc/${pid}/status`, 'utf8');
  const field = (name: string): number => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(text)?.[1] ?? 0) / 1024;
  return { now: field('VmRSS'), most: field('VmHWM') };
}

async function hostWith(url: string, approvalMode: 'manual' | 'all') {
  const { data, project, env } = place(url, approvalMode);
  const host = await runningHost(data, ['--project', project], env);
  const [client, other] = [await connected(host), await connected(host)];
  const opened = await client.call('app.open', {});
  const projectId = opened.ok ? opened.value.startProjectId : null;
  const made = await client.call('conversation.create', { projectId });
  const conversationId = made.ok ? made.value.conversationId : '';
  await client.call('conversation.open', { conversationId });
  const second = await other.call('conversation.create', { projectId });
  const secondId = second.ok ? second.value.conversationId : '';
  const event = <T extends ConversationEvent['type']>(type: T, count = 1) =>
    new Promise<ConversationEvent & { type: T }>((resolve) => {
      let left = count;
      client.onEvent(({ event: { type: name, ...rest } }) => {
        if (name === type && --left === 0)
          resolve({ type: name, ...rest } as unknown as ConversationEvent & { type: T });
      });
    });
  return {
    host,
    other,
    event,
    conversationId,
    secondId,
    data,
    send: () => client.call('run.send', { conversationId, text: 'go' }),
  };
}

describe.skipIf(process.platform !== 'linux')('alongside another conversation', () => {
  test.each(
    sample(1, [
      ['text without an end', 'some words of a text. '],
      ['large pieces of text without an end', 'some words of a text. '.repeat(300)],
    ]),
  )(cite('STREAM-11', '%s: the host continues, in bounded memory, and keeps the text'), async (name, piece) => {
    const { url } = await startEndlessServer(said('Hello. '), said(piece));
    const { host, other, event: next, send, conversationId, secondId, data } = await hostWith(url, 'manual');
    const before = memoryOf(host.child.pid as number).now;
    const ended = next('run.ended');
    let isOver = false;
    void ended.then(() => {
      isOver = true;
    });
    await send();
    let answers = 0;
    while (!isOver) {
      expect((await other.call('conversation.open', { conversationId: secondId })).ok).toBe(true);
      answers++;
      await wait(10);
    }
    const { error } = await ended;
    expect(error?.message).toContain('sent more than 4000000 characters in one reply');
    const more = memoryOf(host.child.pid as number).most - before;
    if (testRun === 'long') console.log(`${name}: ${more.toFixed(0)} MB more, ${answers} answers meanwhile`);
    expect(more).toBeLessThan(400);
    // A host blocked by the reply answers once, at its end.
    expect(answers).toBeGreaterThan(5);
    const shown = JSON.parse((await throughline(['show', conversationId, '--json', '--data', data])).stdout);
    expect(shown.messages.at(-1)).toMatchObject({ partType: 'error', error: { cause: 'LLM_BAD_RESPONSE' } });
    expect(shown.messages.at(-1).content.length).toBeGreaterThan(3_900_000);
  });
});

describe('exits on request', () => {
  test.each(
    sample(1, [
      ['while a reply streams without an end', said('some words '.repeat(20)), 'manual', 'reply.delta', 1],
      ['while many calls wait for a person', null, 'manual', 'call.waiting', 1],
      ['while many calls wait for their turn', null, 'all', 'call.started', 1],
    ] as const),
  )(cite('START-6', 'the host, %s'), async (_name, text, mode, type, count) => {
    const first = text === null ? (mode === 'manual' ? writes : sleeps) : said('Hello.');
    const { url } = await startEndlessServer(first, text);
    const { host, event: next, send } = await hostWith(url, mode);
    const open = next(type, count);
    await send();
    await open;
    host.child.kill('SIGTERM');
    const { code } = await host.finished;
    expect(code).toBe(0);
  });

  test.each(
    sample(1, [
      ['while a reply streams without an end', said('Hello.'), said('some words '), 'some words', 'SIGTERM'],
      ['while many calls run', sleeps, null, 'sleep 600', 'SIGINT'],
    ] as const),
  )(cite('START-6', 'the command line, %s'), async (_name, first, again, shown, signal) => {
    const { url } = await startEndlessServer(first, again);
    const end = async () => {
      const { at, env } = place(url, 'all');
      const run = startThroughline(['run', '-p', 'go', '--output', 'stream-json', ...at], env);
      await run.prints(shown);
      run.child.kill(signal);
      return run.finished;
    };
    let { code, stderr } = await end();
    // On a busy machine the signal may only arrive when the reply has reached its limit.
    while (stderr.includes('sent more than')) ({ code, stderr } = await end());
    expect(code).toBe(signal === 'SIGTERM' ? 143 : 130);
  });
});

test(cite('STREAM-11', 'a reply of 3,000 calls: 128 are run, and the model learns about the others'), {
  tags: ['all'],
}, async () => {
  const { url } = await startEndlessServer(reads, null);
  const { at, env } = place(url, 'all');
  const run = startThroughline(['run', '-p', 'go', ...at, '--output', 'stream-json'], env);
  await run.prints('"tool_call_id":"c127"');
  run.child.kill('SIGTERM');
  const { stdout } = await run.finished;
  const stored = stdout
    .split('\n')
    .flatMap((line) => (line.includes('message.appended') ? [JSON.parse(line).event.message] : []));
  const reply = stored.find((message) => message.tool_calls);
  expect(reply).toMatchObject({ callsLeftOut: true });
  expect(reply.tool_calls).toHaveLength(128);
  const results = stored.filter((message) => message.role === 'tool');
  expect(results).toHaveLength(128);
  const [{ id }] = JSON.parse((await throughline(['list', '--json', ...at], env)).stdout);
  const sent = (await throughline(['request', id, '-p', 'go on', ...at], env)).stdout;
  expect(sent.split('The reply had more than 128 calls').length - 1).toBe(1);
});
