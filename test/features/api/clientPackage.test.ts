// The client package and the OpenAPI document as others get them: installed from a tarball, type-checked, and current.

import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { openApiDocument } from '../../../electron/features/api/openApi.ts';
import { operationNames, operations } from '../../../shared/features/api/operations.ts';
import { startApiHost } from '../../support/apiHost.ts';
import { cite } from '../../support/cite.ts';
import { doors } from '../../support/commandLine.ts';
import { writeTree } from '../../support/fileTree.ts';
import { startProgram } from '../../support/program.ts';
import { tempFolder } from '../../support/tempFolder.ts';

const docs = fileURLToPath(new URL('../../../docs/formats/openapi.json', import.meta.url));

test(cite('API-2', 'the OpenAPI document in the docs is current and has every operation with valid schemas'), () => {
  const document = JSON.parse(JSON.stringify(openApiDocument()));
  if (process.env.THROUGHLINE_UPDATE === 'openapi') writeFileSync(docs, `${JSON.stringify(document, null, 2)}\n`);
  expect(JSON.parse(readFileSync(docs, 'utf8'))).toEqual(document);
  const { paths } = document;
  const ajv = new Ajv2020({ strict: false });
  for (const name of operationNames) {
    const { method, path } = operations[name];
    const entry = paths[`/api/v1${path}`][method];
    expect(entry.operationId).toBe(name);
    ajv.compile(entry.responses[200].content['application/json'].schema);
  }
});

const script = `import { ApiError, createClient, type RunStatus } from '@throughline/client';

const client = createClient({ address: process.env.ADDRESS ?? '', token: process.env.TOKEN ?? '' });
const started = await client.startConversation({ text: 'Hello' });
let pieces = '';
for await (const event of client.events({ conversationId: started.conversationId })) {
  if (event.type === 'text') pieces += event.text;
  if (event.type === 'run.ended') break;
}
const run: RunStatus = await client.getRun(started);
const refused = await client.sendMessage({ conversationId: started.conversationId, text: 'x' }).catch((error) => error);
console.log(JSON.stringify({ text: run.text, code: refused instanceof ApiError ? refused.code : '' }));
process.exit(0);
`;

test(cite('API-2', 'the client package installs from its tarball, type-checks and drives a conversation'), async () => {
  const folder = tempFolder();
  const run = (command: string, args: string[]) =>
    execFileSync(command, args, { cwd: folder, encoding: 'utf8', shell: process.platform === 'win32' });
  const [packed] = JSON.parse(run('npm', ['pack', join(doors, 'client'), '--json']));
  expect(packed.files.map(({ path }: { path: string }) => path).sort()).toEqual(
    ['LICENSE', 'README.md', 'index.d.ts', 'index.js', 'package.json', 'types.d.ts'].sort(),
  );
  writeTree(folder, {
    'package.json': '{"type":"module","private":true}',
    'use.mts': script,
    'tsconfig.json': JSON.stringify({
      compilerOptions: {
        ...{ strict: true, noEmit: true, skipLibCheck: false, module: 'nodenext', target: 'es2024' },
        ...{ types: ['node'], typeRoots: [fileURLToPath(new URL('../../../node_modules/@types', import.meta.url))] },
      },
      files: ['use.mts'],
    }),
  });
  run('npm', ['install', '--offline', '--no-audit', '--no-fund', packed.filename]);
  const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');
  run(process.execPath, [tsc, '-p', folder]);
  const host = await startApiHost({ replies: [[{ text: ['Hi ', 'there.'] }]] });
  const TOKEN = await host.token('history:read', 'runs:start');
  const used = startProgram(join(folder, 'use.mts'), [], { env: { ADDRESS: host.address, TOKEN } });
  const { stdout } = await used.finished;
  expect(JSON.parse(stdout)).toEqual({ text: 'Hi there.', code: 'SCOPE_MISSING' });
});
