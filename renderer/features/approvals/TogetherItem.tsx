// One of several waiting calls: who asks, what it does, and the complete command or change; long ones are collapsible.

import { Check, ChevronRight, Maximize2, ShieldAlert, X } from 'lucide-react';
import { memo } from 'react';
import type { ApprovalRequest } from '../../../shared/conversation/event.ts';
import { callsOf } from '../../../shared/conversation/message.ts';
import { callLine } from '../../core/calls/callLine.ts';
import { toolIcon } from '../../core/calls/toolIcon.ts';
import { lateStrings } from '../../core/lateStrings.ts';
import { useConversation } from '../../core/state/context.tsx';
import { strings } from '../../core/strings.ts';
import { classes } from '../../ui/classes.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { VisibleText } from '../../ui/VisibleText.tsx';
import { visibleText } from '../../ui/visibleText.ts';
import { PreviewBody, PreviewMetadata } from './ApprovalPreview.tsx';
import { DangerList } from './ApprovalReasons.tsx';
import type { Decision } from './useAnswerKeys.tsx';

/** Describes a waiting call in one line from its request, since an agent's call is in another conversation. */
type Asked = Pick<ApprovalRequest, 'toolName' | 'preview' | 'server'>;

/** Tools whose preview is such a line. */
const toolsWithSentence = [
  'read_file',
  'list_files',
  'search_files',
  'read_command',
  'end_command',
  'read_tool_result',
];

/** @internal */
export function requestLine({ toolName, preview, server }: Asked): string {
  if (preview.type === 'text' && server === undefined && toolsWithSentence.includes(toolName))
    return visibleText(strings.sentences.text(preview.text, preview.said));
  return callLine({ name: toolName, arguments: JSON.stringify(knownFields(preview)) }, 'waiting');
}

function knownFields(preview: ApprovalRequest['preview']): Record<string, unknown> {
  if (preview.type === 'command') return { command: preview.command, background: preview.background === true };
  return preview.type === 'diff' ? { path: preview.path } : {};
}

const { card, together: words } = lateStrings.approvals;

/** Long enough for an expandable row. */
export function isLong({ preview }: ApprovalRequest): boolean {
  if (preview.type === 'diff') return preview.diff.split('\n').length > shortLines;
  const text = preview.type === 'command' ? preview.command : strings.sentences.text(preview.text, preview.said);
  return text.length > shortCharacters || text.split('\n').length > shortLines;
}

const shortLines = 8;
const shortCharacters = 600;

interface TogetherItemProps {
  request: ApprovalRequest;
  /** Null: short, and always shown in full. */
  open: boolean | null;
  onToggle: (approvalId: string) => void;
  /** Already answered, or not clickable yet. */
  state: { disabled: boolean; 'aria-disabled': boolean };
  onAnswer: (request: ApprovalRequest, decision: Decision) => unknown;
  /** Null: its box is not on this page. */
  onReveal: ((request: ApprovalRequest) => void) | null;
}

/**
 * Memoized, since other calls may be printing; at full height, which determines whether the list was seen to its end.
 */
export const TogetherItem = memo(function TogetherItem({
  request,
  open,
  onToggle,
  state,
  onAnswer,
  onReveal,
}: TogetherItemProps) {
  const { agent, server, toolName, messageId, index, preview, byItself, grave } = request;
  const call = useConversation(({ messages }) => {
    const message = messages.find(({ id }) => id === messageId);
    return message?.role === 'assistant' ? callsOf(message)[index]?.function : undefined;
  });
  const Icon = toolIcon(toolName);
  // The box of an agent's call describes the call that started the agent instead.
  const sentence = agent || !call ? requestLine(request) : callLine(call, 'waiting');
  // A read's preview only repeats its sentence.
  const isSaid = preview.type === 'text' && strings.sentences.text(preview.text, preview.said) === sentence;
  const head = (
    <>
      <Icon className="mt-0.5 size-4 shrink-0 text-ink-3" strokeWidth={1.75} aria-hidden />
      <span className="wrap-anywhere min-w-0 flex-1">
        {sentence}
        {agent && (
          <span className="text-ink-3">
            {' · '}
            {card.agent} “<VisibleText text={agent.title || card.agentUntitled} />”
          </span>
        )}
        {server !== undefined && (
          <span className="text-ink-3">
            {' · '}
            {card.server} <VisibleText text={server} />
          </span>
        )}
      </span>
      {open !== null && (
        <ChevronRight
          className={classes('mt-0.5 size-4 shrink-0 text-ink-3 transition duration-120', open && 'rotate-90')}
          aria-hidden
        />
      )}
    </>
  );
  return (
    <li data-together={request.approvalId} className="pt-2 pb-2.5">
      <div className="flex items-start gap-1 pr-2">
        {open === null ? (
          <p className="flex min-w-0 flex-1 items-start gap-2 pl-3">{head}</p>
        ) : (
          <button
            type="button"
            aria-expanded={open}
            onClick={() => onToggle(request.approvalId)}
            className="flex min-w-0 flex-1 items-start gap-2 pl-3 text-left focus-visible:-outline-offset-2"
          >
            {head}
          </button>
        )}
        <span className="-my-0.5 flex">
          {onReveal && (
            <IconButton
              icon={Maximize2}
              size="small"
              label={words.openOne(sentence)}
              onClick={() => onReveal(request)}
            />
          )}
          <IconButton
            icon={X}
            size="small"
            {...state}
            label={words.denyOne(sentence)}
            onClick={() => void onAnswer(request, 'deny')}
          />
          {/* A call that must be allowed alone has its reasons and its answer in its own box. */}
          {!byItself && (
            <IconButton
              icon={Check}
              size="small"
              {...state}
              label={words.allowOne(sentence)}
              // Not before it was shown.
              onClick={() => void (open === false ? onToggle(request.approvalId) : onAnswer(request, 'allow'))}
            />
          )}
        </span>
      </div>
      {!isSaid && open !== false && (
        <div className="pl-6">
          <PreviewBody preview={preview} />
        </div>
      )}
      {open !== false && (
        <div className={isSaid ? 'pl-6' : '-mt-2.5 pl-6'}>
          <PreviewMetadata preview={preview} />
        </div>
      )}
      {byItself && (
        <p className="wrap-anywhere flex items-start gap-2 px-3 pt-1.5 text-wait">
          <ShieldAlert className="mt-0.5 size-4 shrink-0" strokeWidth={1.75} aria-hidden />
          <span>
            {words.byItself}
            {strings.sentences.gap(words.byItself)}
            {!grave && <VisibleText text={strings.sentences.host(request.reason)} />}
          </span>
        </p>
      )}
      {grave && <DangerList grave={grave} />}
    </li>
  );
});
