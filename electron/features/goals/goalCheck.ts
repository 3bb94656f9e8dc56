// Asks a second model whether a goal is reached. An answer that is neither yes nor no is an error, never a yes.

import { z } from 'zod';
import { blockTag } from '../../../shared/conversation/attachments.ts';
import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import type { GoalTest } from '../../../shared/features/goals/goal.ts';
import type { ModelRef } from '../../../shared/features/models/modelOptions.ts';
import type { ChatDeps } from '../../chat/chatDeps.ts';
import { estimateTextTokens } from '../../conversation/estimateTokens.ts';
import type { ModelRequest } from '../../ports/provider.ts';
import type { StoredBranch } from '../../ports/store.ts';
import prompt from './checkPrompt.md?raw';
import type { TestRun } from './goalRun.ts';

export type CheckDeps = Pick<ChatDeps, 'providers' | 'spending'>;

export interface CheckMatter {
  task: string;
  /** The last reply of the run. */
  reply: string;
  /** A diff of what it changed. */
  changes: string;
}

interface CheckAnswer {
  passed: boolean;
  reason: string;
}

const idleTimeoutMs = 120_000;
const maxTokens = 4_000;
const maxReasonCharacters = 2_000;
const maxAttempts = 2;

const answerSchema = z.object({ answer: z.enum(['yes', 'no']), reason: z.string() });

export async function askCheck(
  deps: CheckDeps,
  { conversationId, projectId, meta }: Pick<StoredBranch, 'conversationId' | 'projectId' | 'meta'>,
  test: Extract<GoalTest, { type: 'check' }>,
  matter: CheckMatter,
  run: Pick<TestRun, 'signal' | 'onPaid'>,
): Promise<Result<CheckAnswer>> {
  const standard = test.model ?? meta.model;
  const chosen = standard === null ? await deps.providers.defaultModel() : ok<ModelRef>(standard);
  if (!chosen.ok) return chosen;
  const model = chosen.value;
  for (let attempt = 1; attempt <= maxAttempts; attempt++) {
    const reply = await askOnce(deps, { conversationId, projectId, model }, questionOf(test.question, matter), run);
    if (!reply.ok) return reply;
    const answer = parseAnswer(reply.value);
    if (answer !== null) return ok(answer);
  }
  return fail('LLM_BAD_RESPONSE', say`The model that checks the goal did not answer with yes or no.`);
}

async function askOnce(
  { providers, spending }: CheckDeps,
  { conversationId, projectId, model }: { conversationId: string; projectId: string; model: ModelRef },
  question: string,
  { signal, onPaid }: Pick<TestRun, 'signal' | 'onPaid'>,
): Promise<Result<string>> {
  const provider = await providers.get(model.provider);
  if (!provider.ok) return provider;
  const window = provider.value.needsContextWindow ? await providers.contextWindow(model) : null;
  const request: ModelRequest = {
    model: model.model,
    system: prompt.trim(),
    messages: [{ role: 'user', content: question }],
    tools: [],
    options: { maxOutputTokens: maxTokens, showThinking: false },
    ...(window ? { contextWindow: window.tokens } : {}),
  };
  const payer = { conversationId, settings: { model, projectId, agent: null } };
  const may = await spending.check(payer, estimateTextTokens(JSON.stringify(request)));
  if (!may.ok) return may;
  const outcome = await spending.request(payer, 'side', async (paid) => {
    const answer = await provider.value.complete(request, {
      signal,
      idleTimeoutMs,
      observer: { onText() {}, onReasoning() {}, onCall() {} },
    });
    const cost = answer.kind === 'reply' ? await paid('side', answer.reply.usage) : null;
    if (cost) onPaid(cost.usd);
    return answer;
  });
  if (outcome.kind === 'aborted') return fail('CANCELLED', say`This was stopped.`);
  if (outcome.kind === 'failed') return fail(outcome.failure.code, outcome.failure.message);
  return ok(outcome.reply.text);
}

function questionOf(question: string, { task, reply, changes }: CheckMatter): string {
  const parts = [
    ['task', task],
    ['question', question],
    ['reply', reply],
    ['changes', changes === '' ? 'No file was changed.' : changes],
  ] as const;
  return parts
    .map(([name, text]) => {
      const tag = blockTag(name, text);
      return `<${tag}>\n${text}\n</${tag}>`;
    })
    .join('\n\n');
}

function parseAnswer(text: string): CheckAnswer | null {
  const plain = /^```(?:json)?\s*\n([\s\S]*?)\n?```$/.exec(text.trim())?.[1] ?? text;
  try {
    const parsed = answerSchema.safeParse(JSON.parse(plain));
    if (!parsed.success) return null;
    const { answer, reason } = parsed.data;
    return { passed: answer === 'yes', reason: reason.trim().slice(0, maxReasonCharacters) };
  } catch {
    return null;
  }
}
