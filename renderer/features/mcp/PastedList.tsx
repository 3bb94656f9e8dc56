// Several servers pasted at once: the command of each, and a choice of which to add. Listing them starts nothing.

import { useState } from 'react';
import type { ResultOf } from '../../../shared/contract.ts';
import type { McpOrigin } from '../../../shared/features/mcp/methods.ts';
import type { PastedServer } from '../../../shared/features/mcp/serversIn.ts';
import { useSession } from '../../core/state/context.tsx';
import { strings } from '../../core/strings.ts';
import { classes } from '../../ui/classes.ts';
import { ItemForm } from '../../ui/ItemForm.tsx';
import { rowsClasses } from '../../ui/ListPage.tsx';
import { type ItemFormState, useItemForm } from '../../ui/useItemForm.ts';
import { visibleText } from '../../ui/visibleText.ts';
import { nameError } from './mcpEntry.ts';
import { pastedDetails, pastedTarget } from './pastedServers.ts';
import { type Choice, ServerChoice } from './ServerChoice.tsx';
import { mcpWords } from './words.ts';

const words = mcpWords.form;

interface PastedListProps {
  servers: readonly PastedServer[];
  origin: McpOrigin;
  /** Existing names. */
  taken: readonly string[];
  onBack: () => void;
  /** All chosen servers were added. */
  onAdded: () => void;
}

export function PastedList({ servers, origin, taken, onBack, onAdded }: PastedListProps) {
  const { actions, mcp } = useSession();
  /** Added servers are not offered again. */
  const [rest, setRest] = useState(servers);
  const problemOf = ({ name }: PastedServer): string | null => nameError(name ?? '', taken);
  const [failed, setFailed] = useState<Readonly<Record<string, string>>>({});
  const form: ItemFormState<Choice> = useItemForm<Choice, ResultOf<'mcp.saveAll'>>({
    values: () => ({
      chosen: servers.flatMap((server) => (server.name === null || problemOf(server) ? [] : [server.name])),
    }),
    save: () =>
      actions.call('mcp.saveAll', {
        servers: taking.map(({ name, entry }) => ({
          server: { origin, name: name ?? '' },
          configuration: JSON.stringify(entry),
          secrets: {},
          isNew: true,
        })),
      }),
    onSaved: async (answer) => {
      const wrong: Record<string, string> = {};
      for (const { index, message } of answer.failed) {
        wrong[taking[index]?.name ?? ''] = strings.sentences.host(message);
      }
      setFailed(wrong);
      form.change({ chosen: Object.keys(wrong) });
      setRest(rest.filter((server) => !taking.includes(server) || (server.name ?? '') in wrong));
      await mcp.reload();
      if (Object.keys(wrong).length === 0) onAdded();
    },
  });
  const { chosen } = form.values;
  /** Never overwrites a server whose name was taken in the meantime. */
  const taking = rest.filter((server) => chosen.includes(server.name ?? '') && problemOf(server) === null);
  return (
    <ItemForm
      form={form}
      label={words.pasted(servers.length)}
      note={words.saveApproves}
      save={words.addPasted(taking.length)}
      disabled={taking.length === 0}
      onCancel={onBack}
    >
      <div>
        <p className="font-strong">{words.pasted(servers.length)}</p>
        <ul className={classes('mt-1', rowsClasses)}>
          {rest.map((server) => {
            const name = server.name ?? '';
            const problem = problemOf(server);
            return (
              <ServerChoice
                key={name}
                label={words.addOne(visibleText(name))}
                name={name}
                runs={pastedTarget(server.entry)}
                code={pastedDetails(server.entry)}
                failed={failed[name] ?? problem}
                isChosen={taking.includes(server)}
                isFixed={problem !== null}
                onChoose={(isChosen) => {
                  const others = chosen.filter((other) => other !== name);
                  form.change({ chosen: isChosen && server.name !== null ? [...others, name] : others });
                }}
              />
            );
          })}
        </ul>
      </div>
    </ItemForm>
  );
}
