// The bar above the changed files: which changes are shown, how, and steps between them.

import { ChevronDown, ChevronUp, ListTree, Pilcrow, RotateCw, Rows3 } from 'lucide-react';
import { useId, useState } from 'react';
import type { ReviewTarget } from '../../../shared/features/review/review.ts';
import { useConversation, useSession } from '../../core/state/context.tsx';
import { Button } from '../../ui/Button.tsx';
import { inputClasses } from '../../ui/Field.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { isComposing } from '../../ui/isComposing.ts';
import { Menu, MenuChoice, MenuItem, MenuSeparator } from '../../ui/Menu.tsx';
import { visibleText } from '../../ui/visibleText.ts';
import { DiffLayoutButton } from '../results/DiffView.tsx';
import { reviewWords as words } from './words.ts';

export interface ReviewOptions {
  isTree: boolean;
  ignoreWhitespace: boolean;
}

interface ReviewBarProps {
  target: ReviewTarget;
  options: ReviewOptions;
  onOptions: (options: ReviewOptions) => void;
  onStep: (direction: 1 | -1) => void;
  onReload: () => void;
}

export function ReviewBar({ target, options, onOptions, onStep, onReload }: ReviewBarProps) {
  const [asking, setAsking] = useState(false);
  return (
    <div className="shrink-0 border-line border-b px-2 py-1">
      <div className="flex flex-wrap items-center gap-0.5">
        <TargetMenu target={target} onOther={() => setAsking(true)} />
        <span className="ml-auto flex items-center gap-0.5">
          <IconButton icon={ChevronUp} label={words.previous} shortcut="P" size="small" onClick={() => onStep(-1)} />
          <IconButton icon={ChevronDown} label={words.next} shortcut="N" size="small" onClick={() => onStep(1)} />
          <IconButton
            icon={options.isTree ? Rows3 : ListTree}
            label={options.isTree ? words.list : words.tree}
            size="small"
            onClick={() => onOptions({ ...options, isTree: !options.isTree })}
          />
          <IconButton
            icon={Pilcrow}
            label={words.whitespace}
            size="small"
            aria-pressed={options.ignoreWhitespace}
            onClick={() => onOptions({ ...options, ignoreWhitespace: !options.ignoreWhitespace })}
          />
          <DiffLayoutButton />
          <IconButton icon={RotateCw} label={words.reload} size="small" onClick={onReload} />
        </span>
      </div>
      {asking && <CommitField onDone={() => setAsking(false)} />}
    </div>
  );
}

function TargetMenu({ target, onOther }: { target: ReviewTarget; onOther: () => void }) {
  const { view } = useSession();
  const lastTurn = useConversation((state) => state.messages.findLast(({ role }) => role === 'user')?.id);
  const choose = (chosen: ReviewTarget) => (): void => view.setState({ review: { tab: 'changes', target: chosen } });
  const isHead = target.type === 'commit' && target.commit === 'HEAD';
  const isLast = target.type === 'turn' && target.messageId === lastTurn;
  const isOther = target.type === 'commit' && !isHead;
  const isListed = target.type === 'conversation' || isLast || isHead;
  return (
    <Menu
      trigger={
        <Button tone="ghost" size="small" aria-label={`${words.targets.choose}: ${nameOf(target, isLast)}`}>
          <span className="max-w-48 truncate">{nameOf(target, isLast)}</span>
          <ChevronDown className="size-3.5" strokeWidth={1.75} aria-hidden />
        </Button>
      }
    >
      {!isListed && !isOther && <MenuChoice label={nameOf(target, false)} chosen onSelect={choose(target)} />}
      {lastTurn !== undefined && (
        <MenuChoice
          label={words.targets.lastTurn}
          chosen={isLast}
          onSelect={choose({ type: 'turn', messageId: lastTurn })}
        />
      )}
      <MenuChoice
        label={words.targets.conversation}
        chosen={target.type === 'conversation'}
        onSelect={choose({ type: 'conversation' })}
      />
      <MenuSeparator />
      <MenuChoice label={words.targets.head} chosen={isHead} onSelect={choose({ type: 'commit', commit: 'HEAD' })} />
      {isOther && <MenuChoice label={nameOf(target, false)} chosen onSelect={choose(target)} />}
      <MenuItem label={words.targets.other} onSelect={onOther} moves />
    </Menu>
  );
}

function nameOf(target: ReviewTarget, isLastTurn: boolean): string {
  if (target.type === 'commit')
    return target.commit === 'HEAD' ? words.targets.head : words.targets.commit(visibleText(target.commit));
  return isLastTurn ? words.targets.lastTurn : words.targets[target.type];
}

function CommitField({ onDone }: { onDone: () => void }) {
  const { view } = useSession();
  const [commit, setCommit] = useState('');
  const id = useId();
  return (
    <form
      className="flex items-center gap-2 px-1 pt-1 pb-1.5"
      onSubmit={(event) => {
        event.preventDefault();
        const name = commit.trim();
        if (name !== '') view.setState({ review: { tab: 'changes', target: { type: 'commit', commit: name } } });
        onDone();
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || isComposing(event)) return;
        event.preventDefault();
        event.stopPropagation();
        onDone();
      }}
    >
      <label htmlFor={id} className="shrink-0 text-ink-2 text-small">
        {words.targets.otherLabel}
      </label>
      <input
        id={id}
        // biome-ignore lint/a11y/noAutofocus: the user has just asked for this field
        autoFocus
        value={commit}
        maxLength={250}
        spellCheck={false}
        onChange={(event) => setCommit(event.target.value)}
        className={`h-7 min-w-0 flex-1 font-mono ${inputClasses}`}
      />
      <Button type="submit" size="small">
        {words.targets.show}
      </Button>
    </form>
  );
}
