// Chooses the tags of one or several conversations: a field that finds and creates, and the list of all tags.

import { Check, Minus, Plus } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { fold } from '../../../shared/core/folding.ts';
import { cleanTag, countTags, isTag, maxTagLength, type TagCount, tagKey } from '../../../shared/features/tags/tag.ts';
import type { DialogProps } from '../../core/feature.ts';
import { useApp, useSession } from '../../core/state/context.tsx';
import { locale } from '../../core/strings.ts';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { Field, TextInput } from '../../ui/Field.tsx';
import { FormActions } from '../../ui/FormActions.tsx';
import { isComposing } from '../../ui/isComposing.ts';
import { Modal } from '../../ui/Modal.tsx';
import { changeTags } from './changeTags.ts';
import { TagDot } from './TagDot.tsx';
import { tagWords as words } from './words.ts';

type State = 'all' | 'some' | 'none';

export function TagsDialog({ conversationIds: ids, onClose }: DialogProps<'tags'>) {
  const session = useSession();
  const { options, typed, stateOf, toggle, text, setText } = useTagChoice(ids);
  const [active, setActive] = useState(0);
  const listId = useId();
  const list = useRef<HTMLDivElement>(null);
  const at = Math.min(active, options.length - 1);
  const isTooLong = typed !== '' && !isTag(typed);
  const move = (to: number): void => {
    setActive(to);
    list.current?.children[to]?.scrollIntoView({ block: 'nearest' });
  };
  const choose = (index: number): void => {
    const option = options[index];
    if (option) toggle(option);
    setActive(text === '' ? index : 0);
    setText('');
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (isComposing(event)) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && options.length > 0) {
      event.preventDefault();
      move((at + step + options.length) % options.length);
    } else if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey && options.length > 0) {
      event.preventDefault();
      choose(at);
    }
  };
  return (
    <Modal
      title={ids.length === 1 ? words.title : words.titleMany(ids.length)}
      onClose={onClose}
      className="max-w-[440px]"
    >
      <form
        className="flex min-h-0 flex-col p-5 pt-4"
        onSubmit={(event) => {
          event.preventDefault();
          onClose();
        }}
      >
        <Field label={words.field} error={isTooLong ? words.tooLong(maxTagLength) : null}>
          {(fieldIds) => (
            <TextInput
              {...fieldIds}
              autoFocus
              dir="auto"
              role="combobox"
              aria-expanded={options.length > 0}
              aria-controls={listId}
              aria-activedescendant={options.length > 0 ? `${listId}-${at}` : undefined}
              autoComplete="off"
              value={text}
              onChange={(event) => {
                setText(event.target.value);
                setActive(0);
              }}
              onKeyDown={onKeyDown}
            />
          )}
        </Field>
        <div
          ref={list}
          id={listId}
          role="listbox"
          aria-label={words.list}
          aria-multiselectable
          className="mt-3 h-56 min-h-24 overflow-y-auto"
        >
          {options.map((option, index) => (
            <TagOption
              key={option.key}
              id={`${listId}-${index}`}
              option={option}
              state={stateOf(option.key)}
              isActive={index === at}
              onChoose={() => choose(index)}
            />
          ))}
          {options.length === 0 && (
            <p className="px-2 py-1.5 text-ink-3 text-ui">{typed === '' ? words.none : words.noMatch}</p>
          )}
        </div>
        <FormActions
          className="mt-4"
          start={
            <Button onClick={() => session.view.setState({ dialog: { type: 'manageTags' } })}>{words.manage}</Button>
          }
        >
          <Button tone="primary" type="submit">
            {words.done}
          </Button>
        </FormActions>
      </form>
    </Modal>
  );
}

/** A tag that exists, or the typed one that would be created (`count` 0). */
type Option = TagCount;

/** A change that the rows may not show yet. `isDone`: the host has confirmed it. */
interface Wanted {
  add: boolean;
  isDone: boolean;
}

/** The tags to choose from, and those that the conversations have, including changes that the host has not confirmed. */
function useTagChoice(ids: readonly string[]) {
  const session = useSession();
  const conversations = useApp((snapshot) => snapshot.conversations);
  const [text, setText] = useState('');
  const [wanted, setWanted] = useState<ReadonlyMap<string, Wanted>>(new Map());
  const tags = useMemo(() => countTags(conversations, locale), [conversations]);
  const chosen = useMemo(() => new Set(ids), [ids]);
  const rows = useMemo(() => conversations.filter(({ id }) => chosen.has(id)), [conversations, chosen]);
  const stored = useMemo(() => new Map(countTags(rows).map(({ key, count }) => [key, count])), [rows]);
  /** Those they had on opening come first, so that nothing moves while they change. */
  const [first] = useState(() => new Set(stored.keys()));

  const typed = cleanTag(text);
  const key = tagKey(typed);
  const matches = tags.filter((tag) => typed === '' || fold(tag.name).includes(key));
  const isNew = isTag(typed) && !tags.some((tag) => tag.key === key);
  const startsFirst = (tag: TagCount): number =>
    typed === '' ? Number(!first.has(tag.key)) : Number(tag.key !== key) + Number(!tag.key.startsWith(key));
  const options: Option[] = [
    ...matches.toSorted((one, other) => startsFirst(one) - startsFirst(other)),
    ...(isNew ? [{ name: typed, key, count: 0 }] : []),
  ];

  const stateOf = (tag: string): State => {
    const want = wanted.get(tag);
    if (want) return want.add ? 'all' : 'none';
    const count = stored.get(tag) ?? 0;
    return count === 0 ? 'none' : count < rows.length ? 'some' : 'all';
  };
  // Once the rows show a change, they are right: another window may change the same tag.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change may be shown before it is confirmed
  useEffect(() => {
    const isShown = (tag: string, { add, isDone }: Wanted): boolean =>
      isDone && (stored.get(tag) ?? 0) === (add ? rows.length : 0);
    setWanted((before) => {
      const next = new Map([...before].filter(([tag, want]) => !isShown(tag, want)));
      return next.size < before.size ? next : before;
    });
  }, [stored, rows, wanted]);
  const toggle = ({ name, key: tag }: Option): void => {
    const add = stateOf(tag) !== 'all';
    const want = { add, isDone: false };
    setWanted((before) => new Map(before).set(tag, want));
    const message = ids.length === 1 ? {} : { message: (add ? words.addedMany : words.removed).bind(null, name) };
    void changeTags(session, { ids, [add ? 'add' : 'remove']: [name] }, message).then((isDone) => {
      setWanted((before) => {
        // It was changed again meanwhile.
        if (before.get(tag) !== want) return before;
        const next = new Map(before);
        // A failed change is shown as it is stored.
        if (isDone) next.set(tag, { add, isDone });
        else next.delete(tag);
        return next;
      });
    });
  };
  return { options, typed, stateOf, toggle, text, setText };
}

function TagOption({
  id,
  option: { name, count },
  state,
  isActive,
  onChoose,
}: {
  id: string;
  option: Option;
  state: State;
  isActive: boolean;
  onChoose: () => void;
}) {
  const Icon = { all: Check, some: Minus, none: null }[state];
  const isNew = count === 0 && state === 'none';
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={state === 'all'}
      onClick={onChoose}
      // The field keeps the focus.
      onPointerDown={(event) => event.preventDefault()}
      className={classes(
        'flex h-8 items-center gap-2 rounded-s px-2 text-ui hover:bg-hover',
        isActive && 'bg-hover outline-1 outline-line-strong -outline-offset-1',
      )}
    >
      <span className="flex size-4 shrink-0 items-center justify-center text-accent">
        {isNew ? (
          <Plus className="size-4 text-ink-3" strokeWidth={1.75} aria-hidden />
        ) : (
          Icon && <Icon className="size-4" strokeWidth={2} aria-hidden />
        )}
      </span>
      <TagDot tag={name} />
      <span className="min-w-0 flex-1 truncate" dir="auto">
        {isNew ? words.create(name) : name}
      </span>
      {state === 'some' && <span className="sr-only">{words.some}</span>}
      {count > 0 && <span className="tabular shrink-0 text-ink-3 text-small">{words.count(count)}</span>}
    </div>
  );
}
