// How an item is named, and whether it is in use.

import {
  BookOpen,
  CircleCheck,
  CircleDot,
  CircleSlash,
  type LucideIcon,
  ScrollText,
  ShieldBan,
  SlidersHorizontal,
  SquareSlash,
  TriangleAlert,
  Upload,
} from 'lucide-react';
import type { ItemKind, ItemState, TeamItem } from '../../../../shared/features/sharing/items.ts';
import { StateMark } from '../../../ui/ListPage.tsx';
import { VisibleText } from '../../../ui/VisibleText.tsx';
import { sharingWords } from '../words.ts';

const texts = sharingWords.items;

export const itemIcons: Readonly<Record<ItemKind, LucideIcon>> = {
  command: SquareSlash,
  skill: BookOpen,
  preset: SlidersHorizontal,
  instructions: ScrollText,
  rules: ShieldBan,
};

const marks: Readonly<Record<ItemState, { icon: LucideIcon; tone: string }>> = {
  off: { icon: CircleSlash, tone: 'text-ink-3' },
  on: { icon: CircleCheck, tone: 'text-ink' },
  changed: { icon: CircleDot, tone: 'text-wait' },
  withdrawn: { icon: TriangleAlert, tone: 'text-wait' },
  mine: { icon: Upload, tone: 'text-ink-3' },
};

export function ItemMark({ state }: { state: ItemState }) {
  return <StateMark {...marks[state]} text={texts.states[state]} />;
}

/** `/review`, or the kind of what has no name. */
export function ItemTitle({ item: { kind, name } }: { item: Pick<TeamItem, 'kind' | 'name'> }) {
  if (kind === name) return texts.kinds[kind];
  return <VisibleText text={kind === 'command' || kind === 'skill' ? `/${name}` : name} />;
}
