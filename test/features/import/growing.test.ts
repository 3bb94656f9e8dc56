// A conversation continued in its own app after the import: a second import adds the rest, and its end is what a first
// import of everything would show.

import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { type ImportReport, importPaths } from '../../../electron/features/import/importer.ts';
import { historyFormats } from '../../../electron/interop/formats.ts';
import type { RuntimeStore } from '../../../electron/stores/runtimeStore.ts';
import { exampleSession, sharedOf } from '../../interop/textFile.ts';
import { openStore } from '../../support/openStore.ts';
import { okValue } from '../../support/result.ts';
import { tempFolder } from '../../support/tempFolder.ts';
import { volume } from '../../support/volume.ts';

const fixture = (name: string): string =>
  readFileSync(path.join(import.meta.dirname, '../../interop/fixtures/claudeCode', name), 'utf8');

async function importText(store: RuntimeStore, file: string, text: string, dryRun = false): Promise<ImportReport> {
  writeFileSync(file, text);
  const options = { as: null, dryRun, signal: new AbortController().signal };
  return okValue(await importPaths({ store, formats: historyFormats, ownPlaces: [] }, [file], options));
}

async function shown(store: RuntimeStore, conversationId: string): Promise<object[]> {
  return sharedOf(okValue(await store.readBranch(conversationId)).messages);
}

/** Whole lines, from the first with something to import. */
function prefixes(text: string): string[] {
  const lines = text.trimEnd().split('\n');
  return lines.map((_, at) => `${lines.slice(0, at + 1).join('\n')}\n`);
}

const sessions: [string, string | null][] = [
  ['a session of Claude Code', fixture('11111111-2222-4333-8444-555555555555.jsonl')],
  ['an old one', fixture('old-session.jsonl')],
  ['a real one', exampleSession('claude-code-2.1.329.session.jsonl')],
  ['a real rollout of Codex', exampleSession('codex-0.169.0.rollout.jsonl')],
  ['a real session of Gemini CLI', exampleSession('gemini-cli-0.61.0.session.jsonl')],
  ['a real session of Copilot CLI', exampleSession('copilot-1.0.102.events.jsonl')],
  ['a real session of Qwen Code', exampleSession('qwen-code-0.24.4.chat.jsonl')],
  ['a real session of Pi', exampleSession('pi-0.73.1.session.jsonl')],
];

test.for(sessions)(
  '%s imported while it grows line by line ends up like a complete one',
  { tags: ['all'] },
  async ([, text], { skip }) => {
    // The examples are only next to some checkouts.
    if (text === null) return skip('the examples are not beside this project');
    const file = path.join(tempFolder(), 'session.jsonl');
    const whole = openStore().store;
    const first = (await importText(whole, file, text)).rows[0];
    const id = first?.conversationId ?? '';
    const expected = await shown(whole, id);

    const { store } = openStore();
    const all = prefixes(text);
    const step = volume({ short: 8, all: 1 });
    for (const [at, prefix] of all.entries()) {
      if (at % step > 0 && at < all.length - 1) continue;
      const looks = at % (10 * step) === 0;
      const look = looks ? await importText(store, file, prefix, true) : null;
      const done = await importText(store, file, prefix);
      if (look) expect(done.rows).toEqual(look.rows);
      expect(done.rows.filter(({ state }) => state === 'failed')).toEqual([]);
      if (!looks) continue;
      const again = await importText(store, file, prefix);
      expect(again.rows.map(({ state, added }) => [state, added])).toEqual(done.rows.map(() => ['known', 0]));
    }
    expect(await shown(store, id)).toEqual(expected);
  },
);

test.for(sessions)('%s imported when half written gets the rest', { tags: ['all'] }, async ([, text], { skip }) => {
  // The examples are only next to some checkouts.
  if (text === null) return skip('the examples are not beside this project');
  const file = path.join(tempFolder(), 'session.jsonl');
  const whole = openStore().store;
  const id = (await importText(whole, file, text)).rows[0]?.conversationId ?? '';
  const expected = await shown(whole, id);
  for (const half of [0.3, 0.5, 0.8]) {
    const { store } = openStore();
    const before = await importText(store, file, text.slice(0, Math.floor(text.length * half)));
    const after = await importText(store, file, text);
    if (before.rows.some(({ conversationId }) => conversationId === id)) {
      expect(after.rows[0]).toMatchObject({ conversationId: id, state: 'grown' });
    }
    expect(await shown(store, id)).toEqual(expected);
  }
});
