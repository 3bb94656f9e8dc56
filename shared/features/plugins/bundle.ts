// MCP bundles: the settings that a bundle asks for, and what it states about itself.

import { z } from 'zod';
import type { UserTextData } from '../../core/sentence.ts';

/** One that is sensitive is never in here. */
export const settingValue = z.union([
  z.string().max(20_000),
  z.number(),
  z.boolean(),
  z.array(z.string().max(20_000)).max(200),
]);
export type SettingValue = z.infer<typeof settingValue>;

export interface BundleSetting {
  key: string;
  type: 'string' | 'number' | 'boolean' | 'directory' | 'file';
  title: string;
  description: string;
  required: boolean;
  /** Several directories or files. */
  multiple: boolean;
  /** Kept in the keychain, and never shown again. */
  sensitive: boolean;
  min: number | null;
  max: number | null;
  /** With its variables replaced. */
  default: SettingValue | null;
  /** The user's entry; null: none, or it is sensitive. */
  value: SettingValue | null;
  /** Whether a sensitive value is stored. */
  isStored: boolean;
}

export interface BundleTool {
  name: string;
  description: string;
}

export interface BundleProposal {
  displayName: string;
  /** Such as `node`. */
  type: string;
  /** Names and values. */
  environment: { name: string; value: string }[];
  author: string;
  license: string;
  /** Addresses with what they are of. */
  links: { kind: 'homepage' | 'repository' | 'documentation' | 'support' | 'privacy' | 'author'; address: string }[];
  tools: BundleTool[];
  /** Whether it adds others when it runs. */
  moreTools: boolean;
  prompts: BundleTool[];
  settings: BundleSetting[];
  /** Whether the file has a signature, which is not checked. */
  isSigned: boolean;
  /** A `data:` address of a small image; null: none that can be shown. */
  icon: string | null;
}

/** An installed bundle. */
export interface BundleInfo {
  displayName: string;
  type: string;
  settings: BundleSetting[];
  /** Why it does not start; null: nothing is missing. */
  problem: UserTextData | null;
}
