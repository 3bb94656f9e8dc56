// A tool call as a box: one row when closed, its result when open. Opens automatically to ask the user, with the
// question in place of the result; otherwise stays as the user left it.

import { Fragment, memo, useEffect, useRef, useState } from 'react';
import { isLastQuestion } from '../../../shared/conversation/resume.ts';
import { callLine } from '../../core/calls/callLine.ts';
import { type CallStatus, callStatus, runsElsewhere } from '../../core/calls/callState.ts';
import { type CallRef, withNested } from '../../core/calls/items.ts';
import { useConversation, useSession, useView } from '../../core/state/context.tsx';
import { strings } from '../../core/strings.ts';
import { Boundary } from '../../ui/Boundary.tsx';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { useRowMenu } from '../../ui/useRowMenu.tsx';
import { isAnsweredInList } from '../approvals/bulkApprovals.ts';
import { McpRecovery, mcpAppOf, mcpServerOf } from '../mcp/McpRecovery.tsx';
import { lastLines } from '../results/numberedLines.ts';
import { CallChanges } from '../undo/CallChanges.tsx';
import {
  AgentRetryPart,
  ApprovalPart,
  CallBodyPart,
  DiagnosticsPart,
  HooksPart,
  McpAppPart,
  PlanPart,
  QuestionPart,
} from './boxParts.ts';
import { CallHeader } from './CallHeader.tsx';
import { CallEntries } from './CallMenu.tsx';
import { PlainRow, plainTextOfCall } from './FallbackRow.tsx';
import { ProgressBar } from './ProgressBar.tsx';
import { Reasoning } from './Reasoning.tsx';
import type { CallChoice } from './recoveryActions.ts';

const words = strings.calls.open;

const nothing = { calls: [], openCalls: [] };

interface ToolCallBoxProps {
  call: CallRef;
  /** False outside its conversation, since the actions apply to the current one. */
  hasMenu?: boolean;
  /** Keys of the calls in whose boxes it is, separated by spaces. */
  within?: string;
}

export const ToolCallBox = memo(function ToolCallBox({ call, hasMenu = true, within }: ToolCallBoxProps) {
  const { view } = useSession();
  const live = useConversation((state) => callStatus(call, state).live);
  const isBehind = useConversation((state) => callStatus(call, state).isBehind);
  const openCalls = useConversation((state) => state.openCalls);
  const elsewhere = useConversation((state) => runsElsewhere(call, state)) ?? false;
  const callSource = live ? { calls: [live], openCalls: [] } : { ...nothing, openCalls: openCalls ?? [] };
  const status = {
    ...callStatus(call, callSource, elsewhere),
    ...(isBehind ? { isBehind } : {}),
  };
  const question = live?.question;
  const approval = status.state === 'waiting' && !question ? live?.approval : undefined;
  const waits = approval !== undefined || question !== undefined;
  // Each question opens the box again, even if the user closed it before.
  const openKey = question?.questionId ?? approval?.approvalId ?? call.key;
  const opened = useView((now) => now.openCalls[openKey]);
  const isLast = useConversation((state) => isLastQuestion(state.messages, call.messageId)) ?? false;
  const undecided = status.isOpen && isLast;
  const approvalId = approval?.approvalId;
  const isListed = useConversation((state) => approvalId !== undefined && isAnsweredInList(approvalId, state)) ?? false;
  const waitsInside =
    useConversation(
      (state) => call.nested?.flatMap(withNested).some((one) => callStatus(one, state).state === 'waiting') === true,
    ) ?? false;
  const open = opened ?? ((waits && !isListed) || undecided);
  // Opens the boxes around it, too. They stay open after the answer, since the focus is in them.
  const asking = waits && open ? openKey : null;
  useEffect(() => {
    const around = within?.split(' ').map((key) => [key, true]);
    if (asking && around)
      view.setState(({ openCalls }) => ({ openCalls: { ...openCalls, ...Object.fromEntries(around) } }));
  }, [asking, within, view]);
  const box = useRef<HTMLElement>(null);

  const toggle = (): void => view.setState(({ openCalls }) => ({ openCalls: { ...openCalls, [openKey]: !open } }));
  const sentence = callLine(call, status.state);
  const app = mcpAppOf(call);
  // An app may end in peace before its frame goes.
  const [endingApp, setEndingApp] = useState(false);
  if (open && app !== null && !endingApp) setEndingApp(true);
  const failedServer = status.state === 'error' ? mcpServerOf(call) : null;
  const row = useRowMenu({
    label: strings.calls.menu,
    entries: () => <CallEntries call={call} status={status} />,
    home: 'button',
  });
  return (
    <section
      {...(hasMenu ? row.on : {})}
      ref={box}
      data-tool-call
      data-call={call.key}
      data-tool={call.name}
      data-state={status.state}
      data-grave-call={approval?.grave ? '' : undefined}
      data-waits-for={waits ? (question ? 'question' : 'approval') : undefined}
      aria-label={sentence}
      tabIndex={waits ? 0 : -1}
      className={classes(
        'group/box scroll-my-16 rounded-l border transition-[border-color] duration-120 focus-visible:-outline-offset-2',
        waits && open
          ? approval?.grave
            ? 'my-1 border-fail-line'
            : 'my-1 border-wait-line'
          : open
            ? 'my-1 border-line'
            : 'border-transparent',
      )}
    >
      {row.menu}
      <CallHeader call={call} status={status} open={open} onToggle={toggle} hasMenu={hasMenu} />
      {!open && status.state === 'running' && live && !live.progress && <LastLines output={live.output} />}
      {status.state === 'running' && live?.progress && <ProgressBar progress={live.progress} />}
      {status.state === 'running' && live?.agent && <AgentRetryPart conversationId={live.agent.conversationId} />}
      {(open || waitsInside) && call.nested && (
        // Calls of an external agent's sub-agent, which are in this conversation. Those that wait decide whether to open.
        <section
          hidden={!open}
          aria-label={strings.calls.steps(call.nested.length)}
          data-nested-calls
          className="mb-1 ml-4 border-line border-l pl-1"
        >
          {call.nested.map((one) => (
            <Fragment key={one.key}>
              {one.reasoning && (
                <div className="px-2 py-1">
                  <Reasoning id={one.messageId} text={one.reasoning} ms={one.reasoningMs} />
                </div>
              )}
              <ToolCallBox call={one} hasMenu={hasMenu} within={within ? `${within} ${call.key}` : call.key} />
            </Fragment>
          ))}
        </section>
      )}
      {open && (!waits || live?.agent) && (
        <Boundary of={call} instead={() => <PlainRow text={plainTextOfCall(call)} />}>
          <CallBodyPart call={call} status={status} />
        </Boundary>
      )}
      {(open || endingApp) && app !== null && call.result && !call.result.removed && (
        <McpAppPart
          call={call}
          server={mcpServerOf(call) ?? ''}
          uri={app}
          open={open}
          onGone={() => setEndingApp(false)}
        />
      )}
      {open && call.result?.details?.hooks ? <HooksPart of={call.result} /> : null}
      {open && call.result?.details?.diagnostics ? <DiagnosticsPart of={call.result} /> : null}
      {open && <CallChanges call={call} />}
      {failedServer !== null && (open || isLast) && <McpRecovery name={failedServer} open={open} />}
      {open && undecided && <OpenCallChoices call={call} status={status} box={box} />}
      {open && approval && <ApprovalPart key={approval.approvalId} request={approval} box={box} />}
      {question && (
        // Hidden rather than unmounted, to keep what was typed.
        <div hidden={!open}>
          {question.plan ? (
            <PlanPart key={question.questionId} question={question} box={box} />
          ) : (
            <QuestionPart key={question.questionId} question={question} box={box} />
          )}
        </div>
      )}
    </section>
  );
});

function LastLines({ output }: { output: string }) {
  const lines = lastLines(output, 4);
  if (lines.length === 0) return null;
  return (
    <div className="pr-2 pb-1.5 pl-8 font-mono text-ink-3 text-small">
      {lines.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no id
        <p key={at} className="truncate">
          {line}
        </p>
      ))}
    </div>
  );
}

interface Offer {
  name: keyof typeof words.hints;
  choice: CallChoice;
  endProcess?: boolean;
}

/** `isAgents`: an external agent made the call, so only the agent could run it again. */
function offersFor(
  { neverStarted, process, isTask }: Pick<CallStatus, 'neverStarted' | 'process' | 'isTask'>,
  isAgents: boolean,
): Offer[] {
  const skip: Offer = { name: 'skip', choice: 'skip' };
  const done: Offer = { name: 'mark_done', choice: 'mark_done' };
  if (isAgents) return [skip, done];
  // It never started, so it cannot have been done.
  if (neverStarted) return [{ name: 'run', choice: 'run_again' }, skip];
  const again: Offer = { name: 'run_again', choice: 'run_again' };
  if (isTask) return [{ name: 'get_result', choice: 'get_result' }, again, skip, done];
  if (!process) return [again, skip, done];
  return [
    { name: 'end_and_run_again', choice: 'run_again', endProcess: true },
    { name: 'end_and_skip', choice: 'skip', endProcess: true },
    skip,
    done,
  ];
}

interface OpenCallChoicesProps {
  call: CallRef;
  status: CallStatus;
  box: React.RefObject<HTMLElement | null>;
}

/**
 * Choices for an interrupted call: run it again, skip it, or mark it as done. The choice becomes the call's result. Its
 * process may still be running, and must end before running it again.
 */
function OpenCallChoices({ call, status, box }: OpenCallChoicesProps) {
  const { recover } = useSession();
  const running = useConversation((state) => state.run !== null) ?? false;
  const isAgents =
    useConversation(({ messages }) => {
      const message = messages.find(({ id }) => id === call.messageId);
      return message?.role === 'assistant' && message.external !== undefined;
    }) ?? false;
  const [chosen, setChosen] = useState(false);

  async function choose({ choice, endProcess = false }: Offer): Promise<void> {
    setChosen(true);
    // The buttons disappear with the result; keep the focus in the box.
    box.current?.focus({ preventScroll: true });
    await recover.resolve(call.messageId, call.index, choice, endProcess ? { endProcess } : {});
    setChosen(false);
  }

  return (
    <div className="px-3 pt-1 pb-3">
      <fieldset className="flex flex-wrap gap-2" disabled={chosen || running} aria-label={words.choices}>
        {offersFor(status, isAgents).map((offer) => (
          <Button key={offer.name} size="small" title={words.hints[offer.name]} onClick={() => void choose(offer)}>
            {words[offer.name]}
          </Button>
        ))}
      </fieldset>
    </div>
  );
}
