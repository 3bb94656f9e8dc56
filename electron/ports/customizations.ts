// The port to commands, skills, prompts and agents that people write in files. Nothing of a folder that is not trusted is among
// them. Nothing throws, and nothing is kept: each question looks at the files as they are.

import type { Result } from '../../shared/core/errors.ts';
import type { CustomizationKind } from '../../shared/features/customizations/customization.ts';
import type {
  CustomizationInfo,
  CustomizationProblem,
  UntrustedCustomizations,
} from '../../shared/features/customizations/methods.ts';

export interface CustomizationPlace {
  /** Absolute path of the project's folder; null without one. */
  folder: string | null;
  trusted: boolean;
}

export interface CustomizationList {
  entries: CustomizationInfo[];
  problems: CustomizationProblem[];
  untrusted: UntrustedCustomizations;
  folders: Partial<Record<CustomizationKind, string>>;
}

/** A skill as a model is told of it. */
interface OfferedSkill {
  name: string;
  /** One line. */
  description: string;
}

export interface LoadedSkill {
  name: string;
  /** Absolute path of its folder. */
  folder: string;
  /** What its SKILL.md says below its head. */
  text: string;
  /** The files beside it, from its folder on, with `/`; the first of them, and whether there are more. */
  files: string[];
  more: boolean;
}

export interface SkillSource {
  /** Those that a model may take by itself, by name. */
  offered(place: CustomizationPlace): Promise<OfferedSkill[]>;
  /** TOOL_ARGS_INVALID names those that there are. */
  load(place: CustomizationPlace, name: string): Promise<Result<LoadedSkill>>;
  /** The text of a file beside it. Fails for what is outside of its folder, binary, too large or not there. */
  file(place: CustomizationPlace, name: string, path: string): Promise<Result<string>>;
}

/** An agent as its file defines it. */
export interface AgentDefinition {
  name: string;
  /** One line. */
  description: string;
  /** The file, as people name it. */
  label: string;
  /** Who it is and how it works. */
  words: string;
  /** Whether it may have a tool of the conversation that starts it. */
  mayHave(tool: string): boolean;
  /** Tools that its file names and that are not given. */
  left: readonly string[];
  /** As it is written; null: the one of the conversation that starts it. */
  model: string | null;
}

export interface AgentSource {
  /** By name. */
  agents(place: CustomizationPlace): Promise<AgentDefinition[]>;
}

export interface Customizations {
  list(place: CustomizationPlace): Promise<CustomizationList>;
  /** MESSAGE_NOT_FOUND: there is none of this id any more. */
  read(
    place: CustomizationPlace,
    id: string,
  ): Promise<Result<{ info: CustomizationInfo; text: string; version: string }>>;
  /** `version`: of the file that is replaced; null: there is none. */
  save(
    kind: 'prompt' | 'command',
    name: string,
    text: string,
    version: string | null,
  ): Promise<Result<{ info: CustomizationInfo; version: string }>>;
  remove(kind: 'prompt' | 'command', name: string, version: string): Promise<Result<void>>;
  /** Told when what there is may have changed, from the first list of a place on. */
  onChange(listener: () => void): () => void;
  close(): void;
}
