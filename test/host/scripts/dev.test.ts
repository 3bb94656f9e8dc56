// npm run gallery: the window's scenes from their sources. npm run dev: the page from its sources under the shipped rules, the host's own guard behind it, and a restart that open pages
// survive.

import { utimesSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tokenRequest } from '../../support/browserServer.ts';
import { startProgram } from '../../support/program.ts';
import { rawRequest } from '../../support/rawRequest.ts';
import { tempFolder } from '../../support/tempFolder.ts';

const root = join(import.meta.dirname, '../../..');

test('the development page reaches its host, even after a change restarted it', { tags: ['all'] }, async () => {
  const args = ['--no-open', '--port', '0', '--inspect', '0', '--data', tempFolder()];
  const dev = startProgram(join(root, 'scripts', 'dev.mjs'), args, {
    folder: root,
    env: { HOME: tempFolder() },
  });
  await dev.prints('#token=');
  const [, port, token] = /127\.0\.0\.1:(\d+)\/#token=(\S+)/.exec(dev.said()) ?? [];
  const own = Number(port);
  expect(dev.said()).toMatch(/Debugger listening on ws:\/\/127\.0\.0\.1:\d+/);

  const page = await rawRequest(own, {});
  const nonce = /nonce="([\w-]+)"/.exec(page.body)?.[1];
  expect(page.body).toContain('/app/main.tsx');
  expect(page.headers['content-security-policy']).toContain(`script-src 'self' 'nonce-${nonce}';`);
  const preview = await rawRequest(own, { path: '/features/previews/previewFrame.html' });
  expect(preview.headers['content-security-policy']).toContain('sandbox allow-scripts');
  expect(preview.body).not.toContain('/@vite/');

  const foreign = [`Host: 127.0.0.1:${own}`, 'Origin: http://example.com', 'Content-Type: application/json'];
  expect((await rawRequest(own, { ...tokenRequest(own, token), headers: foreign })).status).toBe(403);
  expect((await rawRequest(own, tokenRequest(own, 'a guess'))).status).toBe(401);
  const { session } = JSON.parse((await rawRequest(own, tokenRequest(own, token))).body);

  const now = new Date();
  utimesSync(join(root, 'electron/host/version.ts'), now, now);
  const started = /Throughline is running/g;
  await expect.poll(() => dev.said().match(started)?.length).toBe(2);
  const bearer = [`Host: 127.0.0.1:${own}`, `Authorization: Bearer ${session}`];
  expect((await rawRequest(own, { path: '/contract', headers: bearer })).status).toBe(204);

  dev.child.kill('SIGTERM');
  expect((await dev.finished).code).toBe(0);
});

test('the gallery is served from its sources, on this machine only', { tags: ['all'] }, async () => {
  const gallery = startProgram(join(root, 'scripts', 'gallery.mjs'), ['--port', '0'], { folder: root });
  await gallery.prints('The gallery is at');
  const port = Number(/http:\/\/127\.0\.0\.1:(\d+)\//.exec(gallery.said())?.[1]);
  expect((await rawRequest(port, {})).headers.location).toBe('/gallery.html');
  expect((await rawRequest(port, { path: '/gallery.html' })).body).toContain('main.tsx');
  expect((await rawRequest(port, { path: '/GalleryIndex.tsx' })).body).toContain('Search scenes');
  expect((await rawRequest(port, { headers: ['Host: example.com'] })).status).toBe(403);

  gallery.child.kill('SIGTERM');
  await gallery.finished;
  expect(await rawRequest(port, {}).catch(() => null)).toBeNull();
});
