// The shape of a feature. electron/features.ts lists all features; docs/architecture.md has the recipe for a new one.

import type { MethodName } from '../../shared/contract.ts';
import type { HandlerDeps } from '../handlers/handlerDeps.ts';
import type { HandlersOf } from '../lib/protocolServer.ts';

/**
 * `Needs` is what the service is made from: the platform, or the engine for a feature that works on conversations. `Methods` is the
 * feature's table of methods in shared/features.
 */
export interface Feature<Needs, Service, Methods> {
  /** Makes the service. Commands without a window call it too, so it starts nothing and touches no file. */
  create(needs: Needs): Service;
  handlers(service: Service, app: HandlerDeps): HandlersOf<Methods>;
  /** Publishes the feature's events to the windows. Returns the function that stops it. */
  publish?(service: Service, app: Pick<HandlerDeps, 'feed'>): () => void;
  /** Ends what the service has running. */
  close?(service: Service): Promise<void>;
}

/** Types a feature: `Methods` is given, the rest is inferred. */
export function defineFeature<Methods extends Partial<Record<MethodName, unknown>>>() {
  return <Needs, Service>(feature: Feature<Needs, Service, Methods>): Feature<Needs, Service, Methods> => feature;
}

/** The features of a list differ in needs and services, so the list leaves both open. */
type FeatureList = Readonly<Record<string, Feature<never, unknown, never>>>;

type Joined<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;

/** The services of a list, under the names of their features. */
export type ServicesOf<List extends FeatureList> = { [Name in keyof List]: ReturnType<List[Name]['create']> };

export function createServices<List extends FeatureList>(
  list: List,
  needs: Parameters<List[keyof List]['create']>[0],
): ServicesOf<List> {
  return mapValues(list, (feature) => feature.create(needs as never)) as ServicesOf<List>;
}

export function featureHandlers<List extends FeatureList>(
  list: List,
  services: ServicesOf<List>,
  app: HandlerDeps,
): Joined<ReturnType<List[keyof List]['handlers']>> {
  const each = mapValues(list, (feature, name) => feature.handlers(services[name as keyof List], app));
  return Object.assign({}, ...Object.values(each));
}

/** Publishes the events of every feature. Returns the function that stops it. */
export function publishFeatures<List extends FeatureList>(
  list: List,
  services: ServicesOf<List>,
  app: Pick<HandlerDeps, 'feed'>,
): () => void {
  const stops = mapValues(list, (feature, name) => feature.publish?.(services[name as keyof List], app));
  return () => {
    for (const stop of Object.values(stops)) stop?.();
  };
}

export async function closeServices<List extends FeatureList>(list: List, services: ServicesOf<List>): Promise<void> {
  const closed = mapValues(list, async (feature, name) => feature.close?.(services[name as keyof List]));
  await Promise.all(Object.values(closed));
}

function mapValues<Value>(
  list: FeatureList,
  map: (feature: FeatureList[string], name: string) => Value,
): Record<string, Value> {
  return Object.fromEntries(Object.entries(list).map(([name, feature]) => [name, map(feature, name)]));
}
