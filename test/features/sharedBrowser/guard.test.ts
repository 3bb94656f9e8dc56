import { describe, expect, test } from 'vitest';
import { readPageDetails } from '../../../shared/features/sharedBrowser/sharedBrowser.ts';
import { startBrowserChat } from '../../support/browserChat.ts';
import { cite } from '../../support/cite.ts';
import { browserProgram, findTestBrowser, isHeadlessBuild, startSite } from '../../support/sharedBrowser.ts';

const browser = await findTestBrowser();
const program = (): string => (browser === null ? '' : browserProgram(browser));

describe.skipIf(browser === null)('the sites of the shared browser (skipped without a Chromium)', () => {
  test(
    cite('BROWSER-3', 'redirects, links, frames, scripts, sockets and new windows reach no other site of this machine'),
    async () => {
      const other = await startSite({ '/': 'other' }, 'localhost');
      const site = await startSite({
        '/': `<a href="${other.origin}/link">Link</a><a target=_blank href="${other.origin}/window">Window</a>
          <button onclick="location = '${other.origin}/script'">Script</button>
          <iframe src="${other.origin}/frame"></iframe><img src="${other.origin}/image">
          <script>fetch('${other.origin}/fetch', { mode: 'no-cors' }).catch(() => {}); new WebSocket('${other.origin.replace('http', 'ws')}/socket');
          open('${other.origin}/opened')</script>`,
        '/redirect': (_request, response) => response.writeHead(302, { location: `${other.origin}/redirected` }).end(),
      });
      const chat = await startBrowserChat(program());
      await chat.allow(site.origin);
      await chat.use('browser_open', { url: site.origin });
      const [link, window, script] = [chat.ref('"Link"'), chat.ref('"Window"'), chat.ref('"Script"')];
      await chat.use('browser_act', { action: 'click', ref: window });
      const tab = await chat.use('browser_read', { tab: 1 });
      expect(tab.content).toContain('"Link"');
      const clicked = await chat.use('browser_act', { action: 'click', ref: link });
      expect(clicked).toMatchObject({ outcome: 'error', details: { errorCode: 'ADDRESS_REFUSED' } });
      expect(clicked.content).toContain(`${other.origin}/link, which the user has not allowed`);
      await chat.use('browser_open', { url: site.origin });
      await chat.use('browser_act', { action: 'click', ref: script });
      const redirected = await chat.use('browser_open', { url: `${site.origin}/redirect` });
      expect(redirected.content).toContain(`${other.origin}/redirected, which the user has not allowed`);
      expect(other.requests).toEqual([]);
      expect(site.requests).toContain('/redirect');
    },
  );

  // Headless builds ignore the preference that turns preloading off.
  test.skipIf(isHeadlessBuild(browser))(
    cite('BROWSER-3', 'preloading reaches no other site (skipped with a headless build)'),
    async () => {
      const other = await startSite({ '/redirected': 'other' }, 'localhost');
      const lists = `[{"source": "list", "urls": ["/redirect", "${other.origin}/redirected"]}]`;
      const site = await startSite({
        '/': `<script type=speculationrules>{"prerender": ${lists}, "prefetch": ${lists}}</script>`,
        '/redirect': (_request, response) => response.writeHead(302, { location: `${other.origin}/redirected` }).end(),
        '/later': 'later',
      });
      const chat = await startBrowserChat(program());
      await chat.allow(site.origin);
      await chat.use('browser_open', { url: site.origin });
      // A preload would have started by the end of the first call.
      await chat.use('browser_open', { url: `${site.origin}/later` });
      expect(site.requests).not.toContain('/redirect');
      expect(other.requests).toEqual([]);
    },
  );

  test(cite('BROWSER-3', 'a site that the user then allows opens where it was blocked'), async () => {
    const other = await startSite({ '/': '<p>welcome</p>' }, 'localhost');
    const site = await startSite({ '/': `<iframe src="${other.origin}/"></iframe>` });
    const chat = await startBrowserChat(program());
    await chat.allow(site.origin);
    expect((await chat.use('browser_open', { url: site.origin })).content).not.toContain('welcome');
    await chat.allow(other.origin);
    expect((await chat.use('browser_open', { url: site.origin })).content).toContain('welcome');
  });

  test(cite('BROWSER-3', 'addresses other than http and https are refused, whatever is allowed'), async () => {
    const chat = await startBrowserChat(program());
    await chat.app.call('settings.update', { patch: { approvalMode: 'all' } });
    for (const url of [
      'file:///etc/passwd',
      'chrome://settings',
      'data:text/html,x',
      'javascript:1',
      'view-source:http://a.b',
      'devtools://x',
      'http://a:b@localhost',
    ]) {
      expect(await chat.use('browser_open', { url })).toMatchObject({ outcome: 'error' });
    }
  });

  test(
    cite(
      ['BROWSER-3', 'APPROVE-1'],
      'no mode opens a site that the user has not allowed; once covers this conversation only',
    ),
    async () => {
      const site = await startSite({ '/': '<button onclick="this.textContent = 1">Count</button>' });
      const chat = await startBrowserChat(program());
      const { app, id } = chat;
      await app.call('settings.update', { patch: { approvalMode: 'all' } });
      const open = () =>
        app.model.push(
          { calls: [{ id: 'o', name: 'browser_open', arguments: JSON.stringify({ url: site.origin }) }] },
          { text: 'Done.' },
        );
      open();
      const waiting = app.event('call.waiting');
      await app.call('run.send', { conversationId: id, text: 'go' });
      const { approval } = await waiting;
      expect(approval.preview).toMatchObject({ type: 'text', text: `${site.origin}/` });
      expect(approval.offers.map(({ match }) => match)).toEqual([{ tool: 'browser_open', origin: site.origin }]);
      expect(site.requests).toEqual([]);
      const ended = app.event('run.ended');
      await app.call('approval.answer', { conversationId: id, approvalId: approval.approvalId, decision: 'allow' });
      await ended;
      expect(site.requests).toContain('/');
      // The mode decides about actions on it.
      expect((await chat.use('browser_read', {})).content).toContain('Count');
      expect((await chat.use('browser_act', { action: 'click', ref: chat.ref('"Count"') })).outcome).toBe('ok');
      const second = await app.start();
      open();
      const again = app.event('call.waiting');
      await app.call('run.send', { conversationId: second, text: 'go' });
      await again;
      await app.call('run.stop', { conversationId: second });
    },
  );

  test(cite('BROWSER-3', 'withdrawing a permission closes the page to the model at once'), async () => {
    const site = await startSite({ '/': '<p>private</p>' });
    const chat = await startBrowserChat(program());
    await chat.allow(site.origin);
    await chat.use('browser_open', { url: site.origin });
    await chat.app.call('permission.add', {
      effect: 'deny',
      match: { tool: 'browser_open', origin: site.origin },
      scope: { type: 'always' },
    });
    const read = await chat.use('browser_read', {});
    expect(read).toMatchObject({ outcome: 'error', details: { errorCode: 'ADDRESS_REFUSED' } });
    expect(read.content).not.toContain('private');
    expect(readPageDetails(read.details)).toBeNull();
  });
});
