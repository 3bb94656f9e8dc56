// A message that informs the model: undone file changes, plan mode, or lasting text such as instructions, a preset,
// memory or skills. Text written by the user or in a file is shown without its tags.

import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { environmentOf } from '../../../../shared/conversation/environment.ts';
import type { EnvironmentTopic, SystemMessage } from '../../../../shared/conversation/message.ts';
import { contextMessageEffect, parseContextMessage } from '../../../core/calls/contextMessage.ts';
import { lateStrings } from '../../../core/lateStrings.ts';
import { useOpenPart } from '../../../core/state/useOpenPart.ts';
import { strings } from '../../../core/strings.ts';
import { classes } from '../../../ui/classes.ts';
import { visibleText } from '../../../ui/visibleText.ts';
import { Markdown } from '../../markdown/Markdown.tsx';
import { PlainText } from '../../markdown/PlainText.tsx';
import { memoryWords } from '../../memory/words.ts';

const words = strings.chat;
const maxNames = 3;

export function ContextRow({ message }: { message: SystemMessage }) {
  const about = environmentOf(message);
  const stands = message.partType !== 'summary' && about !== null && !plain.includes(about);
  return (
    <OpenedRow message={message} title={titleOf(message, about)}>
      {stands ? <StandingText content={message.content} /> : <Markdown text={message.content} />}
    </OpenedRow>
  );
}

/** Topics whose text was not written by anyone. */
const plain: readonly EnvironmentTopic[] = ['moment', 'changes', 'plan'];

function titleOf({ partType, content }: SystemMessage, about: EnvironmentTopic | null): string {
  if (partType === 'summary') return words.summary;
  if (about === 'changes') return undoneChangesTitle(content);
  if (about === 'plan') return words.planMode;
  return about === null ? words.environment : environmentTitle(about, content);
}

/**
 * Title for a message about undone or redone changes, with the first file names. The message has fixed wording; any
 * other text uses the generic title.
 */
export function undoneChangesTitle(content: string): string {
  const [head = '', ...lines] = content.split('\n');
  const say = head.startsWith('[File changes undone')
    ? words.undone
    : head.startsWith('[File changes done') && words.redone;
  const end = lines.findIndex((line) => line.startsWith('Left as they are'));
  const listed = (end < 0 ? lines : lines.slice(0, end)).filter((line) => line.startsWith('- '));
  const more = Number(/^- and (\d+) more$/.exec(listed.at(-1) ?? '')?.[1] ?? 0);
  const names = (more > 0 ? listed.slice(0, -1) : listed).flatMap((line) => /^- (.+?): /.exec(line)?.[1] ?? []);
  if (!say || names.length === 0) return words.filesPutBack;
  const rest = names.length - maxNames + more;
  const named = strings.sentences.list(names.slice(0, maxNames).map(visibleText));
  return say(rest > 0 ? `${named} ${words.moreFiles(rest)}` : named);
}

export function environmentTitle(about: EnvironmentTopic, content: string): string {
  const { rows } = memoryWords;
  if (about === 'instructions') return lateStrings.mentions.trust.region;
  const labels = Object.hasOwn(rows, about) ? rows[about as keyof typeof rows] : undefined;
  if (!labels) return strings.chat.environment;
  return labels[{ begins: 0, changes: 1, ends: 2 }[contextMessageEffect(content)]] ?? labels[0];
}

function StandingText({ content }: { content: string }) {
  const { lead, text, after } = parseContextMessage(content);
  return (
    <div className="grid gap-1.5 text-ui">
      <p className="wrap-anywhere whitespace-pre-wrap">{lead}</p>
      {text !== '' && (
        <div className="wrap-anywhere whitespace-pre-wrap text-prose">
          <PlainText text={text} />
        </div>
      )}
      {after !== '' && <p className="text-ink-3">{after}</p>}
    </div>
  );
}

/** A subdued line that expands to its contents. */
interface OpenedRowProps {
  message: SystemMessage;
  title: string;
  children: ReactNode;
}

function OpenedRow({ message, title, children }: OpenedRowProps) {
  const [open, setOpen] = useOpenPart(message.id);
  return (
    <div data-role="system" data-message={message.id}>
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="-mx-1 flex items-center gap-1 rounded-s px-1 text-ink-3 text-small hover:text-ink-2"
      >
        {title}
        <ChevronRight
          className={classes('size-3.5 transition-transform duration-120', open && 'rotate-90')}
          aria-hidden
        />
      </button>
      {open && <div className="mt-1 border-line border-l-2 pl-3 text-ink-2">{children}</div>}
    </div>
  );
}
