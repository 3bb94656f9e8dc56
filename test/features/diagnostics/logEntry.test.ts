// The content of log files: whatever an error contains, only codes and places in the app's code get through.

import { describe, expect, test } from 'vitest';
import { absolutePath } from '../../../electron/lib/absolutePath.ts';
import { entryLine, reasonCode } from '../../../electron/lib/logEntry.ts';
import { fail } from '../../../shared/core/errors.ts';
import { cite } from '../../support/cite.ts';

const at = new Date('2026-11-29T16:00:00.000Z');
const key = `sk-${'proj-'}Ab3_${'x7Kd'.repeat(10)}`;

/** Texts that must never be in a log file. */
const attacks: Readonly<Record<string, string>> = {
  key,
  'a key in capitals': `AKIA${'IOSFODNN7EXAMPLE'}`,
  path: '/home/ada/clients/Acme merger/contract.docx',
  'a Windows path': String.raw`C:\Users\Ada\Secret Project\plan.md`,
  message: 'please summarize my divorce papers',
  Chinese: '请总结我的离婚文件',
  Japanese: '私の離婚書類',
  host: 'https://gpu-7.internal.acme.example:8443/v1',
  echo: '{"error":{"message":"Invalid prompt: please summarize my divorce papers","code":"MY_DIVORCE"}}',
  lines: 'one\n1999-01-01T00:00:00.123Z forged STARTED – forgery',
  place: 'boom\n    at /home/ada/secret.js:1:1\n    at divorce (/home/ada/papers.js:2:2)',
  'control characters': 'a\u001b[2Jb\u0000c\u202ed',
};

function named(message: string, name: string): Error {
  return Object.assign(new Error(message), { name });
}

/** Each way in which the text may reach a log call. */
function carriers(text: string): unknown[] {
  return [
    text,
    new Error(text),
    new TypeError(text, { cause: new Error(text) }),
    Object.assign(new Error(text), { code: text }),
    Object.assign(new Error('short'), { code: text.toUpperCase(), errno: text, path: text, stack: text }),
    named(text, text),
    named('short', text),
    new Error('short', { cause: { code: text, name: text } }),
    { code: text, name: text, message: text, toString: () => text },
    fail('LLM_HTTP_ERROR', text, { body: text }).error,
    new AggregateError([new Error(text)], text),
    [text],
    Object.defineProperty({}, 'code', {
      get() {
        throw new Error(text);
      },
    }),
  ];
}

describe('an entry of a log file', () => {
  for (const [name, text] of Object.entries(attacks)) {
    test(cite('SHIP-3', `contains nothing of what an error says: ${name}`), () => {
      for (const level of ['info', 'warning', 'defect'] as const) {
        for (const reason of carriers(text)) {
          const line = entryLine({
            at,
            level,
            host: 'desktop[7]',
            code: 'RUN_FAILED',
            fields: { reason, method: text },
          });
          expect(line).toMatch(
            /^2026-11-29T16:00:00\.000Z (?:info|warning|defect) desktop\[7\] RUN_FAILED reason=\w+ method=unknown(?: at=logEntry\.test\.ts:\d+:\d+(?:<[\w.]+:\d+:\d+)*)? – A run ended with an error\n$/,
          );
          for (const word of text
            .split(/[\s/\\:"{}]+/)
            .filter((each) => each.length > 3 && !/^(?:error|warning|message|code|at)$/i.test(each))) {
            expect(line.replace(' – A run ended with an error', '')).not.toContain(word);
          }
        }
      }
    });
  }

  test(cite('SHIP-3', 'names the code, the method and the place of a defect'), () => {
    const reason = Object.assign(new Error('disk'), { code: 'ENOSPC' });
    const line = entryLine({
      ...{ at, level: 'defect', host: 'desktop[7]', code: 'METHOD_FAILED' },
      fields: { reason, method: 'chat.send', count: 3 },
    });
    expect(line).toMatch(/ METHOD_FAILED reason=ENOSPC method=chat\.send count=3 /);
  });

  test('says where in the app a defect is', () => {
    let reason: unknown;
    try {
      absolutePath('/', Object(1));
    } catch (thrown) {
      reason = thrown;
    }
    const line = entryLine({ at, level: 'defect', host: 'desktop[7]', code: 'UNCAUGHT', fields: { reason } });
    expect(line).toMatch(/ reason=ERR_INVALID_ARG_TYPE at=absolutePath\.ts:\d+:\d+ – /);
  });

  test('keeps the codes of the system, of Node, of SQLite and of the app', () => {
    const codes = [
      { code: 'ENOSPC' },
      { code: 'ERR_INVALID_ARG_TYPE' },
      { code: 'UND_ERR_CONNECT_TIMEOUT' },
      { errcode: 11 },
      { code: 'LLM_TIMEOUT' },
      new RangeError('x'),
      new TypeError('fetch failed', { cause: { code: 'ECONNREFUSED' } }),
      { code: 'SQLITE_11' },
    ];
    expect(codes.map(reasonCode)).toEqual([
      'ENOSPC',
      'ERR_INVALID_ARG_TYPE',
      'UND_ERR_CONNECT_TIMEOUT',
      'SQLITE_11',
      'LLM_TIMEOUT',
      'RangeError',
      'ECONNREFUSED',
      'SQLITE_11',
    ]);
  });
});
