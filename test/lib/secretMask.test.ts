// Secrets in text, hidden completely, also in a stream of chunks.

import { describe, expect, test } from 'vitest';
import { createSecretMask, type SecretMask } from '../../electron/lib/secretMask.ts';
import { cite } from '../support/cite.ts';

const key = 'my-own-key-0123456789';
const awkward = 'pass"word/with\\all+of it';
const body = 'MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj\n'.repeat(6);
const pem = `-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\n\n${body}-----END RSA PRIVATE KEY-----`;

/** Assembled from parts, so that no scanner for leaked keys reports this file. */
const tokens: Record<string, string> = {
  openai: `sk-${'proj-'}Ab3_${'x7Kd'.repeat(10)}`,
  anthropic: `sk-${'ant-api03-'}${'Zq9-'.repeat(20)}AA`,
  github: `ghp_${'a1B2'.repeat(9)}`,
  githubApp: `gho_${'a1B2'.repeat(9)}`,
  githubPat: `github_${'pat_'}11ABCDE0${'x'.repeat(70)}`,
  aws: `AKIA${'IOSFODNN7EXAMPLE'}`,
  google: `AIza${'SyA-12_b'.repeat(4)}abc`,
  slack: `xoxb-${'123456789012-abcdefghijkl'}`,
  stripe: `sk_live_${'4eC39HqLyjWDarjtT1zdp7dc'}`,
  npm: `npm_${'aB3d'.repeat(9)}`,
  jwt: `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.${'dozjgNryP4J3jVmN'}`,
};

function mask(secrets: string[] = [], patterns = false): SecretMask {
  return createSecretMask(
    () => secrets,
    () => patterns,
  );
}

function inPieces(of: SecretMask, text: string, size: (at: number) => number): string {
  const stream = of.stream();
  let out = '';
  for (let at = 0; at < text.length; ) {
    const to = at + size(at);
    out += stream.add(text.slice(at, to));
    at = to;
  }
  return out + stream.end();
}

describe("the app's own keys", () => {
  test(cite('STORE-16', 'a key is replaced wherever and however often it occurs'), () => {
    const text = `${key} and key=${key}${key}, but not my-own-key-012345678`;
    expect(mask([key]).text(text)).toBe(
      '[key removed] and key=[key removed][key removed], but not my-own-key-012345678',
    );
  });

  test('a key is found in JSON, in JSON within JSON, and in an address', () => {
    const json = JSON.stringify({ awkward });
    const twice = JSON.stringify({ arguments: json });
    const address = `https://example.test/?k=${encodeURIComponent(awkward)}`;
    const lower = address.replaceAll(/%[0-9A-F]{2}/g, (code) => code.toLowerCase());
    const hides = mask([awkward]);
    expect(hides.text(json)).toBe('{"awkward":"[key removed]"}');
    expect(hides.text(twice)).toBe('{"arguments":"{\\"awkward\\":\\"[key removed]\\"}"}');
    expect([address, lower].map(hides.text)).toEqual(Array(2).fill('https://example.test/?k=[key removed]'));
  });

  test('eleven characters are not a secret, twelve are', () => {
    expect(mask(['eleven_char']).text('eleven_char')).toBe('eleven_char');
    expect(mask(['twelve_chars']).text('twelve_chars')).toBe('[key removed]');
  });

  test('if one key is a prefix of another, the longer one is hidden completely', () => {
    const both = mask([key, `${key}-and-more`]);
    expect(both.text(`${key}-and-more ${key}-and-less`)).toBe('[key removed] [key removed]-and-less');
    expect(inPieces(both, `${key}-and-more ${key}-and-less`, () => 1)).toBe('[key removed] [key removed]-and-less');
  });

  test('two keys that overlap in a text are both hidden completely', () => {
    expect(mask(['abcdefghijklmn', 'klmnopqrstuvwx']).text('-abcdefghijklmnopqrstuvwx-')).toBe('-[key removed]-');
    expect(mask(['aaaaaaaaaaaa']).text('a'.repeat(40))).toBe('[key removed]');
  });

  test('a key saved during a stream is hidden from then on', () => {
    const secrets: string[] = [];
    const stream = mask(secrets).stream();
    const before = stream.add(`${key}\n`);
    secrets.push(key);
    expect(before + stream.add(`${key}\n`) + stream.end()).toBe(`${key}\n[key removed]\n`);
  });
});

describe('tokens in well-known formats', () => {
  test.each(Object.entries(tokens))('%s: hidden on request, otherwise left', (_name, token) => {
    const text = `key=${token}\n"${token}" ${JSON.stringify(`a\n${token}`)} ?t=%22${token}%22`;
    expect(mask([], true).text(text)).toBe(
      'key=[token removed]\n"[token removed]" "a\\n[token removed]" ?t=%22[token removed]%22',
    );
    expect(mask().text(text)).toBe(text);
  });

  test('a private key is hidden from its first line to its last, in JSON too, and even if its end is missing', () => {
    const hides = mask([], true);
    expect(hides.text(`before\n${pem}\nafter`)).toBe('before\n[token removed]\nafter');
    expect(hides.text(JSON.stringify({ pem, after: 1 }))).toBe('{"pem":"[token removed]","after":1}');
    expect(hides.text(`-----BEGIN PRIVATE KEY-----\n${body}and then words`)).toBe('[token removed]and then words');
    const certificate = '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----';
    expect(hides.text(certificate)).toBe(certificate);
  });

  test('ordinary words are left alone', () => {
    const text =
      'risk-adjusted-returns-of-2024-portfolios sk-estimator-documentation-link eyJ.eyJ. AKIA gh_ npm_config_x';
    expect(mask([], true).text(text)).toBe(text);
  });
});

describe('a stream', () => {
  const parts = [
    key,
    awkward,
    JSON.stringify(awkward),
    pem,
    ...Object.values(tokens),
    'plain words\n',
    '-----BEGIN ',
    'é😀',
  ];
  parts.push(
    `${key.slice(0, 9)}${key}`,
    '-----BEGIN PRIVATE KEY-----',
    'sk-',
    'eyJ',
    `\\u0022${tokens.github}`,
    '%',
    '\\',
    ' ',
  );

  test('is masked like the whole text, however it is split', { tags: ['all'] }, () => {
    let seed = 7;
    const random = (below: number): number => {
      seed = (seed * 1103515245 + 12345) % 2147483648;
      return seed % below;
    };
    for (let round = 0; round < 300; round++) {
      const text = Array.from({ length: 12 }, () => parts[random(parts.length)]).join(['', ' ', '\n'][round % 3]);
      const hides = mask([key, awkward], round % 2 === 0);
      const most = [1, 3, 20, 400][round % 4] as number;
      expect(inPieces(hides, text, () => 1 + random(most))).toBe(hides.text(text));
    }
  });

  test('holds back only what may become a secret', () => {
    const stream = mask([key], true).stream();
    expect(stream.add('Building ...\n')).toBe('Building ...\n');
    expect(stream.add(`Go on? (y/n) ${key.slice(0, 5)}`)).toBe('Go on? (y/n) ');
    expect(stream.add('!\n')).toBe(`${key.slice(0, 5)}!\n`);
    expect(stream.end()).toBe('');
  });

  test('holds back only a bounded end', () => {
    for (const filling of ['a', 'eyJ', '-----BEGIN PRIVATE KEY-----', '-----BEGIN ', key.slice(0, 1)]) {
      const stream = mask([key], true).stream();
      const passed = stream.add(filling.repeat(Math.ceil(300_000 / filling.length)));
      expect(stream.add(' ').length + stream.end().length, filling).toBeLessThan(60_000);
      expect(passed.length, filling).toBeGreaterThan(60_000);
    }
  });
});

test('no text makes it slow', { tags: ['all'] }, () => {
  const length = 2_000_000;
  const pieces = [
    'a',
    'eyJ',
    '-eyJ',
    'eyJ-',
    'sk-',
    '-sk-',
    'sk-a',
    '.eyJaaaaaaaa',
    '-----BEGIN PRIVATE KEY-----',
    '-----BEGIN ',
    '-',
    '\\n',
    '%22',
    key.slice(0, 20),
  ];
  for (const piece of [...pieces, `-----BEGIN PRIVATE KEY-----${'A'.repeat(16_000)} `, `eyJ${'a'.repeat(4000)} `]) {
    const text = piece.repeat(Math.ceil(length / piece.length));
    expect(mask([key], true).text(text).length).toBeGreaterThan(0);
  }
});
