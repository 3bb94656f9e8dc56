// The operations during which the store is attacked. A scenario consists of its preparation and its actions; to attack
// something new, add it to the list.

import { join } from 'node:path';
import { systemClock } from '../../electron/lib/clock.ts';
import { checkData } from '../../electron/stores/check/check.ts';
import type { Disk } from '../../electron/stores/files/disk.ts';
import { wholeBytes } from '../../electron/stores/log/logReading.ts';
import type { Message, NewMessage } from '../../shared/conversation/message.ts';
import type { DiskState } from './diskModel.ts';
import { assistantMessage, call, conversationOf, messagesFile, toolMessage, userMessage } from './messageBuilder.ts';
import { durableImage } from './powerLoss.ts';
import { createSimulatedDisk, type SimulatedDisk, withFile, withFolder } from './simulatedDisk.ts';
import { createActor, type StoreActor } from './storeActor.ts';
import { type ConversationLedger, emptyLedger, type Ledger, ledgerAt } from './storeLedger.ts';

/** The prepared state (all of it durable and acknowledged), and the actions on it. */
export interface Prepared {
  dataDir: string;
  state: DiskState;
  ledger: Ledger;
  act: (actor: StoreActor, disk: Disk) => Promise<void>;
}

interface Stage {
  actor: StoreActor;
  disk: SimulatedDisk;
  dataDir: string;
  /** Creates a conversation with these messages in the project without a folder. */
  conversation(...messages: NewMessage[]): Promise<ConversationLedger>;
  folderOf(conversation: ConversationLedger): string;
  stateFolder(conversation: ConversationLedger): string;
  /** A handwritten messages.json, with the messages that must be read from it. */
  byHand(text: string, messages: readonly Message[]): Promise<ConversationLedger>;
}

export interface Scenario {
  name: string;
  prepare(stage: Stage): Promise<void>;
  act: Prepared['act'];
}

function said(text: string): NewMessage {
  return { role: 'user', content: text };
}

const asked = (text: string): NewMessage => ({
  role: 'assistant',
  content: text,
  tool_calls: [call('c1', 'read_file', '{"path":"a"}')],
});

function returned(text: string): NewMessage {
  return { role: 'tool', tool_call_id: 'c1', toolName: 'read_file', outcome: 'ok', content: text };
}

const large = (text: string): string => `${text} ${'größer und größer '.repeat(3500)}`;

const sound = conversationOf<Message>([
  userMessage('1 what does the file say?'),
  assistantMessage('2 I look into it.', [call('c1', 'read_file', '{"path":"a"}')]),
  toolMessage('c1', '3 nothing much'),
]);

const first = (actor: StoreActor): ConversationLedger => actor.ledger.conversations[0] as ConversationLedger;
const entry = (type: 'tool_started' | 'tool_ended', index: number) => ({
  v: 1,
  type,
  at: '2026-01-02T03:04:05.000Z',
  messageId: '01K0000000000000000000000A',
  toolCallId: `c${index}`,
  index,
  name: 'run_command',
});

async function appendTwo(actor: StoreActor): Promise<void> {
  await actor.append(first(actor), said('one more, the first of two'));
  await actor.append(first(actor), said('another, the second of two'));
}

export const scenarios: readonly Scenario[] = [
  {
    name: 'the first messages of a conversation',
    prepare: async (stage) => void (await stage.conversation()),
    act: appendTwo,
  },
  {
    name: 'append in place',
    prepare: async (stage) => void (await stage.conversation(said('a'), asked('b'), returned('c'))),
    act: appendTwo,
  },
  {
    name: 'append after a torn end',
    prepare: async (stage) => {
      const torn = ',{"v":1,"id":"01K0000000000000000000000Z","parentId":null,"role":"user","content":"half of a mess';
      stage.actor.ledger.keepsakes.push({ what: 'the torn end', bytes: Buffer.from(torn) });
      await stage.byHand(messagesFile(sound).replace(/\]\n$/, torn), sound);
    },
    act: appendTwo,
  },
  {
    name: 'append to a file that another program has formatted',
    prepare: async (stage) => void (await stage.byHand(JSON.stringify(sound, null, 2), sound)),
    act: appendTwo,
  },
  {
    name: 'append to a file that is damaged in its middle',
    prepare: async (stage) => {
      const lines = messagesFile(sound).split('\n');
      const damage = ',{"v":1,"id":"01K0000000000000000000000Y","role":"us\u0000\u0000\u0000 no end';
      lines.splice(2, 0, damage);
      stage.actor.ledger.keepsakes.push({ what: 'the damaged line', bytes: Buffer.from(damage) });
      await stage.byHand(lines.join('\n'), sound);
    },
    act: appendTwo,
  },
  {
    name: 'append to a file that is read from its end and is damaged in its middle',
    prepare: async (stage) => {
      const [asked, ...others] = sound;
      const long = { ...asked, content: `1 long ${'x'.repeat(wholeBytes)}` } as Message;
      const damage = ',{"v":1,"id":"01K0000000000000000000000Y","role":"us\u0001er","content":"this is not lost"}';
      const lines = messagesFile([long, ...others]).split('\n');
      lines.splice(2, 0, damage);
      stage.actor.ledger.keepsakes.push({ what: 'the damaged line', bytes: Buffer.from(damage) });
      await stage.byHand(lines.join('\n'), [long, ...others]);
    },
    act: async (actor) => void (await actor.append(first(actor), said('one more'))),
  },
  {
    name: 'a large result',
    prepare: async (stage) => void (await stage.conversation(said('a'), asked('b'))),
    act: async (actor) => {
      await actor.append(first(actor), returned(large('the first large result')));
      await actor.append(first(actor), asked('and on'));
      await actor.append(first(actor), returned(large('a second large result')));
    },
  },
  {
    name: 'messages that mention files',
    prepare: async (stage) => void (await stage.conversation(said('a'))),
    act: async (actor) => {
      await actor.mention(first(actor), 'the first one, see ', 'the text of the file\n');
      await actor.mention(first(actor), 'the same file again: ', 'the text of the file\n');
      await actor.mention(first(actor), 'and after a change: ', 'another text of the file\n');
    },
  },
  {
    name: 'title and settings of a conversation',
    prepare: async (stage) => {
      const it = await stage.conversation(said('a'));
      await stage.actor.title(it, 'the first title');
    },
    act: async (actor) => {
      await actor.title(first(actor), 'the second title');
      await actor.title(first(actor), 'the third title');
    },
  },
  {
    name: 'draft and queue',
    prepare: async (stage) => void (await stage.conversation(said('a'))),
    act: async (actor) => {
      await actor.draft(first(actor), 'a draft');
      await actor.draft(first(actor), 'a longer draft');
    },
  },
  {
    name: 'the log of what was run',
    prepare: async (stage) => void (await stage.conversation(said('a'), asked('b'))),
    act: async (actor) => {
      for (const index of [0, 1]) {
        await actor.note(first(actor), entry('tool_started', index));
        await actor.note(first(actor), entry('tool_ended', index));
      }
    },
  },
  {
    name: 'delete',
    prepare: prepareTwoFull,
    act: async (actor) => void (await actor.remove(first(actor))),
  },
  {
    name: 'delete and close',
    prepare: prepareTwoFull,
    act: async (actor) => {
      await actor.remove(first(actor));
      await actor.close();
    },
  },
  {
    name: 'delete and bring back',
    prepare: prepareTwoFull,
    act: async (actor) => {
      await actor.remove(first(actor));
      const { removals, restorals } = first(actor);
      // A rejected request is tried again, as a user would.
      for (let attempt = 0; attempt < 2 && removals.at(-1)?.stored && !restorals.at(-1)?.stored; attempt++) {
        await actor.restore(first(actor));
      }
      if (restorals.at(-1)?.stored) await actor.append(first(actor), said('after it was brought back'));
    },
  },
  {
    name: 'remove a message for good',
    prepare: prepareTwoFull,
    act: async (actor) => {
      await actor.forget(first(actor), 0);
      await actor.append(first(actor), said('after it was removed'));
    },
  },
  {
    name: 'remove a large result for good',
    prepare: prepareTwoFull,
    act: async (actor) => void (await actor.forget(first(actor), 2)),
  },
  {
    name: 'a result that is stored as it is printed',
    prepare: async (stage) => void (await stage.conversation(said('a'), asked('b'))),
    act: async (actor) => {
      await actor.print(first(actor), ['what is printed: ', large('much of it'), 'the end']);
      await actor.append(first(actor), said('and on'));
    },
  },
  {
    name: 'move to another project',
    prepare: async (stage) => {
      await prepareTwoFull(stage);
      withFolder(stage.disk, join(stage.dataDir, 'a folder of a person'));
      await stage.actor.project(join(stage.dataDir, 'a folder of a person'));
    },
    act: async (actor) => {
      const { stored } = actor.ledger.projects.at(-1) ?? {};
      await actor.move(first(actor), String(stored));
      await actor.append(first(actor), said('in its new place'));
    },
  },
  {
    name: 'a new project with its first conversation',
    prepare: async (stage) => withFolder(stage.disk, join(stage.dataDir, 'a folder of a person')),
    act: async (actor) => {
      const projectId = await actor.project(join(folderOfPerson(actor), 'a folder of a person'));
      const conversation = projectId === null ? null : await actor.open(projectId);
      if (conversation) await actor.append(conversation, said('hello'));
    },
  },
  {
    name: 'everything at once',
    prepare: async (stage) => void (await stage.conversation(said('a'), asked('b'))),
    act: async (actor) => {
      const it = first(actor);
      await Promise.all([
        actor.append(it, returned(large('a large result'))),
        actor.title(it, 'a title'),
        actor.draft(it, 'a draft'),
        actor.note(it, entry('tool_started', 0)),
        actor.append(it, said('and a message beside it')),
      ]);
    },
  },
  {
    name: 'take in a conflict file',
    prepare: async (stage) => {
      const it = await stage.conversation(said('a'), asked('b'), returned('c'));
      const theirs = conversationOf<Message>([userMessage('of the other copy'), assistantMessage('and its answer')]);
      it.onOtherBranches = theirs.length;
      withFile(stage.disk, join(stage.folderOf(it), 'messages (1).json'), Buffer.from(messagesFile(theirs)));
      for (const record of theirs) {
        const bytes = Buffer.from(JSON.stringify(record));
        stage.actor.ledger.keepsakes.push({ what: 'a message of the other copy', bytes });
      }
    },
    act: appendTwo,
  },
  {
    name: 'check with repair',
    prepare: async (stage) => {
      const it = await stage.conversation(said('a'), asked('b'), returned(large('c')));
      const { ledger } = stage.actor;
      const leave = (path: string, text: string, what: string): void => {
        withFile(stage.disk, path, Buffer.from(text));
        ledger.keepsakes.push({ what, bytes: Buffer.from(text) });
      };
      // Nothing in it was ever acknowledged: it may be set aside or deleted.
      withFile(stage.disk, `${join(stage.folderOf(it), 'meta.json')}.tmp-0123456789ab`, Buffer.from('{"title":"half'));
      const results = join(stage.stateFolder(it), 'tool-results');
      leave(
        join(results, it.id, '01K0000000000000000000000B.json'),
        'nobody names this',
        'a result without its message',
      );
      leave(join(results, 'nobody', '01K0000000000000000000000C.json'), 'of no conversation', 'results of nothing');
    },
    act: async (actor, disk) => {
      const later = {
        now: () => new Date(Date.now() + 86_400_000),
        elapsed: systemClock.elapsed,
        wait: async () => {},
      };
      await checkData(folderOfPerson(actor), null, { repair: true }, { disk, clock: later }).catch((thrown) => {
        actor.ledger.others.push({
          value: 'check',
          begun: 0,
          ended: 0,
          stored: null,
          refusal: `threw ${String(thrown)}`,
        });
      });
    },
  },
];

async function prepareTwoFull(stage: Stage): Promise<void> {
  const it = await stage.conversation(
    said('a secret that slipped in'),
    asked('b'),
    returned(large('a large result with a secret')),
  );
  await stage.actor.title(it, 'to be attacked');
  await stage.actor.note(it, entry('tool_started', 0));
  await stage.conversation(said('of another conversation'), asked('b'), returned(large('another result')));
}

function folderOfPerson(actor: StoreActor): string {
  return join(actor.store.indexPath, '..');
}

/** Prepares a scenario, and makes all of it durable. */
export async function prepare(scenario: Scenario, dataDir: string): Promise<Prepared> {
  const disk = createSimulatedDisk();
  const ledger: Ledger = emptyLedger();
  withFolder(disk, dataDir);
  const actor = createActor({ dataDir, disk, ledger, now: () => -1 });
  let project: string | null = null;
  const places = (it: ConversationLedger) => {
    const root = join(dataDir, 'projects', String(it.places.at(-1)?.value));
    return { folder: join(root, 'conversations', it.id), state: join(root, 'state', 'logs') };
  };
  const stage: Stage = {
    actor,
    disk,
    dataDir,
    async conversation(...messages) {
      project ??= await actor.project(null);
      const made = await actor.open(String(project));
      if (!made) throw new Error('no conversation could be made');
      for (const message of messages) await actor.append(made, message);
      return made;
    },
    folderOf: (it) => places(it).folder,
    stateFolder: (it) => places(it).state,
    async byHand(text, messages) {
      const made = await stage.conversation();
      withFile(disk, join(places(made).folder, 'messages.json'), Buffer.from(text));
      for (const message of messages) {
        const { v: _v, id: _id, parentId: _parentId, createdAt: _createdAt, ...asNew } = message;
        made.messages.push({ value: asNew as NewMessage, begun: -1, ended: -1, stored: message, refusal: null });
      }
      return made;
    },
  };
  await scenario.prepare(stage);
  await actor.close();
  const state: DiskState = durableImage(disk.state);
  return { dataDir, state, ledger: ledgerAt(ledger, -1), act: scenario.act };
}
