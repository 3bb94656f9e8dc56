// The worktrees of compared answers: from a conversation that has one itself, removed, and deleted with the conversation.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { cite } from '../../support/cite.ts';
import { alpha, beta, common, compared, gitApp, settled } from './startedCompare.ts';

test(
  cite('AGENT-5', 'from a worktree, each answer gets its own with that state, and merges where it would'),
  async () => {
    const { app, folder, git, id } = await gitApp(({ model, messages }) =>
      messages.some(({ role }) => role === 'tool')
        ? { text: `I am ${model}.` }
        : {
            calls: [
              {
                id: `c_${model}`,
                name: 'run_command',
                arguments: JSON.stringify({ command: `cat a.txt b.txt > ${model}.txt` }),
              },
            ],
          },
    );
    await app.call('worktree.make', { conversationId: id, name: 'mine' });
    const startFolder = (await app.call('conversation.open', { conversationId: id })).worktree?.path ?? '';
    writeFileSync(path.join(startFolder, 'a.txt'), 'committed\n');
    git('-C', startFolder, 'commit', '--quiet', '--all', '-m', 'in the worktree');
    writeFileSync(path.join(startFolder, 'b.txt'), 'open\n');
    writeFileSync(path.join(folder, 'c.txt'), 'of the folder\n');
    const offer = { conversationId: id, projectId: null, text: '', models: [] };
    expect(await app.call('compare.offer', offer)).toMatchObject({ canEdit: true, reason: null, uncommitted: 0 });

    const { named, all } = await compared(app, {
      ...common,
      conversationId: id,
      edits: true,
      contestants: [alpha, beta],
    });
    const [first, second] = all.map(({ conversationId }) => conversationId) as [string, string];
    const placeOf = async (conversationId: string) =>
      (await app.call('conversation.open', { conversationId })).worktree ?? { path: '', base: null };
    for (const [one, name] of [
      [first, 'alpha'],
      [second, 'beta'],
    ] as const) {
      const place = await placeOf(one);
      expect(path.dirname(place.path)).toBe(path.dirname(startFolder));
      expect(place.base).toBe('main');
      expect(readFileSync(path.join(place.path, `${name}.txt`), 'utf8')).toBe('committed\nopen\n');
      expect(existsSync(path.join(place.path, 'c.txt'))).toBe(false);
    }
    expect(existsSync(path.join(startFolder, 'alpha.txt'))).toBe(false);

    // The merge includes the changes that the conversation had before.
    await app.call('compare.adopt', { ...named, contestantId: first });
    const look = await app.call('worktree.look', { conversationId: id });
    if (look.kind !== 'ready') throw new Error(look.kind);
    expect(look.look.files.map((file) => file.path).toSorted()).toEqual(['a.txt', 'alpha.txt', 'b.txt']);
    const { seen } = look.look;
    await app.call('worktree.merge', { conversationId: id, commitMessage: 'x', message: 'merge', squash: true, seen });
    expect(readFileSync(path.join(folder, 'a.txt'), 'utf8')).toBe('committed\n');
    expect(readFileSync(path.join(folder, 'alpha.txt'), 'utf8')).toBe('committed\nopen\n');
    expect(existsSync(startFolder)).toBe(true);
  },
);

test(cite('AGENT-5', 'an answer without its worktree is kept, but never continues in the folder'), async () => {
  let isBroken = false;
  const { app, folder, git, id } = await gitApp(({ model }) =>
    isBroken ? { status: 400, body: { error: { message: 'no such thing' } } } : { text: `I am ${model}.` },
  );
  await app.turn(id, 'hello');
  isBroken = true;
  const { named, all } = await compared(
    app,
    { ...common, conversationId: id, edits: true, contestants: [alpha, beta] },
    ['failed'],
  );
  isBroken = false;
  const [first, second] = all.map(({ conversationId }) => conversationId) as [string, string];
  const { seen, path: at } = await app.call('worktree.removal', { conversationId: first });
  await app.call('worktree.remove', { conversationId: first, keepBranch: false, seen });
  expect(existsSync(at)).toBe(false);
  expect(await app.call('compare.look', named)).toMatchObject({
    contestants: [{ worktree: false }, { worktree: true }],
  });
  for (const overLimit of [false, true]) {
    const refused = await app.client.call('compare.resume', { ...named, contestantId: first, overLimit });
    expect(refused).toMatchObject({ ok: false, error: { message: expect.stringContaining('was removed') } });
  }
  await app.call('compare.resume', { ...named, contestantId: second });
  await settled(app, named, ['done', 'failed']);

  // Deleting the conversation names the worktrees that would stay.
  const place = await app.call('worktree.removal', { conversationId: second });
  const preview = await app.call('conversation.deletion', { conversationId: id });
  expect(preview.subAgents).toEqual(
    expect.arrayContaining([
      { id: first, title: 'alpha' },
      { id: second, title: 'beta', worktree: place.path },
    ]),
  );
  expect(git('worktree', 'list').split('\n')).toHaveLength(2);
  expect(git('-C', folder, 'status', '--porcelain')).toBe('');
});

test(cite('AGENT-5', 'the worktree that a conversation had itself is never handed to an answer'), async () => {
  const { app, id } = await gitApp();
  await app.call('worktree.make', { conversationId: id, name: 'mine' });
  const worktreeOf = async (conversationId: string) =>
    (await app.call('conversation.open', { conversationId })).worktree?.path;
  const mine = (await worktreeOf(id)) ?? '';
  const { named, all } = await compared(app, {
    ...common,
    conversationId: id,
    edits: true,
    contestants: [alpha, beta],
  });
  const [first, second] = all.map(({ conversationId }) => conversationId) as [string, string];
  const theirs = await worktreeOf(second);
  const { seen } = await app.call('worktree.removal', { conversationId: first });
  await app.call('worktree.remove', { conversationId: first, keepBranch: false, seen });

  await app.call('compare.adopt', { ...named, contestantId: first });
  expect([await worktreeOf(id), await worktreeOf(second)]).toEqual([mine, theirs]);
  await app.call('compare.adopt', { ...named, contestantId: second });
  expect([await worktreeOf(id), await worktreeOf(first), await worktreeOf(second)]).toEqual([
    theirs,
    undefined,
    undefined,
  ]);
  // Undo leaves the files of the one that it left alone.
  const meta = JSON.parse(readFileSync(path.join(path.dirname(app.messagesFile(id)), 'meta.json'), 'utf8'));
  expect(meta.formerWorktrees).toEqual([mine]);
});

test(cite('AGENT-5', 'accepting the plan of an answer that only reads changes nothing in the folder'), async () => {
  const { app, folder, id } = await gitApp(({ model, messages }) => {
    const results = messages.filter(({ role }) => role === 'tool');
    const call = (name: string, args: object) => ({
      calls: [{ id: `c${results.length}_${model}`, name, arguments: JSON.stringify(args) }],
    });
    if (results.length === 0) return call('present_plan', { title: 'Plan', plan: '1. Write it.' });
    if (results.length === 1) return call('run_command', { command: 'echo changed > a.txt' });
    return { text: `I am ${model}.` };
  });
  const { named, all } = await compared(app, { ...common, conversationId: id, contestants: [alpha, beta] }, [
    'waiting',
  ]);
  for (const { conversationId } of all) {
    const open = await app.call('conversation.open', { conversationId });
    const question = open.calls[0]?.question;
    // There is no mode to choose.
    expect(question?.fields.map(({ name }) => name)).toEqual(['decision', 'plan', 'words']);
    const values = { decision: 'go_on', plan: '1. Write it.' };
    const { questionId = '' } = question ?? {};
    await app.call('question.answer', { conversationId, questionId, action: 'accept', values });
  }
  await settled(app, named);
  const first = all[0]?.conversationId ?? '';
  expect(await app.call('conversation.open', { conversationId: first })).toMatchObject({ approvalMode: 'plan' });
  expect(readFileSync(path.join(folder, 'a.txt'), 'utf8')).toBe('one\ntwo\nthree\n');
  expect(app.rows(first).some(({ content }) => String(content).includes('plan mode has not ended'))).toBe(true);
});
