// What the app told the model: a change of the environment, or a summary. One line until it is opened.

import { ChevronRight } from 'lucide-react';
import { environmentOf } from '../../../../shared/conversation/environment.ts';
import type { SystemMessage } from '../../../../shared/conversation/message.ts';
import type { ChangingCall } from '../../../core/calls/items.ts';
import { strings } from '../../../core/strings.ts';
import { classes } from '../../../ui/classes.ts';
import { visibleText } from '../../../ui/visibleText.ts';
import { HookRunsPart } from '../../calls/boxParts.ts';
import { CallChanges } from '../../changes/CallChanges.tsx';
import { Markdown } from '../../markdown/Markdown.tsx';
import { PlainText } from '../../markdown/PlainText.tsx';
import { CompactionRow } from './CompactionRow.tsx';
import { useOpenPart } from './useOpenPart.ts';

/**
 * The line of a record that tells the model of changes taken back or done again: which of both, and the first names. The
 * words are the record's own; one that is not of that form has the plain title.
 */
const words = strings.chat;
const mostNamed = 3;

export function putBackTitle(content: string): string {
  const [head = '', ...lines] = content.split('\n');
  const say = head.startsWith('[File changes undone')
    ? words.undone
    : head.startsWith('[File changes done') && words.redone;
  const end = lines.findIndex((line) => line.startsWith('Left as they are'));
  const listed = (end < 0 ? lines : lines.slice(0, end)).filter((line) => line.startsWith('- '));
  const more = Number(/^- and (\d+) more$/.exec(listed.at(-1) ?? '')?.[1] ?? 0);
  const names = (more > 0 ? listed.slice(0, -1) : listed).flatMap((line) => /^- (.+?): /.exec(line)?.[1] ?? []);
  if (!say || names.length === 0) return words.filesPutBack;
  const rest = names.length - mostNamed + more;
  const named = strings.sentences.list(names.slice(0, mostNamed).map(visibleText));
  return say(rest > 0 ? `${named} ${words.moreFiles(rest)}` : named);
}

/** What hooks changed at the end of a turn goes by the reply that they followed. */
function changing(message: SystemMessage, messageId: string): ChangingCall {
  return { key: message.id, messageId, index: 0, result: message };
}

/** What hooks did when the turn ended; of one that sent the model back it is the words that the model read. */
function hookTitle({ includeInContext, details }: SystemMessage): string {
  if (includeInContext !== false) return words.hookSaid;
  const runs: unknown = details?.hooks;
  return words.hooksRan(
    Array.isArray(runs) && runs.some((run) => run?.outcome === 'failed' || run?.outcome === 'timed_out'),
  );
}

export function RecordRow({ message }: { message: SystemMessage }) {
  return message.compaction ? (
    <CompactionRow message={message} compaction={message.compaction} />
  ) : (
    <ToldRow message={message} />
  );
}

function ToldRow({ message }: { message: SystemMessage }) {
  const [open, setOpen] = useOpenPart(message.id);
  const instructions = environmentOf(message) === 'instructions';
  const putBack = environmentOf(message) === 'changes';
  const other = putBack ? putBackTitle(message.content) : strings.chat.environment;
  const planning = environmentOf(message) === 'plan';
  const hooks = environmentOf(message) === 'hook' ? message.details : undefined;
  const told = planning ? strings.chat.planMode : instructions ? strings.mention.trust.region : other;
  const about = hooks ? hookTitle(message) : told;
  const title = message.partType === 'summary' ? strings.chat.summary : about;
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
      {open && (
        <div className="mt-1 border-line border-l-2 pl-3 text-ink-2">
          {hooks ? (
            <>
              <HookRunsPart details={hooks} />
              {message.replyId && <CallChanges call={changing(message, message.replyId)} />}
            </>
          ) : instructions ? (
            <InstructionsText content={message.content} />
          ) : (
            <Markdown text={message.content} />
          )}
        </div>
      )}
    </div>
  );
}

/** The file's text with its line breaks, without the tags that stand around it for the model. */
function InstructionsText({ content }: { content: string }) {
  const [, before = content, , text = '', after = ''] = aroundBlock.exec(content) ?? [];
  const told = before.replace(/^\[[^\]\n]*\]\n/, '').trim();
  return (
    <div className="grid gap-1.5 text-ui">
      <p className="wrap-anywhere whitespace-pre-wrap">{told}</p>
      {text !== '' && (
        <div className="wrap-anywhere whitespace-pre-wrap text-prose">
          <PlainText text={text.replace(/\n$/, '')} />
        </div>
      )}
      {after.trim() !== '' && <p className="text-ink-3">{after.trim()}</p>}
    </div>
  );
}

const aroundBlock = /^([\s\S]*?)<(instructions(?:-\d+)?) path="[^"]*">\n([\s\S]*)<\/\2>([\s\S]*)$/;
