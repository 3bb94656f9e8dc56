// One message to several models through the contract: real git, real tools, a scripted model for each.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { Message } from '../../../shared/conversation/message.ts';
import type { ContestantState } from '../../../shared/features/compare/methods.ts';
import { startTestApp } from '../../support/appHarness.ts';
import { cite } from '../../support/cite.ts';
import type { Reply, RequestBody } from '../../support/fakeReply.ts';
import { tempFolder } from '../../support/tempFolder.ts';
import { alpha, beta, common, compared, gamma, gitApp, settled, writer } from './startedCompare.ts';

const sayer = ({ model }: RequestBody): Reply => ({ text: `I am ${model}.` });

const texts = (messages: readonly Message[]) =>
  messages.flatMap(({ role, content }) => (role === 'user' || role === 'assistant' ? [content] : []));

test(
  cite('AGENT-5', 'answers are branches of one message, and each works in its own worktree until one is merged'),
  async () => {
    const { app, folder, git, id } = await gitApp();
    await app.turn(id, 'hello');
    const offer = await app.call('compare.offer', {
      conversationId: id,
      projectId: null,
      text: 'write it',
      models: [alpha.model, beta.model],
    });
    expect(offer).toMatchObject({ canEdit: true, reason: null, costs: [{ usd: null }, { usd: null }] });
    expect(offer.costs[0]?.tokens).toBeGreaterThan(10);
    const before = readFileSync(path.join(folder, 'a.txt'), 'utf8');
    const { named, messageId, all } = await compared(app, {
      ...common,
      conversationId: id,
      edits: true,
      contestants: [alpha, beta, beta],
    });
    expect(all).toMatchObject([{ state: 'done', worktree: true, exists: true }, { state: 'done' }, { state: 'done' }]);
    expect(all[0]?.outputTokens).toBeGreaterThan(0);
    expect(readFileSync(path.join(folder, 'a.txt'), 'utf8')).toBe(before);
    // They are not conversations of their own to the user.
    const { conversations } = await app.call('app.open', {});
    expect(conversations.map((row) => [row.id, row.ending])).toEqual([[id, undefined]]);
    const looks = await Promise.all(all.map(({ conversationId }) => app.call('worktree.look', { conversationId })));
    const paths = looks.map((look) => (look.kind === 'ready' ? look.look.files.map((file) => file.path) : look));
    expect(paths).toEqual([['a.txt'], ['a.txt'], ['a.txt']]);

    const chosen = all[1]?.conversationId ?? '';
    const adopt = () => app.call('compare.adopt', { ...named, contestantId: chosen });
    expect(await adopt()).toEqual({ hasChanges: true });
    const rows = readFileSync(app.messagesFile(id), 'utf8');
    // Idempotent.
    expect(await adopt()).toEqual({ hasChanges: true });
    expect(readFileSync(app.messagesFile(id), 'utf8')).toBe(rows);
    const open = await app.call('conversation.open', { conversationId: id });
    expect(texts(open.messages).slice(-3)).toEqual(['write it', null, 'I am beta.']);
    expect(open).toMatchObject({
      model: beta.model,
      worktree: { branch: expect.stringContaining('beta') },
      compares: [{ adopted: chosen }],
    });
    const { forks } = await app.call('conversation.forks', { conversationId: id });
    expect(forks).toMatchObject([{ parentId: messageId, active: 2, branches: [{}, {}, {}] }]);

    // Another choice returns the first one's worktree; its files stay with it.
    await app.call('compare.adopt', { ...named, contestantId: all[0]?.conversationId ?? '' });
    expect(await app.call('conversation.open', { conversationId: id })).toMatchObject({
      worktree: { branch: expect.stringContaining('alpha') },
    });
    expect(await app.call('worktree.look', { conversationId: chosen })).toMatchObject({ kind: 'ready' });
    const look = await app.call('worktree.look', { conversationId: id });
    if (look.kind !== 'ready') throw new Error(look.kind);
    const merge = { conversationId: id, commitMessage: 'alpha', message: 'merge', squash: false, seen: look.look.seen };
    await app.call('worktree.merge', merge);
    expect(readFileSync(path.join(folder, 'a.txt'), 'utf8')).toBe('alpha\n');
    await app.call('worktree.undoMerge', { conversationId: id });
    expect(readFileSync(path.join(folder, 'a.txt'), 'utf8')).toBe(before);
    // The next request is valid and contains what was said.
    await app.turn(id, 'and now?');
    expect(app.model.requests.at(-1)?.text).toContain('I am alpha.');
    expect(git('branch', '--list', 'throughline/*').split('\n')).toHaveLength(3);
  },
);

test(cite('AGENT-5', 'uncommitted changes are copied only if wanted, and the folder keeps them'), async () => {
  const { app, folder, id } = await gitApp(({ model, messages }) =>
    messages.some(({ role }) => role === 'tool')
      ? { text: `I am ${model}.` }
      : {
          calls: [
            { id: `c_${model}`, name: 'run_command', arguments: JSON.stringify({ command: 'cat a.txt > b.txt' }) },
          ],
        },
  );
  writeFileSync(path.join(folder, 'a.txt'), 'mine\n');
  const wish = { ...common, conversationId: id, edits: true, contestants: [alpha, beta] };
  const offer = { conversationId: id, projectId: null, text: '', models: [] };
  expect(await app.call('compare.offer', offer)).toMatchObject({ canEdit: true, uncommitted: 1 });
  const copied = await compared(app, { ...wish, bring: true });
  const folderOf = async (conversationId = '') =>
    (await app.call('conversation.open', { conversationId })).worktree?.path ?? '';
  const text = (at: string) => readFileSync(path.join(at, 'b.txt'), 'utf8');
  expect(text(await folderOf(copied.all[0]?.conversationId))).toBe('mine\n');
  const bare = await compared(app, { ...wish, text: 'again' });
  expect(text(await folderOf(bare.all[0]?.conversationId))).toBe('one\ntwo\nthree\n');
  expect(existsSync(path.join(folder, 'b.txt'))).toBe(false);
});

test(
  cite('AGENT-5', 'without git the answers only read, and an edit is refused before the message is stored'),
  async () => {
    const app = await startTestApp({ otherwise: writer, settings: { approvalMode: 'all' } });
    const { startProjectId } = await app.call('app.open', {});
    await app.call('project.trust', { projectId: startProjectId ?? '', trusted: true });
    const id = await app.start();
    const offer = { conversationId: id, projectId: null, text: 'write it', models: [alpha.model] };
    expect(await app.call('compare.offer', offer)).toMatchObject({ canEdit: false, reason: expect.anything() });
    const wish = { ...common, conversationId: id, contestants: [alpha, beta] };
    const refused = await app.client.call('compare.start', { ...wish, edits: true });
    expect(refused).toMatchObject({ ok: false, error: { code: 'NOT_SUPPORTED' } });
    expect(existsSync(path.join(path.dirname(app.dataDir), 'project', 'a.txt'))).toBe(false);
    const { all, named } = await compared(app, wish);
    expect(existsSync(path.join(app.folder, 'a.txt'))).toBe(false);
    await app.call('compare.adopt', { ...named, contestantId: all[0]?.conversationId ?? '' });
    const open = await app.call('conversation.open', { conversationId: id });
    expect(open).toMatchObject({ approvalMode: 'all', worktree: null });
    for (const bad of [
      [alpha],
      [alpha, alpha, alpha, alpha],
      [alpha, { model: { provider: 'nowhere', model: 'x' } }],
    ]) {
      const answer = await app.client.call('compare.start', { ...wish, contestants: bad });
      expect(answer.ok).toBe(false);
    }
    const rows = app.rows(id).filter(({ role }) => role === 'user');
    expect(rows).toHaveLength(1);
  },
);

test(cite('AGENT-5', 'one that fails or is stopped does not disturb the others, and can continue'), async () => {
  let broken = true;
  let release = (): void => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  const app = await startTestApp({
    otherwise: (body) => {
      if (body.model === 'beta' && broken) return { status: 400, body: { error: { message: 'no such thing' } } };
      if (body.model === 'gamma') return [{ text: 'I was' }, { until: gate }, { text: ' slow.' }];
      return sayer(body);
    },
  });
  const id = await app.start();
  const { named, all } = await compared(app, { ...common, conversationId: id, contestants: [alpha, beta, gamma] }, [
    'done',
    'failed',
    'running',
  ]);
  const states = async (...until: ContestantState[]) => (await settled(app, named, until)).map(({ state }) => state);
  await expect.poll(() => states('done', 'failed', 'running')).toEqual(['done', 'failed', 'running']);
  const { contestants } = await app.call('compare.look', named);
  expect(JSON.stringify(contestants[1]?.problem)).toContain('no such thing');
  const one = (index: number) => ({ ...named, contestantId: all[index]?.conversationId ?? '' });
  expect(await app.client.call('compare.adopt', one(2))).toMatchObject({
    ok: false,
    error: { code: 'CONVERSATION_BUSY' },
  });
  await app.call('compare.stop', named);
  expect(await states('done', 'failed', 'interrupted')).toEqual(['done', 'failed', 'interrupted']);
  broken = false;
  release();
  await app.call('compare.resume', one(1));
  await app.call('compare.resume', one(2));
  await settled(app, named);
  await app.call('compare.adopt', one(1));
  const { messages } = await app.call('conversation.open', { conversationId: id });
  expect(texts(messages)).toContain('I am beta.');
  // Deleted together.
  await app.call('conversation.delete', { conversationId: id });
  const gone = await app.client.call('conversation.open', { conversationId: all[0]?.conversationId ?? '' });
  expect(gone.ok).toBe(false);
});

test(cite('AGENT-5', 'an approval waits in its own answer, and choosing another one stops it'), async () => {
  const { app, folder, id } = await gitApp();
  await app.call('conversation.configure', { conversationId: id, approvalMode: 'ask' });
  const { named, all } = await compared(
    app,
    { ...common, conversationId: id, edits: true, contestants: [alpha, beta] },
    ['waiting'],
  );
  const [first, second] = all.map(({ conversationId }) => conversationId) as [string, string];
  const { calls } = await app.call('conversation.open', { conversationId: first });
  const approvalId = calls[0]?.approval?.approvalId ?? '';
  await app.call('approval.answer', { conversationId: first, approvalId, decision: 'allow' });
  await expect.poll(async () => (await app.call('compare.look', named)).contestants[0]?.state).toBe('done');
  await app.call('compare.adopt', { ...named, contestantId: first });
  expect((await app.call('compare.look', named)).contestants[1]?.state).not.toBe('waiting');
  expect(await app.client.call('compare.resume', { ...named, contestantId: second })).toMatchObject({ ok: false });
  expect(readFileSync(path.join(folder, 'a.txt'), 'utf8')).toBe('one\ntwo\nthree\n');
  const { forks } = await app.call('conversation.forks', { conversationId: id });
  expect(forks[0]?.branches).toHaveLength(2);
});

test(cite('AGENT-5', 'a compare of another conversation, or an unreadable one, is not used'), async () => {
  const app = await startTestApp({ otherwise: sayer });
  const id = await app.start();
  const { named, all } = await compared(app, { ...common, conversationId: id, contestants: [alpha, beta] });
  const other = await app.start();
  const refused = await app.client.call('compare.adopt', {
    ...named,
    conversationId: other,
    contestantId: all[0]?.conversationId ?? '',
  });
  expect(refused).toMatchObject({ ok: false });
  const file = path.join(path.dirname(app.messagesFile(id)), 'meta.json');
  const meta = JSON.parse(readFileSync(file, 'utf8'));
  const { dataDir, folder } = app;
  await app.close();
  meta.compares = [{ ...meta.compares[0], contestants: [{ conversationId: '../../x' }] }, meta.compares[0]];
  writeFileSync(file, JSON.stringify(meta));
  const again = await startTestApp({ dataDir, folder, otherwise: sayer });
  const open = await again.call('conversation.open', { conversationId: id });
  expect(open.compares).toHaveLength(1);
  mkdirSync(tempFolder(), { recursive: true });
});
