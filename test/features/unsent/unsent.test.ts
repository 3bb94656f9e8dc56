import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createUnsentTexts } from '../../../electron/features/unsent/unsentTexts.ts';
import { createSecretMask } from '../../../electron/lib/secretMask.ts';
import { newDataKey } from '../../../electron/stores/encryption/dataKey.ts';
import { diskWithKey } from '../../../electron/stores/encryption/encryptedDisk.ts';
import { nodeDisk } from '../../../electron/stores/files/disk.ts';
import type { Memory } from '../../../renderer/core/memory.ts';
import { createUnsentMemory } from '../../../renderer/core/unsentMemory.ts';
import { takeOverTexts } from '../../../renderer/features/encryption/takeOverTexts.ts';
import { fail, ok } from '../../../shared/core/errors.ts';
import { cite } from '../../support/cite.ts';
import { okValue } from '../../support/result.ts';
import { tempFolder } from '../../support/tempFolder.ts';

type Texts = Record<string, string | null>;

function storage(values: Record<string, string> = {}): Memory & { values: Record<string, string> } {
  const stored = { ...values };
  return {
    values: stored,
    get: (name) => stored[name] ?? null,
    set(name, value) {
      if (value === null) delete stored[name];
      else stored[name] = value;
    },
    names: () => Object.keys(stored),
  };
}

function page(window: Memory, tab: Memory = storage()) {
  const saves: Texts[] = [];
  const state = { isAway: false, refuses: (_name: string) => false };
  const unsent = createUnsentMemory({
    memory: window,
    tab,
    async save(texts) {
      if (state.isAway) return fail('INTERNAL', 'away');
      if (Object.keys(texts).some(state.refuses)) return fail('PARAMS_INVALID', 'refused');
      saves.push(texts);
      return ok({});
    },
    later: () => () => {},
  });
  return { unsent, saves, state };
}

test(cite('SEC-9', 'a window keeps texts in its own storage only while the data is plain'), async () => {
  const window = storage({ theme: '{}', draft: 'old', 'draft.isOwn': 'no' });
  const tab = storage({ id: 'tab1', place: '{}' });
  const { unsent, saves, state } = page(window, tab);
  expect(unsent.memory.get('draft')).toBe('old');
  unsent.take({ isEncrypted: true, texts: { edits: '[]', 'tab.tab1.fromLink': 'mine', 'tab.tab2.fromLink': 'other' } });
  expect([unsent.memory.get('edits'), unsent.tab.get('fromLink')]).toEqual(['[]', 'mine']);

  const scrub = async () => ok({ scrubbed: true }) as never;
  state.isAway = true;
  await takeOverTexts({ memory: window, tab, unsent, call: scrub, canScrub: true });
  expect(window.values).toMatchObject({ draft: 'old' });
  state.isAway = false;
  await takeOverTexts({ memory: window, tab, unsent, call: scrub, canScrub: true });
  expect(saves).toEqual([{ draft: 'old', 'tab.tab1.place': '{}' }]);
  expect(window.values).toEqual({ theme: '{}', 'draft.isOwn': 'no', unscrubbed: 'no' });
  expect(tab.values).toEqual({ id: 'tab1' });

  unsent.memory.set('draft', 'new');
  unsent.memory.set('theme', '{"a":1}');
  expect(await unsent.flush()).toBe(true);
  expect(window.values).toEqual({ theme: '{"a":1}', 'draft.isOwn': 'no', unscrubbed: 'no' });
  // An answer that is older than what was typed, and another window's change.
  unsent.take({ isEncrypted: true, texts: { draft: 'old', edits: '[1]' } });
  expect([unsent.memory.get('draft'), unsent.memory.get('edits')]).toEqual(['new', '[1]']);
  unsent.follow({ draft: null, edits: '[2]' });
  expect([unsent.memory.get('draft'), unsent.memory.get('edits')]).toEqual([null, '[2]']);

  unsent.take({ isEncrypted: false, texts: { edits: '[2]', 'tab.tab2.fromLink': 'other' } });
  expect(window.values).toMatchObject({ edits: '[2]' });
  expect(saves.at(-1)).toEqual({ edits: null, 'tab.tab1.place': null });
});

test(cite('SEC-9', 'a text that the host refuses keeps no other from being saved'), async () => {
  const { unsent, saves, state } = page(storage());
  state.refuses = (name) => name === 'plans';
  unsent.take({ isEncrypted: true, texts: {} });
  for (const name of ['draft', 'plans', 'edits']) unsent.memory.set(name, 'words');
  expect(await unsent.flush()).toBe(false);
  expect(saves).toEqual([{ draft: 'words' }, { edits: 'words' }]);
  unsent.memory.set('draft', 'more words');
  expect(await unsent.flush()).toBe(true);
  expect(saves.at(-1)).toEqual({ draft: 'more words' });
  expect(unsent.memory.get('plans')).toBe('words');
});

test(cite('SEC-9', 'many long texts are saved in several requests'), async () => {
  const { unsent, saves } = page(storage());
  unsent.take({ isEncrypted: true, texts: {} });
  for (const id of ['a', 'b', 'c']) unsent.memory.set(`draft.${id}`, id.repeat(600_000));
  await unsent.flush();
  expect(saves.map((texts) => Object.keys(texts))).toEqual([['draft.a'], ['draft.b'], ['draft.c']]);
});

test(cite('SEC-9', 'a page that was away while the data was decrypted keeps its texts itself again'), async () => {
  const window = storage();
  const { unsent } = page(window);
  unsent.take({ isEncrypted: true, texts: { edits: '[]' } });
  unsent.take(undefined);
  unsent.memory.set('draft', 'words');
  expect(window.values).toEqual({ edits: '[]', draft: 'words' });
});

test(
  cite('SEC-9', 'storage is scrubbed once, and again after it has held a text or could not be scrubbed'),
  async () => {
    const window = storage({ theme: '{}' });
    const { unsent } = page(window);
    const scrub = (scrubbed: boolean) =>
      takeOverTexts({
        ...{ memory: window, tab: storage(), unsent, canScrub: true },
        call: async () => ok({ scrubbed }) as never,
      });
    unsent.take({ isEncrypted: true, texts: {} });
    await scrub(false);
    expect(window.values).not.toHaveProperty('unscrubbed');
    await scrub(true);
    expect(window.values).toEqual({ theme: '{}', unscrubbed: 'no' });
    unsent.take({ isEncrypted: false, texts: {} });
    unsent.memory.set('draft', 'words');
    unsent.memory.set('draft', null);
    expect(window.values).toEqual({ theme: '{}' });
  },
);

test(
  cite('SEC-9', 'the host keeps unsent texts encrypted, masks keys in them, and drops those of old tabs'),
  async () => {
    const dataDir = tempFolder();
    let now = new Date('2026-01-01T00:00:00Z');
    const texts = (key: ReturnType<typeof newDataKey> | null) =>
      createUnsentTexts({
        dataDir,
        disk: diskWithKey(nodeDisk, key, dataDir),
        clock: { now: () => now } as never,
        mask: createSecretMask(
          () => ['sk-0123456789ab'],
          () => false,
        ),
      });
    const key = newDataKey();
    expect(await texts(null).read()).toBeNull();
    expect(await texts(null).save({ draft: 'plain' })).toMatchObject({ ok: false });
    const unsent = texts(key);
    okValue(await unsent.save({ draft: 'zebrafish sk-0123456789ab', 'tab.a.place': '{}' }));
    expect(readFileSync(join(dataDir, 'unsent.json'), 'latin1')).not.toContain('zebrafish');
    expect(await unsent.read()).toEqual({
      isEncrypted: true,
      texts: { draft: 'zebrafish [key removed]', 'tab.a.place': '{}' },
    });
    now = new Date('2026-02-01T00:00:00Z');
    okValue(await unsent.save({ edits: '[]' }));
    expect(Object.keys((await unsent.read())?.texts ?? {})).toEqual(['draft', 'edits']);
    // Decrypting: windows restore them.
    const left = texts({ ...key, onlyReads: true });
    expect(await left.read()).toMatchObject({ isEncrypted: false });
    okValue(await left.save({ draft: null, edits: null }));
    expect(existsSync(join(dataDir, 'unsent.json'))).toBe(false);
  },
);
