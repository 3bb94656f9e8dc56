// The tags of the current conversation, next to its title. A click changes them.

import { useSession } from '../../core/state/context.tsx';
import { TagDot } from './TagDot.tsx';
import { tagWords as words } from './words.ts';

/** More are counted. */
const maxNames = 2;

export function TitleTags({ conversationId, tags }: { conversationId: string; tags: readonly string[] }) {
  const { view } = useSession();
  const more = tags.length - maxNames;
  return (
    <button
      type="button"
      aria-label={words.edit(tags.join(', '))}
      title={tags.join('\n')}
      onClick={() => view.setState({ dialog: { type: 'tags', conversationIds: [conversationId] } })}
      className="hidden h-6 min-w-0 max-w-64 shrink items-center gap-2 rounded-s px-1.5 text-ink-3 text-small hover:bg-hover hover:text-ink wide:flex"
    >
      {tags.slice(0, maxNames).map((tag) => (
        <span key={tag} className="flex min-w-0 items-center gap-1">
          <TagDot tag={tag} />
          <span className="truncate" dir="auto">
            {tag}
          </span>
        </span>
      ))}
      {more > 0 && <span className="tabular shrink-0">+{words.count(more)}</span>}
    </button>
  );
}
