// Providers behind a proxy: from the settings, from the environment, one that rejects, one that is missing.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { cite } from '../../support/cite.ts';
import { failureOf, replyOf } from '../../support/modelCall.ts';
import { openRegistry, plain } from '../../support/openRegistry.ts';
import { startProxyServer } from '../../support/proxyServer.ts';
import { errorOf, okValue } from '../../support/result.ts';
import { startSecureServer } from '../../support/secureServer.ts';
import { tempFolder } from '../../support/tempFolder.ts';
import { startWireServer } from '../../support/wires/wireServer.ts';

const password = 'p@ss:word/0123456789';
const withName = (address: string): string => address.replace('http://', `http://me:${encodeURIComponent(password)}@`);

describe('from the settings', () => {
  test(cite('PROVIDER-3', 'plain http is requested from it by absolute URL, with its password'), async () => {
    const model = await startWireServer(() => ({ text: 'Through.' }));
    const proxy = await startProxyServer({ to: model.port, password: `me:${password}` });
    const { saved, stored, keychain } = openRegistry();
    const provider = await saved({
      baseUrl: 'http://model.invalid/v1',
      connection: { proxy: withName(proxy.address) },
    });
    expect((await replyOf(provider)).text).toBe('Through.');
    expect(proxy.asked).toEqual(['POST http://model.invalid/v1/chat/completions']);
    expect(model.requests[0]?.headers['proxy-authorization']).toBeUndefined();
    // The settings are a plain-text file.
    expect(stored().providers[0]?.proxy).toBe(proxy.address.replace('http://', 'http://me@'));
    expect(JSON.stringify(stored())).not.toMatch(/p%40ss|p@ss/);
    expect(keychain.knownSecrets()).toContain(password);
  });

  test(cite('PROVIDER-3', 'https goes through a tunnel, to a server with its own certificate'), async () => {
    const { port, certificate: text } = await startSecureServer(['model.invalid']);
    const certificate = join(tempFolder(), 'authority.pem');
    writeFileSync(certificate, text);
    const proxy = await startProxyServer({ to: port, password: `me:${password}` });
    const { saved } = openRegistry();
    const provider = await saved({
      baseUrl: 'https://model.invalid/v1',
      connection: { proxy: withName(proxy.address), certificate },
    });
    expect((await replyOf(provider)).text).toBe('Securely.');
    expect(proxy.asked).toEqual(['CONNECT model.invalid:443']);
  });

  test(cite('PROVIDER-3', 'is used even for a local server: a configured proxy is intentional'), async () => {
    const model = await startWireServer(() => ({ text: 'Through.' }));
    const proxy = await startProxyServer({ to: model.port });
    const { saved } = openRegistry();
    await replyOf(await saved({ baseUrl: `${model.address}/v1`, connection: { proxy: proxy.address } }));
    expect(proxy.asked).toHaveLength(1);
  });

  test.each([
    ['http', 'wrong password', 407, 'requires a user name and password (407)', false],
    ['https', 'wrong password', 407, 'requires a user name and password (407)', false],
    ['https', 'not allowed', 403, 'does not allow connections to model.invalid (403)', false],
    ['https', 'cannot connect', 502, 'could not connect to model.invalid (502)', true],
  ])(cite('PROVIDER-3', '%s, %s: the proxy is blamed, not the server'), async (scheme, _what, status, words, again) => {
    const proxy = await startProxyServer({
      to: 1,
      ...(status === 407 ? { password: 'me:other' } : { refuses: status }),
    });
    const { saved } = openRegistry();
    const provider = await saved({
      baseUrl: `${scheme}://model.invalid/v1`,
      connection: { proxy: withName(proxy.address) },
    });
    const failure = await failureOf(provider);
    expect(failure).toMatchObject({ code: 'LLM_NETWORK', retryable: again });
    expect(failure.message).toContain(`The proxy 127.0.0.1:${proxy.port} ${words}`);
    expect(JSON.stringify(failure)).not.toMatch(/p%40ss|p@ss/);
    const models = errorOf(await provider.listModels(new AbortController().signal));
    expect(models.message).toContain(words);
  });

  test.each(['http', 'https'])(cite('PROVIDER-3', '%s: a missing one is reported'), async (scheme) => {
    const { saved } = openRegistry();
    const proxy = await startProxyServer({ to: 1 });
    const dead = await saved({ baseUrl: `${scheme}://model.invalid/v1`, connection: { proxy: 'http://127.0.0.1:2' } });
    expect((await failureOf(dead)).message).toBe('The proxy 127.0.0.1:2 refused the connection. Is it running?');
    const nameless = await saved({
      baseUrl: `${scheme}://model.invalid/v1`,
      connection: { proxy: 'http://no-such-proxy.invalid:3128' },
    });
    expect((await failureOf(nameless)).message).toContain('The proxy no-such-proxy.invalid:3128 was not found');
    expect(proxy.asked).toEqual([]);
  });

  test.each(['socks5://h:1', 'proxy.example.com', 'http://h/path', 'http://', 'javascript:alert(1)'])(
    'the address %s is rejected, with its field',
    async (proxy) => {
      const { registry } = openRegistry();
      const error = errorOf(
        await registry.save({ id: null, name: 'a', baseUrl: 'http://x/v1', connection: { ...plain, proxy } }),
      );
      expect(error).toMatchObject({ code: 'SETTINGS_INVALID', details: { field: 'proxy' } });
    },
  );

  test('the password stays with the same proxy, and is dropped with another', async () => {
    const { save, keychain } = openRegistry();
    const { id } = await save({
      baseUrl: 'http://x/v1',
      connection: { proxy: `http://me:secret-0123456789@one:1` },
    });
    const account = `provider-proxy:${id}`;
    await save({ id, baseUrl: 'http://x/v1', connection: { proxy: 'http://me@one:1' } });
    expect(okValue(await keychain.get(account))).toBe('secret-0123456789');
    await save({ id, baseUrl: 'http://x/v1', connection: { proxy: 'http://me@two:1' } });
    expect(okValue(await keychain.get(account))).toBeNull();
  });
});

describe('from the environment', () => {
  test(cite('PROVIDER-3', 'is used unless a rule says otherwise, and never for this machine'), async () => {
    const model = await startWireServer(() => ({ text: 'Through.' }));
    const proxy = await startProxyServer({ to: model.port, password: `me:${password}` });
    const { saved, keychain } = openRegistry({ HTTP_PROXY: withName(proxy.address) });
    await replyOf(await saved({ baseUrl: 'http://model.invalid/v1' }));
    await replyOf(await saved({ baseUrl: `${model.address}/v1` }));
    await replyOf(await saved({ baseUrl: `http://localhost:${model.port}/v1` }));
    expect(proxy.asked).toEqual(['POST http://model.invalid/v1/chat/completions']);
    expect(keychain.knownSecrets()).toContain(password);
  });

  test(cite('PROVIDER-3', "direct, in a provider's settings, takes precedence"), async () => {
    const proxy = await startProxyServer({ to: 1 });
    const { saved } = openRegistry({ HTTP_PROXY: proxy.address });
    const provider = await saved({ baseUrl: 'http://model.invalid/v1', connection: { proxy: 'direct' } });
    expect((await failureOf(provider)).message).toContain('The host model.invalid was not found');
    expect(proxy.asked).toEqual([]);
  });

  test.each<[string, Record<string, string>, string, boolean]>([
    ['the small name', { http_proxy: 'PROXY' }, 'http://a.invalid', true],
    ['without a scheme', { HTTP_PROXY: 'BARE' }, 'http://a.invalid', true],
    ['the other one', { HTTPS_PROXY: 'PROXY' }, 'http://a.invalid', false],
    ['no rule fits', { HTTP_PROXY: 'PROXY', NO_PROXY: 'b.invalid, other' }, 'http://a.invalid', true],
    ['the name', { HTTP_PROXY: 'PROXY', NO_PROXY: 'b.invalid, a.invalid' }, 'http://a.invalid', false],
    ['the small rule', { HTTP_PROXY: 'PROXY', no_proxy: 'a.invalid' }, 'http://a.invalid', false],
    ['everything', { HTTP_PROXY: 'PROXY', NO_PROXY: '*' }, 'http://a.invalid', false],
    ['what ends so', { HTTP_PROXY: 'PROXY', NO_PROXY: '.corp.invalid' }, 'http://a.corp.invalid', false],
    ['what only looks so', { HTTP_PROXY: 'PROXY', NO_PROXY: 'corp.invalid' }, 'http://notcorp.invalid', true],
    ['its port', { HTTP_PROXY: 'PROXY', NO_PROXY: 'a.invalid:8080' }, 'http://a.invalid:8080', false],
    ['another port', { HTTP_PROXY: 'PROXY', NO_PROXY: 'a.invalid:8080' }, 'http://a.invalid:9090', true],
  ])(cite('PROVIDER-3', 'NO_PROXY, %s'), async (_what, names, address, through) => {
    const model = await startWireServer(() => ({ text: 'Through.' }));
    const proxy = await startProxyServer({ to: model.port });
    const value = (text: string): string =>
      text.replace('PROXY', proxy.address).replace('BARE', `127.0.0.1:${proxy.port}`);
    const { saved } = openRegistry(
      Object.fromEntries(Object.entries(names).map(([name, text]) => [name, value(text)])),
    );
    const provider = await saved({ baseUrl: `${address}/v1` });
    if (through) await replyOf(provider);
    else expect((await failureOf(provider)).message).toContain('was not found');
    expect(proxy.asked).toHaveLength(through ? 1 : 0);
  });

  test.each(['http://', 'socks5://127.0.0.1:1080'])(
    '%s is not a usable proxy: reported before anything is sent, and this machine is still reachable',
    async (named) => {
      const model = await startWireServer(() => ({ text: 'Here.' }));
      const { saved } = openRegistry({ HTTPS_PROXY: named });
      const failure = await failureOf(await saved({ baseUrl: 'https://model.invalid/v1' }));
      expect(failure.message).toContain('HTTPS_PROXY in the environment is not a proxy address');
      expect((await replyOf(await saved({ baseUrl: `${model.address}/v1` }))).text).toBe('Here.');
    },
  );
});
