// Messages that the user hid are not sent just because a file next to the log is temporarily unreadable.

import { join } from 'node:path';
import { expect, test } from 'vitest';
import { markContext } from '../../electron/chat/context/contextMarks.ts';
import { systemClock } from '../../electron/lib/clock.ts';
import { cite } from '../support/cite.ts';
import { okValue } from '../support/result.ts';
import { createSimulatedDisk } from '../support/simulatedDisk.ts';
import { systemError } from '../support/systemError.ts';
import { tempFolder } from '../support/tempFolder.ts';
import { startWalkProcess } from '../support/walkProcess.ts';
import { createScriptedModel } from '../support/walkProvider.ts';

test(cite('SEQ-1', "no request is sent without the conversation's marks: it fails and says so"), async () => {
  const disk = createSimulatedDisk();
  const model = createScriptedModel('m', () => 'Yes.');
  const made = {
    dataDir: join(tempFolder(), 'data'),
    disk,
    clock: systemClock,
    provider: model.provider,
    tools: [],
  };
  const process = startWalkProcess(made);
  const project = okValue(await process.store.openFolderlessProject());
  const { conversationId } = okValue(await process.store.createConversation(project.id));
  const first = okValue(await process.chat.send(conversationId, 'My secret.'));
  await first.ended;
  okValue(await markContext(process.deps, conversationId, first.messageId, { hidden: true }));
  disk.onCall = ({ name, path }) =>
    name === 'open' && path.endsWith('/meta.json') ? { error: systemError('EMFILE', path) } : null;
  const later = startWalkProcess(made);
  const second = await later.chat.send(conversationId, 'And now?');
  if (second.ok) await second.value.ended;
  disk.onCall = () => null;
  await process.close();
  await later.close();
  expect(JSON.stringify(model.sent.slice(1))).not.toContain('My secret.');
});
