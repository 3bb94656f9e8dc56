// Deleting a conversation: what will be deleted is named before, everything can be restored until the process exits,
// and after that nothing is left, whatever crash came in between.

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { systemClock } from '../../electron/lib/clock.ts';
import { checkData } from '../../electron/stores/check/check.ts';
import { startChildStore } from '../support/childStore.ts';
import { cite } from '../support/cite.ts';
import { diskError, faultDisk } from '../support/faultDisk.ts';
import { hashTree } from '../support/hashTree.ts';
import {
  asNew,
  assistantMessage,
  call,
  conversationOf,
  messagesFile,
  toolMessage,
  userMessage,
} from '../support/messageBuilder.ts';
import { type OpenedConversation, openConversation, openStore, placeOf } from '../support/openStore.ts';
import { errorOf, okValue } from '../support/result.ts';

const large = 'x'.repeat(60_000);
const entry = { v: 1, type: 'tool_started', at: 't', messageId: 'm', toolCallId: 'c', index: 0, name: 'n' } as const;

/** Messages, a large result, a log, a draft, undo data and attachments. */
async function fill(it: OpenedConversation, id = it.conversationId, hashes: readonly string[] = []): Promise<void> {
  okValue(await it.store.appendConversationMessage(id, asNew(userMessage('Count the stars'))));
  okValue(await it.store.appendConversationMessage(id, asNew(assistantMessage('', [call('c', 'read_file')]))));
  okValue(await it.store.appendConversationMessage(id, asNew(toolMessage('c', large))));
  const parts = hashes.map((hash) => ({ type: 'image' as const, hash, mediaType: 'image/png' }));
  if (parts.length > 0) okValue(await it.store.appendConversationMessage(id, { role: 'user', content: parts }));
  okValue(await it.store.logExecution(id, entry));
  okValue(await it.store.savePending(id, { v: 1, draft: 'half a thought', queue: [] }));
  const undo = join(stateOf(it), 'undo', id);
  mkdirSync(undo, { recursive: true });
  writeFileSync(join(undo, 'before.txt'), 'what the file said before');
}

function stateOf({ dataDir, projectId }: OpenedConversation): string {
  return join(dataDir, 'projects', projectId, 'state');
}

function attach(it: OpenedConversation, text: string): string {
  const hash = createHash('sha256').update(text).digest('hex');
  mkdirSync(join(stateOf(it), 'attachments'), { recursive: true });
  writeFileSync(join(stateOf(it), 'attachments', hash), text);
  return hash;
}

/** A conversation owned by another, as its first record says. */
function writeSubAgent(it: OpenedConversation, id: string, owner: string): string {
  const origin = { type: 'sub-agent', conversationId: owner, messageId: 'm', index: 0 };
  const { folder } = placeOf(it.dataDir, it.projectId, id);
  mkdirSync(folder);
  const messages = conversationOf([userMessage('Look at the moon', { origin }), userMessage('And again')]);
  writeFileSync(join(folder, 'messages.json'), messagesFile(messages));
  return id;
}

const project = (it: OpenedConversation): Record<string, string> => hashTree(join(it.dataDir, 'projects'), () => false);

function traces(it: OpenedConversation, id = it.conversationId): string[] {
  return Object.keys(hashTree(it.dataDir)).filter((path) => path.includes(id) && !path.startsWith('locks/'));
}

test(cite('STORE-10', 'what would be deleted is counted and named, and asking changes nothing'), async () => {
  const it = await openConversation();
  const [mine, shared] = [attach(it, 'only mine'), attach(it, 'of two')];
  const other = okValue(await it.store.createConversation(it.projectId)).conversationId;
  await fill(it, it.conversationId, [mine, shared]);
  await fill(it, other, [shared]);
  const agent = writeSubAgent(it, 'subagentaaaa', it.conversationId);
  const its = writeSubAgent(it, 'subagentbbbb', agent);
  writeSubAgent(it, 'subagentcccc', other);
  const before = project(it);
  expect(okValue(await it.store.describeDeletion(it.conversationId))).toEqual({
    conversationId: it.conversationId,
    title: 'Count the stars',
    messages: 8,
    results: { count: 1, bytes: 60_000 },
    attachments: { count: 1, bytes: 'only mine'.length },
    undoBytes: 'what the file said before'.length,
    logBytes: JSON.stringify(entry).length + 1,
    copies: 0,
    subAgents: [
      { id: agent, title: 'Look at the moon' },
      { id: its, title: 'Look at the moon' },
    ],
  });
  expect(project(it)).toEqual(before);
});

test(
  cite('STORE-10', 'a deletion is undone byte for byte, including sub-agents, and the conversation continues'),
  async () => {
    const it = await openConversation();
    await fill(it, it.conversationId, [attach(it, 'only mine')]);
    writeSubAgent(it, 'subagentaaaa', it.conversationId);
    const listed = okValue(await it.store.listConversations());
    const before = project(it);
    okValue(await it.store.deleteConversation(it.conversationId));
    expect(okValue(await it.store.listConversations())).toEqual([]);
    expect(await it.store.conversationIds()).toEqual([]);
    expect(errorOf(await it.store.readBranch(it.conversationId)).code).toBe('CONVERSATION_NOT_FOUND');
    expect(errorOf(await it.store.appendConversationMessage(it.conversationId, asNew(userMessage('late')))).code).toBe(
      'CONVERSATION_NOT_FOUND',
    );
    okValue(await it.store.restoreConversation(it.conversationId));
    expect(project(it)).toEqual(before);
    expect(okValue(await it.store.listConversations())).toEqual(listed);
    okValue(await it.store.appendConversationMessage(it.conversationId, asNew(userMessage('on'))));
    expect(errorOf(await it.store.restoreConversation(it.conversationId)).code).toBe('CONVERSATION_NOT_FOUND');
  },
);

test(
  cite(
    ['STORE-10', 'STORE-17'],
    'after the process exits no trace of it is left, and nothing of another conversation is missing',
  ),
  async () => {
    const it = await openConversation();
    const [mine, shared] = [attach(it, 'only mine'), attach(it, 'of two')];
    const other = okValue(await it.store.createConversation(it.projectId)).conversationId;
    await fill(it, it.conversationId, [mine, shared]);
    await fill(it, other, [shared]);
    writeSubAgent(it, 'subagentaaaa', it.conversationId);
    const ofOther = Object.entries(project(it)).filter(([path]) => path.includes(other));
    okValue(await it.store.deleteConversation(it.conversationId));
    expect(existsSync(it.resultsFolder)).toBe(true);
    await it.store.close();
    expect(traces(it)).toEqual([]);
    expect(traces(it, 'subagentaaaa')).toEqual([]);
    expect(readdirSync(join(stateOf(it), 'attachments'))).toEqual([shared]);
    expect(Object.entries(project(it)).filter(([path]) => path.includes(other))).toEqual(ofOther);
    expect(readdirSync(join(it.dataDir, 'locks')).filter((name) => name.startsWith('undo.'))).toEqual([]);
    const after = openStore({ dataDir: it.dataDir }).store;
    expect(okValue(await after.listConversations()).map(({ id }) => id)).toEqual([other]);
    expect((await checkData(it.dataDir, null, { repair: false })).problems).toEqual([]);
  },
);

test(cite('STORE-10', "a killed process's deletions are completed at the next start; a living one's are not"), {
  tags: ['all'],
}, async () => {
  const it = await openConversation();
  await fill(it);
  const kept = okValue(await it.store.createConversation(it.projectId)).conversationId;
  await fill(it, kept);
  okValue(await it.store.deleteConversation(kept));
  const child = startChildStore(it.dataDir, it.conversationId, 'delete and stay');
  await child.until((lines) => lines.includes('deleted'));
  await it.store.finishRemovals();
  expect(traces(it)).not.toEqual([]);
  await child.kill();
  const note = (await checkData(it.dataDir, null, { repair: false })).notes.filter(
    ({ conversationId: id }) => id !== null,
  );
  expect(note.map(({ what }) => what).toSorted()).toEqual([
    'This conversation is deleted; it can be restored until the app that deleted it is closed.',
    'This conversation was not fully removed.',
  ]);
  await it.store.finishRemovals();
  expect(traces(it)).toEqual([]);
  okValue(await it.store.restoreConversation(kept));
  expect(okValue(await it.store.readBranch(kept)).messages).toHaveLength(3);
});

test(cite('STORE-10', 'a check with repair completes a removal, but not one that can be undone'), {
  tags: ['all'],
}, async () => {
  const it = await openConversation();
  await fill(it);
  okValue(await it.store.deleteConversation(it.conversationId));
  const living = await checkData(it.dataDir, null, { repair: true });
  expect(living).toMatchObject({ problems: [], repaired: [] });
  okValue(await it.store.restoreConversation(it.conversationId));
  const child = startChildStore(it.dataDir, it.conversationId, 'delete and stay');
  await child.until((lines) => lines.includes('deleted'));
  await child.kill();
  const dead = await checkData(it.dataDir, null, { repair: true });
  expect(dead.repaired).toContain(`Finished removing ${it.conversationId}.`);
  expect(traces(it)).toEqual([]);
});

test(
  cite(
    'STORE-4',
    'a crash at any call of an undo leaves the conversation deleted or restored, with its sub-agent or not at all',
  ),
  async () => {
    for (let stop = 1; ; stop++) {
      const disk = faultDisk();
      const it = await openConversation({ disk });
      await fill(it);
      writeSubAgent(it, 'subagentaaaa', it.conversationId);
      const before = project(it);
      okValue(await it.store.deleteConversation(it.conversationId));
      const begin = disk.calls.length;
      disk.onCall = ({ number }) => (number >= begin + stop ? { error: diskError('EIO') } : null);
      const restored = await it.store.restoreConversation(it.conversationId);
      await it.store.close();
      disk.onCall = () => null;
      const back = existsSync(it.folder);
      const { store } = openStore({ dataDir: it.dataDir });
      await store.finishRemovals();
      if (back) expect(project(it)).toEqual(before);
      else expect([...traces(it), ...traces(it, 'subagentaaaa')]).toEqual([]);
      await store.close();
      if (restored.ok) return;
    }
  },
);

test(cite(
  'STORE-4',
  'a crash at any call of the final removal is resumed by the next start, and nothing else is touched',
), { tags: ['all'] }, async () => {
  for (let stop = 1; ; stop++) {
    const disk = faultDisk();
    const it = await openConversation({ disk });
    const [mine, shared] = [attach(it, 'only mine'), attach(it, 'of two')];
    const other = okValue(await it.store.createConversation(it.projectId)).conversationId;
    await fill(it, it.conversationId, [mine, shared]);
    await fill(it, other, [shared]);
    writeSubAgent(it, 'subagentaaaa', it.conversationId);
    const kept = Object.entries(project(it)).filter(([path]) => path.includes(other) || path.includes(shared));
    okValue(await it.store.deleteConversation(it.conversationId));
    const begin = disk.calls.length;
    let failed = false;
    disk.onCall = ({ number }) => {
      if (number < begin + stop) return null;
      failed = true;
      return { error: diskError('EIO') };
    };
    await it.store.close();
    disk.onCall = () => null;
    const { store } = openStore({ dataDir: it.dataDir });
    await store.finishRemovals();
    expect([...traces(it), ...traces(it, 'subagentaaaa')]).toEqual([]);
    expect(readdirSync(join(stateOf(it), 'attachments'))).toEqual([shared]);
    expect(Object.entries(project(it)).filter(([path]) => path.includes(other) || path.includes(shared))).toEqual(kept);
    await store.close();
    if (!failed) return;
  }
});

test("a sub-agent's conversation left behind by a crash is deleted with its owner", {
  tags: ['all'],
}, async () => {
  const it = await openConversation();
  await fill(it);
  const child = startChildStore(it.dataDir, it.conversationId, 'delete and stay');
  await child.until((lines) => lines.includes('deleted'));
  writeSubAgent(it, 'subagentaaaa', it.conversationId);
  await child.kill();
  await it.store.finishRemovals();
  expect([...traces(it), ...traces(it, 'subagentaaaa')]).toEqual([]);
});

test('a conversation restored by other means keeps its results when the deleted one is finally removed', {
  tags: ['all'],
}, async () => {
  const it = await openConversation();
  await fill(it);
  const child = startChildStore(it.dataDir, it.conversationId, 'delete and stay');
  await child.until((lines) => lines.includes('deleted'));
  await child.kill();
  mkdirSync(it.folder);
  writeFileSync(it.messagesPath, messagesFile(conversationOf([userMessage('synced back')])));
  await it.store.finishRemovals();
  expect(readdirSync(join(it.folder, '..'))).toEqual([it.conversationId]);
  expect(existsSync(it.resultsFolder)).toBe(true);
});

test('a conversation that another process writes is not deleted, and the process is named', {
  tags: ['all'],
}, async () => {
  const it = await openConversation({ clock: fastClock() });
  await fill(it);
  const agent = writeSubAgent(it, 'subagentaaaa', it.conversationId);
  for (const id of [it.conversationId, agent]) {
    const child = startChildStore(it.dataDir, id, 'hold');
    await child.until((lines) => lines.includes('held'));
    const before = project(it);
    const refused = errorOf(await it.store.deleteConversation(it.conversationId));
    expect(refused).toMatchObject({ code: 'CONVERSATION_BUSY', message: expect.stringContaining('a run in a test') });
    expect(project(it)).toEqual(before);
    await child.kill();
  }
});

/** Compresses five seconds of waiting into a tenth of one. */
function fastClock() {
  return {
    now: () => new Date(),
    elapsed: () => systemClock.elapsed() * 50,
    wait: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms / 50)),
  };
}
