// BOX-3: the sandbox's overhead per command, alternating with the same command outside.

import { sandboxedPlace } from '../support/sandboxed.ts';
import { reasonAgainstSandbox } from '../support/withoutSandbox.ts';
import { type Figure, median, milliseconds, type Section, timed } from './figures.ts';

const most = 60;
const rounds = 25;
const commands = ['true', 'ls -la', 'node -e 0'];

export async function sandboxBench(): Promise<Section> {
  const title = 'A command in the sandbox';
  const reason = reasonAgainstSandbox();
  if (reason !== null) return { title, how: `Not measured: ${reason}.`, figures: [] };
  const place = sandboxedPlace();
  try {
    const opening = await timed(() => place.run('true'));
    const figures: Figure[] = [
      { name: 'first command of a conversation', value: milliseconds(opening), note: 'opens the sandbox namespace' },
    ];
    for (const command of commands) {
      const inside: number[] = [];
      const outside: number[] = [];
      for (let round = 0; round < rounds; round++) {
        outside.push(await timed(() => place.runOutside(command)));
        inside.push(await timed(() => place.run(command)));
      }
      const added = median(inside) - median(outside);
      figures.push({
        name: `\`${command}\``,
        value: milliseconds(median(inside)),
        note: `${(median(inside) / median(outside)).toFixed(2)} × outside (${milliseconds(median(outside))}), ${milliseconds(added)} more`,
        // For a Node program most of the time is Node's own: it loads proxy support at startup.
        ...(command.startsWith('node')
          ? {}
          : { promise: { row: 'BOX-3', text: `at most ${most} ms more`, kept: added <= most } }),
      });
    }
    const how = `From creating the bubblewrap profile until blocked accesses are known, compared with a plain shell; median of ${rounds}.`;
    return { title, how, figures };
  } finally {
    await place.remove();
  }
}
