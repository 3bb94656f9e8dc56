// Manifests of bundles: the same verdict as the published schemas, and hostile ones.

import { symlinkSync } from 'node:fs';
import path from 'node:path';
import { VERSIONED_MANIFEST_SCHEMAS } from '@anthropic-ai/mcpb/schemas';
import { expect, test } from 'vitest';
import { readBundleManifest } from '../../../electron/mcp/bundle/bundleManifest.ts';
import { startTestApp } from '../../support/appHarness.ts';
import { cite } from '../../support/cite.ts';
import { variable } from '../../support/mcp/variable.ts';
import { bundleFolder, dirname, type Manifest, manifestOf, setting } from './bundles.ts';
import { fileWith, zipOf } from './packages.ts';

const fields = { ref: '', path: '' };
const versions = ['0.1', '0.2', '0.3', '0.4'] as const;

const option = { type: 'string', title: 'T', description: 'D' };
const variants: Record<string, Manifest> = {
  plain: {},
  'without a name': { name: undefined },
  'a name that is a number': { name: 1 },
  'without an author': { author: undefined },
  'an author as text': { author: 'Ada' },
  'an author with a wrong address': { author: { name: 'A', email: 'x' } },
  'a repository as text': { repository: 'https://example.com' },
  'a homepage that is none': { homepage: 'x y' },
  'privacy policies': { privacy_policies: ['https://example.com/p'] },
  'wrong privacy policies': { privacy_policies: ['x'] },
  icons: { icons: [{ src: 'a.png', size: '16x16' }] },
  'icons of a wrong size': { icons: [{ src: 'a.png', size: 'big' }] },
  localization: { localization: { resources: `r/${variable('locale')}.json`, default_locale: 'en-US' } },
  'localization without a place': { localization: { resources: 'r/en.json', default_locale: 'en-US' } },
  meta: { _meta: { 'com.example': { a: 1 } } },
  'a setting': { user_config: { a: { ...option, default: ['x'], multiple: true, min: 1 } } },
  'a setting without a title': { user_config: { a: { type: 'string', description: 'D' } } },
  'a setting of an unknown type': { user_config: { a: { ...option, type: 'color' } } },
  'a setting with is_secret': { user_config: { a: { ...option, is_secret: true } } },
  'tools with a schema': { tools: [{ name: 'a', inputSchema: {} }] },
  'tools without a name': { tools: [{ description: 'a' }] },
  'prompts without a text': { prompts: [{ name: 'a' }] },
  'an unknown field': { tools_note: 'x' },
  'an unknown system': { compatibility: { platforms: ['plan9'] } },
  runtimes: { compatibility: { runtimes: { node: '>=18', python: '>=3.8,<4.0' } } },
  'an unknown runtime': { compatibility: { runtimes: { ruby: '3' } } },
  'without a command': { server: { type: 'node', entry_point: 'a.js', mcp_config: {} } },
  'of the type uv': { server: { type: 'uv', entry_point: 'a.py', mcp_config: { command: 'uv' } } },
  'of an unknown type': { server: { type: 'ruby', entry_point: 'a.rb', mcp_config: { command: 'ruby' } } },
  overrides: {
    server: {
      type: 'binary',
      entry_point: 'a',
      mcp_config: { command: 'a', platform_overrides: { win32: { command: 'a.exe' }, darwin: { env: { A: 'b' } } } },
    },
  },
  'overrides with a field too many': {
    server: {
      type: 'binary',
      entry_point: 'a',
      mcp_config: { command: 'a', platform_overrides: { win32: { shell: true } } },
    },
  },
};

test(
  cite('PLUG-7', 'manifests of every version are valid as for the published schemas, apart from named unknown fields'),
  () => {
    for (const version of versions) {
      for (const [name, variant] of Object.entries(variants)) {
        const text = JSON.stringify(manifestOf({ manifest_version: version, ...variant }));
        const published = VERSIONED_MANIFEST_SCHEMAS[version].safeParse(JSON.parse(text));
        const read = readBundleManifest(text);
        const isUnknown =
          !published.success && published.error.issues.every(({ code }) => code === 'unrecognized_keys');
        expect(read.ok, `${version}, ${name}`).toBe(published.success || isUnknown);
        if (read.ok && name !== 'meta') expect(read.value.unknown.length > 0, `${version}, ${name}`).toBe(isUnknown);
      }
    }
    // The specification, not the schema, lets the client start uv.
    const uv = manifestOf({ manifest_version: '0.4', server: { type: 'uv', entry_point: 'a.py' } });
    expect(readBundleManifest(JSON.stringify(uv))).toMatchObject({ ok: true });
  },
);

const config = (mcp_config: Manifest): Manifest => manifestOf({}, mcp_config);
const refused: Record<string, { manifest: unknown; message: RegExp }> = {
  'an entry point that is missing': {
    manifest: manifestOf({}, { args: [`${dirname}/server/no.mjs`] }, { entry_point: 'server/no.mjs' }),
    message: /has no file server\/no\.mjs/,
  },
  'an entry point outside': { manifest: manifestOf({}, {}, { entry_point: '../../x.js' }), message: /leads out/ },
  'an absolute entry point': { manifest: manifestOf({}, {}, { entry_point: '/etc/passwd' }), message: /leads out/ },
  'a command outside': { manifest: config({ command: `${dirname}/../../bin/sh` }), message: /leads out/ },
  'a relative command outside': { manifest: config({ command: '../bin/sh' }), message: /leads out/ },
  'an argument outside': { manifest: config({ args: [`--x=${dirname}/a/../../b`] }), message: /leads out/ },
  'a variable outside': {
    manifest: config({ env: { A: `${dirname}${variable('/')}..${variable('/')}b` } }),
    message: /leads out/,
  },
  'a command line': {
    manifest: config({ command: 'node x.js; rm -rf ~' }),
    message: /not the name or path of a program/,
  },
  'a command with a line break': { manifest: config({ command: 'node\nx' }), message: /not the name or path/ },
  'a command that is missing': { manifest: config({ command: 'server/tool' }), message: /has no file server\/tool/ },
  'a later version': { manifest: manifestOf({ manifest_version: '1.0' }), message: /version “1\.0”/ },
  'a wrong field': { manifest: manifestOf({ author: 'x' }), message: /the field “author”/ },
  'another system': {
    manifest: manifestOf({ compatibility: { platforms: ['win32'] } }),
    message: /for Windows, not for/,
  },
  'a later Node': {
    manifest: manifestOf({ compatibility: { runtimes: { node: '>=99' } } }),
    message: /needs Node\.js >=99/,
  },
  'a later app': {
    manifest: manifestOf({ compatibility: { throughline: '>=99' } }),
    message: /version >=99 of Throughline/,
  },
  'a setting with a strange name': { manifest: manifestOf({ user_config: { 'a b': option } }), message: /not allowed/ },
  'a repeated key': {
    manifest: JSON.stringify(manifestOf()).replace('"version"', '"name":"other","version"'),
    message: /a key is repeated/,
  },
  'a prototype': {
    manifest: JSON.stringify(manifestOf({ user_config: {} })).replace(
      '"user_config":{',
      '"user_config":{"__proto__":{}',
    ),
    message: /a field “__proto__”/,
  },
  'a huge manifest': {
    manifest: manifestOf({ long_description: 'x'.repeat(1024 * 1024) }),
    message: /larger than 1024 KB/,
  },
  'no JSON': { manifest: '{"manifest_version":"0.3","server":{', message: /line 1, column/ },
};

test.skipIf(process.platform === 'win32')(
  cite('PLUG-7', 'a manifest that lies, leads out or does not fit is refused with its reason, and nothing is left'),
  async () => {
    const app = await startTestApp();
    for (const [name, { manifest, message }] of Object.entries(refused)) {
      const looked = await app.client.call('plugins.look', { source: bundleFolder(manifest), ...fields });
      expect(looked, name).toMatchObject({ ok: false, error: { message: expect.stringMatching(message) } });
    }
    const linked = bundleFolder(manifestOf());
    symlinkSync('/etc/passwd', path.join(linked, 'passwd'));
    expect(await app.client.call('plugins.look', { source: linked, ...fields })).toMatchObject({ ok: false });
    const bomb = fileWith(
      zipOf([
        { name: 'manifest.json', content: JSON.stringify(manifestOf()) },
        { name: 'server/index.mjs', content: Buffer.alloc(64 * 1024 * 1024) },
      ]),
      'bomb.mcpb',
    );
    expect(await app.client.call('plugins.look', { source: bomb, ...fields })).toMatchObject({ ok: false });
    expect((await app.call('plugins.list', {})).plugins).toEqual([]);
  },
);

test(cite('PLUG-7', 'what a command could hide is named before it is installed'), async () => {
  const app = await startTestApp();
  const manifest = manifestOf(
    {
      tools_note: 'x',
      user_config: { key: { ...option, title: 'Key', sensitive: true } },
      homepage: 'javascript:alert(1)',
    },
    {
      args: [`${dirname}/server/index.mjs`, `--key=${setting('key')}`, variable('SECRET')],
      env: { NODE_OPTIONS: '--require=x', LD_PRELOAD: 'x', THROUGHLINE_HOME: '/x', ELECTRON_RUN_AS_NODE: '' },
    },
  );
  const { effects, bundle } = await app.call('plugins.look', { source: bundleFolder(manifest), ...fields });
  const text = JSON.stringify(effects);
  for (const part of [
    'NODE_OPTIONS, LD_PRELOAD',
    'THROUGHLINE_HOME, ELECTRON_RUN_AS_NODE',
    'tools_note',
    variable('SECRET'),
  ])
    expect(text).toContain(part);
  expect(text).toContain('passed as arguments');
  expect(bundle?.environment.map(({ name }) => name)).toEqual(['NODE_OPTIONS', 'LD_PRELOAD']);
  expect(bundle?.links.map(({ kind }) => kind)).toEqual(['author']);
});
