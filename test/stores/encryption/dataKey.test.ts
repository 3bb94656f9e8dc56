import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  newDataKey,
  newRecoveryCode,
  readRecoveryCode,
  unwrapKey,
  wrapKey,
} from '../../../electron/stores/encryption/dataKey.ts';
import { cite } from '../../support/cite.ts';

test(cite('SEC-9', 'a recovery code is read however it is typed'), () => {
  for (let round = 0; round < 200; round++) {
    const code = newRecoveryCode();
    expect(code).toMatch(/^(?:[0-9A-HJKMNP-TV-Z]{4}-){8}[0-9A-HJKMNP-TV-Z]{4}$/u);
    const read = readRecoveryCode(code);
    expect(read?.length).toBe(20);
    const sloppy = ` ${code
      .toLowerCase()
      .replaceAll('-', round % 2 ? ' ' : '–')
      .replaceAll('0', 'o')
      .replaceAll('1', round % 3 ? 'l' : 'i')}\n`;
    expect(readRecoveryCode(sloppy)).toEqual(read);
  }
});

test(cite('SEC-9', 'a typing error in a recovery code is noticed'), () => {
  const code = newRecoveryCode().replaceAll('-', '');
  const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
  let unnoticed = 0;
  for (let place = 0; place < code.length; place++) {
    for (const other of alphabet) {
      if (other === code[place]) continue;
      if (readRecoveryCode(code.slice(0, place) + other + code.slice(place + 1)) !== null) unnoticed++;
    }
  }
  // Twenty bits of checksum: about one in a million.
  expect(unnoticed).toBeLessThanOrEqual(1);
  expect(readRecoveryCode(code.slice(1))).toBeNull();
  expect(readRecoveryCode(`${code}0`)).toBeNull();
  fc.assert(fc.property(fc.string({ maxLength: 60 }), (text) => readRecoveryCode(text) === null));
});

test(cite('SEC-9', 'only the code opens the wrapped key'), () => {
  const key = newDataKey();
  const code = readRecoveryCode(newRecoveryCode()) as Buffer;
  const wrapped = wrapKey(key, code);
  expect(wrapped).not.toContain(key.secret.toString('base64').slice(0, 20));
  expect(unwrapKey(wrapped, code)).toEqual(key);
  expect(unwrapKey(wrapped, readRecoveryCode(newRecoveryCode()) as Buffer)).toBeNull();
  const bytes = Buffer.from(wrapped, 'base64');
  for (let at = 0; at < bytes.length; at++) {
    const damaged = Buffer.from(bytes);
    damaged[at] = (damaged[at] as number) ^ 1;
    expect(unwrapKey(damaged.toString('base64'), code)).toBeNull();
  }
  for (const text of ['', 'x', wrapped.slice(0, 20), `${wrapped}AAAA`]) expect(unwrapKey(text, code)).toBeNull();
});
