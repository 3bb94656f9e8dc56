// A run of the real loop on a real disk that makes many tool calls, one per reply, and the time between them: from the
// arrival of a reply with a call to the next request, and the part spent on that request.

import type { ChatDeps } from '../../electron/chat/chatDeps.ts';
import { systemClock } from '../../electron/lib/clock.ts';
import type { Provider } from '../../electron/ports/provider.ts';
import type { Tool } from '../../electron/ports/tool.ts';
import type { Disk } from '../../electron/stores/files/disk.ts';
import { ok } from '../../shared/core/errors.ts';
import { writeLongConversation } from './longConversation.ts';
import { okValue } from './result.ts';
import { startWalkProcess } from './walkProcess.ts';

export interface LoopCalls {
  /** For each call, the milliseconds from the reply to the start of the next request. */
  calls: number[];
  /** For each call, the milliseconds to build the next request. */
  requests: number[];
}

export interface LoopCallsOptions {
  dataDir: string;
  /** Messages in the context before the run. */
  messages: number;
  calls: number;
  disk: Disk;
  /** Called before each model call; the first is before any tool. */
  onRequest?: () => void;
}

export async function runLoopCalls({
  dataDir,
  messages,
  calls,
  disk,
  onRequest,
}: LoopCallsOptions): Promise<LoopCalls> {
  const { conversationId } = writeLongConversation(dataDir, { messages, textLength: 300 });
  const made: LoopCalls = { calls: [], requests: [] };
  let building = 0;
  let asked = 0;
  let replied = 0;
  const provider: Provider = {
    id: 'bench',
    body: (request) => request,
    check: () => ok(undefined),
    listModels: async () => ok([]),
    async complete() {
      if (asked > 0) {
        made.calls.push(building - replied);
        made.requests.push(performance.now() - building);
      }
      onRequest?.();
      const call = { id: `call_${asked}_of_the_run`, name: 'look', arguments: `{"at":${asked}}` };
      const more = asked++ < calls;
      replied = performance.now();
      const reply = { reasoning: '', finishReason: null, usage: null, model: null };
      return { kind: 'reply', reply: { ...reply, text: more ? 'I look.' : 'Done.', calls: more ? [call] : [] } };
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
    run: async (args) => ({ outcome: 'ok', content: `What is there: ${JSON.stringify(args)}` }),
  };
  // A request starts by reading the context. Validated records are not checked again, as in the product.
  const change = (deps: ChatDeps): ChatDeps => ({
    ...deps,
    strict: false,
    store: {
      ...deps.store,
      readBranch(id, reach) {
        if (reach === 'context') building = performance.now();
        return deps.store.readBranch(id, reach);
      },
    },
  });
  const process = startWalkProcess({ dataDir, disk, clock: systemClock, provider, tools: [look], change });
  const sent = okValue(await process.chat.send(conversationId, 'Please look.'));
  const { end } = await sent.ended;
  await process.close();
  if (end !== 'done') throw new Error(`the run ended with ${end}`);
  return made;
}
