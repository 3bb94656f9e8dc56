import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Message, ToolMessage } from '../../shared/conversation/message.ts';
import { startChildStore } from '../support/childStore.ts';
import { cite } from '../support/cite.ts';
import { asNew, userMessage } from '../support/messageBuilder.ts';
import { openConversation, openStore } from '../support/openStore.ts';
import { okValue } from '../support/result.ts';

test(cite('STORE-2', 'a process killed while it appends loses no acknowledged message'), async () => {
  const { dataDir, conversationId, messagesPath, resultsFolder } = await openConversation();
  let known: string[] = [];
  for (let round = 0; round < 12; round++) {
    const child = startChildStore(dataDir, conversationId, 'append for ever');
    await child.until((lines) => lines.length > round * 3);
    await child.kill();
    const acknowledged = child.lines().map((line) => line.replace('stored ', ''));
    const { store } = openStore({ dataDir });
    const branch = okValue(await store.readBranch(conversationId));
    const ids = branch.messages.map((message) => message.id);
    expect(ids.slice(0, known.length + acknowledged.length)).toEqual([...known, ...acknowledged]);
    // At most the one that was being written may be there too.
    expect(ids.length - known.length - acknowledged.length).toBeLessThanOrEqual(1);
    const next = okValue(await store.appendConversationMessage(conversationId, asNew(userMessage(`round ${round}`))));
    const rows = JSON.parse(readFileSync(messagesPath, 'utf8')) as Message[];
    expect(rows.at(-1)).toEqual(next);
    for (const row of rows) expect(spillIsWhole(resultsFolder, row), row.id).toBe(true);
    known = rows.map((row) => row.id);
    await store.close();
  }
  expect(readdirSync(join(messagesPath, '..')).filter((name) => name.includes('.tmp-'))).toEqual([]);
}, 60_000);

/** A message never names a result that is not there, whole. */
function spillIsWhole(resultsFolder: string, row: Message): boolean {
  const { fullOutputPath, details, id } = row as ToolMessage;
  if (fullOutputPath === undefined) return true;
  const path = join(resultsFolder, `${id}.json`);
  return existsSync(path) && readFileSync(path).length === details?.bytes;
}
