// Asks the conversation's model for a commit message: one request without tools, paid for by the conversation.

import { fail, ok, type Result } from '../../../../shared/core/errors.ts';
import { say } from '../../../../shared/core/sentence.ts';
import type { ChatDeps } from '../../../chat/chatDeps.ts';
import { estimateTextTokens } from '../../../conversation/estimateTokens.ts';
import type { ModelRequest } from '../../../ports/provider.ts';
import type { StoredBranch } from '../../../ports/store.ts';
import { cleanCommitMessage } from './commitMessage.ts';
import prompt from './commitPrompt.md?raw';

export type ProposeDeps = Pick<ChatDeps, 'providers' | 'spending'>;

const idleTimeoutMs = 60_000;
const maxTokens = 2_000;

export async function proposeMessage(
  { providers, spending }: ProposeDeps,
  { conversationId, projectId, meta }: Pick<StoredBranch, 'conversationId' | 'projectId' | 'meta'>,
  question: string,
  signal: AbortSignal,
): Promise<Result<{ message: string }>> {
  const standard = meta.model ? ok(meta.model) : await providers.defaultModel();
  if (!standard.ok) return standard;
  const model = standard.value;
  const provider = await providers.get(model.provider);
  if (!provider.ok) return provider;
  const lowestEffort = provider.value.abilities?.(model.model)?.efforts[0];
  const window = provider.value.needsContextWindow ? await providers.contextWindow(model) : null;
  const request: ModelRequest = {
    model: model.model,
    system: prompt.trim(),
    messages: [{ role: 'user', content: question }],
    tools: [],
    options: {
      maxOutputTokens: maxTokens,
      showThinking: false,
      ...(lowestEffort === undefined ? {} : { effort: lowestEffort }),
    },
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
    if (answer.kind === 'reply') await paid('side', answer.reply.usage);
    return answer;
  });
  if (outcome.kind === 'aborted') return fail('CANCELLED', say`This was stopped.`);
  if (outcome.kind === 'failed') return fail(outcome.failure.code, outcome.failure.message);
  const message = cleanCommitMessage(outcome.reply.text);
  return message === ''
    ? fail('LLM_BAD_RESPONSE', say`The model did not write a message. Write one yourself.`)
    : ok({ message });
}
