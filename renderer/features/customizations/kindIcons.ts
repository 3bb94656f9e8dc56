// The icon of each kind of customization.

import { BookOpen, Bot, type LucideIcon, SlidersHorizontal, SquareSlash, TextQuote } from 'lucide-react';
import type { CustomizationKind } from '../../../shared/features/customizations/customization.ts';

export const kindIcons: Readonly<Record<CustomizationKind, LucideIcon>> = {
  command: SquareSlash,
  skill: BookOpen,
  prompt: TextQuote,
  agent: Bot,
  preset: SlidersHorizontal,
};
