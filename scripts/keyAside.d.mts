import type { ChildProcess, SpawnOptions } from 'node:child_process';

/** Every name under which a key is looked for. */
export const keyNames: readonly string[];

/** Whether tools or servers run behind a command of the command line. */
export function commandFirst(args: readonly string[]): string[];
export function runsTools(args: readonly string[]): boolean;

/** The keys that an environment has, by their names. */
export function keysOf(environment: Readonly<Record<string, string | undefined>>): Record<string, string>;

/**
 * If the environment has keys, runs the program in place of this one and does not return. Returns if there are none, or
 * if the system or this Node cannot do it.
 */
export function startWithoutKey(command: string, args: readonly string[]): void;

/** The environment including the keys, for this program alone: its child processes find none in `process.env`. */
export function takeEnvironment(): Record<string, string | undefined>;

/** How a program is started that is to have the keys: by a pipe, into which they are then written. */
export function withKeys(keys: Record<string, string>): SpawnOptions & { keys?: Record<string, string> };

/** Writes the keys to the pipe of a program that was started so. */
export function giveKeys(child: ChildProcess, keys: Record<string, string> | undefined): void;
