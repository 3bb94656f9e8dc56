// Compares: one message, answered by several models at once. The message is stored in the conversation, then the compare
// in its meta.json, then each contestant is prepared and runs in a conversation of its own.

import type { AttachmentRef } from '../../../shared/conversation/attachments.ts';
import { errorSentence, fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say, toUserTextData, type UserTextData } from '../../../shared/core/sentence.ts';
import { type Compare, type Contestant, maxCompares } from '../../../shared/features/compare/compare.ts';
import type { CompareOffer, ContestantStatus, NewContestant } from '../../../shared/features/compare/methods.ts';
import { externalAgentOf } from '../../../shared/features/externalAgents/externalAgent.ts';
import type { ApprovalMode } from '../../../shared/permission/permission.ts';
import type { ChatDeps } from '../../chat/chatDeps.ts';
import type { ChatHandler } from '../../chat/chatHandler.ts';
import type { StoredBranch } from '../../ports/store.ts';
import type { WorktreeService } from '../worktrees/worktreeService.ts';
import type { Worktrees } from '../worktrees/worktrees.ts';
import { adoptAnswer } from './adopt.ts';
import { startContestant } from './contestants.ts';
import { compareOffer, editingOffer, type OfferRequest } from './offer.ts';
import { contestantStatus } from './status.ts';

interface NewCompare {
  text: string;
  attachments: readonly AttachmentRef[];
  contestants: readonly NewContestant[];
  edits: boolean;
  bring: boolean;
  overLimit: boolean;
  /** For these runs only, of answers that edit. */
  approvalMode?: ApprovalMode;
}

export interface CompareService {
  offer(request: OfferRequest): Promise<Result<CompareOffer>>;
  /** Returns once the message and the compare are on disk. `started`: all answers have begun, or failed to. */
  start(
    conversationId: string,
    compare: NewCompare,
  ): Promise<Result<{ compare: Compare; messageId: string; started: Promise<void> }>>;
  look(conversationId: string, compareId: string): Promise<Result<ContestantStatus[]>>;
  /** Starts what a crash left out, or continues an answer; `overLimit`: this time without spending limits. */
  resume(
    conversationId: string,
    compareId: string,
    contestantId: string,
    how?: { overLimit?: boolean },
  ): Promise<Result<void>>;
  stop(conversationId: string, compareId: string): Promise<Result<void>>;
  /** CONVERSATION_BUSY while the chosen answer, or the conversation itself, still runs. */
  adopt(conversationId: string, compareId: string, contestantId: string): Promise<Result<{ hasChanges: boolean }>>;
  /** Called when a contestant's preparation changes. Returns a function that ends it. */
  onChange(listener: (conversationId: string, compareId: string) => void): () => void;
  close(): void;
}

type Deps = ChatDeps & { worktrees: WorktreeService; trees: Pick<Worktrees, 'plan'> };

export function createCompareService(deps: Deps, chat: ChatHandler): CompareService {
  const { store, hub } = deps;
  /** By the contestant's id. `ended`: it runs, or will not. */
  const preparing = new Map<string, { controller: AbortController; ended: Promise<unknown> }>();
  const problems = new Map<string, UserTextData>();
  const listeners = new Set<(conversationId: string, compareId: string) => void>();

  function changed(conversationId: string, compareId: string): void {
    for (const listener of listeners) listener(conversationId, compareId);
  }

  /** Its answers are shown as activity of the compared conversation. */
  function note(conversationId: string, { id: compareId, contestants, edits }: Compare): void {
    for (const each of contestants) hub.compared.note(each.conversationId, { conversationId, compareId, edits });
  }

  async function read(
    conversationId: string,
    compareId: string,
  ): Promise<Result<{ branch: StoredBranch; compare: Compare }>> {
    const branch = await store.readBranch(conversationId, { tail: 1 });
    if (!branch.ok) return branch;
    const compare = branch.value.meta.compares?.find(({ id }) => id === compareId);
    if (!compare) return notFound;
    note(conversationId, compare);
    return ok({ branch: branch.value, compare });
  }

  async function readOne(conversationId: string, compareId: string, contestantId: string) {
    const lookup = await read(conversationId, compareId);
    if (!lookup.ok) return lookup;
    const contestant = lookup.value.compare.contestants.find((each) => each.conversationId === contestantId);
    return contestant ? ok({ ...lookup.value, contestant }) : notFound;
  }

  /** One at a time for each contestant; while one is being prepared, another request for it does nothing. */
  async function prepare(
    branch: StoredBranch,
    compare: Compare,
    contestant: Contestant,
    { approvalMode, overLimit = false }: { approvalMode?: ApprovalMode | undefined; overLimit?: boolean } = {},
  ): Promise<Result<void>> {
    const { conversationId: contestantId } = contestant;
    note(branch.conversationId, compare);
    if (preparing.has(contestantId)) return ok(undefined);
    const controller = new AbortController();
    const starting = startContestant({ ...deps, chat }, branch, compare, contestant, {
      signal: controller.signal,
      ...(approvalMode && compare.edits ? { approvalMode } : {}),
      ...(overLimit ? { overLimit } : {}),
    });
    preparing.set(contestantId, { controller, ended: starting });
    problems.delete(contestantId);
    changed(branch.conversationId, compare.id);
    const begun = await starting;
    preparing.delete(contestantId);
    const sentences = begun.ok ? begun.value : begun.error.code === 'CANCELLED' ? [] : [errorSentence(begun.error)];
    if (sentences.length > 0) problems.set(contestantId, toUserTextData(say.all(sentences)));
    changed(branch.conversationId, compare.id);
    return begun.ok ? ok(undefined) : begun;
  }

  /** Its run may begin until the end of its preparation, so a run is only stopped after that. */
  async function stopOne(contestantId: string): Promise<void> {
    const pending = preparing.get(contestantId);
    pending?.controller.abort();
    await pending?.ended;
    await chat.stop(contestantId);
  }

  /** Checks everything that all answers need, before the message is stored. */
  async function check(conversationId: string, { contestants, edits }: NewCompare): Promise<Result<void>> {
    for (const { model } of contestants) {
      const agentId = externalAgentOf(model);
      const provider = agentId === null ? await deps.providers.get(model.provider) : ok(null);
      if (!provider.ok) return provider;
      if (agentId === null) continue;
      const agent = await deps.externalAgents.find(agentId);
      if (!agent) return fail('AGENT_NOT_FOUND', say`This agent is not set up on this machine.`);
      // Whether it is signed in is only known for sure once it runs.
      if (agent.status === 'missing') return fail('AGENT_NOT_FOUND', say`${agent.name} is not installed.`);
      if (agent.status === 'unapproved')
        return fail(
          'AGENT_NOT_APPROVED',
          say`${agent.name} has not been allowed to run yet. Allow its command in Settings → Agents, or in a terminal: ${`throughline agents allow ${agent.id}`}`,
        );
      // Its own tools ask only where it wants to.
      if (!edits)
        return fail('NOT_SUPPORTED', say`${agent.name} can change files without asking. Here it needs a worktree.`);
    }
    const branch = await store.readBranch(conversationId, { tail: 1 });
    if (!branch.ok) return branch;
    if (!edits) return ok(undefined);
    const editing = await editingOffer(deps, branch.value.projectId, branch.value);
    if (editing.canEdit) return ok(undefined);
    return fail('NOT_SUPPORTED', say`The answers cannot change files. ${editing.reason}`);
  }

  return {
    offer: (request) => compareOffer(deps, request),

    async start(conversationId, wish) {
      const checked = await check(conversationId, wish);
      if (!checked.ok) return checked;
      const posted = await chat.post(conversationId, wish.text, wish.attachments);
      if (!posted.ok) return posted;
      const branch = await store.readBranch(conversationId, { tail: 1 });
      if (!branch.ok) return branch;
      const { messageId } = posted.value;
      const compare: Compare = {
        id: deps.ids.randomId(),
        messageId,
        headId: branch.value.headId ?? messageId,
        at: deps.clock.now().toISOString(),
        edits: wish.edits,
        bring: wish.edits && wish.bring,
        ...(wish.overLimit ? { overLimit: true } : {}),
        contestants: wish.contestants.map(({ model, modelOptions, preset }) => ({
          conversationId: deps.ids.randomId(),
          model,
          modelOptions,
          ...(preset ? { preset } : {}),
        })),
      };
      const saved = await store.updateMeta(conversationId, (meta) => ({
        ...meta,
        compares: [...(meta.compares ?? []), compare].slice(-maxCompares),
      }));
      if (!saved.ok) return saved;
      const { projectId } = branch.value;
      await hub.publishMeta(conversationId, { projectId, meta: saved.value });
      const started = Promise.all(
        compare.contestants.map((each) => prepare(branch.value, compare, each, { approvalMode: wish.approvalMode })),
      );
      return ok({ compare, messageId, started: started.then(() => {}) });
    },

    async look(conversationId, compareId) {
      const lookup = await read(conversationId, compareId);
      if (!lookup.ok) return lookup;
      const { compare } = lookup.value;
      const statuses: ContestantStatus[] = [];
      for (const each of compare.contestants) {
        const status = await contestantStatus({ ...deps, chat }, compare, each, {
          isPreparing: preparing.has(each.conversationId),
          problem: problems.get(each.conversationId) ?? null,
        });
        if (!status.ok) return status;
        statuses.push(status.value);
      }
      return ok(statuses);
    },

    async resume(conversationId, compareId, contestantId, how) {
      // Not while an answer is being adopted; adopting does not wait for the preparation either.
      const { begun } = await deps.tasks.run(`compare:${conversationId}`, async () => {
        const lookup = await readOne(conversationId, compareId, contestantId);
        if (!lookup.ok) return { begun: lookup };
        const { branch, compare, contestant } = lookup.value;
        return { begun: compare.adopted === undefined ? prepare(branch, compare, contestant, how) : alreadyAdopted };
      });
      return begun;
    },

    async stop(conversationId, compareId) {
      const lookup = await read(conversationId, compareId);
      if (!lookup.ok) return lookup;
      const ids = lookup.value.compare.contestants.map((each) => each.conversationId);
      await Promise.all(ids.map(stopOne));
      return ok(undefined);
    },

    adopt: (conversationId, compareId, contestantId) =>
      deps.tasks.run(`compare:${conversationId}`, async () => {
        const lookup = await readOne(conversationId, compareId, contestantId);
        if (!lookup.ok) return lookup;
        const { compare, contestant } = lookup.value;
        if (chat.isRunning(contestantId) || preparing.has(contestantId)) return stillRuns;
        await Promise.all(compare.contestants.map((each) => stopOne(each.conversationId)));
        const adopted = await adoptAnswer(deps, chat, conversationId, compare, contestant);
        if (!adopted.ok) return adopted;
        changed(conversationId, compareId);
        const state = compare.edits ? await deps.worktrees.state(conversationId, new AbortController().signal) : null;
        const look = state?.ok && state.value.kind === 'ready' ? state.value.look : null;
        return ok({ hasChanges: look !== null && look.fileCount + look.commitCount > 0 });
      }),

    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },

    close() {
      for (const { controller } of preparing.values()) controller.abort();
    },
  };
}

const notFound = fail('MESSAGE_NOT_FOUND', say`This compare does not exist in the conversation.`);
const stillRuns = fail(
  'CONVERSATION_BUSY',
  say`This answer is not finished. Wait for it or stop it, then continue with it.`,
);
const alreadyAdopted = fail(
  'NOT_SUPPORTED',
  say`The conversation already continues with one of these answers. Write a message there instead.`,
);
