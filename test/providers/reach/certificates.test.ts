// Servers whose certificate was signed by the user's own authority: trusted through a file, the system, or not at all.

import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cite } from '../../support/cite.ts';
import { startThroughline } from '../../support/commandLine.ts';
import { failureOf, replyOf } from '../../support/modelCall.ts';
import { openRegistry, plain } from '../../support/openRegistry.ts';
import { createAuthority } from '../../support/ownAuthority.ts';
import { errorOf, okValue } from '../../support/result.ts';
import { startSecureServer } from '../../support/secureServer.ts';
import { tempFolder } from '../../support/tempFolder.ts';

const never = (): AbortSignal => new AbortController().signal;

function fileWith(text: string): string {
  const file = join(tempFolder(), 'authority.pem');
  writeFileSync(file, text);
  return file;
}

test(cite('PROVIDER-3', 'without its authority nothing is sent, and the message says what to set'), async () => {
  const server = await startSecureServer();
  const provider = await openRegistry().saved({ baseUrl: `https://127.0.0.1:${server.port}/v1` });
  const failure = await failureOf(provider);
  expect(failure).toMatchObject({ code: 'LLM_NETWORK', retryable: false });
  expect(failure.message).toContain(`The certificate of 127.0.0.1:${server.port} is not signed by a trusted authority`);
  expect(failure.message).toContain('enter its PEM file as this provider’s certificate in Settings');
  expect(server.asked).toEqual([]);
});

test(cite('PROVIDER-3', 'with the file of its authority, among others, everything works'), async () => {
  const server = await startSecureServer();
  const file = fileWith(`# of the company\n${createAuthority(['x']).certificate}\nand\n${server.certificate}`);
  const { saved, stored } = openRegistry();
  const provider = await saved({ baseUrl: `https://localhost:${server.port}/v1`, connection: { certificate: file } });
  expect((await replyOf(provider)).text).toBe('Securely.');
  expect(okValue(await provider.listModels(never()))).toMatchObject([{ id: 'm' }]);
  expect(stored().providers[0]).toMatchObject({ certificate: file });
});

test(cite('PROVIDER-3', "one provider's file is not trusted for another"), async () => {
  const server = await startSecureServer();
  const { save, registry } = openRegistry();
  const baseUrl = `https://127.0.0.1:${server.port}/v1`;
  const one = await save({ baseUrl, connection: { certificate: fileWith(server.certificate) } });
  const other = await save({ baseUrl });
  expect((await replyOf(okValue(await registry.get(one.id)))).text).toBe('Securely.');
  expect((await failureOf(okValue(await registry.get(other.id)))).code).toBe('LLM_NETWORK');
});

test.each<[string, (server: string) => string, RegExp]>([
  ['of another authority', () => createAuthority(['x']).certificate, /not signed by a trusted authority/],
  ['that is no PEM', () => 'der or a joke', /contains no certificate. It should be text with “-----BEGIN/],
  [
    'that is damaged',
    (own) => own.replace(/\n[A-Za-z0-9+/]{64}\n/, '\nMIIB\n'),
    /The certificate file .* cannot be used: /,
  ],
  ['that is empty', () => '', /contains no certificate/],
])(cite('PROVIDER-3', 'a file %s: reported, and nothing is sent'), async (_what, text, words) => {
  const server = await startSecureServer();
  const certificate = fileWith(text(server.certificate));
  const provider = await openRegistry().saved({
    baseUrl: `https://127.0.0.1:${server.port}/v1`,
    connection: { certificate },
  });
  expect((await failureOf(provider)).message).toMatch(words);
  expect(server.asked).toEqual([]);
});

test(cite('PROVIDER-3', 'a file created or changed later applies from then on'), async () => {
  const server = await startSecureServer();
  const file = fileWith('');
  rmSync(file);
  const { saved } = openRegistry();
  const provider = await saved({ baseUrl: `https://127.0.0.1:${server.port}/v1`, connection: { certificate: file } });
  expect((await failureOf(provider)).message).toBe(
    `The certificate file ${file} could not be read: there is no such file.`,
  );
  writeFileSync(file, createAuthority(['x']).certificate);
  expect((await failureOf(provider)).message).toContain('not signed by a trusted authority');
  writeFileSync(file, `${server.certificate}\n`);
  expect((await replyOf(provider)).text).toBe('Securely.');
});

test(cite('PROVIDER-3', 'a trusted authority does not vouch for another name'), async () => {
  const server = await startSecureServer(['other.example']);
  const certificate = fileWith(server.certificate);
  const provider = await openRegistry().saved({
    baseUrl: `https://localhost:${server.port}/v1`,
    connection: { certificate },
  });
  expect((await failureOf(provider)).message).toContain('is not secure');
  expect(server.asked).toEqual([]);
});

test("a path relative to the app's working directory is rejected, with its field", async () => {
  const connection = { ...plain, certificate: 'company.pem' };
  const error = errorOf(
    await openRegistry().registry.save({ id: null, name: 'a', baseUrl: 'https://x/v1', connection }),
  );
  expect(error).toMatchObject({ code: 'SETTINGS_INVALID', details: { field: 'certificate' } });
});

test('http to a server that speaks https, and the reverse: both are reported', async () => {
  const server = await startSecureServer();
  const { saved } = openRegistry();
  const plainly = await failureOf(await saved({ baseUrl: `http://127.0.0.1:${server.port}/v1` }));
  expect(plainly.code).toMatch(/LLM_(NETWORK|BAD_RESPONSE)/);
});

// The system's list is read when a program starts.
test.runIf(process.platform === 'linux')(
  cite('PROVIDER-3', '`system` trusts what the system trusts, which is not consulted otherwise'),
  { tags: ['all'] },
  async () => {
    const server = await startSecureServer();
    const root = tempFolder();
    const run = async (certificate: string) => {
      const data = join(root, certificate === '' ? 'without' : 'with');
      mkdirSync(data);
      const provider = { id: 'mine', name: 'Mine', kind: 'openai', baseUrl: `https://127.0.0.1:${server.port}/v1` };
      const providers = [certificate === '' ? provider : { ...provider, certificate }];
      writeFileSync(join(data, 'settings.json'), JSON.stringify({ v: 1, providers }));
      const args = ['run', '-p', 'hi', '--provider', 'mine', '--model', 'm', '--project', root, '--data', data];
      return startThroughline(args, { SSL_CERT_FILE: fileWith(server.certificate) }).finished;
    };
    const [without, trusting] = await Promise.all([run(''), run('system')]);
    expect(trusting).toMatchObject({ code: 0, stdout: 'Securely.\n' });
    expect(without).toMatchObject({ code: 1, stderr: expect.stringContaining('enter system to trust') });
  },
);
