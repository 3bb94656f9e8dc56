// One message of the context: kind, size, and the effect of hiding or pinning it. `sameKind`: the row above has the
// same kind, so it is omitted. `ours`: false for read-only sessions of other apps.

import { Eye, EyeOff, Pin, PinOff } from 'lucide-react';
import { memo } from 'react';
import type { EnvironmentTopic } from '../../../shared/conversation/message.ts';
import type { ContextItem } from '../../../shared/features/context/methods.ts';
import { toNativeCall } from '../../../shared/features/tools/familiarCall.ts';
import { lateStrings } from '../../core/lateStrings.ts';
import { useSession } from '../../core/state/context.tsx';
import { revealMessage } from '../../core/state/revealMessage.ts';
import { strings } from '../../core/strings.ts';
import { classes } from '../../ui/classes.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { visibleText } from '../../ui/visibleText.ts';
import { memoryWords } from '../memory/words.ts';
import type { MarkRequest } from './contextActions.ts';
import { type ContextItemRow, canBeMarked } from './contextItemRows.ts';
import { PartMark } from './PartsBar.tsx';
import { shortLabel } from './shortLabel.ts';

const namedWords = lateStrings.context.named;

/** Max characters; the layout truncates further. */
const longest = 200;

const words = lateStrings.context;

export const RecordItem = memo(function RecordItem({
  row,
  sameKind,
  ours,
}: {
  row: ContextItemRow;
  sameKind: boolean;
  ours: boolean;
}) {
  const session = useSession();
  const { item, acts, saves } = row;
  const label = visibleText(recordLabel(item)) || words.kinds[item.kind];
  const details = contextItemText(item);
  const ended = recordEnd(item);
  const plain = sameKind && ended === '' && item.state === 'sent' && !item.pinned;
  const away = item.state !== 'sent';
  const wish = (name: MarkRequest) => () => void session.contextActions.mark(item.messageId, name, shortLabel(label));
  return (
    <li
      data-record={item.messageId}
      data-state={item.state}
      className="group/record relative rounded-m focus-within:bg-hover hover:bg-hover"
    >
      <button
        type="button"
        aria-label={words.jump(strings.sentences.row([label, ended, words.tokens(item.tokens)]))}
        onClick={() => void revealMessage(session, item.messageId)}
        className="flex w-full items-start gap-2.5 rounded-m px-2 py-1.5 text-left text-ui"
      >
        <PartMark kind={item.kind} />
        <span className="min-w-0 flex-1">
          <span className={classes('flex items-center gap-1.5', away ? 'text-ink-3' : 'text-ink')}>
            <span className={classes('truncate', item.state === 'hidden' && 'line-through')}>{label}</span>
            {item.pinned && <Pin className="size-3 shrink-0 text-ink-3" strokeWidth={1.75} aria-hidden />}
          </span>
          <span className={classes('tabular block truncate text-ink-3 text-small', plain && 'sr-only')}>{details}</span>
        </span>
        <span className={classes('tabular shrink-0', away ? 'text-ink-3' : 'text-ink-2')}>
          {words.number(item.tokens)}
        </span>
      </button>
      {ours && acts && canBeMarked(item.kind) && (
        <span className="absolute right-1 bottom-0.5 flex rounded-m bg-hover pl-1 opacity-0 group-focus-within/record:opacity-100 group-hover/record:opacity-100">
          {item.pinned ? (
            <IconButton icon={PinOff} size="small" label={words.unpin} onClick={wish('unpin')} />
          ) : (
            <IconButton icon={Pin} size="small" label={`${words.pin}. ${words.pinHint}`} onClick={wish('pin')} />
          )}
          {item.state === 'hidden' ? (
            <IconButton
              icon={Eye}
              size="small"
              label={`${words.show}. ${words.takes(saves)}; ${words.anew(item.tokensAfter)}.`}
              onClick={wish('show')}
            />
          ) : (
            saves > 0 && (
              <IconButton
                icon={EyeOff}
                size="small"
                label={`${words.hide}. ${words.saves(saves)}; ${words.anew(item.tokensAfter)}.`}
                onClick={wish('hide')}
              />
            )
          )}
        </span>
      )}
    </li>
  );
});

function contextItemText(item: ContextItem): string {
  const { kind, state, saves, pinned } = item;
  const parts = [
    words.kinds[kind],
    recordEnd(item),
    state === 'sent' ? '' : words.state[state],
    state === 'sent' ? '' : words.saved(saves),
    pinned ? words.state.pinned : '',
  ];
  return parts.filter(Boolean).join(' · ');
}

// Label of a message in the context: its own text or, if it has none, a description in the window's language.

/** Outcome of the result's call, as in its box; empty for a normal outcome. */
function recordEnd({ words: made }: Pick<ContextItem, 'words'>): string {
  const ended = made?.type === 'calls' ? made.ended : undefined;
  if (ended === undefined) return '';
  if (ended === 'not_started') return strings.calls.neverStarted;
  return ended === 'interrupted' ? strings.calls.outcomeUnknownBrief : strings.calls.states[ended];
}

function recordLabel({ label, words: made }: ContextItem): string {
  switch (made?.type) {
    case 'calls': {
      const callNames = made.calls
        .map(toNativeCall)
        .map((call) => strings.sentences.call(call.name, call.arguments, made.done));
      return callNames.join(namedWords.between).replace(/\s+/g, ' ').slice(0, longest);
    }
    case 'failed':
      return namedWords.failed(
        made.error
          ? strings.sentences.error(made.error.code, made.error.message, made.error.said)
          : namedWords.modelCall,
      );
    case 'told':
      return topicName(made.about);
    case 'added':
      return namedWords.added;
    default:
      return label;
  }
}

/** An unknown topic, from a newer version, uses the message's own text. */
function topicName(about: EnvironmentTopic): string {
  const { names, rows } = memoryWords;
  const standing = Object.hasOwn(rows, about) ? rows[about as keyof typeof rows][0] : undefined;
  return standing ?? names[about];
}
