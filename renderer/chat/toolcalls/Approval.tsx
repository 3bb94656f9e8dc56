// A call that waits for the person: the exact command or change, whole, with nothing hidden in it, who asks and why, and
// the answers. The focus is on none of them; the default is that nothing happens. With the box itself focused the
// keyboard answers; no key that is typed into a field does.

import { type RefObject, useEffect, useState } from 'react';
import type { ApprovalRequest } from '../../../shared/conversation/event.ts';
import { serverToolName } from '../../../shared/toolInfo.ts';
import { useActions } from '../../state/context.tsx';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/Button.tsx';
import { TextInput } from '../../ui/Field.tsx';
import { isMac, keysText } from '../../ui/Kbd.tsx';
import { VisibleText } from '../../ui/VisibleText.tsx';
import { AllowMenu, DenyMenu, type Remember } from './ApprovalMenus.tsx';
import { ApprovalPreview } from './ApprovalPreview.tsx';
import { useAnswerGuard } from './useAnswerGuard.ts';

const words = strings.approvals.card;

export function Approval({ request, box }: { request: ApprovalRequest; box: RefObject<HTMLElement | null> }) {
  const actions = useActions();
  const guard = useAnswerGuard();
  const [reason, setReason] = useState('');
  const [answered, setAnswered] = useState(false);

  /** The buttons go; the box stays, so the keyboard stays with it. */
  const toBox = (): void => box.current?.focus({ preventScroll: true });

  async function answer(
    decision: 'allow' | 'deny',
    more: { remember?: Remember; stop?: boolean; readFreely?: boolean } = {},
  ): Promise<void> {
    if (answered || !guard.accepts()) return;
    setAnswered(true);
    const { remember, stop } = more;
    const options = {
      ...(remember ? { remember } : {}),
      ...(stop ? { stop } : {}),
      ...(decision === 'deny' && reason ? { reason } : {}),
    };
    toBox();
    if (more.readFreely) await actions.chooseApprovalMode('reads');
    if (!(await actions.answer(request, decision, options))) setAnswered(false);
  }

  const keys = words.keys(keysText('Mod+Enter', isMac()), keysText('Mod+Backspace', isMac()));
  useBoxKeys(box, (decision) => void answer(decision));
  const off = answered || !guard.ready;
  // Not yet to be clicked, but not greyed either: it would only flicker.
  const look = answered ? '' : 'disabled:opacity-100';
  const hasMore = request.offers.length > 0 || request.kind === 'read';
  return (
    <div>
      <Asker request={request} />
      <ApprovalPreview preview={request.preview} tool={request.server === undefined ? request.toolName : ''} />
      <p className="wrap-anywhere px-3 pt-2.5 text-ink-2 text-ui">
        <VisibleText text={strings.sentences.reason(request.reason)} />
      </p>
      <div data-answers className="flex flex-wrap items-center gap-2 px-3 pt-1.5 pb-3">
        <TextInput
          aria-label={words.reason}
          placeholder={words.reasonPlaceholder}
          value={reason}
          maxLength={10_000}
          onChange={(event) => setReason(event.target.value)}
          className="-ml-[11px] min-w-56 flex-1 border-transparent bg-transparent hover:bg-hover"
        />
        <span className="ml-auto flex gap-2">
          <span className="flex">
            <Button disabled={off} className={`rounded-r-none ${look}`} onClick={() => void answer('deny')}>
              {words.deny}
            </Button>
            <DenyMenu
              request={request}
              off={off}
              look={look}
              onChosen={toBox}
              onRemember={(remember) => void answer('deny', { remember })}
              onStop={() => void answer('deny', { stop: true })}
            />
          </span>
          <span className="flex">
            <Button
              tone="primary"
              disabled={off}
              onClick={() => void answer('allow')}
              className={`${hasMore ? 'rounded-r-none' : ''} ${look}`}
            >
              {words.allowOnce}
            </Button>
            <AllowMenu
              request={request}
              off={off}
              look={look}
              onChosen={toBox}
              onRemember={(remember) => void answer('allow', { remember })}
              onReadFreely={() => void answer('allow', { readFreely: true })}
            />
          </span>
        </span>
      </div>
      <p className="hidden px-3 pb-2.5 text-ink-3 text-small group-focus/box:block">{keys}</p>
    </div>
  );
}

/** Who asks, where it is not the model of this conversation with a tool of the app's. */
function Asker({ request: { server: asking, agent, toolName } }: { request: ApprovalRequest }) {
  // The head of the box names a server where its own name is in it as it is.
  const named = !agent && serverToolName(toolName)?.server === asking;
  const server = named ? undefined : asking;
  if (server === undefined && !agent) return null;
  return (
    <p className="wrap-anywhere flex flex-wrap gap-x-3 px-3 pb-2 text-ink-2 text-ui">
      {agent && (
        <span>
          {words.agent} “<VisibleText text={agent.title || words.agentUntitled} />”
        </span>
      )}
      {server !== undefined && (
        <span>
          {words.server}{' '}
          <strong className="font-strong text-ink">
            <VisibleText text={server} />
          </strong>
        </span>
      )}
    </p>
  );
}

/** Only while the box itself has the focus, so that no key typed elsewhere answers. */
function useBoxKeys(box: RefObject<HTMLElement | null>, answer: (decision: 'allow' | 'deny') => void): void {
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const onKey = (event: KeyboardEvent): void => {
      if (event.target !== element || event.repeat || !(event.ctrlKey || event.metaKey)) return;
      if (event.key !== 'Enter' && event.key !== 'Backspace') return;
      event.preventDefault();
      answer(event.key === 'Enter' ? 'allow' : 'deny');
    };
    element.addEventListener('keydown', onKey);
    return () => element.removeEventListener('keydown', onKey);
  });
}
