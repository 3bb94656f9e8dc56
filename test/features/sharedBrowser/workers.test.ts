import { createSocket } from 'node:dgram';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startBrowserChat } from '../../support/browserChat.ts';
import { cite } from '../../support/cite.ts';
import { browserProgram, findTestBrowser, startSite } from '../../support/sharedBrowser.ts';

const browser = await findTestBrowser();
const program = (): string => (browser === null ? '' : browserProgram(browser));

/** Tries everything that a worker can send with, and then reports to the page. */
const workerScript = (other: string, udp: string): string => `
  const to = (name) => ${JSON.stringify(other)} + '/' + kind + '-' + name;
  const tries = {
    fetch: () => fetch(to('fetch'), { mode: 'no-cors' }),
    importScripts: async () => importScripts(to('importScripts')),
    module: () => import(to('module')),
    xhr: () => new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.onload = resolve;
      request.onerror = reject;
      request.open('GET', to('xhr'));
      request.send();
    }),
    eventSource: () => new Promise((resolve, reject) => {
      const source = new EventSource(to('eventSource'));
      source.onopen = resolve;
      source.onerror = () => { source.close(); reject(); };
    }),
    socket: () => new Promise((resolve, reject) => {
      const socket = new WebSocket(to('socket').replace('http', 'ws'));
      socket.onopen = resolve;
      socket.onclose = reject;
    }),
    allowed: () => new Promise((resolve, reject) => {
      const socket = new WebSocket('ws://' + location.host + '/' + kind + '-allowed');
      socket.onclose = resolve;
    }),
    transport: () => new WebTransport('https://' + ${JSON.stringify(udp)} + '/').ready,
    beacon: async () => navigator.sendBeacon(to('beacon')),
    nested: () => new Promise((resolve, reject) => {
      const inner = new Worker(URL.createObjectURL(new Blob(['const socket = new WebSocket("' + to('nested').replace('http', 'ws') + '"); socket.onopen = socket.onclose = () => postMessage(1)'])));
      inner.onmessage = resolve;
      inner.onerror = reject;
    }),
  };
  async function tryAll(report) {
    const done = [];
    for (const [name, send] of Object.entries(tries)) done.push(name + '=' + await send().then(() => 'sent', () => 'failed'));
    report(kind + ': ' + done.join(' ') + ' end-of-' + kind);
  }
`;

const page = `<p id=dedicated></p><p id=shared></p><p id=service></p><p id=call></p><script>
  const show = (kind) => ({ data }) => (document.getElementById(kind).textContent = data);
  new Worker('/dedicated.js').onmessage = show('dedicated');
  const shared = new SharedWorker('/shared.js');
  shared.onerror = () => show('shared')({ data: 'end-of-shared' });
  shared.port.onmessage = show('shared');
  const call = new RTCPeerConnection({ iceServers: [{ urls: 'stun:STUN' }] });
  call.createDataChannel('x');
  call.onicegatheringstatechange = () => call.iceGatheringState === 'complete' && (document.getElementById('call').textContent = 'end-of-call');
  call.createOffer().then((offer) => call.setLocalDescription(offer));
  navigator.serviceWorker.onmessage = show('service');
  ServiceWorkerContainer.prototype.register.call(navigator.serviceWorker, '/service.js')
    .then((registration) => registration ?? show('service')({ data: 'end-of-service' }));
</script>`;

describe.skipIf(browser === null)('workers in the shared browser (skipped without a Chromium)', () => {
  test(
    cite('BROWSER-3', 'workers and calls reach no other site of this machine, whatever they send with'),
    async () => {
      const other = await startSite({}, 'localhost');
      const udp = createSocket('udp4').on('message', () => packets++);
      let packets = 0;
      await new Promise<void>((resolve) => udp.bind(0, '127.0.0.1', resolve));
      onTestFinished(() => void udp.close());
      const script = workerScript(other.origin, `localhost:${udp.address().port}`);
      const js = (text: string) => (_request: IncomingMessage, response: ServerResponse) =>
        response.writeHead(200, { 'content-type': 'text/javascript' }).end(text);
      const site = await startSite({
        '/': page.replace('STUN', `localhost:${udp.address().port}`),
        '/dedicated.js': js(`const kind = 'dedicated'; ${script} void tryAll((text) => postMessage(text));`),
        '/shared.js': js(
          `const kind = 'shared'; ${script} onconnect = ({ ports: [port] }) => void tryAll((text) => port.postMessage(text));`,
        ),
        '/service.js':
          js(`const kind = 'service'; ${script} onactivate = (event) => event.waitUntil(tryAll(async (text) => {
        for (const client of await clients.matchAll({ includeUncontrolled: true })) client.postMessage(text);
      }));`),
      });
      const chat = await startBrowserChat(program());
      await chat.allow(site.origin);
      await chat.use('browser_open', { url: site.origin });
      for (const kind of ['dedicated', 'shared', 'service', 'call']) {
        await chat.use('browser_act', { action: 'wait_for', text: `end-of-${kind}` });
      }
      expect(other.requests).toEqual([]);
      expect(packets).toBe(0);
      expect(site.requests).toEqual(expect.arrayContaining(['/dedicated-allowed', '/shared-allowed']));
      // Service workers cannot be registered.
      expect(site.requests).not.toContain('/service.js');
    },
  );
});
