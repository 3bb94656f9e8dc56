// Takes the steps of a walk one by one, and checks after each. A step that is impossible in the current state (nothing
// to resume, no open call) is not a failure: the check still runs.

import type { RunOutcome } from '../../electron/chat/chatToolLoop.ts';
import { markContext } from '../../electron/chat/context/contextMarks.ts';
import { type Message, type NewMessage, textOf } from '../../shared/conversation/message.ts';
import { asNew } from './messageBuilder.ts';
import { okValue } from './result.ts';
import type { ScriptedReply } from './walkProvider.ts';
import type { ReplyPlan, Step } from './walkSteps.ts';
import { createWalkWorld, type WalkOptions, type WalkWorld } from './walkWorld.ts';

export async function walk(steps: readonly Step[], options: WalkOptions): Promise<void> {
  const world = await createWalkWorld(options);
  try {
    for (const [at, step] of steps.entries()) {
      try {
        options.count.steps++;
        await take(step, world);
        await world.look();
      } catch (thrown) {
        throw new Error(`after step ${at + 1}, ${JSON.stringify(step)}: ${(thrown as Error).message}`, {
          cause: thrown,
        });
      }
    }
  } finally {
    await world.close();
  }
}

async function take(step: Step, world: WalkWorld): Promise<void> {
  const { process, conversationId } = world;
  const { store, chat } = process;
  switch (step.do) {
    case 'send':
      return running(step, world, step.replies, () => chat.send(conversationId, `${world.word('say')} please.`));
    case 'call':
      return running(step, world, step.replies, () => chat.send(conversationId, `/greet ${world.word('say')} please.`));
    case 'skills':
      return world.changeSkills(step.place);
    case 'resume':
      return running(step, world, step.replies, () => chat.resume(conversationId));
    case 'compact':
      world.rewritten();
      await running(step, world, step.replies, () => chat.compact(conversationId));
      world.rewritten();
      return;
    case 'resolve': {
      const state = await process.hub.load(conversationId);
      const call = state.ok ? at(state.value.openCalls, step.place) : undefined;
      if (!call) return;
      world.rewritten();
      const { messageId, index } = call;
      return running(step, world, [], () => chat.resolve(conversationId, { messageId, index }, step.choice));
    }
    case 'head': {
      const record = at(world.files().records, step.place);
      const last = world.files().records.at(-1);
      if (!record || !last) return;
      world.rewritten();
      okValue(await store.updateMeta(conversationId, (meta) => ({ ...meta, head: { id: record.id, after: last.id } })));
      return;
    }
    case 'fork':
      return fork(world, step.place);
    case 'mark': {
      const record = at(await world.branch(), step.place);
      if (!record || record.partType === 'summary') return;
      world.rewritten();
      const { hidden, pinned } = step;
      const change =
        hidden === null && pinned === null ? { hidden, pinned } : hidden === null ? { pinned } : { hidden };
      await markContext(process.deps, conversationId, record.id, change);
      return;
    }
    case 'forget': {
      const record = at(world.files().records, step.place);
      if (!record) return;
      world.rewritten();
      okValue(await store.forgetMessage(conversationId, record.id));
      return;
    }
    case 'delete':
      okValue(await store.deleteConversation(conversationId));
      okValue(await store.restoreConversation(conversationId));
      return;
    case 'summarise':
    case 'clear':
      return compact(world, step.do, step.place);
    case 'undo': {
      const summary = at(
        (await world.branch()).filter(({ partType }) => partType === 'summary'),
        step.place,
      );
      if (!summary) return;
      world.rewritten();
      // Rejected if a later summary replaces it.
      await markContext(process.deps, conversationId, summary.id, { hidden: true });
      return;
    }
    case 'model': {
      const model = { provider: step.provider, model: step.name };
      okValue(await store.updateMeta(conversationId, (meta) => ({ ...meta, model })));
      return;
    }
    case 'options': {
      const { options: modelOptions } = step;
      okValue(await store.updateMeta(conversationId, (meta) => ({ ...meta, modelOptions })));
      return;
    }
    case 'tools':
      return world.changeTools(step.place);
    case 'preset':
      return world.takePreset(step.place);
    case 'tell':
      return world.tell(step.about, step.number === 0 ? '' : `Rule ${step.number} of ${step.about}.`);
    case 'regenerate': {
      const asked = at(
        (await world.branch()).filter(({ role }) => role === 'user'),
        step.place,
      );
      if (!asked) return;
      world.rewritten();
      return running(step, world, step.replies, () => process.tree.regenerate(conversationId, asked.id));
    }
    case 'midnight':
      return world.nextDay();
    case 'restart':
      return world.restart(true);
    case 'power':
      return world.restart(false);
  }
}

/** Runs with the given disturbances, and waits for the end. */
async function running(
  step: Step,
  world: WalkWorld,
  replies: readonly ReplyPlan[],
  begin: () => Promise<{ ok: boolean; value?: unknown }>,
): Promise<void> {
  const { process, conversationId, model } = world;
  model.script.splice(0, model.script.length, ...replies.map((plan) => scripted(plan, world)));
  let events = 0;
  const more: Promise<unknown>[] = [];
  const leave = process.hub.subscribe(conversationId, () => {
    events++;
    if (events === step.stopAt) more.push(process.chat.stop(conversationId));
    if (events === step.dieAt && !world.hasCrashed()) world.crashAfter(0);
    if (events === step.queueAt) more.push(queue(step, world));
  });
  if (step.crashAt !== null) world.crashAfter(step.crashAt);
  const begun = await begin();
  if (begun.ok) await (begun.value as { ended?: Promise<RunOutcome> | null } | undefined)?.ended;
  await Promise.allSettled(more);
  // A message queued at the last moment starts its own run, whose end the earlier caller does not learn about.
  for (let n = 0; n < 20_000 && process.chat.isRunning(conversationId); n++) {
    await new Promise((resolve) => setImmediate(resolve));
  }
  leave();
  model.script.length = 0;
  if (world.hasCrashed()) await world.restart(false);
  else if (step.crashAt !== null) world.crashAfter(Number.POSITIVE_INFINITY);
}

async function queue(step: Step, world: WalkWorld): Promise<void> {
  const { process, conversationId } = world;
  if (!process.chat.isRunning(conversationId)) return;
  const sent = await process.chat.send(conversationId, `${world.word('say')} too.`);
  if (!sent.ok) return;
  if (sent.value.queued && step.withdraw) await process.chat.withdraw(conversationId, sent.value.messageId);
  await sent.value.ended;
}

function scripted(plan: ReplyPlan, world: WalkWorld): ScriptedReply {
  const text = plan.silent && plan.kind === 'calls' ? '' : `${world.word('reply')} and some more words.`;
  const { thinks } = plan;
  if (plan.kind !== 'calls') return { kind: plan.kind, text, thinks };
  const calls = plan.tools.map((name, index) => ({
    id: idOf(plan.ids, index, world),
    name,
    arguments: plan.broken ? `{"word":"${world.word('args')}` : JSON.stringify({ word: world.word('args') }),
  }));
  return { kind: 'calls', text, calls, thinks };
}

function idOf(kind: ReplyPlan['ids'], index: number, world: WalkWorld): string {
  if (kind === 'plain') return `call${world.word('say').replace('say', '')}`;
  if (kind === 'same') return 'call_same';
  if (kind === 'empty') return '';
  if (kind === 'long') return `${'long-'.repeat(12)}${index}`;
  return ['a b', 'a_b', '调用', '\u0000'][index] ?? 'a.b';
}

async function fork(world: WalkWorld, place: number): Promise<void> {
  const { store } = world.process;
  const branch = await world.branch();
  if (branch.length === 0) return;
  const copied = branch.slice(0, 1 + (place % branch.length));
  const { projectId } = okValue(await store.readBranch(world.conversationId, { tail: 1 }));
  const { conversationId } = okValue(await store.createConversation(projectId));
  const origin = { type: 'fork', conversationId: world.conversationId, messageId: copied.at(-1)?.id };
  for (const [index, record] of copied.entries()) {
    // What a compaction refers to by ID is left behind with the IDs.
    if (record.partType === 'summary') continue;
    const made = { ...asNew(record), ...(index === 0 ? { origin } : {}) } as NewMessage;
    okValue(await store.appendConversationMessage(conversationId, made));
  }
  world.enter(conversationId);
}

/** Stores a compaction, cut before a question. */
async function compact(world: WalkWorld, kind: 'summarise' | 'clear', place: number): Promise<void> {
  const { store, hub } = world.process;
  const { meta, messages } = okValue(await store.readBranch(world.conversationId));
  const isCandidate = (record: Message): boolean =>
    kind === 'clear' ? record.role === 'tool' : record.role === 'user' && textOf(record) !== '';
  const chosen = at(messages.filter(isCandidate), place);
  if (!chosen) return;
  world.rewritten();
  const before = messages.slice(0, messages.indexOf(chosen));
  const pinnedIds = before.map(({ id }) => id).filter((id) => meta.marks[id]?.pinned === true);
  const compaction =
    kind === 'clear'
      ? { firstKeptId: messages[0]?.id ?? '', clearedIds: [chosen.id], tokensBefore: 2, tokensAfter: 1 }
      : { firstKeptId: chosen.id, clearedIds: [], pinnedIds, tokensBefore: 2, tokensAfter: 1 };
  const content = kind === 'clear' ? '' : `${world.word('summary')} is what was said.`;
  const record: NewMessage = { role: 'system', partType: 'summary', content, compaction };
  const stored = okValue(await store.appendConversationMessage(world.conversationId, record));
  hub.publish(world.conversationId, { type: 'message.appended', message: stored });
}

function at<T>(list: readonly T[], place: number): T | undefined {
  return list.length === 0 ? undefined : list[place % list.length];
}
