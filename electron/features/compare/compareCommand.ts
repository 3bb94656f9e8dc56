// throughline compare: one message to several models, their answers one below the other, and the choice of one.

import { textOf as messageText } from '../../../shared/conversation/message.ts';
import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { englishOnly, say, textOf } from '../../../shared/core/sentence.ts';
import type { Compare, Contestant } from '../../../shared/features/compare/compare.ts';
import type { ContestantStatus, NewContestant } from '../../../shared/features/compare/methods.ts';
import { externalAgentOf } from '../../../shared/features/externalAgents/externalAgent.ts';
import type { ApprovalMode } from '../../../shared/permission/permission.ts';
import { promptForApprovals } from '../../host/terminal/approvalQuestion.ts';
import { resolveModelText } from '../../host/terminal/namedModel.ts';
import {
  type ExitCode,
  type Line,
  reportError,
  resolveConversationPrefix,
  type Terminal,
} from '../../host/terminal/terminal.ts';
import { visibleText } from '../../host/terminal/terminalText.ts';

type CompareLine = Line<{
  prompt: string | undefined;
  resume: string | undefined;
  edit: boolean;
  bring: boolean;
  approve: ApprovalMode | undefined;
  json: boolean;
}>;

interface Place {
  conversationId: string;
  compare: Compare;
}

export async function compareCommand(terminal: Terminal<CompareLine>): Promise<ExitCode> {
  const [first = '', prefix = '', number = ''] = terminal.line.positionals;
  if (first === 'show' || first === 'finish' || first === 'adopt') {
    const place = await lastCompare(terminal, prefix);
    if (!place.ok) return reportError(terminal, place.error);
    if (first === 'adopt') return adopt(terminal, place.value, number);
    return first === 'show' ? print(terminal, place.value) : finish(terminal, place.value);
  }
  return start(terminal);
}

async function lastCompare(terminal: Terminal, prefix: string): Promise<Result<Place>> {
  const id = await resolveConversationPrefix(terminal, prefix);
  if (!id.ok) return id;
  const branch = await terminal.core.store.readBranch(id.value, { tail: 1 });
  if (!branch.ok) return branch;
  const compare = branch.value.meta.compares?.at(-1);
  if (!compare) return fail('NOT_SUPPORTED', say`Nothing was compared in this conversation.`);
  return ok({ conversationId: id.value, compare });
}

async function start(terminal: Terminal<CompareLine>): Promise<ExitCode> {
  const { core, line } = terminal;
  const { prompt = '', edit, bring, approve: approvalMode } = line.values;
  const contestants: NewContestant[] = [];
  for (const name of line.positionals) {
    const model = await resolveModelText(terminal, name);
    if (!model.ok) return reportError(terminal, model.error);
    contestants.push({ model: model.value, modelOptions: {} });
  }
  const id = await conversationFor(terminal);
  if (!id.ok) return reportError(terminal, id.error);
  const wish = { text: prompt, attachments: [], contestants, edits: edit, bring, overLimit: false };
  const started = await core.compares.start(id.value, { ...wish, ...(approvalMode ? { approvalMode } : {}) });
  if (!started.ok) return reportError(terminal, started.error);
  const place = { conversationId: id.value, compare: started.value.compare };
  return follow(terminal, place, started.value.started);
}

async function conversationFor(terminal: Terminal<CompareLine>): Promise<Result<string>> {
  const { core, line, projectFolder } = terminal;
  if (line.values.resume !== undefined) return resolveConversationPrefix(terminal, line.values.resume);
  const project = await core.store.openProject(projectFolder);
  if (!project.ok) return project;
  const made = await core.store.createConversation(project.value.id);
  return made.ok ? ok(made.value.conversationId) : made;
}

async function finish(terminal: Terminal<CompareLine>, place: Place): Promise<ExitCode> {
  const { core } = terminal;
  const { conversationId, compare } = place;
  const statuses = await core.compares.look(conversationId, compare.id);
  if (!statuses.ok) return reportError(terminal, statuses.error);
  const unfinished = statuses.value.filter(({ state }) => state === 'interrupted' || state === 'failed');
  const resumed = Promise.all(
    unfinished.map((each) => core.compares.resume(conversationId, compare.id, each.conversationId)),
  );
  const code = await follow(terminal, place, resumed);
  const refused = (await resumed).find((each) => !each.ok);
  return refused && !refused.ok && !terminal.signal.aborted ? reportError(terminal, refused.error) : code;
}

/** Asks approvals of all answers, one at a time; prints when every answer has ended. */
async function follow(terminal: Terminal<CompareLine>, place: Place, started: Promise<unknown>): Promise<ExitCode> {
  const { core, signal } = terminal;
  const { conversationId, compare } = place;
  const stop = (): void => void core.compares.stop(conversationId, compare.id);
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop, { once: true });
  const ids = compare.contestants.map((each) => each.conversationId);
  const asking = { ...terminal, ask: oneAtATime(terminal.ask) };
  const stopAnswering = ids.map((id) => promptForApprovals(asking, id));
  const progress = (): void => {
    const running = ids.filter((id) => core.chat.isRunning(id)).length;
    terminal.progress(running === 0 ? null : `${running} of ${ids.length} are answering…`);
  };
  const stopListening = ids.map((id) =>
    core.hub.subscribe(id, (_id, _seq, { type }) => type.startsWith('run.') && progress()),
  );
  await started;
  await Promise.all(ids.map((id) => idle(terminal, id)));
  for (const end of [...stopAnswering, ...stopListening]) end();
  terminal.progress(null);
  signal.removeEventListener('abort', stop);
  const code = await print(terminal, place);
  return signal.aborted ? 130 : code;
}

function oneAtATime(ask: Terminal['ask']): Terminal['ask'] {
  if (!ask) return null;
  let last: Promise<unknown> = Promise.resolve();
  return (question, until) => {
    const answer = last.then(() => (until?.aborted ? null : ask(question, until)));
    last = answer;
    return answer;
  };
}

function idle({ core }: Terminal, id: string): Promise<void> {
  if (!core.chat.isRunning(id)) return Promise.resolve();
  return new Promise((resolve) => {
    const end = core.hub.subscribe(id, (_id, _seq, event) => {
      if (event.type !== 'run.ended') return;
      end();
      resolve();
    });
  });
}

async function print(terminal: Terminal<CompareLine>, { conversationId, compare }: Place): Promise<ExitCode> {
  const { core, line, out, err } = terminal;
  const statuses = await core.compares.look(conversationId, compare.id);
  if (!statuses.ok) return reportError(terminal, statuses.error);
  const answers = await Promise.all(
    statuses.value.map(async (status, at) => ({
      number: at + 1,
      ...(await answererOf(terminal, compare.contestants[at])),
      ...status,
      problem: status.problem === null ? null : textOf(status.problem),
      adopted: compare.adopted === status.conversationId,
      text: await answerText(terminal, status),
      files: await changedPaths(terminal, status),
    })),
  );
  if (line.values.json) {
    out(`${JSON.stringify({ conversationId, compareId: compare.id, answers }, englishOnly)}\n`);
  } else {
    for (const { number, name, state, usd, unknownCost, inputTokens, outputTokens, ms, ...answer } of answers) {
      const cost = usd === null ? (unknownCost ? 'cost unknown' : null) : `$${usd.toFixed(4)}`;
      const facts = [state, `${(ms / 1000).toFixed(1)} s`, cost, `${inputTokens + outputTokens} tokens`];
      out(`── ${number}. ${visibleText(name)} · ${facts.filter((fact) => fact !== null).join(' · ')}\n`);
      out(`${visibleText(answer.text).trimEnd()}\n`);
      if (answer.problem !== null) out(`${visibleText(answer.problem)}\n`);
      for (const path of answer.files) out(`  changed ${visibleText(path)}\n`);
      out('\n');
    }
    const short = conversationId.slice(0, 8);
    err(`Conversation ${conversationId}\n`);
    if (compare.adopted === undefined) err(`Continue with one: throughline compare adopt ${short} N\n`);
  }
  return answers.some(({ state }) => state === 'done') ? 0 : 1;
}

/** `name`: an agent's own, or its id once it was removed; else `provider/model`. */
async function answererOf({ core }: Terminal, contestant: Contestant | undefined) {
  const model = contestant?.model;
  const agentId = externalAgentOf(model ?? null);
  const agent = agentId === null ? null : await core.externalAgents.find(agentId);
  return { model, name: agent?.name ?? agentId ?? `${model?.provider}/${model?.model}` };
}

async function answerText({ core }: Terminal, { conversationId, exists }: ContestantStatus): Promise<string> {
  const branch = exists ? await core.store.readBranch(conversationId, { tail: 20 }) : null;
  const reply = branch?.ok
    ? branch.value.messages.findLast((message) => message.role === 'assistant' && messageText(message).trim() !== '')
    : undefined;
  return reply ? messageText(reply) : '';
}

async function changedPaths({ core, signal }: Terminal, status: ContestantStatus): Promise<string[]> {
  if (!status.exists || !status.worktree) return [];
  const state = await core.worktrees.state(status.conversationId, signal);
  return state.ok && state.value.kind === 'ready' ? state.value.look.files.map(({ path }) => path) : [];
}

async function adopt(terminal: Terminal<CompareLine>, place: Place, number: string): Promise<ExitCode> {
  const { conversationId, compare } = place;
  const chosen = /^[1-3]$/.test(number) ? compare.contestants[Number(number) - 1] : undefined;
  if (!chosen) {
    terminal.err(`compare adopt needs the number of an answer, from 1 to ${compare.contestants.length}\n`);
    return 2;
  }
  const adopted = await terminal.core.compares.adopt(conversationId, compare.id, chosen.conversationId);
  if (!adopted.ok) return reportError(terminal, adopted.error);
  const short = conversationId.slice(0, 8);
  const { name } = await answererOf(terminal, chosen);
  terminal.err(`The conversation continues with ${visibleText(name)}: throughline run --resume ${short} -p …\n`);
  if (adopted.value.hasChanges) terminal.err(`Its changes are in a worktree: throughline worktree diff ${short}\n`);
  return 0;
}
