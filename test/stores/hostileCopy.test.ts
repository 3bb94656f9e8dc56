// A copy made to reach what is not its own: links and pipes in place of files, a project that claims a folder, a
// removal list that names our messages.

import { execFileSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Message } from '../../shared/conversation/message.ts';
import { cite } from '../support/cite.ts';
import { hashTree } from '../support/hashTree.ts';
import { asNew, conversationOf, messagesFile, userMessage } from '../support/messageBuilder.ts';
import { openConversation, openStore } from '../support/openStore.ts';
import { okValue } from '../support/result.ts';
import { tempFolder } from '../support/tempFolder.ts';

const consent = { removals: () => true, folders: () => true };
const messages = conversationOf<Message>([userMessage('one'), userMessage('two')]);
const hash = 'a'.repeat(64);
const named: Message = {
  ...userMessage('see'),
  id: 'withFile',
  parentId: messages[1]?.id ?? null,
  createdAt: '',
  content: [{ type: 'file', hash, mediaType: 'text/plain', name: 'a.txt', bytes: 6 }],
};

/** A project's folder with one conversation in it, as a stranger packs it. */
function strangersCopy(id: string, records: readonly Message[]) {
  const root = mkdtempSync(join(tempFolder(), 'copy-'));
  const project = join(root, 'projects', 'strangersproject0000000000');
  const folder = join(project, 'conversations', id);
  mkdirSync(folder, { recursive: true });
  mkdirSync(join(project, 'state', 'attachments'), { recursive: true });
  writeFileSync(join(folder, 'messages.json'), messagesFile([...records]));
  writeFileSync(
    join(project, 'project.json'),
    JSON.stringify({ v: 1, id: 'strangersproject0000000000', name: 'Theirs', folders: {}, createdAt: '' }),
  );
  return { root, project, folder, attachments: join(project, 'state', 'attachments') };
}

const newId = 'abcdefghijklmnopqrstuvwxyz';

test(
  cite('STORE-15', 'links and pipes in a copy are not followed, are reported, and nothing behind them is merged'),
  async () => {
    const it = await openConversation();
    const outside = tempFolder();
    writeFileSync(join(outside, 'secret'), 'secret');
    mkdirSync(join(outside, 'folder'));
    writeFileSync(join(outside, 'folder', hash), 'secret');

    const attached = strangersCopy(newId, [...messages, named]);
    symlinkSync(join(outside, 'secret'), join(attached.attachments, hash));
    const [byFile] = okValue(await it.store.mergeFrom(attached.root, consent));
    expect(byFile?.notice).toContain(`state/attachments/${hash} is a symbolic link`);
    expect(okValue(await it.store.readBranch(newId)).messages).toHaveLength(3);

    const behind = strangersCopy('bbcdefghijklmnopqrstuvwxyz', [...messages, named]);
    renameSync(behind.attachments, `${behind.attachments}.aside`);
    symlinkSync(join(outside, 'folder'), behind.attachments);
    const [byFolder] = okValue(await it.store.mergeFrom(behind.root, consent));
    expect(byFolder?.notice).toContain('symbolic link');

    const whole = strangersCopy('cbcdefghijklmnopqrstuvwxyz', messages);
    renameSync(join(whole.folder, 'messages.json'), join(outside, 'messages.json'));
    symlinkSync(join(outside, 'messages.json'), join(whole.folder, 'messages.json'));
    const [byMessages] = okValue(await it.store.mergeFrom(whole.root, consent));
    expect(byMessages?.result).toMatchObject({ ok: false, error: { code: 'STORE_READ_FAILED' } });
    expect(byMessages?.notice).toContain('messages.json is a symbolic link');

    const linked = strangersCopy('dbcdefghijklmnopqrstuvwxyz', messages);
    renameSync(linked.folder, join(outside, 'conversation'));
    symlinkSync(join(outside, 'conversation'), linked.folder);
    expect((await it.store.mergeFrom(linked.root, consent)).ok).toBe(false);

    const pipe = strangersCopy('ebcdefghijklmnopqrstuvwxyz', [...messages, named]);
    execFileSync('mkfifo', [join(pipe.attachments, hash), join(pipe.folder, 'meta.json')]);
    const [byPipe] = okValue(await it.store.mergeFrom(pipe.root, consent));
    expect(byPipe?.notice).toContain(`state/attachments/${hash} is not a file`);
    expect(byPipe?.notice).toContain('meta.json is not a file');

    const huge = strangersCopy('fbcdefghijklmnopqrstuvwxyz', [...messages, named]);
    writeFileSync(join(huge.attachments, hash), '');
    truncateSync(join(huge.attachments, hash), 40 * 1024 * 1024);
    const [bySize] = okValue(await it.store.mergeFrom(huge.root, consent));
    expect(bySize?.notice).toContain(`state/attachments/${hash} has more than`);

    const ours = JSON.stringify(hashTree(it.dataDir, (path) => path.startsWith('locks')));
    expect(ours).not.toContain(`state/attachments/${hash}`);
  },
);

test(cite('STORE-15', 'a conflict file that is a link is not merged, and does not ask again'), async () => {
  const it = await openConversation();
  const outside = join(tempFolder(), 'messages.json');
  writeFileSync(outside, messagesFile([...messages]));
  symlinkSync(outside, join(it.folder, 'messages (1).json'));
  const [said] = await it.store.mergeConflicts(it.conversationId);
  expect(`${said}`).toContain('“messages (1).json” was not merged');
  expect(`${said}`).toContain('symbolic link');
  okValue(await it.store.appendConversationMessage(it.conversationId, asNew(userMessage('on'))));
  expect(readFileSync(it.messagesPath, 'utf8')).not.toContain('"two"');
});

test(cite('STORE-15', 'a copy removes nothing here and claims no folder unless the user confirms'), async () => {
  const it = await openConversation();
  const stored: Message[] = [];
  for (const text of ['first', 'second', 'third']) {
    stored.push(okValue(await it.store.appendConversationMessage(it.conversationId, asNew(userMessage(text)))));
  }
  const claimed = tempFolder();
  const theirs = strangersCopy(it.conversationId, [
    { ...(stored[0] as Message), removed: { at: '2026-01-01T00:00:00.000Z' }, content: '[removed]' } as Message,
    { ...userMessage('theirs'), id: 'theirs', parentId: stored[2]?.id ?? null, createdAt: '' },
  ]);
  const ids = stored.slice(1).map(({ id }) => id);
  writeFileSync(join(theirs.folder, 'removed.json'), JSON.stringify({ v: 1, ids, unfinished: [] }));
  const fresh = join(theirs.project, 'conversations', newId);
  cpSync(theirs.folder, fresh, { recursive: true });
  writeFileSync(join(fresh, 'messages.json'), messagesFile([...messages]));
  writeFileSync(
    join(theirs.project, 'project.json'),
    JSON.stringify({
      v: 1,
      id: 'strangersproject0000000000',
      name: 'Theirs',
      folders: { [hostname()]: claimed },
      trusted: { [hostname()]: claimed },
      approvalModes: { [hostname()]: 'all' },
      createdAt: '',
    }),
  );
  const before = okValue(await it.store.readBranch(it.conversationId)).messages;
  const reports = okValue(await it.store.mergeFrom(theirs.root, { removals: () => false, folders: () => false }));
  const known = reports.find(({ conversationId }) => conversationId === it.conversationId);
  const result = known && okValue(known.result);
  expect(result).toMatchObject({ added: 1, removed: 0 });
  expect(result?.withheld.toSorted()).toEqual(stored.map(({ id }) => id).toSorted());
  expect(okValue(await it.store.readBranch(it.conversationId)).messages).toEqual(before);
  const [made] = reports.filter(({ conversationId }) => conversationId === newId);
  expect(made?.unbound).toEqual({ projectId: 'strangersproject0000000000', name: 'Theirs', folder: claimed });
  expect(okValue(await it.store.getProject('strangersproject0000000000'))).toMatchObject({
    folder: null,
    trusted: false,
    approvalMode: null,
  });
  // It does not become the project without a folder either.
  expect(okValue(await it.store.openFolderlessProject()).id).not.toBe('strangersproject0000000000');
  // And a start finds them unchanged.
  const again = openStore({ dataDir: it.dataDir }).store;
  expect(okValue(await again.readBranch(it.conversationId)).messages).toEqual(before);
  await again.close();

  const asked = okValue(await it.store.mergeFrom(theirs.root, consent));
  const taken = asked.find(({ conversationId }) => conversationId === it.conversationId);
  expect(taken && okValue(taken.result)).toMatchObject({ added: 0, removed: 3, withheld: [] });
  expect(okValue(await it.store.getProject('strangersproject0000000000'))).toMatchObject({
    folder: claimed,
    trusted: false,
    approvalMode: null,
  });
  const left = readFileSync(it.messagesPath, 'utf8');
  for (const text of ['first', 'second', 'third']) expect(left).not.toContain(text);
});
