// The port to commands, skills, prompts and agents in files. Untrusted folders are excluded. Never throws, and nothing
// is cached: every call reads the files.

import type { Result } from '../../shared/core/errors.ts';
import type { CustomizationKind } from '../../shared/features/customizations/customization.ts';
import type {
  CustomizationInfo,
  CustomizationProblem,
  UntrustedCustomizations,
} from '../../shared/features/customizations/methods.ts';

export interface CustomizationScope {
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

/** A skill as presented to a model. */
interface OfferedSkill {
  name: string;
  /** On one line. */
  description: string;
}

export interface LoadedSkill {
  name: string;
  /** Absolute path of its folder. */
  folder: string;
  /** The body of its SKILL.md. */
  text: string;
  /** Other files in its folder, relative with `/`; the first of them, and whether there are more. */
  files: string[];
  more: boolean;
}

export interface SkillSource {
  /** Returns those that a model may use on its own, by name. */
  offered(place: CustomizationScope): Promise<OfferedSkill[]>;
  /** TOOL_ARGS_INVALID lists the available ones. */
  load(place: CustomizationScope, name: string): Promise<Result<LoadedSkill>>;
  /** Returns the text of another file in its folder. Fails for a file that is outside, binary, too large or missing. */
  file(place: CustomizationScope, name: string, path: string): Promise<Result<string>>;
}

/** An agent defined by a file. */
export interface AgentDefinition {
  name: string;
  /** On one line. */
  description: string;
  /** The file in readable form. */
  label: string;
  /** Its instructions. */
  words: string;
  /** Whether it may use a tool of the conversation that starts it. */
  mayHave(tool: string): boolean;
  /** Tools that its file names but that are unavailable. */
  left: readonly string[];
  /** As written; null: the model of the conversation that starts it. */
  model: string | null;
}

export interface AgentSource {
  /** By name. */
  agents(place: CustomizationScope): Promise<AgentDefinition[]>;
}

export interface Customizations {
  list(place: CustomizationScope): Promise<CustomizationList>;
  /** MESSAGE_NOT_FOUND: the id no longer exists. */
  read(
    place: CustomizationScope,
    id: string,
  ): Promise<Result<{ info: CustomizationInfo; text: string; version: string }>>;
  /** `version`: of the replaced file; null: there is none. */
  save(
    kind: 'prompt' | 'command',
    name: string,
    text: string,
    version: string | null,
  ): Promise<Result<{ info: CustomizationInfo; version: string }>>;
  remove(kind: 'prompt' | 'command', name: string, version: string): Promise<Result<void>>;
  /** Notifies of possible changes, from the first listing of a place on. */
  onChange(listener: () => void): () => void;
  close(): void;
}
