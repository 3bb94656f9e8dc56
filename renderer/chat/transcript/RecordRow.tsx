// What the app told the model: a change of the environment, or a summary. One line until it is opened.

import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { environmentOf } from '../../../shared/conversation/environment.ts';
import type { SystemMessage } from '../../../shared/conversation/message.ts';
import { Markdown } from '../../markdown/Markdown.tsx';
import { strings } from '../../strings.ts';
import { classes } from '../../ui/classes.ts';
import { CompactionRow } from './CompactionRow.tsx';

export function RecordRow({ message }: { message: SystemMessage }) {
  return message.compaction ? (
    <CompactionRow message={message} compaction={message.compaction} />
  ) : (
    <ToldRow message={message} />
  );
}

function ToldRow({ message }: { message: SystemMessage }) {
  const [open, setOpen] = useState(false);
  const about = environmentOf(message) === 'instructions' ? strings.mention.trust.region : strings.chat.environment;
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
          <Markdown text={message.content} />
        </div>
      )}
    </div>
  );
}
