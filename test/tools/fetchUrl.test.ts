import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import type { FetchUrlOptions } from '../../electron/tools/builtin/fetchUrl.ts';
import { defaultLimits } from '../../electron/tools/fetch/fetchGuards.ts';
import { nonPublicNameReason, nonPublicReason } from '../../electron/tools/fetch/publicAddress.ts';
import { cite } from '../support/cite.ts';
import { realImages } from '../support/images.ts';
import { type CallOptions, createToolCaller } from '../support/toolCaller.ts';

/** Represents the public internet: the one address that these tests allow. */
const publicAddress = '127.0.0.1';
const insideAddress = '127.0.0.9';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

interface Site {
  url: string;
  origin: string;
  seen: IncomingMessage[];
}

async function listening(server: Server | ReturnType<typeof createTcpServer>, sockets: Set<Socket>): Promise<number> {
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
  });
  // On every address of this machine, so that a request to a rejected one would be answered.
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve));
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  });
  return (server.address() as AddressInfo).port;
}

async function site(answer: Answer): Promise<Site> {
  const seen: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    seen.push(request);
    answer(request, response);
  });
  const port = await listening(server, new Set());
  return { url: `http://site.example:${port}/`, origin: `http://site.example:${port}`, seen };
}

async function rawSite(answer: (socket: Socket) => void): Promise<string> {
  const server = createTcpServer((socket) => socket.once('data', () => answer(socket)));
  return `http://site.example:${await listening(server, new Set())}/`;
}

function fetchUrl(url: string, options: FetchUrlOptions = {}, call: CallOptions & { offset?: number } = {}) {
  const { offset, ...given } = call;
  const fetchOptions: FetchUrlOptions = {
    lookup: async () => [{ address: publicAddress, family: 4 }],
    whyNotAddress: (address) => (address === publicAddress ? null : nonPublicReason(address)),
    whyNotName: nonPublicNameReason,
    limits: { ...defaultLimits, timeoutMs: 5000 },
    ...options,
  };
  const args = offset === undefined ? { url } : { url, offset };
  return createToolCaller(null, { fetchUrl: fetchOptions }).call('fetch_url', args, given);
}

const text =
  (body: string | Buffer, type = 'text/plain', headers: Record<string, string> = {}): Answer =>
  (_request, response) =>
    response.writeHead(200, { 'content-type': type, ...headers }).end(body);

test(cite('TOOL-5', 'a page is returned as text, after a line with its address, status, type and size'), async () => {
  const { url, seen } = await site(text('hello'));
  const result = await fetchUrl(`${url}a?b=c#part`);
  expect(result.preview).toEqual({ type: 'text', text: `GET ${url}a?b=c` });
  expect(result.outcome).toBe('ok');
  expect(result.text).toBe(`[${url}a?b=c · 200 OK · text/plain · 5 bytes]\nhello`);
  expect(seen.map(({ method, url: path }) => [method, path])).toEqual([['GET', '/a?b=c']]);
  const headers = Object.keys(seen[0]?.headers ?? {}).sort();
  expect(headers).toEqual(['accept', 'accept-encoding', 'connection', 'host', 'user-agent']);
});

test('HTML is made readable: complete links, without scripts and hidden content', async () => {
  const html = `<!doctype html><title>A &amp; B</title><style>.x{}</style><h1>Head</h1>
    <p>One <a href="/two?x=1">two</a> <a href="javascript:steal()">three</a></p><ul><li>item</li></ul>
    <script>evil()</script><div hidden>hidden one</div><p style="display:none">hidden two</p><p aria-hidden="true">hidden three</p>
    <noscript>hidden four</noscript><!-- hidden five --><table><tr><td>cell</td></tr></table>`;
  const { url, origin } = await site(text(html, 'text/html; charset=utf-8'));
  const result = await fetchUrl(url);
  expect(result.text).toContain('Title: A & B');
  expect(result.text).toContain('Head');
  expect(result.text).toContain(`two <${origin}/two?x=1>`);
  expect(result.text).toMatch(/item[\s\S]*cell/);
  expect(result.text).not.toMatch(/hidden|evil|javascript:|\.x\{/);
});

test('the encoding is that of the header, of the page, or of its byte order mark', async () => {
  const latin = Buffer.from('caf\xe9', 'latin1');
  const named = await site(text(latin, 'text/plain; charset=iso-8859-1'));
  expect((await fetchUrl(named.url)).text).toContain('café');
  const page = Buffer.concat([Buffer.from('<html><meta charset="windows-1252"><body>'), latin]);
  const inPage = await site(text(page, 'text/html'));
  expect((await fetchUrl(inPage.url)).text).toContain('café');
  const marked = await site(text(Buffer.from('\ufeffwide', 'utf16le'), 'text/plain'));
  expect((await fetchUrl(marked.url)).text).toContain('wide');
});

test('JSON stays unchanged, an image is returned as an image, anything else is named', async () => {
  const json = await site(text('{"a":[1]}', 'application/vnd.api+json'));
  expect((await fetchUrl(json.url)).text).toMatch(/\n\{"a":\[1\]\}$/);
  const bytes = realImages.png;
  const picture = await site(text(bytes, 'application/octet-stream'));
  const shown = await fetchUrl(`${picture.url}deep/a.png`);
  expect(shown.images).toEqual([{ bytes, mediaType: 'image/png', name: 'a.png' }]);
  const broken = await site(text(bytes.subarray(0, 50), 'image/png'));
  const told = await fetchUrl(broken.url);
  expect(told.text).toContain('The image is not shown: it is an incomplete PNG image.');
  expect(told.images).toEqual([]);
  const zip = await site(text(Buffer.from('PK\x03\x04'), 'application/zip'));
  expect((await fetchUrl(zip.url)).text).toMatch(/· application\/zip · 4 bytes\]\nThis has no text/);
  const lying = await site(text(Buffer.from([1, 0, 2, 0]), 'text/plain'));
  expect((await fetchUrl(lying.url)).text).toContain('This has no text');
});

test('a long text is paged by characters, with nothing lost or duplicated', async () => {
  const whole = Array.from({ length: 4000 }, (_, index) => `line ${index} 中文 🙂`).join('\n');
  const { url } = await site(text(whole));
  let read = '';
  let pages = 0;
  for (let offset: number | null = 0; offset !== null; pages++) {
    const result = await fetchUrl(url, {}, { offset });
    const body = result.text.slice(result.text.indexOf('\n') + 1);
    const notice = /\n\[Characters \d+–\d+ of \d+\. Use offset (\d+) to continue\.\]$/.exec(body);
    read += notice ? body.slice(0, notice.index) : body;
    offset = notice ? Number(notice[1]) : null;
  }
  expect(pages).toBeGreaterThan(2);
  expect(read).toBe(whole);
  const past = await fetchUrl(url, {}, { offset: 10_000_000 });
  expect(past.text).toMatch(/^Error: the text has \d+ characters; offset 10000000 is past its end\./);
});

test('a server error is an error with its message', async () => {
  const { url } = await site((_request, response) =>
    response.writeHead(404, { 'content-type': 'text/plain' }).end('no'),
  );
  const result = await fetchUrl(url);
  expect(result.outcome).toBe('error');
  expect(result.text).toMatch(/^Error: the server answered 404 Not Found\.\n\[.*\]\nno$/);
});

test(cite('TOOL-5', 'a redirect within an origin is followed; one to another origin is only reported'), async () => {
  const other = await site(text('other'));
  const { url, origin } = await site((request, response) => {
    const to = { '/': '/next', '/next': 'here', '/here': null, '/away': other.url }[request.url ?? ''];
    if (to === null) response.writeHead(200, { 'content-type': 'text/plain' }).end('arrived');
    else response.writeHead(302, { location: to ?? '/' }).end();
  });
  expect((await fetchUrl(url)).text).toBe(`[${origin}/here · 200 OK · text/plain · 7 bytes]\narrived`);
  const away = await fetchUrl(`${url}away`);
  expect(away.outcome).toBe('ok');
  expect(away.text).toContain(`was not contacted: ${other.url}`);
  expect(other.seen).toEqual([]);
});

test.each([
  ['loopback', 'http://127.0.0.1:1/secret'],
  ['a number', 'http://2130706433/'],
  ['metadata', 'http://169.254.169.254/latest/meta-data/'],
  ['mapped', 'http://[::ffff:169.254.169.254]/'],
  ['a local name', 'http://metadata.google.internal/'],
  ['a file', 'file:///etc/passwd'],
  ['credentials', 'http://user:pass@example.com/'],
  ['another scheme', 'gopher://example.com/'],
])(cite('TOOL-5', 'a redirect to %s is rejected'), async (_what, location) => {
  const { url } = await site((_request, response) => response.writeHead(301, { location }).end());
  const result = await fetchUrl(url);
  expect(result.outcome).toBe('error');
  expect(result.text).toContain('points elsewhere (301 Moved Permanently)');
});

test(
  cite('TOOL-5', 'a name that resolves to a public address first and to this machine next is not followed'),
  async () => {
    const { url, seen } = await site((request, response) => {
      if (request.url === '/') response.writeHead(302, { location: '/secret', connection: 'close' }).end();
      else response.writeHead(200, { 'content-type': 'text/plain' }).end('the secret');
    });
    let looked = 0;
    const lookup = async () => [{ address: looked++ === 0 ? publicAddress : insideAddress, family: 4 }];
    const result = await fetchUrl(url, { lookup });
    expect(result.details.errorCode).toBe('ADDRESS_REFUSED');
    expect(result.text).not.toContain('the secret');
    expect(seen.map((request) => request.url)).toEqual(['/']);
    // One lookup per connection: between a lookup and its connection nothing can change.
    expect(looked).toBe(2);
  },
);

test(cite('TOOL-5', 'a connection that reaches another address than looked up is closed unused'), async () => {
  const { url, seen } = await site(text('the secret'));
  // The policy changes between the lookup and the connection: the connection itself is checked, too.
  let asked = 0;
  const whyNotAddress = () => (asked++ === 0 ? null : 'this machine itself');
  const result = await fetchUrl(url, { whyNotAddress });
  expect(result.details.errorCode).toBe('ADDRESS_REFUSED');
  expect(seen).toEqual([]);
});

test(cite('TOOL-5', 'a redirect loop ends after five'), async () => {
  const { url, seen } = await site((_request, response) => response.writeHead(307, { location: '/' }).end());
  expect((await fetchUrl(url)).text).toMatch(/was redirected more than 5 times/);
  expect(seen.length).toBe(6);
});

test(cite('TOOL-5', 'a server that sends its response slowly times out'), {
  tags: ['all'],
}, async () => {
  const timers: NodeJS.Timeout[] = [];
  onTestFinished(() => timers.forEach(clearInterval));
  const url = await rawSite((socket) => {
    socket.write('HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\n\r\n');
    timers.push(setInterval(() => socket.write('x'), 50));
  });
  const slowHead = await rawSite((socket) => {
    socket.write('HTTP/1.1 200 OK\r\n');
    timers.push(setInterval(() => socket.write('x-a: b\r\n'), 50));
  });
  const silent = await rawSite(() => {});
  const limits = { ...defaultLimits, timeoutMs: 400 };
  const results = await Promise.all([url, slowHead, silent].map((one) => fetchUrl(one, { limits })));
  for (const result of results) {
    expect(result.details.errorCode).toBe('TOOL_TIMEOUT');
    expect(result.text).toMatch(/did not respond in full within 0\.4 s/);
  }
});

test(cite('TOOL-5', 'an endless body is read up to the limit'), async () => {
  let written = 0;
  const { url } = await site((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/plain' });
    const piece = Buffer.alloc(64 * 1024, 'x\n');
    const more = (): void => {
      while (!response.destroyed && written < 2 ** 30) {
        written += piece.length;
        if (!response.write(piece)) {
          response.once('drain', more);
          return;
        }
      }
    };
    more();
  });
  const result = await fetchUrl(url, {}, { offset: 2_090_000 });
  expect(result.outcome).toBe('ok');
  expect(result.text).toContain('[The page is larger than 2 MB: only its beginning was read.]');
  expect(written).toBeLessThan(64 * 1024 * 1024);
});

test(cite('TOOL-5', 'compressed content is decompressed up to the limit'), { tags: ['all'] }, async () => {
  const bomb = gzipSync(Buffer.alloc(200 * 1024 * 1024, 'a'), { level: 9 });
  const { url } = await site(text(bomb, 'text/plain', { 'content-encoding': 'gzip' }));
  const before = process.memoryUsage().rss;
  const result = await fetchUrl(url, {}, { offset: 2_090_000 });
  expect(result.text).toContain('larger than 2 MB');
  expect(process.memoryUsage().rss - before).toBeLessThan(120 * 1024 * 1024);

  for (const [encoding, bytes] of [
    ['gzip', gzipSync('packed')],
    ['br', brotliCompressSync('packed')],
    ['deflate', deflateSync('packed')],
  ] as const) {
    const packed = await site(text(bytes, 'text/plain', { 'content-encoding': encoding }));
    expect((await fetchUrl(packed.url)).text).toMatch(/\npacked$/);
  }
  const broken = await site(text(Buffer.from('no gzip'), 'text/plain', { 'content-encoding': 'gzip' }));
  expect((await fetchUrl(broken.url)).text).toContain('could not be decompressed');
  const twice = await site(text(gzipSync(bomb), 'text/plain', { 'content-encoding': 'gzip, gzip' }));
  expect((await fetchUrl(twice.url)).text).toContain('is compressed as "gzip, gzip"');
});

test(cite('TOOL-5', 'endless headers, and an invalid response, are rejected'), async () => {
  const headers = await rawSite((socket) => {
    socket.write(`HTTP/1.1 200 OK\r\n${`x-filler: ${'y'.repeat(1000)}\r\n`.repeat(100)}`);
  });
  expect((await fetchUrl(headers)).text).toContain('The response headers are too large');
  const noise = await rawSite((socket) => socket.end('SSH-2.0-OpenSSH_9.0\r\n'));
  expect((await fetchUrl(noise)).outcome).toBe('error');
  const cut = await rawSite((socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nshort'));
  expect((await fetchUrl(cut)).outcome).toBe('error');
});

test(cite('TOOL-5', 'it ends immediately when the run is stopped'), async () => {
  const stop = new AbortController();
  const { url } = await site(() => stop.abort());
  const result = await fetchUrl(url, {}, { signal: stop.signal });
  expect(result.outcome).toBe('cancelled');
});

test('a page that takes too long to make readable is abandoned, and nothing else is blocked', async () => {
  const { url } = await site(text('<p>x</p>'.repeat(200_000), 'text/html'));
  const result = await fetchUrl(url, { readingMs: 1 });
  expect(result.text).toBe('Error: the page is too complex to be made readable.');
});

test('an excessively nested page is read or rejected, and the app continues', { tags: ['all'] }, async () => {
  const { url } = await site(text('<div>'.repeat(300_000), 'text/html'));
  expect(['ok', 'error']).toContain((await fetchUrl(url, { readingMs: 2000 })).outcome);
});
