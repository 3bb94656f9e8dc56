// Commands, skills, prompts, agents and presets of files: what there is, what is wrong with them, and the person's own.

import { z } from 'zod';
import type { UserTextData } from '../../core/sentence.ts';
import { id, method, type Nothing } from '../../protocol/method.ts';
import { type CustomizationKind, type CustomizationOrigin, customizationKinds } from './customization.ts';

export interface CustomizationInfo {
  /** Names its file in `customization.read`. */
  id: string;
  kind: CustomizationKind;
  /** As it is called. */
  name: string;
  /** What people read in lists; empty: the name. */
  title: string;
  /** One line; may be empty. */
  description: string;
  origin: CustomizationOrigin;
  /** Label of the file that is meant instead, because it has the same name and comes first; null: this one is meant. */
  shadowedBy: string | null;
  /** The model may take it by itself: a skill or an agent. */
  forModel: boolean;
  /** What its file asks for that is not honoured, as sentences. */
  notes: UserTextData[];
  /** It is the person's own, in the app's data folder: `customization.save` and `remove` change it. */
  editable: boolean;
}

export interface CustomizationProblem {
  kind: CustomizationKind;
  /** The file, as people name it. */
  label: string;
  line?: number;
  message: UserTextData;
}

/** What a folder has that is not trusted. Nothing but names is known of it. */
export interface UntrustedCustomizations {
  count: number;
  /** At most 100. */
  names: { kind: CustomizationKind; name: string }[];
}

const kind = z.enum(customizationKinds);
/** Of the person's own files: names of folders with `/` before it for a command. */
const ownName = z.string().min(1).max(200);

export const customizationMethods = {
  /** All of them, those that another one stands before included. Of a folder that is not trusted: `untrusted` alone. */
  'customization.list': method<{
    entries: CustomizationInfo[];
    problems: CustomizationProblem[];
    untrusted: UntrustedCustomizations;
    /** Folders of the person's own, as people name them: where a new file of a kind goes. */
    folders: Partial<Record<CustomizationKind, string>>;
  }>()('none', z.object({ projectId: id.nullable().default(null) })),
  /** The text of its file. `version`: for `save` and `remove`, which refuse when it has changed since. */
  'customization.read': method<{ info: CustomizationInfo; text: string; version: string }>()(
    'none',
    z.object({ projectId: id.nullable().default(null), id: z.string().min(1).max(5_000) }),
  ),
  /** Writes a prompt or a command of the person's own, in the data folder. `version` null: it is new, and none of the name is there. */
  'customization.save': method<{ info: CustomizationInfo; version: string }>()(
    'app',
    z.object({
      kind: kind.extract(['prompt', 'command']),
      name: ownName,
      text: z.string().max(200_000),
      version: z.string().max(100).nullable(),
    }),
  ),
  'customization.remove': method<Nothing>()(
    'app',
    z.object({ kind: kind.extract(['prompt', 'command']), name: ownName, version: z.string().max(100) }),
  ),
} as const;

/** `customization.list` says how. */
export type CustomizationEvent = { type: 'customizations.changed' };
