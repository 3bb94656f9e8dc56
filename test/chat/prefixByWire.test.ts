// The requirement of each provider's cache: a request starts with the previous one, byte for byte, including calls and
// images, also after the program was restarted.

import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { type ProviderKind, providerKinds } from '../../shared/features/models/providerKind.ts';
import { startTestApp, type TestApp } from '../support/appHarness.ts';
import { cite } from '../support/cite.ts';
import { namedPng } from '../support/images.ts';
import { startWireServer, type WireRequest } from '../support/wires/wireServer.ts';
import { baseUrlOf } from '../support/wireUnderTest.ts';

const modelOf: Record<ProviderKind, string> = {
  openai: 'deepseek-v4-pro',
  responses: 'gpt-5.4',
  anthropic: 'claude-opus-4-7',
  gemini: 'gemini-3-pro-preview',
  ollama: 'qwen3',
};

const turns = 4;

/** The lists that grow; the rest of a request stays the same. */
const growing = ['messages', 'input', 'contents'];

describe.each(providerKinds)('%s', (kind) => {
  test(cite(['SEQ-1', 'PROVIDER-6'], 'each request starts with the whole previous one, even after a restart'), {
    tags: ['all'],
  }, async () => {
    let asked = 0;
    const server = await startWireServer(() => {
      asked++;
      const at = Math.ceil(asked / 2);
      if (asked % 2 === 0) return { thought: `So it was ${at}.`, text: `Answer ${at}.` };
      const calls = [`notes-${at}.txt`, `picture-${at}.png`, 'missing.txt'].map((file, index) => ({
        id: `call_${at}_${index}`,
        name: 'read_file',
        arguments: { path: file },
      }));
      return { thought: `Let me see ${at}.`, ...(at % 2 === 0 ? { text: `I look ${at}.` } : {}), calls };
    });
    let app = await startTestApp({ settings: { approvalMode: 'all' } });
    const baseUrl = baseUrlOf(kind, server.address);
    const { id: provider } = await app.call('provider.save', { id: null, name: 'Mine', kind, baseUrl });
    const id = await app.start();
    await app.call('conversation.configure', { conversationId: id, model: { provider, model: modelOf[kind] } });
    for (let at = 1; at <= turns; at++) {
      writeFileSync(path.join(app.folder, `notes-${at}.txt`), `content ${at}\n`);
      writeFileSync(path.join(app.folder, `picture-${at}.png`), namedPng(`picture-${at}`));
      if (at === 3) app = await restarted(app, id);
      const shown = await preview(app, id, `Question ${at}`);
      const from = server.requests.length;
      expect(await app.turn(id, `Question ${at}`)).toBe('done');
      // The preview before the restart is what is sent after it.
      expect(server.requests[from]?.text).toBe(shown);
    }
    expect(server.requests).toHaveLength(turns * 2);
    for (const [at, request] of server.requests.entries()) if (at > 0) expectBegins(request, server.requests[at - 1]);
  });
});

async function preview(app: TestApp, conversationId: string, text: string): Promise<string> {
  return JSON.stringify((await app.call('conversation.request', { conversationId, text })).body);
}

/** Another process's request is the same. */
async function restarted(app: TestApp, id: string): Promise<TestApp> {
  const before = await preview(app, id, 'Question 3');
  await app.close();
  const again = await startTestApp({ dataDir: app.dataDir, folder: app.folder, settings: { approvalMode: 'all' } });
  await again.call('conversation.open', { conversationId: id });
  expect(await preview(again, id, 'Question 3')).toBe(before);
  return again;
}

/** As text, so that the order of keys counts. */
function expectBegins(request: WireRequest, former: WireRequest | undefined): void {
  const [now, then] = [partsOf(request), partsOf(former as WireRequest)];
  expect(now.rest).toBe(then.rest);
  expect(then.list.length).toBeGreaterThan(0);
  expect(now.list.slice(0, then.list.length)).toEqual(then.list);
}

function partsOf({ body }: WireRequest): { rest: string; list: string[] } {
  const rest = Object.entries(body).filter(([name]) => !growing.includes(name));
  const list = Object.entries(body).flatMap(([name, value]) => (growing.includes(name) ? (value as unknown[]) : []));
  return { rest: plain(rest), list: list.flatMap(pieces).map(plain) };
}

/** A message with a list of parts, as its parts: later ones may be added to the last message. */
function pieces(message: unknown): unknown[] {
  const { role, content, parts } = message as { role?: unknown; content?: unknown; parts?: unknown };
  const list = Array.isArray(content) ? content : Array.isArray(parts) ? parts : null;
  return list === null ? [message] : list.map((part) => [role, part]);
}

/** Cache markers move; they are not part of what is cached. */
function plain(value: unknown): string {
  return JSON.stringify(value, (name, inner: unknown) => (name === 'cache_control' ? undefined : inner));
}
