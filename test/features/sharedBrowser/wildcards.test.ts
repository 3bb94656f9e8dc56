// Sites with a wildcard: what may be added, what it covers, and that it never reaches private addresses.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createSiteAccess } from '../../../electron/features/sharedBrowser/siteAccess.ts';
import { decide } from '../../../shared/permission/permission.ts';
import type { CallFacts, PermissionRule } from '../../../shared/permission/rule.ts';
import { startTestApp } from '../../support/appHarness.ts';
import { cite } from '../../support/cite.ts';

function allows(origin: string, tool = 'browser_open'): PermissionRule {
  return {
    ...{ id: origin, effect: 'allow', match: { tool, origin }, scope: { type: 'always' } },
    ...{ origin: { type: 'settings' }, createdAt: '2026-01-02T03:04:05.000Z', lastUsedAt: null },
  };
}

const place = { conversationId: 'c', projectId: 'p' };

test(
  cite('BROWSER-20', 'a wildcard for a public suffix or a private network is refused, others are added'),
  async () => {
    const sentences: string[] = [];
    const app = await startTestApp({
      confirm: {
        require: ({ sentence }) => {
          sentences.push(sentence);
          return { ok: true, value: undefined };
        },
        answer: async () => ({ ok: true, value: undefined }),
      },
    });
    const add = (origin: string, tool = 'browser_open') =>
      app.client.call('permission.add', { effect: 'allow', match: { tool, origin }, scope: { type: 'always' } });
    for (const host of [
      'com',
      'co.uk',
      'github.io',
      'localhost',
      'local',
      'internal',
      '168.1.1',
      'b.internal',
      '*.a.com',
    ]) {
      expect(await add(`https://*.${host}`), host).toMatchObject({ ok: false, error: { code: 'SETTINGS_INVALID' } });
    }
    expect(await add('https://*.example.com', 'fetch_url')).toMatchObject({ ok: false });
    expect(sentences).toEqual([]);
    for (const host of ['example.com', 'example.co.uk', 'someone.github.io']) {
      expect(await add(`https://*.${host}`)).toMatchObject({ ok: true });
    }
    expect(sentences[0]).toContain('from every subdomain: https://*.example.com');
    expect((await app.call('permission.list', {})).rules).toHaveLength(3);
    // A file that was written by hand makes no such permission.
    const rules = [allows('https://*.com'), allows('https://*.example.org')];
    writeFileSync(join(app.dataDir, 'permissions.json'), JSON.stringify({ v: 1, rules }));
    const listed = async () => (await app.call('permission.list', {})).rules.map(({ rule }) => rule.match.origin);
    await expect.poll(listed).toEqual(['https://*.example.org']);
  },
);

test(cite('BROWSER-20', 'it covers subdomains with the same scheme and port, and nothing else'), async () => {
  const access = createSiteAccess({ list: async () => [allows('https://*.example.com'), allows('http://*.a.org:81')] });
  const results = await Promise.all(
    [
      ...['https://a.example.com', 'https://a.b.example.com', 'http://x.a.org:81'],
      ...['https://example.com', 'https://badexample.com', 'https://a.example.com.evil.org', 'http://a.example.com'],
      ...['https://a.example.com:8443', 'http://x.a.org'],
    ].map((origin) => access.isAllowed(place, origin)),
  );
  expect(results).toEqual([true, true, true, false, false, false, false, false, false]);
  const denied: PermissionRule = { ...allows('https://*.b.example.com'), effect: 'deny' };
  const both = createSiteAccess({ list: async () => [allows('https://*.example.com'), denied] });
  expect(await both.isAllowed(place, 'https://a.b.example.com')).toBe(false);
});

test(cite('BROWSER-20', 'a call passes for a covered site, but no wildcard covers a fetch'), async () => {
  const facts: CallFacts = { toolName: 'browser_open', kind: 'read', origin: 'https://a.example.com', page: 'open' };
  const rules = [allows('https://*.example.com'), allows('https://*.example.com', 'fetch_url')];
  expect(decide({ mode: 'all', facts, rules, folder: null }).action).toBe('allow');
  const other: CallFacts = { ...facts, origin: 'https://example.com' };
  expect(decide({ mode: 'all', facts: other, rules, folder: null }).action).toBe('ask');
  const fetched: CallFacts = { toolName: 'fetch_url', kind: 'network', origin: 'https://a.example.com' };
  expect(decide({ mode: 'ask', facts: fetched, rules, folder: null }).action).toBe('ask');
});

test(cite('BROWSER-20', 'a wildcard names no site, so a private address stays blocked'), async () => {
  const access = createSiteAccess({ list: async () => [allows('https://*.example.com')] });
  expect(await access.isNamed(place, 'https://a.example.com')).toBe(false);
  access.grant(place, 'https://a.example.com');
  expect(await access.isNamed(place, 'https://a.example.com')).toBe(true);
});
