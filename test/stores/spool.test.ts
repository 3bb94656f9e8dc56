// A tool's output on its way to its file while it is printed.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { spillThresholdBytes } from '../../electron/conversation/formats.ts';
import { createSecretMask } from '../../electron/lib/secretMask.ts';
import type { ToolMessage } from '../../shared/conversation/message.ts';
import { cite } from '../support/cite.ts';
import { faultDisk } from '../support/faultDisk.ts';
import { type OpenedConversation, openConversation } from '../support/openStore.ts';
import { type PrintedOptions, piecesOf, printAndStore, steadyRandom } from '../support/printedOutput.ts';
import { resultBytes } from '../support/resultBytes.ts';

const megabyte = 1024 * 1024;
const fileOf = (conversation: OpenedConversation, { id }: ToolMessage): string =>
  readFileSync(join(conversation.resultsFolder, `${id}.json`), 'utf8');
const leftOver = ({ resultsFolder }: OpenedConversation): string[] =>
  existsSync(resultsFolder) ? readdirSync(resultsFolder).filter((name) => !/^\w+\.json$/.test(name)) : [];

describe('in memory or in a file', () => {
  test(
    cite('STORE-6', '51,200 bytes including the surrounding text stay in the message, one more goes to a file'),
    async () => {
      const conversation = await openConversation();
      const words: PrintedOptions = { before: 'Error: no.\n', after: '[end]' };
      const room = spillThresholdBytes - 'Error: no.\n\n[end]'.length;
      const small = await printAndStore(conversation, ['x'.repeat(room)], words);
      expect(small.message).toMatchObject({
        content: `Error: no.\n${'x'.repeat(room)}\n[end]`,
        details: { bytes: 51_200 },
      });
      expect(small.message.fullOutputPath).toBeUndefined();
      expect(existsSync(conversation.resultsFolder)).toBe(false);
      const { message } = await printAndStore(conversation, ['x'.repeat(room), 'x'], words);
      expect(message.details).toEqual({ bytes: 51_201 });
      expect(fileOf(conversation, message)).toBe(`Error: no.\n${'x'.repeat(room + 1)}\n[end]`);
    },
  );

  test(cite('STORE-6', 'small output touches the disk only with its message'), async () => {
    const disk = faultDisk();
    const conversation = await openConversation({ disk });
    await printAndStore(conversation, ['first']);
    disk.calls.length = 0;
    const output = conversation.store.openOutput(conversation.conversationId, { toolCallId: 'c' }, () => {});
    for (let n = 0; n < 50; n++) expect(output.add('x'.repeat(1024))).toBeNull();
    expect((await output.end()).text).toHaveLength(51_200);
    await output.discard();
    expect(disk.calls).toEqual([]);
  });

  test(
    cite(
      'STORE-6',
      'the file has the surrounding text, the whole output, and the last line; the message its beginning',
    ),
    async () => {
      const conversation = await openConversation();
      const body = Array.from({ length: 40_000 }, (_, n) => `line ${n} é会😀`).join('\n');
      const random = steadyRandom(3);
      const pieces = piecesOf(Buffer.from(body), () => random(9000));
      const { message, shown, text } = await printAndStore(conversation, pieces, {
        before: 'Error: 1.\n',
        after: '[exit code 1]',
      });
      const whole = `Error: 1.\n${body}\n[exit code 1]`;
      expect(text).toBeNull();
      expect(shown).toBe(body);
      expect(fileOf(conversation, message)).toBe(whole);
      expect(message.details).toEqual({ bytes: Buffer.byteLength(whole) });
      const alias = `@state/logs/tool-results/${conversation.conversationId}/${message.id}.json`;
      expect(message).toMatchObject({
        fullOutputPath: alias,
        content: `${whole.slice(0, 500)}\n\n[Full output: ${alias}]`,
      });
      const read = await resultBytes(conversation.store, conversation.conversationId, message.id);
      expect(read.toString()).toBe(whole);
      expect(leftOver(conversation)).toEqual([]);
    },
  );

  test('a final line break in the output is not doubled', async () => {
    const conversation = await openConversation();
    const { message } = await printAndStore(conversation, [`${'x'.repeat(60_000)}\n`]);
    expect(fileOf(conversation, message)).toBe(`${'x'.repeat(60_000)}\n[exit code 0]`);
  });

  test(
    cite('STORE-6', 'the file is synced and renamed, and its folder synced, before a byte of the message is written'),
    async () => {
      const disk = faultDisk();
      const conversation = await openConversation({ disk });
      await printAndStore(conversation, ['small']);
      const output = conversation.store.openOutput(conversation.conversationId, { toolCallId: 'c' }, () => {});
      for (let n = 0; n < 40; n++) await output.add('x'.repeat(65_536));
      await output.end();
      disk.calls.length = 0;
      const message = { role: 'tool', tool_call_id: 'c', toolName: 't', outcome: 'ok', content: '' } as const;
      await conversation.store.appendConversationMessage(conversation.conversationId, message, {
        output,
        before: '',
        after: '[end]',
      });
      const steps = disk.calls.flatMap(({ name, path }) => {
        if (!['write', 'sync', 'datasync', 'rename'].includes(name)) return [];
        return [
          `${name} ${path.startsWith(conversation.resultsFolder) ? 'result' : path.endsWith('messages.json') ? 'log' : 'other'}`,
        ];
      });
      // Opening the log makes its content durable, at any time before.
      const opened = (step: string, at: number): boolean => step === 'sync log' && at < steps.indexOf('write log');
      const ofBoth = steps.filter((step, at) => !step.endsWith(' other') && !opened(step, at));
      const writes = ofBoth.lastIndexOf('write result') + 1;
      expect(ofBoth.slice(0, writes)).toEqual(Array(writes).fill('write result'));
      // In chunks of half a megabyte: two and a half million bytes, the line break, the last line.
      expect(writes).toBeGreaterThanOrEqual(6);
      expect(ofBoth.slice(writes)).toEqual([
        'sync result',
        'rename result',
        'sync result',
        'write log',
        'datasync log',
      ]);
      await output.discard();
    },
  );
});

describe('bytes', () => {
  test(cite('STORE-6', 'split characters are reassembled, and invalid ones become U+FFFD'), {
    tags: ['all'],
  }, async () => {
    const conversation = await openConversation();
    const random = steadyRandom(11);
    const odd = [0xff, 0xc3, 0xe4, 0xf0, 0x9f, 0x80, 0xed, 0xa0, 0xef, 0xbb, 0xbf, 0xc0, 0xf8];
    for (let round = 0; round < 12; round++) {
      const part = Buffer.concat(
        Array.from({ length: 400 }, () =>
          random(3) === 0
            ? Buffer.from([odd[random(odd.length)] as number])
            : Buffer.from(['a\n', 'é', '会', '😀', '\uFEFF'][random(5)] as string),
        ),
      );
      const whole = Buffer.concat(Array(round % 2 === 0 ? 3 : 90).fill(part));
      const most = [1, 2, 3, 700, 70_000][round % 5] as number;
      const { message, shown } = await printAndStore(
        conversation,
        piecesOf(whole, () => 1 + random(most)),
        { after: '.' },
      );
      const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(whole);
      expect(shown === text).toBe(true);
      const kept = message.fullOutputPath ? fileOf(conversation, message) : message.content;
      expect(kept === `${text}${text.endsWith('\n') ? '' : '\n'}.`).toBe(true);
    }
  });

  test('text and surrogate halves are stored as UTF-8', async () => {
    const conversation = await openConversation();
    const long = 'x'.repeat(60_000);
    const { message } = await printAndStore(
      conversation,
      ['\ud83d', '\ude00', long, '\ud83d', 'a', '\ude00', '\ud83d'],
      { after: '.' },
    );
    expect(fileOf(conversation, message)).toBe(`😀${long}\ufffda\ufffd\ufffd\n.`);
  });

  test('the same output has the same fingerprint however it was split, a different one has another', async () => {
    const conversation = await openConversation();
    const random = steadyRandom(5);
    for (const size of [100, 300_000, 3 * megabyte]) {
      const whole = Buffer.from('0123456789'.repeat(size / 10));
      const print = async (bytes: Buffer) =>
        (
          await printAndStore(
            conversation,
            piecesOf(bytes, () => random(90_000)),
          )
        ).fingerprint;
      const first = await print(whole);
      expect(await print(whole)).toBe(first);
      expect(await print(whole.subarray(1))).not.toBe(first);
      const other = Buffer.from(whole);
      other[whole.length - 50] = 0x21;
      expect(await print(other)).not.toBe(first);
    }
  });
});

describe('the cap', () => {
  const noticePattern = /\n\n\[… (\d+) bytes were left out: a result is kept up to (\d+) bytes …\]\n\n/;

  test(cite(
    'STORE-7',
    'head and tail are kept to the byte, with a notice of what is left out, cut between characters',
  ), { tags: ['all'] }, async () => {
    const random = steadyRandom(23);
    for (let round = 0; round < 24; round++) {
      const cap = 4096 + 160 + ([700, 5000, 99_999, 700_000][round % 4] as number) + random(9);
      const conversation = await openConversation({ resultCap: () => cap });
      const alphabet = ['a', 'é', '会', '😀', '\n'].slice(0, 1 + random(5));
      const body = Array.from({ length: 60_000 + random(cap * 2) }, () => alphabet[random(alphabet.length)]).join('');
      const bytes = Buffer.from(body);
      const most = [700, 9000, 66_000, 900_000][random(4)] as number;
      const { message } = await printAndStore(
        conversation,
        piecesOf(bytes, () => 1 + random(most)),
        { before: 'Error: x\n', after: '[end]' },
      );
      const text = fileOf(conversation, message);
      const size = Buffer.byteLength(text);
      expect(message.details?.bytes).toBe(size);
      expect(size).toBeLessThanOrEqual(cap);
      expect(text).not.toContain('\ufffd');
      expect([text.startsWith('Error: x\n'), text.endsWith('[end]')]).toEqual([true, true]);
      const kept = text.slice('Error: x\n'.length, -'[end]'.length);
      const notice = noticePattern.exec(kept);
      expect(message.details?.truncated ?? false).toBe(notice !== null);
      if (notice === null) {
        expect(kept === (body.endsWith('\n') ? body : `${body}\n`)).toBe(true);
        continue;
      }
      expect(size).toBeGreaterThan(cap - 4096 - 160 - 7);
      const head = kept.slice(0, notice.index);
      const tail = kept.slice(notice.index + notice[0].length);
      expect(body.startsWith(head)).toBe(true);
      expect((body.endsWith('\n') ? body : `${body}\n`).endsWith(tail)).toBe(true);
      const lineEnd = body.endsWith('\n') ? 0 : 1;
      expect(Number(notice[1])).toBe(bytes.length - Buffer.byteLength(head) - (Buffer.byteLength(tail) - lineEnd));
      expect(Number(notice[2])).toBe(cap);
      expect(Math.abs(Buffer.byteLength(head) - Buffer.byteLength(tail))).toBeLessThanOrEqual(8);
    }
  });

  test('a raised cap applies from the next result on', async () => {
    let cap = megabyte;
    const conversation = await openConversation({ resultCap: async () => cap });
    const pieces = () => piecesOf(Buffer.alloc(3 * megabyte, 'x'), () => 65_536);
    expect((await printAndStore(conversation, pieces())).message.details).toMatchObject({ truncated: true });
    cap = 4 * megabyte;
    const { message } = await printAndStore(conversation, pieces());
    expect(message.details).toEqual({ bytes: 3 * megabyte + '\n[exit code 0]'.length });
  });

  test(cite('STORE-7', 'the temporary file grows no larger than the cap'), async () => {
    const disk = faultDisk();
    const conversation = await openConversation({ disk, resultCap: () => megabyte });
    const output = conversation.store.openOutput(conversation.conversationId, { toolCallId: 'c' }, () => {});
    for (let n = 0; n < 200; n++) await output.add(Buffer.alloc(65_536, 'x'));
    await output.end();
    const [name] = leftOver(conversation);
    expect(readFileSync(join(conversation.resultsFolder, name as string)).length).toBeLessThanOrEqual(megabyte);
    await output.discard();
    expect(leftOver(conversation)).toEqual([]);
  });
});

describe('a slow disk', () => {
  test(cite('STORE-7', 'makes the printing process wait; what waits in memory is bounded'), async () => {
    const disk = faultDisk();
    const conversation = await openConversation({ disk });
    const free = Promise.withResolvers<void>();
    disk.onCall = ({ name, path }) => (name === 'write' && path.includes('.printed.') ? { wait: free.promise } : null);
    const output = conversation.store.openOutput(conversation.conversationId, { toolCallId: 'c' }, () => {});
    let taken = 0;
    const printing = (async () => {
      for (let n = 0; n < 100; n++) {
        await output.add(Buffer.alloc(65_536, 'x'));
        taken += 65_536;
      }
    })();
    await expect.poll(() => disk.calls.some((call) => call.name === 'write')).toBe(true);
    for (let n = 0; n < 50; n++) await new Promise((resolve) => setImmediate(resolve));
    expect(taken).toBeLessThan(2 * megabyte);
    free.resolve();
    await printing;
    expect(taken).toBe(6_553_600);
    await output.end();
    await output.discard();
  });

  test('a process that does not wait is still served, in order', async () => {
    const conversation = await openConversation();
    const output = conversation.store.openOutput(conversation.conversationId, { toolCallId: 'c1' }, () => {});
    const lines = Array.from({ length: 300 }, (_, n) => `${String(n).padStart(4, '0')} ${'x'.repeat(3000)}\n`);
    for (const line of lines) void output.add(line);
    await output.end();
    const message = { role: 'tool', tool_call_id: 'c1', toolName: 't', outcome: 'ok', content: '' } as const;
    const stored = await conversation.store.appendConversationMessage(conversation.conversationId, message, {
      output,
      before: '',
      after: '.',
    });
    await output.discard();
    expect(stored.ok && fileOf(conversation, stored.value as ToolMessage)).toBe(`${lines.join('')}.`);
  });
});

describe('secrets', () => {
  const key = 'my-own-key-0123456789';
  const token = `ghp_${'a1B2'.repeat(9)}`;

  test.each([false, true])(
    cite('STORE-16', 'a key appears nowhere in stored or displayed output, wherever a piece is cut (forms: %s)'),
    async (patterns) => {
      const mask = createSecretMask(
        () => [key],
        () => patterns,
      );
      const conversation = await openConversation({ mask });
      const random = steadyRandom(31);
      for (const [repeat, most] of [
        [3, 1],
        [3, 9],
        [2000, 30],
        [2000, 60_000],
      ] as const) {
        const body = `${key}é${token} ${'.'.repeat(40)}\n`.repeat(repeat);
        const { message, shown } = await printAndStore(
          conversation,
          piecesOf(Buffer.from(body), () => 1 + random(most)),
          { after: '.' },
        );
        const hidden = body.replaceAll(key, '[key removed]').replaceAll(token, patterns ? '[token removed]' : token);
        const kept = message.fullOutputPath ? fileOf(conversation, message) : message.content;
        expect(kept === `${hidden}.`).toBe(true);
        expect(shown === hidden).toBe(true);
        expect(message.content).not.toContain(key);
      }
    },
  );

  test('a prompt without a line break is shown at once', async () => {
    const mask = createSecretMask(
      () => [key],
      () => false,
    );
    const { store, conversationId } = await openConversation({ mask });
    let shown = '';
    const output = store.openOutput(conversationId, { toolCallId: 'c' }, (bytes) => {
      shown += bytes.toString();
    });
    await output.add(Buffer.from('Go on? (y/n) '));
    expect(shown).toBe('Go on? (y/n) ');
    await output.discard();
  });
});
