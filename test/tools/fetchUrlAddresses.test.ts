import { expect, test } from 'vitest';
import { nonPublicReason } from '../../electron/tools/fetch/publicAddress.ts';
import { parseWebAddress } from '../../electron/tools/fetch/webAddress.ts';
import { cite } from '../support/cite.ts';
import { createToolCaller } from '../support/toolCaller.ts';
import { naiveAllows, publicRows, type SsrfRow, ssrfRows } from './ssrfCorpus.ts';

/** A caller whose names resolve as in the row; nothing that it connects to answers. */
function callerFor({ answers = [] }: SsrfRow, looked: string[] = []) {
  const lookup = async (hostname: string) => {
    looked.push(hostname);
    return answers.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  };
  return createToolCaller(null, { fetchUrl: { lookup } });
}

test(cite('TOOL-5', `no address of the corpus is contacted (${ssrfRows.length} rows)`), async () => {
  console.log(`addresses that are refused: ${ssrfRows.length} rows`);
  expect(ssrfRows.length).toBeGreaterThanOrEqual(120);
  expect(new Set(ssrfRows.map((row) => JSON.stringify(row))).size).toBe(ssrfRows.length);
  for (const row of ssrfRows) {
    const result = await callerFor(row).call('fetch_url', { url: row.url });
    const isName = row.answers !== undefined;
    expect([row, result.outcome]).toEqual([row, 'error']);
    // Rejected by us before any packet, and not because nobody answered.
    if (isName) expect([row, result.details.errorCode]).toEqual([row, 'ADDRESS_REFUSED']);
    else expect([row, parseWebAddress(row.url).ok]).toEqual([row, false]);
  }
});

test('each of them passes a text-based check', () => {
  const stopped = ssrfRows.filter(({ url }) => !naiveAllows(url));
  expect(stopped).toEqual([]);
});

test(cite('TOOL-5', 'addresses of the public internet pass'), () => {
  for (const row of publicRows) {
    expect([row, parseWebAddress(row.url).ok]).toEqual([row, true]);
    for (const address of row.answers ?? []) expect([address, nonPublicReason(address)]).toEqual([address, null]);
  }
});

test(cite('TOOL-5', 'a numeric address is not looked up'), async () => {
  const looked: string[] = [];
  await callerFor({ url: '' }, looked).call('fetch_url', { url: 'http://2130706433/' });
  await callerFor({ url: '' }, looked).call('fetch_url', { url: 'http://metadata.google.internal/' });
  expect(looked).toEqual([]);
});

test('the rules see the exact origin that is requested', async () => {
  const facts = async (url: string) => {
    const caller = createToolCaller(null);
    const context = { folder: null } as never;
    return caller.tool('fetch_url').facts?.({ url }, context);
  };
  expect(await facts('HTTPS://Example.COM:443/a?b')).toEqual({ origin: 'https://example.com' });
  expect(await facts('http://example.com:8080/')).toEqual({ origin: 'http://example.com:8080' });
  expect(await facts('https://exаmple.com/')).toEqual({ origin: 'https://xn--exmple-4nf.com' });
  expect(await facts('http://127.0.0.1/')).toEqual({});
});
