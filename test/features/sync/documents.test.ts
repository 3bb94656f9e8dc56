import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createSettingsFile } from '../../../electron/stores/settingsFile.ts';
import { type SyncPart, syncParts } from '../../../shared/features/sync/sync.ts';
import { approvalModes } from '../../../shared/permission/permission.ts';
import { cite } from '../../support/cite.ts';
import { asNew, userMessage } from '../../support/messageBuilder.ts';
import { okValue } from '../../support/result.ts';
import { createMemoryRemote, type MemoryRemote } from '../../support/sync/memoryRemote.ts';
import { openDevice, type SyncDevice } from '../../support/sync/syncDevice.ts';
import { createTestSealer } from '../../support/sync/testSealer.ts';
import { tempFolder } from '../../support/tempFolder.ts';

interface Machine extends SyncDevice {
  settings: ReturnType<typeof createSettingsFile>;
  parts: Set<SyncPart>;
}

function machine(name: string, remote: MemoryRemote, chosen: readonly SyncPart[]): Machine {
  const parts = new Set(chosen);
  const dataDir = join(tempFolder(), 'data');
  const settings = createSettingsFile(dataDir);
  const engine = { documents: { parts: async () => [...parts], settings } };
  const device = openDevice(name, remote.connect(), { dataDir, engine });
  mkdirSync(join(dataDir, 'presets'), { recursive: true });
  return Object.assign(Object.create(device) as SyncDevice, { settings, parts });
}

const sync = async (...machines: Machine[]) => {
  for (const { engine } of machines) okValue(await engine.syncNow());
};

const write = ({ dataDir }: Machine, name: string, text: string) => writeFileSync(join(dataDir, name), text);
const read = ({ dataDir }: Machine, name: string) => readFileSync(join(dataDir, name), 'utf8');

test(
  cite('SYNC-7', 'settings, presets, memory and rules follow only where they were chosen, the last change wins'),
  async () => {
    const remote = createMemoryRemote();
    const [a, b, c] = [machine('a', remote, syncParts), machine('b', remote, syncParts), machine('c', remote, [])];
    okValue(await a.settings.update({ theme: 'dark', maxTurns: 77 }));
    write(a, 'memory.md', 'from a\n');
    write(a, 'presets/review.md', 'a preset\n');
    write(a, 'permissions.json', '{"rules":[]}');
    await sync(a, b, c);
    expect((await b.settings.read()).settings).toMatchObject({ theme: 'dark', maxTurns: 77 });
    expect([read(b, 'memory.md'), read(b, 'presets/review.md'), read(b, 'permissions.json')]).toEqual([
      ...['from a\n', 'a preset\n', '{"rules":[]}'],
    ]);
    expect((await c.settings.read()).settings).toMatchObject({ theme: 'system', maxTurns: 50 });
    for (const name of ['memory.md', 'presets/review.md', 'permissions.json'])
      expect(existsSync(join(c.dataDir, name))).toBe(false);
    write(b, 'memory.md', 'from b\n');
    okValue(await b.settings.update({ theme: 'light' }));
    await sync(b, a);
    expect(read(a, 'memory.md')).toBe('from b\n');
    expect((await a.settings.read()).settings).toMatchObject({ theme: 'light', maxTurns: 77 });
    // Chosen later: what the others have arrives, and the text that was there is kept.
    write(c, 'memory.md', 'from c\n');
    for (const part of syncParts) c.parts.add(part);
    await sync(c, a);
    expect([read(c, 'memory.md'), read(a, 'memory.md')]).toEqual(['from b\n', 'from b\n']);
    const copies = readdirSync(c.dataDir).filter((name) => name.startsWith('memory.md.merged-'));
    expect(copies.map((name) => read(c, name))).toEqual(['from c\n']);
  },
);

test(
  cite('SYNC-7', 'keys, trust, approvals and addresses of servers never leave the machine, whatever is chosen'),
  async () => {
    const remote = createMemoryRemote();
    const [a, b] = [machine('a', remote, syncParts), machine('b', remote, syncParts)];
    const folder = tempFolder();
    const project = okValue(await a.store.openProject(folder));
    okValue(await a.store.trustProject(project.id, true));
    okValue(await a.store.chooseProjectMode(project.id, 'reads'));
    const { conversationId: id } = okValue(await a.store.createConversation(project.id));
    okValue(await a.store.appendConversationMessage(id, asNew(userMessage('hello'))));
    okValue(
      await a.store.updateMeta(id, (meta) => ({
        ...meta,
        approvalMode: approvalModes[0],
        requiredServer: 'marker-server',
      })),
    );
    const provider = {
      id: 'own',
      name: 'marker-provider',
      kind: 'openai',
      baseUrl: 'https://marker-address.example/v1',
      hasKey: true,
    };
    okValue(await a.settings.update({ theme: 'dark', commandVariables: ['MARKER_VARIABLE'] }));
    okValue(await a.settings.update({ providers: [provider] }));
    const files = [
      'mcp.json',
      'mcp-approvals.json',
      'hooks.json',
      'hook-approvals.json',
      'external-agents.json',
      'server.json',
    ];
    for (const name of files) write(a, name, `{"marker-file":"${name}"}`);
    mkdirSync(join(a.dataDir, 'backups'));
    write(a, 'backups/origin.key', 'marker-secret');
    await sync(a, b);
    const sealer = createTestSealer('a');
    const opened: string[] = [];
    for (const [name, bytes] of remote.objects) {
      const body = await sealer.open(name.split('/')[1] ?? '', name, bytes);
      opened.push(Buffer.from(okValue(body)).toString('utf8'));
    }
    const all = opened.join('\n');
    expect(all).toContain('hello');
    expect(all).toContain('dark');
    for (const text of ['marker', 'MARKER', 'approvalMode', 'trusted', 'hasKey', folder])
      expect(all).not.toContain(text);
    for (const name of files) expect(existsSync(join(b.dataDir, name)), name).toBe(false);
    const here = okValue(await b.store.getProject(project.id));
    expect(here).toMatchObject({ trusted: false, approvalMode: null, folder: null });
    expect((await b.settings.read()).settings).toMatchObject({ theme: 'dark', providers: [], commandVariables: [] });
  },
);
