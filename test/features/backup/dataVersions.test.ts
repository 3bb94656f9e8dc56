// Data folders as earlier versions wrote them (test/dataVersions): each opens, is searched, continued, checked and backed up.

import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { startTestApp } from '../../support/appHarness.ts';
import { filesIn } from '../../support/backedUpFolder.ts';
import { cite } from '../../support/cite.ts';
import { commandHere } from '../../support/commandHere.ts';
import { openAiRuleBreaks } from '../../support/openAiRules.ts';
import { tempFolder } from '../../support/tempFolder.ts';
import { sample } from '../../support/volume.ts';

interface Expected {
  conversations: { id: string; messages: { role: string; content: unknown }[] }[];
}

const corpus = fileURLToPath(new URL('../../dataVersions/', import.meta.url));
const versions = sample(
  3,
  readdirSync(corpus).filter((name) => !name.endsWith('.md')),
);

interface Call {
  id: string;
  messageId: string;
  outcome: string;
  fullOutputPath: string | null;
}

function opened(version: string) {
  const dataDir = join(tempFolder(), 'data');
  cpSync(join(corpus, version, 'data'), dataDir, { recursive: true });
  const { conversations } = JSON.parse(readFileSync(join(corpus, version, 'expected.json'), 'utf8')) as Expected;
  const folder = tempFolder();
  const projects = join(dataDir, 'projects');
  for (const id of readdirSync(projects)) {
    const file = join(projects, id, 'project.json');
    const project = JSON.parse(readFileSync(file, 'utf8')) as { folders: Record<string, string> };
    // As if the project's folder had been here.
    if (Object.keys(project.folders).length > 0) project.folders = { [hostname()]: folder };
    writeFileSync(file, JSON.stringify(project));
  }
  const command = async (...args: string[]) => commandHere([...args, '--data', dataDir, '--project', folder]);
  return { dataDir, folder, conversations, command };
}

test.each(versions)(
  cite('SHIP-2', 'data of %s opens: list, messages, calls, results, search, changes, check'),
  async (version) => {
    const { conversations, command } = opened(version);
    const before = await command('check');
    expect(before, before.stdout).toMatchObject({ code: 0 });
    const listed = JSON.parse((await command('list', '--all', '--json')).stdout) as { id: string }[];
    expect(listed.map(({ id }) => id).sort()).toEqual(conversations.map(({ id }) => id).sort());
    let calls = 0;
    let changes = '';
    for (const { id, messages } of conversations) {
      const read = JSON.parse((await command('show', id, '--json')).stdout) as {
        messages: { role: string; content: unknown }[];
      };
      expect(read.messages.map(({ role, content }) => ({ role, content }))).toEqual(messages);
      const chain = JSON.parse((await command('chain', id, '--json')).stdout) as Call[];
      calls += chain.length;
      for (const call of chain) expect((await command('result', id, call.id)).code, `${id} ${call.id}`).toBe(0);
      const changed = await command('changes', id);
      expect(changed.code).toBe(0);
      changes += changed.stdout;
      const body = JSON.parse((await command('request', id)).stdout) as object;
      expect(openAiRuleBreaks(body)).toEqual([]);
    }
    expect(calls).toBeGreaterThan(3);
    expect(changes).toContain('made.md');
    expect((await command('search', 'whales')).stdout).toContain('whales');
    expect((await command('check')).code).toBe(0);
  },
);

test.each(versions)(
  cite('SHIP-2', 'a conversation of %s continues, and is restored from a backup with the same next request'),
  async (version) => {
    const { dataDir, folder, conversations, command } = opened(version);
    const app = await startTestApp({ dataDir, folder, otherwise: { text: 'continued' } });
    for (const { id, messages } of conversations) {
      await app.call('conversation.open', { conversationId: id });
      expect(await app.turn(id, 'go on')).toBe('done');
      expect(app.rows(id).length).toBeGreaterThan(messages.length);
    }
    await app.close();
    expect((await command('check')).code).toBe(0);
    const requests = async (): Promise<string[]> => {
      const bodies: string[] = [];
      for (const { id } of conversations) bodies.push((await command('request', id)).stdout);
      return bodies;
    };
    const before = await requests();
    const files = filesIn(dataDir);
    const file = join(tempFolder(), 'backup.tar');
    expect(await command('backup', file)).toMatchObject({ code: 0, stderr: '' });
    rmSync(dataDir, { recursive: true });
    expect(await command('restore', file, '--permissions')).toMatchObject({ code: 0, stderr: '' });
    expect(filesIn(dataDir)).toEqual(files);
    expect(await requests()).toEqual(before);
  },
);
