// A killed command's output in a check: nothing of it is moved while a call may need it.

import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { checkData } from '../../electron/stores/check/check.ts';
import { checkBounds } from '../../electron/stores/check/checkConversation.ts';
import { cite } from '../support/cite.ts';
import { diskError, faultDisk } from '../support/faultDisk.ts';
import { asNew, userMessage } from '../support/messageBuilder.ts';
import { openConversation, openStore } from '../support/openStore.ts';
import { interruptedResult, killedWhilePrinting, leavePrinted } from '../support/printedOutput.ts';
import { okValue } from '../support/result.ts';

const printed = 'what make had printed\n'.repeat(5000);
const whole = checkBounds;

async function killed() {
  const it = await openConversation();
  return { ...it, ...(await killedWhilePrinting(it, 'c1', printed)) };
}

async function notesOf(dataDir: string, path: string, bounds = whole): Promise<string[]> {
  const { notes, repaired } = await checkData(dataDir, null, { repair: true }, { bounds });
  expect(repaired.filter((what) => what.includes('.printed.'))).toEqual([]);
  expect(existsSync(path)).toBe(true);
  return notes.flatMap(({ what, where }) => (where.includes('.printed.') ? [what] : []));
}

const stays = (why: string): string => `The output of a call up to a crash is kept here; ${why}, so it stays.`;

test.each([
  ['a damaged record', 'some of the messages cannot be read'],
  ['no messages.json', 'messages.json is missing'],
  ['a folder in the place of messages.json', 'the messages cannot be read'],
])(cite('STORE-3', 'the output stays if the waiting call is not visible: %s'), async (how, why) => {
  const { dataDir, messagesPath, path, store } = await killed();
  await store.close();
  const text = readFileSync(messagesPath, 'utf8');
  rmSync(messagesPath);
  if (how === 'a damaged record') writeFileSync(messagesPath, text.replace('"role":"assistant"', '"role":"assistant'));
  else if (how !== 'no messages.json') leavePrinted(messagesPath, 'x', '');
  expect(await notesOf(dataDir, path)).toEqual([stays(why)]);
});

test.each([
  ['records', { ...whole, outlined: { ...whole.outlined, records: 2 } }],
  ['steps beside the open branch', { ...whole, steps: 1 }],
])(cite('STORE-3', 'the output stays if a check ended at its limit of %s'), async (_name, bounds) => {
  const { dataDir, conversationId, store, askedIn, path } = await killed();
  const goBack = async (after: string): Promise<string> => {
    okValue(await store.updateMeta(conversationId, (meta) => ({ ...meta, head: { id: null, after } })));
    return okValue(await store.appendConversationMessage(conversationId, asNew(userMessage('anew')))).id;
  };
  const call =
    'The output of the call run_command (c1) up to the crash is kept here and becomes part of its interrupted result.';
  await goBack(await goBack(askedIn));
  expect(await notesOf(dataDir, path)).toEqual([call]);
  const other = leavePrinted(path.slice(0, path.lastIndexOf('/')), 'c2', printed);
  const notSeen = stays('not all branches of the conversation were checked');
  expect(await notesOf(dataDir, other, bounds)).toContain(notSeen);
});

test(cite('STORE-5', 'the output stays if its result could not be stored completely, which is reported'), async () => {
  const { dataDir, conversationId, store, resultsFolder, path } = await killed();
  await store.close();
  const disk = faultDisk();
  disk.onCall = (call) =>
    call.name === 'write' && call.path.startsWith(resultsFolder) ? { error: diskError('ENOSPC') } : null;
  const full = openStore({ dataDir, disk }).store;
  okValue(await full.appendConversationMessage(conversationId, interruptedResult('c1')));
  await full.close();
  expect(await notesOf(dataDir, path)).toEqual([
    'The output of the call c1 up to the crash is kept here: it could not be added to its result in full.',
  ]);
});

test(cite('STORE-4', 'the output is set aside if no call needs it'), async () => {
  const { dataDir, conversationId, store, resultsFolder } = await killed();
  okValue(await store.appendConversationMessage(conversationId, interruptedResult('c1')));
  const left = leavePrinted(resultsFolder, 'c1', printed);
  const { repaired } = await checkData(dataDir, null, { repair: true });
  expect(repaired).toEqual([expect.stringContaining('.printed.')]);
  expect(existsSync(left)).toBe(false);
});
