// Names as the program takes them, made of ours: the same for the same.

import { createHash } from 'node:crypto';

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** A UUID (version 4 by its form). */
export function uuidOf(text: string): string {
  const hex = digest(text);
  const variant = ((Number.parseInt(hex.slice(16, 17), 16) & 3) | 8).toString(16);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}

/** `a` and sixteen digits, as its own. */
export function agentIdOf(text: string): string {
  return `a${digest(text).slice(0, 16)}`;
}

export function messageIdOf(text: string): string {
  return `msg_${digest(text).slice(0, 24)}`;
}

/** A call's id in the letters that the provider takes. */
export function takenCallId(id: string): string {
  return id.replace(/[^a-zA-Z0-9_-]/g, '_').slice(0, 64) || 'call';
}

/** A tool's name that the provider takes. */
export function plainToolName(name: string): string {
  return name.replace(/[^a-zA-Z0-9_-]/g, '_').slice(0, 64) || 'tool';
}

const maxSlugLength = 200;

/** The folder of a project. Of a long one the program makes the end in a way of its own; it looks into the others, too. */
export function slugOf(folder: string): string {
  const slug = folder.replace(/[^a-zA-Z0-9]/g, '-');
  return slug.length <= maxSlugLength ? slug : `${slug.slice(0, maxSlugLength)}-${digest(folder).slice(0, 6)}`;
}
