import { describe, expect, test } from 'vitest';
import { startBrowserChat } from '../../support/browserChat.ts';
import { cite } from '../../support/cite.ts';
import { startProxyServer } from '../../support/proxyServer.ts';
import { browserProgram, findTestBrowser, startSite } from '../../support/sharedBrowser.ts';

const browser = await findTestBrowser();
const program = (): string => (browser === null ? '' : browserProgram(browser));

describe.skipIf(browser === null)('the proxy of the shared browser (skipped without a Chromium)', () => {
  test(cite('BROWSER-11', 'public names go through the proxy of the environment, and local sites do not'), async () => {
    const site = await startSite({ '/': '<p>through the proxy</p>' });
    const proxy = await startProxyServer({ to: Number(URL.parse(site.origin)?.port), password: 'name:word' });
    const address = proxy.address.replace('://', '://name:word@');
    const chat = await startBrowserChat(program(), { env: { HTTP_PROXY: address } });
    await chat.allow('http://shop.example.com');
    await chat.allow(site.origin);
    const opened = await chat.use('browser_open', { url: 'http://shop.example.com/' });
    expect(opened.content).toContain('through the proxy');
    expect(proxy.asked).toContain('CONNECT shop.example.com:80');
    expect((await chat.use('browser_open', { url: `${site.origin}/` })).content).toContain('through the proxy');
    expect(proxy.asked.join()).not.toContain('127.0.0.1');
  });

  test(cite('BROWSER-11', 'a site that cannot be reached is explained'), async () => {
    const chat = await startBrowserChat(program());
    await chat.allow('http://shop.invalid');
    const opened = await chat.use('browser_open', { url: 'http://shop.invalid/' });
    expect(opened.content).toContain('has no address, or nothing answers there');
  });
});
