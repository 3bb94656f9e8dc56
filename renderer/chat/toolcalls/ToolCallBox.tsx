// One tool call as a box: a row when it is closed, its result when it is open. It opens by itself when it waits for the
// person, and stays as the person left it otherwise.

import { memo, useEffect, useRef } from 'react';
import { isLastAsked } from '../../../shared/conversation/resume.ts';
import { useConversation, useSession, useView } from '../../state/context.tsx';
import { strings } from '../../strings.ts';
import { Boundary } from '../../ui/Boundary.tsx';
import { classes } from '../../ui/classes.ts';
import type { CallRef } from '../transcript/items.ts';
import { PlainRow, plainTextOfCall } from '../transcript/PlainRow.tsx';
import { Approval } from './Approval.tsx';
import { CallBody } from './CallBody.tsx';
import { CallHeader } from './CallHeader.tsx';
import { callLine } from './callLine.ts';
import { callStatus } from './callState.ts';
import { lastLine } from './lastLine.ts';
import { OpenCallChoices } from './OpenCallChoices.tsx';

const nothing = { calls: [], openCalls: [] };

export const ToolCallBox = memo(function ToolCallBox({ call }: { call: CallRef }) {
  const { view } = useSession();
  const live = useConversation((state) => callStatus(call, state).live);
  const openCalls = useConversation((state) => state.openCalls);
  const status = callStatus(call, live ? { calls: [live], openCalls: [] } : { ...nothing, openCalls: openCalls ?? [] });
  const approval = status.state === 'waiting' ? live?.approval : undefined;
  const opened = useView((now) => now.openCalls[call.key]);
  const isLast = useConversation((state) => isLastAsked(state.messages, call.messageId)) ?? false;
  const undecided = status.isOpen && isLast;
  const open = opened ?? (approval !== undefined || undecided);
  const box = useRevealed(call.key);

  const toggle = (): void => view.setState(({ openCalls }) => ({ openCalls: { ...openCalls, [call.key]: !open } }));
  const sentence = callLine(call, status.state);
  return (
    <section
      ref={box}
      data-tool-call
      data-tool={call.name}
      data-state={status.state}
      aria-label={sentence}
      tabIndex={approval ? 0 : -1}
      className={classes(
        'group/box scroll-my-16 rounded-l border transition-[border-color] duration-120 focus-visible:-outline-offset-2',
        approval ? 'my-1 border-wait-line' : open ? 'my-1 border-line' : 'border-transparent',
      )}
    >
      <CallHeader call={call} status={status} open={open} onToggle={toggle} />
      {!open && status.state === 'running' && live && <LastLine output={live.output} />}
      {open && !approval && (
        <Boundary of={call} instead={() => <PlainRow text={plainTextOfCall(call)} />}>
          <CallBody call={call} status={status} />
        </Boundary>
      )}
      {open && undecided && <OpenCallChoices call={call} status={status} box={box} />}
      {open && approval && <Approval key={approval.approvalId} call={call} request={approval} box={box} />}
      {approval && (
        <span className="sr-only" role="status">
          {strings.calls.approval.announce(sentence)}
        </span>
      )}
    </section>
  );
});

function LastLine({ output }: { output: string }) {
  const line = lastLine(output);
  if (line === '') return null;
  return <p className="truncate pr-2 pb-1.5 pl-8 font-mono text-ink-3 text-small">{line}</p>;
}

/** Brings the box into view when something asks for it, and shows for a moment which one it is. */
function useRevealed(key: string) {
  const box = useRef<HTMLElement>(null);
  const wish = useView((view) => (view.reveal?.key === key ? view.reveal.count : 0));
  useEffect(() => {
    const element = box.current;
    if (wish === 0 || !element) return;
    element.scrollIntoView({ block: 'start' });
    element.querySelector('button')?.focus({ preventScroll: true });
    element.classList.add('flash');
    const end = (): void => element.classList.remove('flash');
    const timer = setTimeout(end, 1400);
    return () => {
      clearTimeout(timer);
      end();
    };
  }, [wish]);
  return box;
}
