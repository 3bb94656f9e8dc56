// What the browser host serves: the page's files with the page's policy, and nothing else.

import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startTestServer } from '../../support/browserServer.ts';
import { cite } from '../../support/cite.ts';

test(cite('SEC-2', "every response carries the page's policy"), async () => {
  const server = await startTestServer();
  for (const request of [{}, { path: '/nothing' }, { method: 'DELETE' }, { headers: ['Host: evil.test'] }]) {
    const { headers } = await server.send(request);
    expect(headers).toMatchObject({
      'content-security-policy':
        "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; " +
        "font-src 'self'; connect-src 'self'; manifest-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'x-dns-prefetch-control': 'off',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    });
  }
});

test(
  cite('UI-17', 'only the preview document has another policy: its own scripts, sandboxed, without network'),
  async () => {
    const server = await startTestServer();
    const rules = async (path: string) => (await server.send({ path })).headers['content-security-policy'];
    const page = await rules('/');
    expect(await rules('/assets/previewFrame-a_b-C1.html')).toBe(
      "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; font-src data:; " +
        "media-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; " +
        "require-trusted-types-for 'script'; trusted-types default; sandbox allow-scripts",
    );
    for (const path of [
      '/previewFrame-a.html',
      '/assets/x/previewFrame-a.html',
      '/assets/previewFrame-a.html/x',
      '/assets/page.html',
    ]) {
      expect([path, await rules(path)]).toEqual([path, page]);
    }
  },
);

test('the page is never cached by the browser, hashed files always', async () => {
  const server = await startTestServer();
  const page = await server.send({});
  expect([page.status, page.headers['content-type'], page.headers['cache-control'], page.body]).toEqual([
    200,
    'text/html; charset=utf-8',
    'no-store',
    '<!doctype html><title>page</title>',
  ]);
  const script = await server.send({ path: '/assets/main-abc.js?x=1' });
  expect([script.status, script.headers['content-type'], script.headers['cache-control']]).toEqual([
    200,
    'text/javascript; charset=utf-8',
    'public, max-age=31536000, immutable',
  ]);
  const head = await server.send({ method: 'HEAD', path: '/index.html' });
  expect([head.status, head.headers['content-length'], head.body]).toEqual([200, '34', '']);
});

test(cite('SEC-2', "no path leads out of the page's folder"), async () => {
  const server = await startTestServer();
  symlinkSync(join(server.rendererFolder, '..', 'secret.txt'), join(server.rendererFolder, 'link.txt'));
  symlinkSync(join(server.rendererFolder, '..'), join(server.rendererFolder, 'up'));
  for (const path of [
    '/../secret.txt',
    '/..%2fsecret.txt',
    '/%2e%2e/secret.txt',
    '/%2e%2e%2fsecret.txt',
    '/assets/../../secret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/..%5csecret.txt',
    '/..\\secret.txt',
    '/../renderer-evil/index.html',
    '//etc/passwd',
    '/%2fetc%2fpasswd',
    '/%252e%252e/secret.txt',
    '/index.html%00.js',
    '/%00',
    '/%',
    '/%ff',
    '/assets',
    '/assets/',
    '/..',
    '/.',
    '/link.txt',
    '/up/secret.txt',
    '/C:/Windows/win.ini',
  ]) {
    const answer = await server.send({ path });
    expect([path, answer.status]).toEqual([path, 404]);
    expect(answer.body).toContain('Page not found.');
  }
});
