// Tests of the walks themselves: they catch programs that break a promise.

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ChatDeps } from '../../electron/chat/chatDeps.ts';
import type { StandingText } from '../../electron/chat/context/standingTexts.ts';
import type { BranchReach, StoredBranch } from '../../electron/ports/store.ts';
import type { Message } from '../../shared/conversation/message.ts';
import { cite } from '../support/cite.ts';
import { tempFolder } from '../support/tempFolder.ts';
import { walk } from '../support/walkConversation.ts';
import { walks } from '../support/walkSteps.ts';
import { noWalks } from '../support/walkWorld.ts';

/** The first problem that a number of walks finds; null: none. */
async function findingOf(change: (deps: ChatDeps) => ChatDeps): Promise<string | null> {
  const folder = tempFolder();
  let number = 0;
  let finding: string | null = null;
  const property = fc.asyncProperty(walks, async (steps) => {
    number++;
    const dataDir = join(folder, `data${number}`);
    await walk(steps, { dataDir, seed: number, count: noWalks(), change }).catch((thrown: Error) => {
      finding = thrown.message;
      throw thrown;
    });
    rmSync(dataDir, { recursive: true, force: true });
  });
  await fc.check(property, { numRuns: 60, seed: 1, endOnFailure: true });
  return finding;
}

/** The same program with a different way of reading a branch. */
function reading(change: (branch: StoredBranch, reach: BranchReach | undefined) => StoredBranch) {
  return (deps: ChatDeps): ChatDeps => ({
    ...deps,
    store: {
      ...deps.store,
      async readBranch(conversationId, reach) {
        const read = await deps.store.readBranch(conversationId, reach);
        return read.ok ? { ok: true, value: change(read.value, reach) } : read;
      },
    },
  });
}

const withMessages = (change: (messages: Message[]) => Message[]) =>
  reading((branch, reach) => (reach === 'context' ? { ...branch, messages: change(branch.messages) } : branch));

let started = 0;

test.each<{ broken: string; change: (deps: ChatDeps) => ChatDeps; finds: RegExp }>([
  {
    broken: 'marks are not looked at',
    change: reading((branch) => ({ ...branch, meta: { ...branch.meta, marks: {} } })),
    finds: /should not be in the request|should be in the request and is not/,
  },
  {
    broken: 'an old message is left out',
    change: withMessages((messages) => messages.filter((message, at) => at !== 1 || message.role !== 'user')),
    finds: /should be in the request and is not/,
  },
  {
    broken: 'records are sent in another order',
    change: withMessages((messages) =>
      messages.length > 6 ? [...messages.slice(4), ...messages.slice(0, 4)] : messages,
    ),
    finds: /comes before|does not begin with the former|should be in the request/,
  },
  {
    broken: 'a tool has a name that no provider takes',
    change: (deps) => ({
      ...deps,
      toolSource: {
        async toolsFor(scope) {
          const given = await deps.toolSource.toolsFor(scope);
          const offered = given.offered.map((tool) => (tool.name === 'look' ? { ...tool, name: 'a look' } : tool));
          return { ...given, offered };
        },
      },
    }),
    finds: /(?:sent|next): .*name/i,
  },
  {
    broken: 'the request speaks of the process',
    change: (deps) => {
      const text = `Process ${++started}.`;
      const preset: StandingText = { about: 'preset', title: 'Preset', lead: 'The user chose it.', text };
      return { ...deps, standing: [...deps.standing, async () => [preset]] };
    },
    finds: /another process gives another request/,
  },
  {
    broken: 'what the person wrote is told once and never again',
    change: (deps) => ({
      ...deps,
      standing: deps.standing.map((source) => {
        let first: ReturnType<typeof source> | null = null;
        return (scope) => {
          first ??= source(scope);
          return first;
        };
      }),
    }),
    finds: /^after step \d+, .*told: |another process gives another request/,
  },
  {
    broken: 'an earlier message follows the clock',
    change: (deps) =>
      withMessages((messages) =>
        messages.map((message) =>
          message.partType === 'environment'
            ? ({ ...message, content: deps.clock.now().toISOString() } as Message)
            : message,
        ),
      )(deps),
    finds: /does not begin with the former one|another process gives another request/,
  },
  {
    broken: 'a result is acknowledged and not stored',
    change: (deps) => ({
      ...deps,
      store: {
        ...deps.store,
        async appendConversationMessage(conversationId, message, printed) {
          if (message.role !== 'tool') return deps.store.appendConversationMessage(conversationId, message, printed);
          return {
            ok: true,
            value: { v: 1, id: deps.ids.ulid(), parentId: null, createdAt: '', ...message } as Message,
          };
        },
      },
    }),
    finds: /was stored and is gone/,
  },
  {
    broken: 'looking stores something',
    change: (deps) => ({
      ...deps,
      store: {
        ...deps.store,
        async readPending(conversationId) {
          const pending = await deps.store.readPending(conversationId);
          await deps.store.savePending(conversationId, { ...pending, draft: deps.ids.ulid() });
          return pending;
        },
      },
    }),
    finds: /changed the disk/,
  },
  {
    broken: 'thinking of another model is taken for its own',
    change: reading((branch) => {
      const { model } = branch.meta;
      const asOwn = (data: Record<string, unknown>): Record<string, unknown> =>
        Object.fromEntries(Object.entries(data).map(([wire, own]) => [wire, { ...(own as object), ...model }]));
      const messages = branch.messages.map((message) =>
        message.role === 'assistant' && message.providerData
          ? { ...message, providerData: asOwn(message.providerData) }
          : message,
      );
      return { ...branch, messages };
    }),
    finds: /is sent a seal of|does not begin with the former one/,
  },
  {
    broken: 'what was streaming when the power went is dropped',
    change: (deps) => ({ ...deps, store: { ...deps.store, readPartial: async () => null } }),
    finds: /should be in the request and is not/,
  },
])(cite(['SEQ-1', 'SEQ-7'], 'the walks detect when $broken'), { tags: ['all'] }, async ({ change, finds }) => {
  expect(await findingOf(change)).toMatch(finds);
});
