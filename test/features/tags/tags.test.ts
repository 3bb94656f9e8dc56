// Tags: their form in any script, what changes and undoes them, and that they survive merging, forks, exports and
// imports; the command line lists, changes and filters by them.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type ConversationMeta, metaSchema } from '../../../electron/conversation/formats.ts';
import { changeTags, tagsOf } from '../../../electron/conversation/tags.ts';
import { mergeMeta } from '../../../electron/stores/merge/mergeMeta.ts';
import type { ConversationRow } from '../../../shared/features/conversations/methods.ts';
import { cleanTag, countTags, hasTags, isTag, tagHue, tagKey } from '../../../shared/features/tags/tag.ts';
import { startTestApp } from '../../support/appHarness.ts';
import { cite } from '../../support/cite.ts';
import { commandHere } from '../../support/commandHere.ts';
import { longProjectId, writeLongConversation } from '../../support/longConversation.ts';
import { placeOf } from '../../support/openStore.ts';
import { errorOf } from '../../support/result.ts';
import { tempFolder } from '../../support/tempFolder.ts';

test(cite('UI-12', 'a tag is one clean line of at most 40 characters in any script, and case does not matter'), () => {
  expect(cleanTag('  to\u0000 \u202e do\n\tnow \ufeff')).toBe('to do now');
  // Composed and decomposed, and without unpaired surrogates.
  expect(cleanTag('cafe\u0301')).toBe('caf\u00e9');
  expect(cleanTag('\ud83d')).toBe('\ufffd');
  const family = '👩‍👩‍👧‍👦';
  for (const tag of ['急ぎ', 'срочно', 'می‌خواهم', family, 'a/b, c: "d"', '__proto__', 'x'.repeat(40), '𝒳'.repeat(40)])
    expect([tag, cleanTag(tag), isTag(tag)]).toEqual([tag, tag, true]);
  for (const text of ['', ' ', 'x'.repeat(41), ' a', 'a\u2028b', 'cafe\u0301'])
    expect([text, isTag(text)]).toEqual([text, false]);
  for (const [one, other] of [
    ['Später', 'SPÄTER'],
    ['Срочно', 'срочно'],
    ['ΟΔΟΣ', 'οδος'],
  ] as const) {
    expect(tagKey(one)).toBe(tagKey(other));
    expect(tagHue(one)).toBe(tagHue(other));
  }
  const hues = new Set(Array.from({ length: 200 }, (_, at) => tagHue(`tag ${at}`)));
  expect([...hues].sort()).toEqual(Array.from({ length: 8 }, (_, at) => at));

  const rows = [{ tags: ['b 10', 'Urgent'] }, { tags: ['urgent'] }, { tags: ['urgent', 'b 9'] }, {}];
  expect(countTags(rows, 'en')).toEqual([
    { key: 'b 9', name: 'b 9', count: 1 },
    { key: 'b 10', name: 'b 10', count: 1 },
    { key: 'urgent', name: 'urgent', count: 3 },
  ]);
  expect(rows.map((row) => hasTags(row, ['urgent', 'b 10']))).toEqual([true, false, false, false]);
});

test(
  cite('UI-12', 'the later change of a tag wins when copies merge, and a damaged list of tags loses no other field'),
  () => {
    const at = (second: number): string => `2026-01-01T00:00:0${second}.000Z`;
    const start = changeTags(metaSchema.parse({}), { add: ['a', 'b'], remove: [] }, at(1)).meta;
    const ours = changeTags(start, { add: [], remove: ['A'] }, at(2)).meta;
    const theirs = changeTags(start, { add: ['c'], remove: ['b'] }, at(3)).meta;
    for (const merged of [mergeMeta(ours, theirs), mergeMeta(theirs, ours)]) {
      expect(tagsOf(merged)).toEqual(['c']);
      expect(mergeMeta(merged, start).tags).toEqual(merged.tags);
    }
    expect(tagsOf(mergeMeta(changeTags(ours, { add: ['a'], remove: [] }, at(5)).meta, theirs)).sort()).toEqual([
      'a',
      'c',
    ]);
    expect(tagsOf(mergeMeta(metaSchema.parse({}), start))).toEqual(['a', 'b']);
    // A tag is respelled, and that is undone.
    const respelled = changeTags(start, { add: ['B'], remove: ['b'] }, at(4));
    expect([tagsOf(respelled.meta), respelled.added, respelled.removed]).toEqual([['a', 'B'], ['B'], ['b']]);
    expect(tagsOf(changeTags(respelled.meta, { add: ['b'], remove: ['B'] }, at(5)).meta)).toEqual(['a', 'b']);
    // Removed tags are remembered, but not without limit.
    let meta: ConversationMeta = start;
    for (let n = 0; n < 300; n++) {
      meta = changeTags(meta, { add: [`t${n}`], remove: [] }, at(6)).meta;
      meta = changeTags(meta, { add: [], remove: [`t${n}`] }, at(6)).meta;
    }
    expect([tagsOf(meta), meta.tags?.length]).toEqual([['a', 'b'], 102]);

    for (const tags of ['x', [1], [{ name: 'a' }], null]) {
      expect(tagsOf(metaSchema.parse({ title: 'kept', tags }))).toEqual([]);
      expect(metaSchema.parse({ title: 'kept', tags }).title).toBe('kept');
    }
    expect(
      tagsOf({
        tags: [
          { name: 'x'.repeat(50), at: '' },
          { name: 'fine', at: 'no time' },
        ],
      }),
    ).toEqual(['fine']);
  },
);

test(
  cite('UI-12', 'tags are changed in many conversations at once, undone exactly, and listed in every view'),
  async () => {
    const app = await startTestApp({ replies: [{ text: 'one' }, { text: 'two' }] });
    const ids = [await app.start(), await app.start()];
    for (const id of ids) await app.turn(id, 'hello');
    const [first = '', second = ''] = ids;
    const tagsNow = async (): Promise<unknown> => {
      const { conversations } = await app.call('app.open', {});
      return ids.map((id) => conversations.find((row) => row.id === id)?.tags);
    };
    const change = (params: { conversationIds: string[]; add?: string[]; remove?: string[] }) =>
      app.call('tags.change', { changes: [params] });
    await change({ conversationIds: [first], add: [' Urgent ', 'review'] });
    await change({ conversationIds: [second], add: ['urgent'] });
    const listed = (id: string, tags: string[]) =>
      expect.poll(() =>
        app.events.some(
          ({ event }) =>
            event.type === 'conversation.listed' &&
            event.row.id === id &&
            JSON.stringify(event.row.tags) === JSON.stringify(tags),
        ),
      );
    await listed(first, ['Urgent', 'review']).toBe(true);
    await listed(second, ['urgent']).toBe(true);

    // Renamed everywhere, into a tag that one of them has.
    const renamed = await change({ conversationIds: [...ids, 'gone'], add: ['review'], remove: ['URGENT'] });
    expect([renamed.failed, renamed.error?.code]).toEqual([1, 'CONVERSATION_NOT_FOUND']);
    await listed(second, ['review']).toBe(true);
    expect(await tagsNow()).toEqual([['review'], ['review']]);
    await app.call('tags.change', { changes: renamed.undo });
    await expect.poll(tagsNow).toEqual([['review', 'Urgent'], ['urgent']]);
    // A tag that they already have changes nothing, so undoing removes nothing.
    expect((await change({ conversationIds: ids, add: ['URGENT'] })).undo).toEqual([]);

    const many = Array.from({ length: 20 }, (_, at) => `t${at}`);
    const full = await change({ conversationIds: [second], add: many });
    expect([full.failed, full.error?.code, full.undo]).toEqual([1, 'PARAMS_INVALID', []]);
    for (const add of [[''], ['x'.repeat(41)], ['\u202e'], Array.from({ length: 21 }, (_, at) => `t${at}`)]) {
      const refused = await app.client.call('tags.change', { changes: [{ conversationIds: [first], add }] });
      expect(errorOf(refused).code).toBe('PARAMS_INVALID');
    }
    const foreign = await change({ conversationIds: ['inplace-claude-code-x'], add: ['a'] });
    expect(foreign.failed).toBe(1);

    const { conversationId: copy } = await app.call('conversation.fork', {
      conversationId: first,
      messageId: app.rows(first).at(-1)?.id ?? '',
    });
    await listed(copy, ['review', 'Urgent']).toBe(true);

    // Search keeps to conversations with all of the tags.
    const foundFor = async (...tags: string[]) =>
      [
        ...new Set((await app.call('search.query', { text: 'hello', tags })).hits.map((hit) => hit.conversationId)),
      ].sort();
    await expect.poll(() => foundFor()).toEqual([first, second, copy].sort());
    expect(await foundFor('URGENT')).toEqual([first, second, copy].sort());
    expect(await foundFor('urgent', 'review')).toEqual([first, copy].sort());
    expect(await foundFor('unknown')).toEqual([]);
  },
);

test(
  cite('UI-12', 'the command line tags, lists, filters, renames and deletes; exports and imports keep tags'),
  async () => {
    const [dataDir, otherDir] = [join(tempFolder(), 'data'), join(tempFolder(), 'data')];
    const id = (at: number): string => `${at}`.repeat(8) + 'a'.repeat(18);
    for (let at = 1; at <= 3; at++)
      writeLongConversation(dataDir, { messages: 2, textLength: 20, conversationId: id(at) });
    const metaPath = placeOf(dataDir, longProjectId, id(1)).metaPath;
    writeFileSync(metaPath, JSON.stringify({ v: 1, title: 'First', fromTheFuture: { a: 1 } }));
    const run = async (...args: string[]): Promise<string> => {
      const { code, stdout, stderr } = await commandHere([...args, '--data', dataDir]);
      return `${code} ${stdout}${stderr}`;
    };
    const rowsOf = async (folder: string, ...args: string[]): Promise<ConversationRow[]> =>
      JSON.parse((await commandHere(['list', '--all', '--json', ...args, '--data', folder])).stdout);

    expect(await run('tag')).toBe('0 No conversation has a tag.\n');
    expect(await run('tag', 'add', '1111', 'Urgent', ' später ')).toBe('0 Changed 1 conversation.\n');
    // As the others spell it.
    expect(await run('tag', 'add', '2222', 'URGENT')).toBe('0 Changed 1 conversation.\n');
    expect(await run('tag', 'list')).toBe('0     1  später\n    2  Urgent\n');
    expect(await run('tag', '--json')).toBe('0 [{"name":"später","count":1},{"name":"Urgent","count":2}]\n');
    expect((await rowsOf(dataDir, '--tag', 'urgent')).map((row) => row.id).sort()).toEqual([id(1), id(2)]);
    // The same without a core, from the index alone.
    expect((await rowsOf(dataDir, '--tag', 'SPÄTER')).map(({ id, tags }) => [id, tags])).toEqual([
      [id(1), ['Urgent', 'später']],
    ]);
    expect(await run('list', '--all', '--tag', 'none')).toBe(
      '0 No conversations with the tag “none” in any project.\n',
    );
    expect(JSON.parse(readFileSync(metaPath, 'utf8'))).toMatchObject({ title: 'First', fromTheFuture: { a: 1 } });

    const file = join(tempFolder(), 'one.json');
    const exported = await run('export', '1111', '--to', 'json', '--out', file);
    expect(exported).toMatch(/^0 /);
    const imported = await commandHere(['import', file, '--data', otherDir]);
    expect(imported).toMatchObject({ code: 0, stderr: '1 imported.\n' });
    expect((await rowsOf(otherDir)).map(({ title, tags }) => [title, tags])).toEqual([['First', ['Urgent', 'später']]]);

    expect(await run('tag', 'rename', 'urgent', 'now')).toBe('0 Changed 2 conversations.\n');
    expect(await run('tag', 'remove', '1111', 'SPÄTER')).toBe('0 Changed 1 conversation.\n');
    expect(await run('tag')).toBe('0     2  now\n');
    expect(await run('tag', 'delete', 'Now')).toBe('0 Changed 2 conversations.\n');
    expect(await run('tag', 'delete', 'now')).toBe('1 No conversation has the tag “now”.\n');
    expect(await run('tag', 'add', '1111', 'x'.repeat(41))).toMatch(/^2 A tag has 1 to 40 characters/);
    expect(await run('tag', 'add', '1111')).toMatch(/^2 .*tag add needs a conversation ID and a NAME/s);
    expect(await run('tag', 'constructor')).toMatch(/^2 .*tag does not know "constructor"/s);
    expect(await run('list', '--tag', ' ')).toMatch(/^2 .*--tag must be 1 to 40 characters/s);
  },
);
