// A conversation under test by a walk: the program's parts on a simulated disk that can lose power at any call, and the
// checks after each step. Throws problems as sentences.

import { isDeepStrictEqual } from 'node:util';
import type { ChatDeps } from '../../electron/chat/chatDeps.ts';
import { previewRequest } from '../../electron/chat/context/nextRequest.ts';
import { sequenceFindings } from '../../electron/conversation/sequenceFindings.ts';
import { systemClock } from '../../electron/lib/clock.ts';
import type { Clock } from '../../electron/ports/clock.ts';
import type { ModelRequest } from '../../electron/ports/provider.ts';
import type { Tool } from '../../electron/ports/tool.ts';
import { environmentOf } from '../../shared/conversation/environment.ts';
import type { Message } from '../../shared/conversation/message.ts';
import { type UserTextTopic, userTextTopics } from '../../shared/features/memory/userText.ts';
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
  /** How often thinking was sent back to its own model. */
  returned: number;
}

export const noWalks = (): WalkCount => ({ histories: 0, steps: 0, requests: 0, crashes: 0, returned: 0 });

export interface WalkWorld {
  readonly process: WalkProcess;
  readonly conversationId: string;
  readonly model: ScriptedModel;
  /** A new unique word of this kind. */
  word(kind: 'say' | 'reply' | 'args' | 'summary'): string;
  files(): WalkFiles;
  branch(): Promise<Message[]>;
  /** Makes this conversation the current one. */
  enter(conversationId: string): void;
  /** Something changed what was sent before. */
  rewritten(): void;
  /** Messages that the user permanently removed may be missing. */
  forget(messageId: string): void;
  nextDay(): void;
  /** The user performs an action with presets. */
  takePreset(place: number): Promise<void>;
  /** The user writes a text for the model on this topic; empty removes it. */
  tell(about: UserTextTopic, text: string): Promise<void>;
  /** Removes a tool, or restores the removed one. */
  changeTools(place: number): void;
  /** Different skills, or none, from the next message on. */
  changeSkills(place: number): void;
  /** Kills the process, or cuts the power, at the `calls`th disk call from now; 0: now. */
  crashAfter(calls: number): void;
  hasCrashed(): boolean;
  /** Ends the process (after a power loss, with what survived on the disk) and starts another. */
  restart(power: boolean): Promise<void>;
  /** Checks what would be sent, in this process and in a new one. */
  look(): Promise<void>;
  close(): Promise<void>;
}

export interface WalkOptions {
  dataDir: string;
  seed: number;
  count: WalkCount;
  /** The model's context size in tokens: small, so that the program compacts automatically. */
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
  /** The user's texts; a conversation's by its ID. */
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
  /** Acknowledged records, by conversation. */
  const stored = new Map<string, Message>();
  let lastSent: ModelRequest | null = null;
  let looked = 0;
  let summaries = 0;
  /** Requests sent before the process died: later ones from its objects are not sent. */
  let sentBefore = 0;
  let compacted = 0;

  function listen(to: WalkProcess): void {
    to.hub.subscribe(null, (id, _seq, event) => {
      if (event.type === 'message.appended' && id === conversationId && !crashed)
        stored.set(event.message.id, event.message);
    });
  }
  listen(process);

  /** Kills the process, or cuts the power. */
  function lose(): void {
    const images = dice(2) === 0 ? [] : powerLossImages(disk.state, dice(1_000_000), 3);
    crashed = images[dice(images.length || 1)] ?? disk.state;
    sentBefore = model.sent.length;
  }

  const files = (): WalkFiles => {
    const tree = treeOf(disk.state) as Map<string, Buffer>;
    return readWalkFiles(`${dataDir}/projects/${project.id}/conversations/${conversationId}`, tree);
  };

  /** Each sent request is valid, and starts with the previous one. */
  function lookAtSent(): void {
    for (; looked < model.sent.length; looked++) {
      const request = model.sent[looked] as ModelRequest;
      count.requests++;
      demandValid('sent', formsWith(request, formOf(model.to[looked])), request.model);
      // The request for a summary has no tools and belongs to no conversation; later ones are sent anew.
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
    // A model's own text is sent back to it completely: nothing is lost, and nothing removed reappears.
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

  /** The user's text is in effect word for word, and nothing else is, unless they hide the record of it. */
  function toldProblems(
    messages: readonly Message[],
    isHidden: (record: Message) => boolean,
    { messages: sent }: ModelRequest,
  ): string[] {
    const said = JSON.stringify(sent);
    return userTextTopics.flatMap((about) => {
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

/** The form in which a walk's provider is addressed. */
function formOf(provider = 'somewhere'): string {
  return provider === 'somewhere' ? 'compatible' : provider;
}

function demandValid(what: string, bodies: Record<string, unknown>, model: string): void {
  demandNone(
    what,
    bodyViolations(bodies, model).map(({ rule, where, message }) => `${rule} ${where}: ${message}`),
  );
}

/** The program's own output never counts as damage. */
function problemsIn(messages: readonly Message[]): string[] {
  return sequenceFindings(messages).flatMap(({ kind, messageId, what }) =>
    kind === 'problem' ? [`${messageId}: ${what}`] : [],
  );
}

function demandNone(what: string, problems: readonly string[]): void {
  if (problems.length > 0) throw new Error(`${what}: ${problems.slice(0, 5).join('; ')}`);
}
