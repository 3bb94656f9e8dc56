import { describe, expect, test } from 'vitest';
import { safeLink } from '../../../renderer/features/markdown/linkPolicy.ts';
import { hostileAddresses } from '../../renderer/hostile.ts';
import { cite } from '../../support/cite.ts';

describe('which addresses may be opened', () => {
  test('http, https and mailto, as the parser reads them', () => {
    expect(safeLink('https://example.com/a?b#c')).toBe('https://example.com/a?b#c');
    expect(safeLink('http://localhost:8080')).toBe('http://localhost:8080/');
    expect(safeLink('MAILTO:a@example.com')).toBe('mailto:a@example.com');
    expect(safeLink('HTTPS:\\\\example.com\\a')).toBe('https://example.com/a');
  });

  for (const address of hostileAddresses) {
    test(
      cite('SEC-4', `nothing opens ${JSON.stringify(address)}, nor any prefix of it that is not itself allowed`),
      () => {
        for (let end = 0; end <= address.length; end++) {
          const opened = safeLink(address.slice(0, end));
          if (opened !== null) expect(new URL(opened).protocol).toMatch(/^(?:https?|mailto):$/);
        }
        expect(safeLink(address)).toBeNull();
      },
    );
  }

  test('text that is not an address is not treated as one', () => {
    for (const value of [
      undefined,
      null,
      1,
      {},
      '',
      ' ',
      '/a',
      '#a',
      '?a',
      '//example.com',
      'example.com',
      'https://',
    ]) {
      expect(safeLink(value)).toBeNull();
    }
    expect(safeLink(`https://example.com/${'a'.repeat(9000)}`)).toBeNull();
  });
});
