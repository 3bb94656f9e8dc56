// A failed model call: what happened, what was kept, and a button for the next step.

import { CircleAlert } from 'lucide-react';
import { callsOf, type ErrorInfo, type Message } from '../../../../shared/conversation/message.ts';
import { messagePreview } from '../../../../shared/conversation/messagePreview.ts';
import type { SpendLimitRef } from '../../../../shared/conversation/question.ts';
import { formatUsd } from '../../../core/format/amounts.ts';
import { lazyPart } from '../../../core/parts/lazyPart.tsx';
import { useActions, useApp, useConversationView, useSession } from '../../../core/state/context.tsx';
import { useConversationAgent } from '../../../core/state/externalAgent.ts';
import { revealMessage } from '../../../core/state/revealMessage.ts';
import { strings } from '../../../core/strings.ts';
import { Button } from '../../../ui/Button.tsx';
import { visibleText } from '../../../ui/visibleText.ts';
import { Reasoning } from '../../calls/Reasoning.tsx';
import { costWords } from '../../costs/words.ts';
import { Markdown } from '../../markdown/Markdown.tsx';
import { useChatModel } from '../../models/useChatModel.ts';

const refusedWords = strings.chat.refused;

/** A spending limit stopped a request: continue once, or raise the limit and continue. */
const words = costWords.reached;

function LimitChoices({ limit }: { limit: SpendLimitRef }) {
  const { recover, view } = useSession();
  return (
    <>
      <Button size="small" data-follows onClick={() => void recover.resume({ overLimit: true })}>
        {words.once}
      </Button>
      <Button size="small" data-follows onClick={() => void recover.raiseLimit(limit.kind)}>
        {words.raise[limit.kind](formatUsd(limit.usd))}
      </Button>
      <Button
        size="small"
        tone="ghost"
        onClick={() => view.setState({ dialog: { type: 'settings', section: 'costs' } })}
      >
        {costWords.setPrice}
      </Button>
    </>
  );
}

/** Opens the settings of the conversation's provider, or the list if it is not from the settings. */
function SettingsButton({ isAboutKey }: { isAboutKey: boolean }) {
  const { view } = useSession();
  const { model } = useChatModel();
  const provider = useApp(({ providers }) =>
    providers.find(({ id, origin }) => id === model?.provider && origin === 'settings'),
  );
  const form = isAboutKey && provider ? { provider: provider.id } : {};
  return (
    <Button size="small" onClick={() => view.setState({ dialog: { type: 'settings', section: 'providers', ...form } })}>
      {isAboutKey && provider ? strings.chat.enterKey : strings.chat.openSettings}
    </Button>
  );
}

const AgentErrorButtons = lazyPart(
  async () => (await import('../../externalAgents/AgentErrorButtons.tsx')).AgentErrorButtons,
);

const authCodes = ['LLM_AUTH_FAILED', 'NO_MODEL', 'PROVIDER_NOT_FOUND', 'LLM_QUOTA_EXCEEDED'];

export function ErrorRow({
  id,
  error,
  requestId,
  partial,
  thought,
  thoughtMs,
  canContinue,
  isImported = false,
}: {
  id?: string;
  error: ErrorInfo | undefined;
  /** Identifies the call for the provider's support. */
  requestId?: string | undefined;
  partial: string;
  thought?: string | undefined;
  thoughtMs?: number | undefined;
  canContinue: boolean;
  /** It happened in another app. */
  isImported?: boolean;
}) {
  const { view, recover } = useSession();
  const agentId = useConversationAgent();
  const codes: readonly (string | undefined)[] = [error?.cause, error?.code];
  const settings = authCodes.some((code) => codes.includes(code));
  const item = error?.item;
  const limit = error?.code === 'SPEND_LIMIT_REACHED' ? error.limit : undefined;
  const tooLarge = error?.code === 'CONTEXT_STILL_TOO_LARGE' || error?.cause === 'REQUEST_TOO_LARGE';
  const refused = tooLarge || error?.status === 400 || error?.status === 413;
  return (
    <div data-role="error" data-message={id}>
      {id !== undefined && thought && (
        <div className="mb-2">
          <Reasoning id={id} text={thought} ms={thoughtMs} />
        </div>
      )}
      {partial !== '' && (
        <div className="mb-3">
          <Markdown text={partial} />
        </div>
      )}
      <section className="flex gap-2.5 rounded-l border border-line px-3 py-2.5" aria-label={strings.chat.errorTitle}>
        <CircleAlert className="mt-0.5 size-4 shrink-0 text-fail" strokeWidth={1.75} aria-hidden />
        <div className="min-w-0 flex-1">
          <p className="wrap-anywhere text-ink text-ui">
            {error
              ? strings.sentences.error(error.cause ?? error.code, error.message, error.said)
              : strings.chat.errorTitle}
          </p>
          {error?.item && <RefusedItem item={error.item} tooLarge={tooLarge} />}
          {error?.tool !== undefined && canContinue && <RefusedTool name={error.tool} />}
          {!limit && !isImported && (
            <p className="mt-0.5 text-ink-3 text-ui">
              {partial !== '' ? strings.chat.errorKeptPartial : strings.chat.errorKept}
            </p>
          )}
          {requestId && <p className="wrap-anywhere mt-0.5 text-ink-3 text-ui">{strings.chat.requestId(requestId)}</p>}
          {canContinue && (
            <div className="mt-2.5 flex flex-wrap gap-2">
              {agentId !== null && error?.code.startsWith('AGENT_') && (
                <AgentErrorButtons agentId={agentId} error={error} />
              )}
              {settings && <SettingsButton isAboutKey={codes.includes('LLM_AUTH_FAILED')} />}
              {item && (
                <Button size="small" data-follows onClick={() => void recover.leaveOut(item.messageId)}>
                  {tooLarge ? strings.chat.hideAndTry : strings.chat.leaveOut}
                </Button>
              )}
              {limit ? (
                <LimitChoices limit={limit} />
              ) : (
                <Button size="small" data-follows onClick={() => void recover.resume()}>
                  {partial === '' ? strings.chat.tryAgain : strings.chat.continue}
                </Button>
              )}
              {refused && (
                <Button size="small" tone="ghost" onClick={() => view.setState({ dialog: { type: 'request' } })}>
                  {strings.chat.whatWillBeSent}
                </Button>
              )}
            </div>
          )}
        </div>
      </section>
    </div>
  );
}

// The tool whose description a provider rejected, with a button to turn it off; the conversation continues without it.

/** `name`: as the model calls it. */
function RefusedTool({ name }: { name: string }) {
  const { call, report } = useActions();
  const disabled = useApp((snapshot) => snapshot.settings.disabledTools);
  if (disabled.includes(name))
    return <p className="mt-0.5 text-ink-2 text-ui">{refusedWords.turnedOff(visibleText(name))}</p>;
  const turnOff = async (): Promise<void> => {
    const answer = await call('settings.update', { patch: { disabledTools: [...disabled, name] } });
    if (!answer.ok) report(answer.error);
  };
  return (
    <Button size="small" className="mt-1.5" onClick={() => void turnOff()}>
      {refusedWords.turnOff(visibleText(name))}
    </Button>
  );
}

type Item = NonNullable<ErrorInfo['item']>;

// The message that a provider rejected, with a link to it.

/** `tooLarge`: not sent, because it is the largest part of a request that does not fit. */
function RefusedItem({ item, tooLarge }: { item: Item; tooLarge: boolean }) {
  const session = useSession();
  const messages = useConversationView((view) => view.messageWindow.messages);
  const message = messages.find((candidate) => candidate.id === item.messageId);
  const show = (): void => {
    const place = message ? callsOf(message).findIndex(({ id }) => id === item.toolCallId) : -1;
    void revealMessage(session, item.messageId, place < 0 ? {} : { callIndex: place });
  };
  const named = tooLarge ? largeName(message) : nameOf(message, item);
  return (
    <p className="mt-0.5 text-ink-2 text-ui">
      {named}
      {strings.sentences.gap(named)}
      <button type="button" onClick={show} className="rounded-s text-accent underline underline-offset-2">
        {refusedWords.show}
      </button>
    </p>
  );
}

function nameOf(message: Message | undefined, item: Item): string {
  if (!message) return refusedWords.earlier;
  if (message.role === 'tool') return refusedWords.result(message.toolName);
  const quoted = visibleText(messagePreview(message));
  if (message.role === 'user')
    return item.field === 'image' ? refusedWords.image(quoted) : refusedWords.message(quoted);
  const call = callsOf(message).find(({ id }) => id === item.toolCallId);
  if (call) return refusedWords.call(call.function.name);
  return message.role === 'assistant' ? refusedWords.reply(quoted) : refusedWords.record;
}

function largeName(message: Message | undefined): string {
  const { tooLarge } = refusedWords;
  if (!message) return tooLarge.earlier;
  if (message.role === 'tool') return tooLarge.result(message.toolName);
  if (message.role === 'user') return tooLarge.message;
  return message.role === 'assistant' ? tooLarge.reply : tooLarge.record;
}
