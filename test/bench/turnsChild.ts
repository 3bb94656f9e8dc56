// Runs two hundred turns with a tool call each over the real loop and a real disk in its own process, and reports the
// heap after the first turns and after the last, following garbage collection. Arguments: data folder and number of
// turns.

import { systemClock } from '../../electron/lib/clock.ts';
import type { Provider } from '../../electron/ports/provider.ts';
import type { Tool } from '../../electron/ports/tool.ts';
import { nodeDisk } from '../../electron/stores/files/disk.ts';
import { ok } from '../../shared/core/errors.ts';
import { writeLongConversation } from '../support/longConversation.ts';
import { startWalkProcess } from '../support/walkProcess.ts';
import { mustBeOk } from './openedStore.ts';

const [dataDir = '', turns = '200'] = process.argv.slice(2);
const warmTurns = 10;
const resultText = 'A line of what the tool has found. '.repeat(60);
const { conversationId } = writeLongConversation(dataDir, { messages: 40 });
let asked = 0;
const provider: Provider = {
  id: 'bench',
  body: (request) => request,
  check: () => ok(undefined),
  listModels: async () => ok([]),
  async complete(_request, { observer }) {
    const calls =
      asked++ % 2 === 0 ? [{ id: `call_${asked}_of_many`, name: 'look', arguments: `{"at":${asked}}` }] : [];
    for (const word of ['I ', 'look ', 'again.']) observer.onText(word);
    const reply = { reasoning: '', finishReason: null, usage: null, model: null };
    return { kind: 'reply', reply: { ...reply, text: 'I look again.', calls } };
  },
};
const look: Tool = {
  name: 'look',
  kind: 'read',
  description: 'Looks.',
  parameters: { type: 'object' },
  needsFolder: false,
  exclusive: false,
  check: (args) => ok(args),
  preview: async () => ok({ type: 'text', text: '' }),
  run: async () => ({ outcome: 'ok', content: resultText }),
};
const host = startWalkProcess({ dataDir, disk: nodeDisk, clock: systemClock, provider, tools: [look] });

async function held(): Promise<number> {
  for (let round = 0; round < 4; round++) {
    await new Promise((resolve) => setImmediate(resolve));
    globalThis.gc?.();
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

let before = 0;
for (let turn = 0; turn < Number(turns); turn++) {
  if (turn === warmTurns) before = await held();
  const sent = mustBeOk(await host.chat.send(conversationId, `Question ${turn}.`));
  const { end } = await sent.ended;
  if (end !== 'done') throw new Error(`turn ${turn} ended with ${end}`);
}
const after = await held();
await host.close();
process.stdout.write(JSON.stringify({ before, after, asked }));
