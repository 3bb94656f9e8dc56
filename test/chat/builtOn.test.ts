// A message's append is cut off between its write and its sync: nobody was told that it is stored, but the next process
// reads it, and a run that continues from there sends it and is stopped before it stores anything. Then the power
// fails. What was sent must survive: the next request starts with it.

import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { ChatDeps } from '../../electron/chat/chatDeps.ts';
import { previewRequest } from '../../electron/chat/context/nextRequest.ts';
import { systemClock } from '../../electron/lib/clock.ts';
import type { ModelRequest } from '../../electron/ports/provider.ts';
import { ok } from '../../shared/core/errors.ts';
import { cite } from '../support/cite.ts';
import { durableImage } from '../support/powerLoss.ts';
import { okValue } from '../support/result.ts';
import { createSimulatedDisk, type SimulatedDisk } from '../support/simulatedDisk.ts';
import { tempFolder } from '../support/tempFolder.ts';
import { startWalkProcess } from '../support/walkProcess.ts';
import { createScriptedModel, walkTools } from '../support/walkProvider.ts';

/** What the resumed run sent, and what would be sent after the power loss. */
async function sentAndNext(change: (deps: ChatDeps) => ChatDeps): Promise<[sent: unknown[], next: unknown[]]> {
  const dataDir = join(tempFolder(), 'data');
  const model = createScriptedModel('walker', () => 'Some words.');
  const tools = walkTools(() => 'A result.');
  const start = (disk: SimulatedDisk) =>
    startWalkProcess({ dataDir, disk, clock: systemClock, provider: model.provider, tools, change });

  const disk = createSimulatedDisk();
  const first = start(disk);
  const project = okValue(await first.store.openFolderlessProject());
  const { conversationId } = okValue(await first.store.createConversation(project.id));
  await okValue(await first.chat.send(conversationId, 'One.')).ended;
  let cut = disk.state;
  disk.onCall = ({ name, path }) => {
    // The log's last sync before the request is the message's.
    if (name === 'datasync' && path.endsWith('messages.json') && model.sent.length === 1) cut = disk.state;
    return null;
  };
  await okValue(await first.chat.send(conversationId, 'Two.')).ended;
  await first.close();

  const after = createSimulatedDisk(cut);
  const second = start(after);
  const from = model.sent.length;
  const resumed = okValue(await second.chat.resume(conversationId));
  while (model.sent.length === from) await new Promise((resolve) => setImmediate(resolve));
  const gone = durableImage(after.state);
  await second.chat.stop(conversationId);
  await resumed.ended;
  await second.close();

  const third = start(createSimulatedDisk(gone));
  const next = okValue(await previewRequest(third.deps, conversationId, 'Three.')) as ModelRequest;
  await third.close();
  return [model.sent[from]?.messages ?? [], next.messages];
}

test(cite(['SEQ-1', 'STORE-2'], 'what a resumed run sends survives a power loss at that moment'), async () => {
  const [sent, next] = await sentAndNext((deps) => deps);
  expect(JSON.stringify(sent)).toContain('Two.');
  expect(next.slice(0, sent.length)).toEqual(sent);
});

test(cite(['SEQ-1', 'STORE-2'], 'without syncing the log at the start of a run, it would not'), async () => {
  const unsynced = async () => ok({ release: () => {} });
  const [sent, next] = await sentAndNext((deps) => ({ ...deps, store: { ...deps.store, lease: unsynced } }));
  expect(JSON.stringify(sent)).toContain('Two.');
  expect(next.slice(0, sent.length)).not.toEqual(sent);
});
