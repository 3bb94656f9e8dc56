// A call that waits for the person: the exact command or change, whole, with nothing hidden in it, why it is asked, and
// the answers. The focus is on none of them; the default is that nothing happens. With the box itself focused the
// keyboard answers.

import { ChevronDown } from 'lucide-react';
import { type RefObject, useEffect, useState } from 'react';
import type { ApprovalRequest } from '../../../shared/conversation/event.ts';
import { useActions } from '../../state/context.tsx';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/Button.tsx';
import { TextInput } from '../../ui/Field.tsx';
import { isMac, keysText } from '../../ui/Kbd.tsx';
import { Menu, MenuItem } from '../../ui/Menu.tsx';
import type { CallRef } from '../transcript/items.ts';
import { ApprovalPreview } from './ApprovalPreview.tsx';
import { useAnswerGuard } from './useAnswerGuard.ts';

const words = strings.calls.approval;

export function Approval({
  call,
  request,
  box,
}: {
  call: CallRef;
  request: ApprovalRequest;
  box: RefObject<HTMLElement | null>;
}) {
  const actions = useActions();
  const guard = useAnswerGuard();
  const [reason, setReason] = useState('');
  const [answered, setAnswered] = useState(false);

  async function answer(decision: 'allow' | 'deny', scope?: 'conversation'): Promise<void> {
    if (answered || !guard.accepts()) return;
    setAnswered(true);
    const options = {
      ...(scope ? { remember: { offer: 0, scope } } : {}),
      ...(decision === 'deny' && reason ? { reason } : {}),
    };
    // The buttons go; the box stays, so the keyboard stays with it.
    box.current?.focus({ preventScroll: true });
    if (!(await actions.answer(request, decision, options))) setAnswered(false);
  }

  async function readFreely(): Promise<void> {
    if (answered || !guard.accepts()) return;
    await actions.chooseApprovalMode('reads');
    await answer('allow');
  }

  const keys = words.keys(keysText('Mod+Enter', isMac()), keysText('Mod+Backspace', isMac()));
  useBoxKeys(box, (decision) => void answer(decision));
  const off = answered || !guard.ready;
  // Not yet to be clicked, but not greyed either: it would only flicker.
  const look = answered ? '' : 'disabled:opacity-100';
  return (
    <div>
      <ApprovalPreview preview={request.preview} />
      <p className="px-3 pt-2.5 text-ink-2 text-ui">{request.reason}</p>
      <div className="flex flex-wrap items-center gap-2 px-3 pt-1.5 pb-3">
        <TextInput
          aria-label={words.reason}
          placeholder={words.reasonPlaceholder}
          value={reason}
          maxLength={10_000}
          onChange={(event) => setReason(event.target.value)}
          className="-ml-[11px] min-w-44 flex-1 border-transparent bg-transparent hover:bg-hover"
        />
        <Button disabled={off} className={look} onClick={() => void answer('deny')}>
          {words.deny}
        </Button>
        <span className="flex">
          <Button
            tone="primary"
            disabled={off}
            onClick={() => void answer('allow')}
            className={`rounded-r-none ${look}`}
          >
            {words.allowOnce}
          </Button>
          <Menu
            align="end"
            trigger={
              <Button
                tone="primary"
                disabled={off}
                aria-label={words.more}
                className={`rounded-l-none border-accent-ink/25 border-l px-1.5 ${look}`}
              >
                <ChevronDown className="size-4" strokeWidth={2} aria-hidden />
              </Button>
            }
          >
            <MenuItem
              label={words.allowTool(call.name)}
              hint={words.allowToolHint}
              onSelect={() => void answer('allow', 'conversation')}
            />
            {request.kind === 'read' && (
              <MenuItem label={words.readFreely} hint={words.readFreelyHint} onSelect={() => void readFreely()} />
            )}
          </Menu>
        </span>
      </div>
      <p className="hidden px-3 pb-2.5 text-ink-3 text-small group-focus/box:block">{keys}</p>
    </div>
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
