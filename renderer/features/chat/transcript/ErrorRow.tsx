// A failed model call: what happened, what was kept, and a button for the next step.

import { CircleAlert } from 'lucide-react';
import type { ErrorInfo } from '../../../../shared/conversation/message.ts';
import type { SpendLimitRef } from '../../../../shared/conversation/question.ts';
import { formatUsd } from '../../../core/format/money.ts';
import { useSession } from '../../../core/state/context.tsx';
import { strings } from '../../../core/strings.ts';
import { Button } from '../../../ui/Button.tsx';
import { costWords } from '../../costs/words.ts';
import { Markdown } from '../../markdown/Markdown.tsx';
import { Reasoning } from './Reasoning.tsx';
import { RefusedItem } from './RefusedItem.tsx';
import { RefusedTool } from './RefusedTool.tsx';

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

const authCodes = ['LLM_AUTH_FAILED', 'NO_MODEL', 'PROVIDER_NOT_FOUND', 'LLM_QUOTA_EXCEEDED'];

export function ErrorRow({
  id,
  error,
  requestId,
  partial,
  thought,
  thoughtMs,
  canContinue,
}: {
  id?: string;
  error: ErrorInfo | undefined;
  /** Identifies the call for the provider's support. */
  requestId?: string | undefined;
  partial: string;
  thought?: string | undefined;
  thoughtMs?: number | undefined;
  canContinue: boolean;
}) {
  const { view, recover } = useSession();
  const settings = authCodes.includes(error?.cause ?? '') || authCodes.includes(error?.code ?? '');
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
          {!limit && (
            <p className="mt-0.5 text-ink-3 text-ui">
              {partial !== '' ? strings.chat.errorKeptPartial : strings.chat.errorKept}
            </p>
          )}
          {requestId && <p className="wrap-anywhere mt-0.5 text-ink-3 text-ui">{strings.chat.requestId(requestId)}</p>}
          {canContinue && (
            <div className="mt-2.5 flex flex-wrap gap-2">
              {settings && (
                <Button
                  size="small"
                  onClick={() => view.setState({ dialog: { type: 'settings', section: 'providers' } })}
                >
                  {strings.chat.openSettings}
                </Button>
              )}
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
