import type { ChildProcess, SpawnOptions } from 'node:child_process';

/** Every name under which a key is looked for. */
export const keyNames: readonly string[];

/** Whether tools or servers run behind a command of the command line. */
export function runsTools(args: readonly string[]): boolean;

/** The keys that an environment has, by their names. */
export function keysOf(environment: Readonly<Record<string, string | undefined>>): Record<string, string>;

/**
 * Where the environment has keys: runs the program in this one's place and does not return. It returns where there are none,
 * and where the system or this Node cannot do it.
 */
export function startWithoutKey(command: string, args: readonly string[]): void;

/** The environment with the keys in it, for this program alone: what it starts finds none in `process.env`. */
export function takeEnvironment(): Record<string, string | undefined>;

/** How a program is started that is to have the keys: by a pipe, into which they are then written. */
export function withKeys(keys: Record<string, string>): SpawnOptions & { keys?: Record<string, string> };

/** Writes the keys to the pipe of a program that was started so. */
export function giveKeys(child: ChildProcess, keys: Record<string, string> | undefined): void;
