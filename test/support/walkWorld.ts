// A conversation that is walked through: the program's parts over a simulated disk, which can lose its power at any call, and
// the looks that are taken after each step. What is wrong is thrown as a sentence.

import { isDeepStrictEqual } from 'node:util';
import type { ChatDeps } from '../../electron/chat/chatDeps.ts';
import { previewRequest } from '../../electron/chat/context/nextRequest.ts';
import { sequenceFindings } from '../../electron/conversation/damage.ts';
import { systemClock } from '../../electron/lib/clock.ts';
import type { Clock } from '../../electron/ports/clock.ts';
import type { ModelRequest } from '../../electron/ports/provider.ts';
import type { Tool } from '../../electron/ports/tool.ts';
import { environmentOf } from '../../shared/conversation/environment.ts';
import type { Message } from '../../shared/conversation/message.ts';
import { type OwnTextTopic, ownTextTopics } from '../../shared/features/memory/userText.ts';
import { treeOf } from './diskModel.ts';
import { createDice, powerLossImages } from './powerLoss.ts';
import { okValue } from './result.ts';
import { createSimulatedDisk } from './simulatedDisk.ts';
import { systemError } from './systemError.ts';
import { walkAround } from './walkAround.ts';
import { expectationOf, readWalkFiles, type WalkFiles, wordProblems } from './walkModel.ts';
import { createWalkPresets } from './walkPresets.ts';
import { startWalkProcess, type WalkProcess } from './walkProcess.ts';
import { createScriptedModel, type ScriptedModel, walkTools } from './walkProvider.ts';
import { sealProblems } from './walkSeals.ts';
import { bodyViolations, formsWith } from './wireForms.ts';

export interface WalkCount {
  histories: number;
  steps: number;
  requests: number;
  crashes: number;
  /** Times that thinking went back to the model that it was of. */
  returned: number;
}

export const noWalks = (): WalkCount => ({ histories: 0, steps: 0, requests: 0, crashes: 0, returned: 0 });

export interface WalkWorld {
  readonly process: WalkProcess;
  readonly conversationId: string;
  readonly model: ScriptedModel;
  /** A word that nobody has said, for a thing of this kind. */
  word(kind: 'say' | 'reply' | 'args' | 'summary'): string;
  files(): WalkFiles;
  branch(): Promise<Message[]>;
  /** What is said from now on is about this conversation. */
  enter(conversationId: string): void;
  /** Something was done that changes what was sent before. */
  rewritten(): void;
  /** Records that the person removed for good may be missing. */
  forget(messageId: string): void;
  nextDay(): void;
  /** The person does something with presets. */
  takePreset(place: number): Promise<void>;
  /** The person writes what the model is told about this; empty: nothing any more. */
  tell(about: OwnTextTopic, text: string): Promise<void>;
  /** Takes a tool away, or puts back the one that was taken. */
  changeTools(place: number): void;
  /** Other skills, or none, from the next message on. */
  changeSkills(place: number): void;
  /** The process will be killed, or the power will go, at the disk's `calls`th call from now; 0: at once. */
  crashAfter(calls: number): void;
  hasCrashed(): boolean;
  /** Ends the process (without power: with what was left of the disk) and begins another. */
  restart(power: boolean): Promise<void>;
  /** Looks at what would be sent, in this process and in a new one. */
  look(): Promise<void>;
  close(): Promise<void>;
}

export interface WalkOptions {
  dataDir: string;
  seed: number;
  count: WalkCount;
  /** Tokens of context that the model has: few, and the program makes room by itself. */
  window?: number;
  change?: (deps: ChatDeps) => ChatDeps;
}

export async function createWalkWorld({ dataDir, seed, count, window, change }: WalkOptions): Promise<WalkWorld> {
  const dice = createDice(seed);
  let words = 0;
  let now = Date.parse('2026-03-01T12:00:00');
  const clock: Clock = {
    now: () => new Date(now++),
    elapsed: systemClock.elapsed,
    wait: (_ms, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted) resolve();
        signal?.addEventListener('abort', () => resolve(), { once: true });
        setImmediate(resolve);
      }),
  };
  const word = (kind: string): string => `${kind}_${++words}_`;
  const model = createScriptedModel('somewhere', () => `${word('reply')} is all.`);
  const tools = walkTools(() => word('result'));
  let takenAway: Tool | undefined;
  const presets = createWalkPresets();
  let skills = 0;
  const around = walkAround(() => skills);
  /** What the person wrote; of a conversation by its id. */
  const texts = new Map<string, string>();
  let disk = createSimulatedDisk();
  let crashed: ReturnType<typeof powerLossImages>[number] | null = null;
  const start = (on: typeof disk): WalkProcess =>
    startWalkProcess({
      dataDir,
      disk: on,
      clock,
      provider: model.provider,
      others: model.at,
      tools,
      presets,
      ...around,
      ...(window ? { window } : {}),
      instructions: () => texts.get('personal') ?? '',
      ...(change ? { change } : {}),
    });
  let process = start(disk);
  const project = okValue(await process.store.openFolderlessProject());
  let conversationId = okValue(await process.store.createConversation(project.id)).conversationId;
  /** Records that were acknowledged, by conversation. */
  const stored = new Map<string, Message>();
  let lastSent: ModelRequest | null = null;
  let looked = 0;
  let summaries = 0;
  /** Requests that had been sent when the process died: what its objects still ask for after that is not sent. */
  let sentBefore = 0;
  let compacted = 0;

  function listen(to: WalkProcess): void {
    to.hub.subscribe(null, (id, _seq, event) => {
      if (event.type === 'message.appended' && id === conversationId && !crashed)
        stored.set(event.message.id, event.message);
    });
  }
  listen(process);

  /** The process is killed, or the power goes. */
  function lose(): void {
    const images = dice(2) === 0 ? [] : powerLossImages(disk.state, dice(1_000_000), 3);
    crashed = images[dice(images.length || 1)] ?? disk.state;
    sentBefore = model.sent.length;
  }

  const files = (): WalkFiles => {
    const tree = treeOf(disk.state) as Map<string, Buffer>;
    return readWalkFiles(`${dataDir}/projects/${project.id}/conversations/${conversationId}`, tree);
  };

  /** Each request that was sent is valid, and begins with the one before it. */
  function lookAtSent(): void {
    for (; looked < model.sent.length; looked++) {
      const request = model.sent[looked] as ModelRequest;
      count.requests++;
      demandValid('sent', formsWith(request, formOf(model.to[looked])), request.model);
      // The question for a summary goes out without tools, and is of no conversation; after it others are sent anew.
      if (request.tools.length === 0) summaries++;
      const before = summaries > 0 ? null : lastSent;
      if (request.tools.length === 0) continue;
      lastSent = request;
      summaries = 0;
      const compactions = files().records.filter(({ partType }) => partType === 'summary').length;
      const same = compactions === compacted;
      compacted = compactions;
      if (!before || !same) continue;
      const begins = before.messages.findIndex((message, at) => !isDeepStrictEqual(message, request.messages[at]));
      if (begins >= 0) {
        const [was, is] = [before.messages[begins], request.messages[begins]].map((part) => JSON.stringify(part));
        throw new Error(`a request does not begin with the former one: message ${begins} was ${was} and is ${is}`);
      }
      if (before.system !== request.system) throw new Error('the system prompt has changed');
      if (!isDeepStrictEqual(before.tools, request.tools)) throw new Error('the tools have changed');
    }
  }

  async function look(): Promise<void> {
    count.histories++;
    lookAtSent();
    const text = 'And what is next?';
    const version = disk.version;
    const request = okValue(await previewRequest(process.deps, conversationId, text)) as ModelRequest;
    const other = start(createSimulatedDisk(disk.state));
    const again = okValue(await previewRequest(other.deps, conversationId, text)) as ModelRequest;
    await other.close();
    if (disk.version !== version) throw new Error('looking at the request changed the disk');
    if (JSON.stringify(request) !== JSON.stringify(again)) {
      const at = request.messages.findIndex((message, n) => !isDeepStrictEqual(message, again.messages[n]));
      const [one, two] = [request, again].map((side) => JSON.stringify(side.messages[at]));
      throw new Error(`another process gives another request: message ${at} is ${one} here and ${two} there`);
    }
    const branch = okValue(await process.store.readBranch(conversationId));
    const bodies = formsWith(request, formOf(branch.meta.model?.provider));
    demandValid('next', bodies, request.model);
    const there = files();
    const known = new Set(there.records.map(({ id }) => id));
    demandNone(
      'lost',
      [...stored.keys()].filter((id) => !known.has(id)).map((id) => `the record ${id} was stored and is gone`),
    );
    const expected = expectationOf(there);
    demandNone('words', wordProblems(expected, request));
    // What a model wrote goes back whole to itself: no word gets lost in that, and none comes back that was taken out.
    for (const [form, body] of Object.entries(bodies)) {
      demandNone(`words as ${form}`, wordProblems({ ...expected, present: [] }, body));
    }
    const isHidden = (record: Message): boolean =>
      branch.meta.marks[record.id]?.hidden ?? record.includeInContext === false;
    demandNone('preset', presets.problems(branch.meta.preset, branch.messages, isHidden, request));
    demandNone('told', toldProblems(branch.messages, isHidden, request));
    const { problems, returned } = sealProblems(branch.messages, isHidden, request.model, bodies);
    demandNone('thinking', problems);
    count.returned += returned;
    for (const reach of ['whole', 'context'] as const) {
      const { messages } = okValue(await process.store.readBranch(conversationId, reach));
      demandNone(`called damage (${reach})`, problemsIn(messages));
    }
  }

  /** What the person wrote is in force word for word, and nothing else is, unless they hide the record that says so. */
  function toldProblems(
    messages: readonly Message[],
    isHidden: (record: Message) => boolean,
    { messages: sent }: ModelRequest,
  ): string[] {
    const said = JSON.stringify(sent);
    return ownTextTopics.flatMap((about) => {
      if (messages.some((record) => environmentOf(record) === about && isHidden(record))) return [];
      const text = texts.get(about === 'conversation' ? conversationId : about) ?? '';
      const last = [...said.matchAll(new RegExp(`Rule \\d of ${about}\\.`, 'g'))].at(-1);
      if (text !== '') return last?.[0] === text ? [] : [`${text} is not what was said last: ${last?.[0]}`];
      return last && !said.slice(last.index).includes('no longer applies') ? [`${last[0]} is still in force`] : [];
    });
  }

  return {
    get process() {
      return process;
    },
    get conversationId() {
      return conversationId;
    },
    model,
    word,
    files,
    look,
    async branch() {
      return okValue(await process.store.readBranch(conversationId)).messages;
    },
    enter(id) {
      conversationId = id;
      stored.clear();
      lastSent = null;
    },
    rewritten() {
      lookAtSent();
      lastSent = null;
    },
    forget: (id) => void stored.delete(id),
    nextDay() {
      now += 24 * 3600_000;
    },
    takePreset: (place) => presets.take(process, conversationId, place),
    changeSkills(place) {
      skills = place % 3;
    },
    async tell(about, text) {
      const { store, ownFiles } = process;
      texts.set(about === 'conversation' ? conversationId : about, text);
      if (about === 'conversation') {
        okValue(await store.updateMeta(conversationId, (meta) => ({ ...meta, instructions: text })));
      } else if (about !== 'personal') {
        const name = about === 'memory' ? { about } : { about, projectId: project.id };
        okValue(await ownFiles.write(name, text, (await ownFiles.read(name)).version));
      }
    },
    changeTools(place) {
      lookAtSent();
      lastSent = null;
      if (takenAway) tools.push(takenAway);
      takenAway = takenAway ? undefined : tools.splice(place % tools.length, 1)[0];
    },
    crashAfter(calls) {
      let left = calls;
      if (calls === 0) lose();
      disk.onCall = () => {
        if (!crashed && --left <= 0) lose();
        return crashed ? { error: systemError('EIO', 'the disk is gone') } : null;
      };
    },
    hasCrashed: () => crashed !== null,
    async restart(power) {
      if (!power && !crashed) lose();
      if (crashed) {
        count.crashes++;
        disk.onCall = () => ({ error: systemError('EIO', 'the disk is gone') });
      }
      await process.close();
      if (crashed) for (const list of [model.sent, model.to]) list.length = Math.min(list.length, sentBefore);
      lookAtSent();
      disk = createSimulatedDisk(crashed ?? disk.state);
      crashed = null;
      process = start(disk);
      listen(process);
    },
    close: () => process.close(),
  };
}

/** In which form a provider of a walk is spoken to. */
function formOf(provider = 'somewhere'): string {
  return provider === 'somewhere' ? 'compatible' : provider;
}

function demandValid(what: string, bodies: Record<string, unknown>, model: string): void {
  demandNone(
    what,
    bodyViolations(bodies, model).map(({ rule, where, message }) => `${rule} ${where}: ${message}`),
  );
}

/** What the program writes is never called damage. */
function problemsIn(messages: readonly Message[]): string[] {
  return sequenceFindings(messages).flatMap(({ kind, messageId, what }) =>
    kind === 'problem' ? [`${messageId}: ${what}`] : [],
  );
}

function demandNone(what: string, problems: readonly string[]): void {
  if (problems.length > 0) throw new Error(`${what}: ${problems.slice(0, 5).join('; ')}`);
}
