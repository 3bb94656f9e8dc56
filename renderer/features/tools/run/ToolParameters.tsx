// The parameters of a tool from its schema: names, types and descriptions, with the full schema below.

import { lateStrings } from '../../../core/lateStrings.ts';
import { VisibleText } from '../../../ui/VisibleText.tsx';
import { type Parameter, parametersOf } from './schemaParameters.ts';

const words = lateStrings.tools.page;

export function ToolParameters({ schema }: { schema: Record<string, unknown> }) {
  const parameters = parametersOf(schema);
  return (
    <div className="mt-2">
      <p className="text-ink-3 text-small">{parameters.length === 0 ? words.noParameters : words.parameters}</p>
      {parameters.length > 0 && (
        <dl className="mt-1 grid gap-1.5">
          {parameters.map((parameter) => (
            <ParameterRow key={parameter.name} {...parameter} />
          ))}
        </dl>
      )}
      {parameters.length > 0 && (
        <details className="mt-2">
          <summary className="rounded-s text-ink-3 text-small">{words.schema}</summary>
          <pre className="wrap-anywhere mt-1 max-h-80 overflow-y-auto whitespace-pre-wrap rounded-m bg-soft px-2.5 py-2 text-code">
            <VisibleText text={JSON.stringify(schema, null, 2)} />
          </pre>
        </details>
      )}
    </div>
  );
}

function ParameterRow({ name, types, required, description, choices }: Parameter) {
  return (
    <div>
      <dt className="wrap-anywhere">
        <code className="text-code">
          <VisibleText text={name} />
        </code>
        <span className="ml-2 text-ink-3 text-small">
          {types}
          {required && ` · ${words.required}`}
        </span>
      </dt>
      {(description !== '' || choices.length > 0) && (
        <dd className="wrap-anywhere whitespace-pre-wrap text-ink-2">
          <VisibleText text={description} />
          {choices.length > 0 && (
            <span className="block text-ink-3 text-small">
              <VisibleText text={choices.join(' · ')} />
            </span>
          )}
        </dd>
      )}
    </div>
  );
}
