// What a feature contributes to the window. renderer/features.ts lists all features; docs/architecture.md has the
// recipe.

import type { LucideIcon } from 'lucide-react';
import type { ComponentType } from 'react';
import type { Command } from './state/session.ts';
import type { OpenDialog, SettingsSection } from './state/viewStore.ts';

/** Props of a dialog component: the dialog's state, and how to close it. */
export type DialogProps<Type extends OpenDialog['type']> = Omit<Extract<OpenDialog, { type: Type }>, 'type'> & {
  onClose: () => void;
};

/** A page of the settings. Its title is in the settings strings. */
export interface SettingsPage {
  icon: LucideIcon;
  /** Strings that the settings search covers, in any structure. */
  words: unknown;
  Section: ComponentType;
}

export interface WindowFeature {
  /** For the palette, the keyboard and the shortcut list. Titles are in the command strings. */
  commands?: readonly Command[];
  /** Dialog components by state type. Each loads when first opened, or when the window is idle. */
  dialogs?: { readonly [Type in OpenDialog['type']]?: () => Promise<ComponentType<DialogProps<Type>>> };
  /** Settings pages by section. They load with the settings dialog. */
  settings?: { readonly [Section in SettingsSection]?: () => Promise<SettingsPage> };
}
