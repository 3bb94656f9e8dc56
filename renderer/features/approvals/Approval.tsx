// A call waiting for approval: the complete command or change with nothing hidden, who asks and why, and the answers:
// allow once or deny, plus two quieter buttons for rules and for denying with a reason. Nothing is focused initially,
// and nothing happens by default. Shortcuts answer in the box itself, in an empty message field and with nothing focused;
// typing in a field never allows. For a dangerous call, each reason precedes the answers, no button is emphasized, and no
// key allows.

import { type RefObject, useEffect, useRef, useState } from 'react';
import type { ApprovalRequest } from '../../../shared/conversation/event.ts';
import { callsOf } from '../../../shared/conversation/message.ts';
import { serverToolName } from '../../../shared/features/tools/toolInfo.ts';
import { callLine } from '../../core/calls/callLine.ts';
import { isDeviceTab } from '../../core/connection/deviceTab.ts';
import { lateStrings } from '../../core/lateStrings.ts';
import { useActions, useConversation, useConversationView, useSession } from '../../core/state/context.tsx';
import { useMay } from '../../core/state/rights.ts';
import { revealStartingCall, useStartingCalls } from '../../core/state/startingCalls.ts';
import { strings } from '../../core/strings.ts';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { composerElement } from '../../ui/focus.ts';
import { HoldButton } from '../../ui/HoldButton.tsx';
import { RuleText } from '../../ui/RuleText.tsx';
import { quietMs, useAnswerGuard } from '../../ui/useAnswerGuard.ts';
import { touchQuery, useMedia } from '../../ui/useMedia.ts';
import { VisibleText } from '../../ui/VisibleText.tsx';
import { visibleText } from '../../ui/visibleText.ts';
import { agentWords as externalWords } from '../externalAgents/words.ts';
import { DeviceLine } from '../remote/DeviceLine.tsx';
import { AllowAlways } from './AllowAlways.tsx';
import { ApprovalPreview } from './ApprovalPreview.tsx';
import { ApprovalReasons } from './ApprovalReasons.tsx';
import { isAnsweredInList } from './bulkApprovals.ts';
import { type Denial, DenyReason } from './DenyReason.tsx';
import { ExternalOptions } from './ExternalOptions.tsx';
import { externalAnswers } from './externalAnswers.ts';
import { prefixText } from './PrefixFields.tsx';
import { allowingModes, type Remember, type RuleOption } from './RuleChoice.tsx';
import { useSeenWhole } from './seenWhole.ts';
import { AnswerKeys, type Decision, decisionOf, useAnswerKeys } from './useAnswerKeys.tsx';
import { viewedDigest } from './viewedDigest.ts';
import { focusNextWaiting } from './waiting.ts';

const agentWords = lateStrings.processing.agent;

const words = lateStrings.approvals.card;

interface ApprovalProps {
  request: ApprovalRequest;
  box: RefObject<HTMLElement | null>;
}

export function Approval({ request, box }: ApprovalProps) {
  const place = useRef<HTMLDivElement>(null);
  const shownId = useConversationView((view) => view.id);
  const isShownInRow = useIsShownInRow(request);
  const mayAnswer = useMay('approval.answer');
  const elsewhere = request.agent !== undefined && request.agent.conversationId === shownId;
  return (
    <div ref={place}>
      {!elsewhere && <Asker request={request} />}
      {!isShownInRow && <ApprovalPreview preview={request.preview} />}
      <ApprovalReasons request={request} />
      {elsewhere ? (
        <AnsweredInParent />
      ) : mayAnswer ? (
        <Answers request={request} box={box} place={place} />
      ) : (
        <DeviceLine className="px-3 pt-2 pb-3" />
      )}
    </div>
  );
}

interface Given extends Partial<Denial> {
  /** The chosen option of an external agent's prompt. */
  option?: string;
  mode?: 'reads' | 'sandbox';
}

/** `place`: what the user has to see before allowing something dangerous with a finger. */
function Answers({ request, box, place }: ApprovalProps & { place: RefObject<HTMLElement | null> }) {
  const actions = useActions();
  const guard = useAnswerGuard();
  const [answered, setAnswered] = useState(false);
  const [part, setPart] = useState<'once' | 'always' | 'reason'>('once');
  const last = useRef<'always' | 'reason' | null>(null);

  async function answer(decision: Decision, extras: Given = {}): Promise<void> {
    if (answered || !guard.accepts()) return;
    setAnswered(true);
    const { remember, reason, stop, option } = extras;
    // The buttons disappear, so keep the focus in the box, unless the user is in the message field.
    const own = box.current;
    if (document.activeElement !== composerElement()) own?.focus({ preventScroll: true });
    // Without the intended mode, allow nothing: the call would run under the old one.
    if (extras.mode && !(await actions.chooseApprovalMode(extras.mode))) return setAnswered(false);
    const viewed = decision === 'allow' ? await viewedDigest(request) : null;
    const options = {
      ...(viewed === null ? {} : { viewed }),
      ...(remember ? { remember } : {}),
      ...(stop ? { stop } : {}),
      ...(reason ? { reason } : {}),
      ...(option ? { option } : {}),
    };
    if (await actions.answer(request, decision, options)) focusNextWaiting(own);
    else setAnswered(false);
  }
  const always = (chosen: RuleOption): void =>
    void answer('allow', typeof chosen === 'string' ? { mode: chosen } : { remember: chosen satisfies Remember });
  const open = (next: 'always' | 'reason') => () => {
    last.current = next;
    setPart(next);
  };
  const back = (): void => setPart('once');

  const isGrave = request.grave !== undefined;
  const isHeld = (useMedia(touchQuery) || isDeviceTab()) && isGrave;
  const { isSeen, next } = useSeenWhole(place, isHeld);
  const { external } = request;
  const canAllowOnce = external ? externalAnswers(external).canAllowOnce : true;
  const hasKeyToAllow = !isGrave && canAllowOnce;
  // One primary button in a view: the list's, if it answers this request, too.
  const isPrimary = useConversation((state) => !isAnsweredInList(request.approvalId, state)) ?? true;
  const isOnly =
    useConversation((state) => state.calls.filter(({ approval, question }) => approval || question).length === 1) ??
    false;
  useBoxKeys(
    box,
    hasKeyToAllow ? ['allow', 'deny'] : ['deny'],
    (decision) => void answer(decision),
    part === 'once' ? null : back,
  );
  useAnswerKeys(box, part === 'once' && hasKeyToAllow ? ['allow', 'deny'] : [], (decision) => void answer(decision));
  const off = answered || !guard.ready;
  if (part === 'always') return <AllowAlways request={request} off={off} onBack={back} onAllow={always} />;
  if (part === 'reason') {
    return <DenyReason request={request} off={off} onBack={back} onDeny={(denial) => void answer('deny', denial)} />;
  }
  // Not clickable yet, but not greyed out either, to avoid flicker.
  const look = answered ? '' : 'disabled:opacity-100';
  const oneClick = isGrave ? null : prefixRule(request);
  const hasMore = request.offers.some(({ onlyRefused }) => !onlyRefused) || allowingModes(request).length > 0;
  return (
    <>
      {external && (
        <ExternalOptions
          external={external}
          off={off}
          onAnswer={(decision, option) => void answer(decision, { option })}
        />
      )}
      <div data-answers className="flex flex-wrap items-center gap-2 px-3 pt-2 pb-3">
        <span className="-ml-2.5 mr-auto flex flex-wrap">
          {oneClick && (
            <Button
              data-needs="approval.answer:remember"
              tone="ghost"
              disabled={off}
              className={classes('max-w-full px-2.5', look)}
              title={words.prefix.hereHint}
              onClick={() => always(oneClick.rule)}
            >
              <span className="truncate">
                <RuleText text={words.prefix.here(visibleText(oneClick.text))} />
              </span>
            </Button>
          )}
          {request.readsPass && (
            <Button
              data-needs="conversation.configure:approvalMode"
              tone="ghost"
              disabled={off}
              className={classes('px-2.5', look)}
              onClick={() => always('reads')}
            >
              {lateStrings.approvals.together.readFreely}
            </Button>
          )}
          {hasMore && (
            <Opener
              opens="always"
              isBack={last.current === 'always'}
              off={answered}
              onOpen={open('always')}
              label={isGrave ? words.moreAllowPlace : oneClick ? words.prefix.more : words.moreAllow}
              {...(oneClick ? { name: words.prefix.moreLabel } : {})}
            />
          )}
          <Opener
            opens="reason"
            isBack={last.current === 'reason'}
            off={answered}
            onOpen={open('reason')}
            label={words.moreDeny}
          />
        </span>
        <span
          className={classes('ml-auto flex flex-wrap justify-end gap-2', isGrave && 'flex-row-reverse justify-start')}
        >
          <Button disabled={off} className={look} onClick={() => void answer('deny')}>
            {words.deny}
            <AnswerKeys decision="deny" whenFocused={isGrave || !isOnly} />
          </Button>
          {canAllowOnce && isHeld && isSeen && (
            <HoldButton labels={words.hold} disabled={off} onHold={() => void answer('allow')} />
          )}
          {canAllowOnce && isHeld && !isSeen && (
            <Button disabled={answered} onClick={next}>
              {lateStrings.approvals.together.rest}
            </Button>
          )}
          {canAllowOnce && !isHeld && (
            <Button
              tone={isGrave ? 'ghost' : isPrimary ? 'primary' : 'secondary'}
              disabled={off}
              className={look}
              onClick={() => void answer('allow')}
            >
              {words.allowOnce}
              {!isGrave && <AnswerKeys decision="allow" whenFocused={!isOnly} tone="text-current" />}
            </Button>
          )}
        </span>
      </div>
    </>
  );
}

/** True for a read whose preview only repeats the box's row, which is short enough to be shown in full. */
function useIsShownInRow({ kind, preview, server, agent, messageId, index }: ApprovalRequest): boolean {
  const call = useConversation(({ messages }) => {
    const message = messages.find(({ id }) => id === messageId);
    return message?.role === 'assistant' ? callsOf(message)[index]?.function : undefined;
  });
  if (kind !== 'read' || preview.type !== 'text' || server !== undefined || agent || !call) return false;
  const text = strings.sentences.text(preview.text, preview.said);
  return text.length <= maxInRow && visibleText(text) === text && callLine(call, 'waiting') === text;
}

const maxInRow = 60;

/** The rule for the one suggested prefix, if its text is short enough for a button. */
function prefixRule({ offers }: ApprovalRequest): { rule: Remember; text: string } | null {
  const offer = offers.findIndex(({ prefixes }) => prefixes);
  const prefixes = offers[offer]?.prefixes ?? [];
  const [first, ...more] = prefixes;
  if (!first || more.length > 0) return null;
  const text = prefixText(first);
  return text.length > maxPrefixOnButton ? null : { rule: { offer, scope: 'conversation' }, text };
}

const maxPrefixOnButton = 40;

interface OpenerProps {
  opens: 'always' | 'reason';
  label: string;
  /** For screen readers, if the label is too short. */
  name?: string;
  isBack: boolean;
  off: boolean;
  onOpen: () => void;
}

/** `isBack`: the user just returned from what it opens, so focus it. */
function Opener({ label, opens, name, isBack, off, onOpen }: OpenerProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [takes] = useState(isBack);
  useEffect(() => {
    if (takes) button.current?.focus({ preventScroll: true });
  }, [takes]);
  return (
    <Button
      ref={button}
      data-opens={opens}
      data-needs={opens === 'always' ? 'approval.answer:remember' : undefined}
      tone="ghost"
      aria-label={name}
      disabled={off}
      onClick={onOpen}
      className="px-2.5"
    >
      {label}
    </Button>
  );
}

/** Names who asks, unless it is this conversation's model with a built-in tool. */
function Asker({ request: { server: asking, agent, external, toolName } }: { request: ApprovalRequest }) {
  // The box's header already names the server.
  const named = !agent && serverToolName(toolName)?.server === asking;
  const server = named ? undefined : asking;
  if (server === undefined && !agent && !external) return null;
  return (
    <p className="wrap-anywhere flex flex-wrap gap-x-3 px-3 pb-2 text-ink-2 text-ui">
      {agent && (
        <span>
          {words.agent} “<VisibleText text={agent.title || words.agentUntitled} />”
        </span>
      )}
      {external && <span>{externalWords.permission.asks(visibleText(external.agent))}</span>}
      {server !== undefined && (
        <span>
          {words.server}
          {strings.sentences.gap(words.server)}
          <strong className="font-strong text-ink">
            <VisibleText text={server} />
          </strong>
        </span>
      )}
    </p>
  );
}

/** Handles shortcuts only while the box itself has the focus. Escape goes `back`. */
function useBoxKeys(
  box: RefObject<HTMLElement | null>,
  answers: readonly Decision[],
  answer: (decision: Decision) => void,
  back: (() => void) | null,
): void {
  const cameAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    const element = box.current;
    // Ignore a repeated key press from the box that was just answered.
    const onFocus = ({ relatedTarget }: FocusEvent): void => {
      const from = relatedTarget instanceof Element ? relatedTarget.closest('[data-tool-call]') : null;
      if (from && from !== element) cameAt.current = performance.now();
    };
    element?.addEventListener('focus', onFocus);
    return () => element?.removeEventListener('focus', onFocus);
  }, [box]);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const onKey = (event: KeyboardEvent): void => {
      if (event.repeat) return;
      if (event.key === 'Escape' && back) {
        event.preventDefault();
        event.stopPropagation();
        back();
        return;
      }
      const decision = event.target === element ? decisionOf(event) : null;
      if (decision === null) return;
      event.preventDefault();
      if (performance.now() - cameAt.current < quietMs) return;
      if (answers.includes(decision)) answer(decision);
    };
    element.addEventListener('keydown', onKey);
    return () => element.removeEventListener('keydown', onKey);
  });
}

/**
 * Replaces the answers in an agent's own conversation: its requests are answered in the box of the call that started
 * it.
 */
function AnsweredInParent() {
  const session = useSession();
  const top = useStartingCalls().at(-1);
  return (
    <div data-asked-above className="flex flex-wrap items-center justify-between gap-2 px-3 pt-2 pb-3 text-ui">
      <p className="wrap-anywhere min-w-0 flex-1 basis-64">
        {top ? agentWords.askedIn(visibleText(top.title) || strings.sidebar.untitled) : agentWords.askedAbove}
      </p>
      {top && <Button onClick={() => void revealStartingCall(session, top)}>{agentWords.toQuestion}</Button>}
    </div>
  );
}
