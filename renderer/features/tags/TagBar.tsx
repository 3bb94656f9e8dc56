// Filters the sidebar by tags: the most used as chips, the others in a menu. With several, a conversation must have all.

import { Ellipsis, X } from 'lucide-react';
import { useEffect, useMemo } from 'react';
import { countTags, type TagCount } from '../../../shared/features/tags/tag.ts';
import { useApp, useSession, useView } from '../../core/state/context.tsx';
import { locale } from '../../core/strings.ts';
import { classes } from '../../ui/classes.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { Menu, MenuChoice, MenuItem, MenuSeparator } from '../../ui/Menu.tsx';
import { TagDot } from './TagDot.tsx';
import { tagWords as words } from './words.ts';

/** Chips; more would push the conversations down. */
const maxChips = 4;

/** `shown`: conversations that pass the filter. */
export function TagBar({ shown }: { shown: number }) {
  const { view } = useSession();
  const conversations = useApp((snapshot) => snapshot.conversations);
  const chosen = useView((now) => now.tagFilter);
  const tags = useMemo(() => countTags(conversations, locale), [conversations]);
  useEffect(() => {
    // A tag that is gone must not hide everything.
    const present = chosen.filter((key) => tags.some((tag) => tag.key === key));
    if (present.length < chosen.length) view.setState({ tagFilter: present });
  }, [chosen, tags, view]);
  const toggle = (key: string): void => {
    const others = chosen.filter((other) => other !== key);
    view.setState({ tagFilter: others.length < chosen.length ? others : [...chosen, key] });
  };
  const chips = chipsOf(tags, chosen);
  return (
    <search aria-label={words.filter} className="flex flex-wrap items-center gap-1 px-3.5 pb-2">
      {chips.map(({ key, name }) => (
        <button
          key={key}
          type="button"
          aria-pressed={chosen.includes(key)}
          title={name}
          onClick={() => toggle(key)}
          className={classes(
            'flex h-6 min-w-0 max-w-28 items-center gap-1.5 rounded-m border px-1.5 text-small',
            chosen.includes(key)
              ? 'border-line-strong bg-hover text-ink'
              : 'border-line text-ink-2 hover:bg-hover hover:text-ink',
          )}
        >
          <TagDot tag={name} />
          <span className="truncate" dir="auto">
            {name}
          </span>
        </button>
      ))}
      <Menu trigger={<IconButton icon={Ellipsis} label={words.more} size="small" />}>
        {tags.map(({ key, name, count }) => (
          <MenuChoice
            key={key}
            label={`${name}  ${words.count(count)}`}
            chosen={chosen.includes(key)}
            keepsOpen
            onSelect={() => toggle(key)}
          />
        ))}
        <MenuSeparator />
        <MenuItem label={words.manage} onSelect={() => view.setState({ dialog: { type: 'manageTags' } })} />
      </Menu>
      {chosen.length > 0 && (
        <>
          <span role="status" className="tabular px-0.5 text-ink-3 text-small">
            {words.matches(shown)}
          </span>
          <IconButton icon={X} label={words.clear} size="small" onClick={() => view.setState({ tagFilter: [] })} />
        </>
      )}
    </search>
  );
}

/** The most used, and all that are chosen, in alphabetical order. */
function chipsOf(tags: readonly TagCount[], chosen: readonly string[]): TagCount[] {
  const common = new Set(
    tags
      .toSorted((one, other) => other.count - one.count)
      .slice(0, maxChips)
      .map(({ key }) => key),
  );
  return tags.filter(({ key }) => common.has(key) || chosen.includes(key));
}
