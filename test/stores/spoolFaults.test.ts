// A tool's output on a failing disk, and in a process that is killed.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkData } from '../../electron/stores/check/check.ts';
import type { NewMessage, ToolMessage } from '../../shared/conversation/message.ts';
import { startChildStore } from '../support/childStore.ts';
import { cite } from '../support/cite.ts';
import { type DiskCall, diskError, faultDisk } from '../support/faultDisk.ts';
import { asNew, userMessage } from '../support/messageBuilder.ts';
import { type OpenedConversation, openConversation, openStore } from '../support/openStore.ts';
import { piecesOf, printAndStore } from '../support/printedOutput.ts';
import { okValue } from '../support/result.ts';
import { volume } from '../support/volume.ts';

const temporary = ({ resultsFolder }: Pick<OpenedConversation, 'resultsFolder'>): string[] =>
  existsSync(resultsFolder) ? readdirSync(resultsFolder).filter((name) => name.includes('.tmp-')) : [];
const body = Buffer.from('a line of output\n'.repeat(90_000));
const pieces = () => piecesOf(body, () => 65_536);

/** Calls on the results folder, in order. */
const isOfResults = (conversation: OpenedConversation, { path }: DiskCall): boolean =>
  path.startsWith(conversation.resultsFolder) && path !== conversation.messagesPath;

describe('a failing disk', () => {
  const codes = ['ENOSPC', 'EIO', 'EMFILE', 'EACCES'];
  test.each(codes)(
    cite(
      ['STORE-5', 'STORE-6'],
      '%s at any call keeps the beginning and the reason, or everything; the turn continues',
    ),
    async (code) => {
      const clean = faultDisk();
      const first = await openConversation({ disk: clean, resultCap: () => 1024 * 1024 });
      await printAndStore(first, pieces());
      const total = clean.calls.filter((call) => isOfResults(first, call)).length;
      expect(total).toBeGreaterThan(20);
      let lost = 0;
      // In the short run each error code fails its share of the calls.
      const step = volume({ short: codes.length, all: 1 });
      for (let failing = 1 + (codes.indexOf(code) % step); failing <= total; failing += step) {
        // One half write is enough: it does not depend on the error.
        for (const half of code === 'ENOSPC' ? [false, true] : [false]) {
          const disk = faultDisk();
          const conversation = await openConversation({ disk, resultCap: () => 1024 * 1024 });
          let seen = 0;
          disk.onCall = (call) =>
            isOfResults(conversation, call) && ++seen === failing ? { error: diskError(code), half } : null;
          const { message, shown } = await printAndStore(conversation, pieces(), {
            before: 'Error: 1.\n',
            after: '[exit code 1]',
          });
          const what = `${code} at call ${failing} of ${total}`;
          expect(shown.length, what).toBe(body.length);
          if (message.fullOutputPath === undefined) {
            lost++;
            expect(message.details, what).toMatchObject({
              truncated: true,
              bytes: body.length + 'Error: 1.\n[exit code 1]'.length,
            });
            expect(message.details?.spillError, what).toContain(code);
            expect(message.content.startsWith(`Error: 1.\n${body.toString('utf8', 0, 49_000)}`), what).toBe(true);
            expect(message.content.endsWith('.]\n[exit code 1]'), what).toBe(true);
            expect(Buffer.byteLength(message.content)).toBeLessThanOrEqual(51_200);
          } else {
            const kept = readFileSync(join(conversation.resultsFolder, `${message.id}.json`), 'utf8');
            expect(Buffer.byteLength(kept), what).toBe(message.details?.bytes);
            expect(kept.endsWith('[exit code 1]'), what).toBe(true);
          }
          const next = okValue(
            await conversation.store.appendConversationMessage(conversation.conversationId, asNew(userMessage('on'))),
          );
          expect(next.parentId, what).toBe(message.id);
          expect(temporary(conversation), what).toEqual([]);
          await conversation.store.close();
        }
      }
      expect(lost).toBeGreaterThan(total / step / 2);
    },
    120_000,
  );

  test(cite('STORE-6', 'a disk that is full from the first byte on loses the file and nothing else'), async () => {
    const disk = faultDisk();
    const conversation = await openConversation({ disk });
    disk.onCall = (call) =>
      isOfResults(conversation, call) && call.name === 'write' ? { error: diskError('ENOSPC') } : null;
    const big = piecesOf(Buffer.alloc(20_000_000, 'é'), () => 65_536);
    const { message } = await printAndStore(conversation, big);
    expect(message.details).toMatchObject({
      bytes: 20_000_014,
      truncated: true,
      spillError: expect.stringContaining('the disk is full'),
    });
    expect(message.content).toMatch(
      /^é{25000}\n\n\[The result has 20000014 bytes\. Only the first 50000 could be kept, .*\]\n\[exit code 0\]$/,
    );
    expect(temporary(conversation)).toEqual([]);
  });

  test.each(['.json.tmp-', '.printed.'])(
    cite('STORE-4', 'a temporary file %s… that cannot be removed immediately is removed with a later message'),
    async (name) => {
      const disk = faultDisk();
      const conversation = await openConversation({ disk });
      const { store, conversationId } = conversation;
      okValue(await store.appendConversationMessage(conversationId, asNew(userMessage('before'))));
      disk.onCall = (call) =>
        call.path.includes(name) && (call.name === 'sync' || call.name === 'unlink')
          ? { error: diskError('EIO') }
          : null;
      await printAndStore(conversation, pieces());
      expect(temporary(conversation)).toHaveLength(1);
      okValue(await store.appendConversationMessage(conversationId, asNew(userMessage('the disk is no better'))));
      expect(temporary(conversation)).toHaveLength(1);
      disk.onCall = () => null;
      okValue(await store.appendConversationMessage(conversationId, asNew(userMessage('after'))));
      expect(temporary(conversation)).toEqual([]);
    },
  );

  test('the same failing output has the same fingerprint', async () => {
    const disk = faultDisk();
    const conversation = await openConversation({ disk });
    disk.onCall = (call) =>
      isOfResults(conversation, call) && call.name === 'open' ? { error: diskError('EMFILE') } : null;
    const first = await printAndStore(conversation, pieces());
    expect((await printAndStore(conversation, pieces())).fingerprint).toBe(first.fingerprint);
  });
});

describe('a process killed while a command prints', () => {
  async function killed(task: string) {
    const conversation = await openConversation();
    const { store, conversationId, dataDir } = conversation;
    const asked: NewMessage = {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'call/../1', type: 'function', function: { name: 'run_command', arguments: '{}' } }],
    };
    okValue(await store.appendConversationMessage(conversationId, asNew(userMessage('go'))));
    okValue(await store.appendConversationMessage(conversationId, asked));
    await store.close();
    const child = startChildStore(dataDir, conversationId, task);
    await child.until((lines) => lines.length >= 3);
    await child.kill();
    return { ...conversation, ...openStore({ dataDir }) };
  }
  const interrupted = (id = 'call/../1'): NewMessage => ({
    role: 'tool',
    tool_call_id: id,
    toolName: 'run_command',
    outcome: 'interrupted',
    content: 'Nobody knows whether it ended.',
    details: { interrupted: 'unknown' },
  });

  test(
    cite(['STORE-2', 'STORE-6'], 'its output is in the interrupted result, and the check names what is left'),
    async () => {
      const conversation = await killed('print for ever');
      const { store, conversationId, dataDir } = conversation;
      expect(temporary(conversation)).toHaveLength(1);
      const { problems, notes } = await checkData(dataDir, null, { repair: true });
      expect(problems).toEqual([]);
      expect(notes).toContainEqual(
        expect.objectContaining({ what: expect.stringContaining('The output of the call run_command (call/../1)') }),
      );
      expect(temporary(conversation)).toHaveLength(1);
      const stored = okValue(await store.appendConversationMessage(conversationId, interrupted())) as ToolMessage;
      expect(stored.content).toMatch(/^Nobody knows whether it ended\.\n\nWhat it had printed until then:\n0 xxx/);
      expect(stored.details).toMatchObject({ interrupted: 'unknown' });
      const kept = readFileSync(join(conversation.resultsFolder, `${stored.id}.json`), 'utf8');
      expect(kept.length).toBe(stored.details?.bytes);
      const lines = kept.split('\n').slice(3);
      // Each line as printed, from the first on, up to a possibly torn one.
      lines.slice(0, -1).forEach((line, n) => {
        expect(line === `${n} ${'x'.repeat(20_000)}`).toBe(true);
      });
      expect(lines.length).toBeGreaterThan(3);
      expect(temporary(conversation)).toEqual([]);
      expect((await checkData(dataDir, null, { repair: false })).problems).toEqual([]);
    },
  );

  test('it stays as long as its call has no result, whatever is stored, and another call does not get it', async () => {
    const conversation = await killed('print for ever');
    const { store, conversationId } = conversation;
    const other = okValue(await store.appendConversationMessage(conversationId, interrupted('call_2'))) as ToolMessage;
    expect(other.content).toBe('Nobody knows whether it ended.');
    expect(temporary(conversation)).toHaveLength(1);
    okValue(await store.appendConversationMessage(conversationId, asNew(userMessage('on'))));
    expect(temporary(conversation)).toHaveLength(1);
    okValue(await store.appendConversationMessage(conversationId, interrupted()));
    expect(temporary(conversation)).toEqual([]);
  });

  test('during printing its file does not count as a leftover, and a second message does not remove it', async () => {
    const conversation = await openConversation();
    const { store, conversationId, dataDir } = conversation;
    const lease = okValue(await store.lease(conversationId, 'a run'));
    const output = store.openOutput(conversationId, { toolCallId: 'c' }, () => {});
    await output.add('x'.repeat(100_000));
    expect(temporary(conversation)).toHaveLength(1);
    okValue(await store.appendConversationMessage(conversationId, asNew(userMessage('beside'))));
    expect(temporary(conversation)).toHaveLength(1);
    expect((await checkData(dataDir, null, { repair: true })).problems).toEqual([]);
    expect(temporary(conversation)).toHaveLength(1);
    await output.discard();
    expect(temporary(conversation)).toEqual([]);
    lease.release();
  });
});
