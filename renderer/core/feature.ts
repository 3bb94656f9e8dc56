// The parts that a feature adds to the window. renderer/features.ts lists all features; docs/architecture.md has the recipe.

import type { LucideIcon } from 'lucide-react';
import type { ComponentType } from 'react';
import type { Command } from './state/session.ts';
import type { OpenDialog, SettingsSection } from './state/viewStore.ts';

/** The props of the component that shows a dialog: the dialog's state, and how to close it. */
export type DialogProps<Type extends OpenDialog['type']> = Omit<Extract<OpenDialog, { type: Type }>, 'type'> & {
  onClose: () => void;
};

/** One page of the settings. Its title is in the strings of the settings. */
export interface SettingsPage {
  icon: LucideIcon;
  /** What the search of the settings looks through, as strings in any structure. */
  words: unknown;
  Section: ComponentType;
}

export interface WindowFeature {
  /** For the palette, the keyboard and the list of shortcuts. Their titles are in the strings of the commands. */
  commands?: readonly Command[];
  /** The dialogs that it shows, by the type of their state. Each loads when it is first opened, or when the window is idle. */
  dialogs?: { readonly [Type in OpenDialog['type']]?: () => Promise<ComponentType<DialogProps<Type>>> };
  /** Its pages of the settings, by section. They load with the dialog of the settings. */
  settings?: { readonly [Section in SettingsSection]?: () => Promise<SettingsPage> };
}
