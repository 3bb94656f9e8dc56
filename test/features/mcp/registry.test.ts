// A search in an MCP registry, against a registry on this machine with well-formed and hostile answers.

import path from 'node:path';
import { expect, test } from 'vitest';
import { cite } from '../../support/cite.ts';
import { commandHere } from '../../support/commandHere.ts';
import { startRegistry, weather } from '../../support/mcp/registryServer.ts';
import { tempFolder } from '../../support/tempFolder.ts';

async function search(body: string | Buffer, status = 200, headers: Record<string, string> = {}) {
  const { address, requests } = await startRegistry((_url, response) => response.writeHead(status, headers).end(body));
  const data = path.join(tempFolder(), 'data');
  const answer = await commandHere(['mcp', 'search', 'weather', 'now', '--registry', address, '--data', data]);
  return { ...answer, requests };
}

test(cite('PLUG-5', 'each match is printed with the exact command, version and variables that it needs'), async () => {
  const answer = await search(JSON.stringify({ servers: [weather], metadata: { count: 1, nextCursor: 'again' } }));
  expect(answer.requests).toEqual(['/v0.1/servers?search=weather+now&version=latest&limit=30']);
  expect(answer).toMatchObject({
    code: 0,
    stderr: 'There are more: throughline mcp search weather now --after=again\n',
  });
  expect(answer.stdout).toBe(
    [
      'io.github.ada/weather  1.2.0',
      '  Forecasts and warnings.',
      '  https://github.com/ada/weather',
      "  throughline mcp add weather -- npx -y @ada/weather@1.2.0 'two words'",
      '    needs WEATHER_KEY (secret)',
      '  throughline mcp add weather -- uvx weather-mcp@0.3',
      '  throughline mcp add weather https://example.com/mcp',
      '  throughline mcp add --from-registry=io.github.ada/weather',
      '  4 ways to run it can’t be used here.',
      '',
    ].join('\n'),
  );
});

test(
  cite('PLUG-5', 'a printed command is one command without options of its own, whatever names and addresses say'),
  async () => {
    const evil = {
      ...weather.server,
      ...{ name: 'io.github.ada/--yes', packages: [] },
      remotes: [{ type: 'sse', url: 'https://example.com/mcp;id?a=$(id)&b=`id`|id' }],
    };
    const { stdout } = await search(JSON.stringify({ servers: [{ server: evil }] }));
    expect(stdout).toContain("  throughline mcp add yes 'https://example.com/mcp;id?a=$(id)&b=`id`|id'\n");
  },
);

test(cite('PLUG-5', 'odd answers are refused or made harmless'), async () => {
  const evil = {
    server: { ...weather.server, name: 'a/\u001b[2J\u202eevil', description: 'x'.repeat(10_000), packages: 5 },
  };
  const many = Array.from({ length: 500 }, (_, n) => ({ server: { ...weather.server, name: `io.github.ada/w${n}` } }));
  const odd = await search(JSON.stringify({ servers: [evil, null, 5, { server: {} }, ...many] }));
  expect(odd.code).toBe(0);
  for (const hidden of ['\u001b', '\u202e', 'x'.repeat(600)]) expect(odd.stdout).not.toContain(hidden);
  expect(odd.stdout.match(/^io\.github/gm)?.length).toBeLessThan(31);
  for (const body of ['', '{', '[]', '{"servers":5}', Buffer.alloc(3 * 1024 * 1024, 0x20)]) {
    expect(await search(body)).toMatchObject({ code: 1, stdout: '' });
  }
  expect(await search('{}', 500)).toMatchObject({ code: 1 });
  // A redirect is not followed.
  const moved = await search('', 302, { location: 'http://127.0.0.1:1/' });
  expect(moved).toMatchObject({ code: 1, stderr: expect.stringContaining('302') });
  expect(moved.requests).toHaveLength(1);
  expect(await commandHere(['mcp', 'search', 'x', '--registry', 'file:///etc/passwd'])).toMatchObject({ code: 1 });
});
